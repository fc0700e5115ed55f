/* SPDX-License-Identifier: MIT */
/*
 * Loop profile: how often each element runs through a loop, and how it leaves it.
 *
 * The loop is put between two calls of ours: one where it is entered, one where it has been left by
 * its test or a break; before each return in it stands another. What is entered and not left has
 * been left by a discard. Counted are the entry that the position names, all entries together, and
 * of a window of entries each.
 *
 * A histogram of all entries takes the place of the window where many of them have few iterations.
 *
 * Words: 0 flags + 32 * way of the named entry; 1 its iterations; 2 iterations of all entries, low;
 * 3 entries; 4 (integers) iterations of all entries, high; then one word an entry,
 * or one a bin: finished, and left in the upper half.
 */
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"

enum {
	WAY_SHIFT = 5,
	ENTRY_LIMIT = 0x1fffffff,     /* iterations of an entry of the window: 29 bits */
	ENTRY_LIMIT_FLOAT = 0x1fffff, /* in a float: 21 bits */
	BIN_UNIT = 65536,	      /* of a bin's upper half */
	BIN_UNIT_FLOAT = 4096,
};

bool gs_profile_choose(struct gs_rewrite *rw, unsigned total)
{
	unsigned head = rw->is_float ? 4 : 5;

	if (total < head)
		head = total;
	if (total < 4) {
		gs_rewrite_fail(rw, "the context has too few draw buffers for a loop profile");
		return false;
	}
	rw->layout->first_bit_word = head;
	rw->layout->is_histogram = rw->request->histogram;
	rw->layout->window = total - head;
	rw->layout->n_words = total;
	return true;
}

/* ---- GLSL ---- */

/* Whether something in it runs code that may discard. */
static bool may_discard(const struct gs_rewrite *rw, const struct gs_node *node)
{
	if (gs_flow_call_may_discard(rw->flow, node))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && may_discard(rw, node->child[i]))
			return true;
	return false;
}

/* The value is evaluated first, so that a discard in it counts as the way out of this loop. */
static void leave_with_value(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *node, const struct gs_type *type)
{
	char *text, *name = gs_names_type(rw, type);

	if (type->base == GS_BASE_VOID) {
		gs_token_edit_replace(edits, node->first, "{");
		text = gs_rewrite_text(rw, " @leave(%d); return; }", GS_LOOP_RETURN);
	} else {
		bool plain = type->base != GS_BASE_STRUCT && type->base != GS_BASE_BOOL;
		char *start = gs_rewrite_text(rw, "{ %s%s @r =", plain ? rw->highp : "", name);
		gs_token_edit_replace(edits, node->first, start);
		text = gs_rewrite_text(rw, " @leave(%d); return @r; }", GS_LOOP_RETURN);
		g_free(start);
	}
	gs_token_edit_after(edits, node->last, text);
	g_free(text);
	g_free(name);
}

static void leave_at_returns(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *node, const struct gs_type *type)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			leave_at_returns(rw, edits, node->child[i], type);
	if (node->kind != GS_NODE_RETURN)
		return;
	if (rw->dead && node->n_children > 0 && node->child[0] && may_discard(rw, node->child[0])) {
		leave_with_value(rw, edits, node, type);
		return;
	}
	char *text = gs_rewrite_text(rw, "@leave(%d);", GS_LOOP_RETURN);
	gs_token_edit_statement(edits, node, text);
	g_free(text);
}

static void note_test(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *loop)
{
	const struct gs_node *test = gs_loop_test(loop), *e = gs_condition_expression(test);
	char *prefix = gs_rewrite_text(rw, "(@pt = (");
	GString *suffix = g_string_new("))");

	if (e && e->is_constant) { /* must stay a constant: what it rules out may not even link */
		g_string_assign(suffix, "), ");
		gs_rewrite_tokens(rw, e->unit, e->first, e->last, suffix);
		g_string_append_c(suffix, ')');
	}
	if (e)
		gs_token_edit_wrap(edits, e, prefix, suffix->str);
	g_free(prefix);
	g_string_free(suffix, TRUE);
}

void gs_profile_loop(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *loop, const struct gs_type *returned, const char *named)
{
	char *count = gs_rewrite_text(rw, rw->dead ? "if (!@dead) ++@pn;" : "++@pn;");
	char *close = gs_rewrite_text(
		rw, " @leave(@pt ? %d : %d); }", GS_LOOP_BREAK, GS_LOOP_FINISHED);

	leave_at_returns(rw, edits, loop, returned);
	note_test(rw, edits, loop);
	gs_token_edit_body(edits, gs_loop_body(loop), count);
	char *open = gs_rewrite_text(rw, "{ @enter(%s); ", *named ? named : "true");
	gs_token_edit_wrap(edits, loop, open, close);
	g_free(open);
	g_free(close);
	g_free(count);
}

/* With constant indices: OpenGL ES 1.00 has no others, and softpipe needs them (see
 * constant_stores). */
static char *store_entry(struct gs_rewrite *rw, const char *index, const char *value, bool is_bin)
{
	const char *type = rw->is_float ? "float" : "uint", *suffix = rw->is_float ? ".0" : "u";
	GString *text = g_string_new("");

	gs_rewrite_append(rw, text, "\t%s%s k = %s, e = %s;\n", rw->highp, type, index, value);
	for (unsigned i = 0; i < rw->layout->window; i++)
		gs_rewrite_append(rw, text, "\tif (k == %u%s)\n\t\t@pl[%u] %s e;\n", i, suffix, i,
			is_bin ? "+=" : "=");
	return g_string_free(text, FALSE);
}

/* Counts an entry in its bin; the last bin takes all larger numbers. */
static char *count_in_bin(struct gs_rewrite *rw)
{
	const char *number = rw->is_float ? ".0" : "u";
	char *bin = gs_rewrite_text(rw, "min(way == %d || @pn == 0%s ? @pn : @pn - 1%s, %u%s)",
		GS_LOOP_FINISHED, number, number, rw->layout->window - 1, number);
	char *unit = gs_rewrite_text(rw, "way == %d ? 1%s : %d%s", GS_LOOP_FINISHED, number,
		rw->is_float ? BIN_UNIT_FLOAT : BIN_UNIT, number);
	char *text = store_entry(rw, bin, unit, true);

	g_free(bin);
	g_free(unit);
	return text;
}

/* Writes an entry into the window. */
static char *list_entry(struct gs_rewrite *rw)
{
	unsigned first = (unsigned)rw->request->first_decision;

	if (rw->layout->window == 0)
		return g_strdup("");
	if (rw->layout->is_histogram)
		return count_in_bin(rw);
	char *index = gs_rewrite_text(rw, rw->is_float ? "@pc - %u.0" : "@pc - %uu", first);
	char *value = rw->is_float ? gs_rewrite_text(rw, "min(@pn, %d.0) * 8.0 + float(way)",
					     ENTRY_LIMIT_FLOAT)
				   : gs_rewrite_text(
					     rw, "(min(@pn, %du) << 3u) | uint(way)", ENTRY_LIMIT);
	char *text = store_entry(rw, index, value, false);
	g_free(index);
	g_free(value);
	return text;
}

void gs_profile_declare(struct gs_rewrite *rw)
{
	const char *type = rw->is_float ? "float" : "uint", *hp = rw->highp;
	const char *zero = rw->is_float ? "0.0" : "0u";
	char *list = list_entry(rw);

	gs_rewrite_append(rw, rw->globals,
		"%s%s @pn, @pw, @pa, @pb, @pc;\n%sint @pe;\nbool @pin, @pk, @pt;\n"
		"void @enter(bool named);\nvoid @leave(int how);\n",
		hp, type, hp);
	if (rw->layout->window > 0)
		gs_rewrite_append(rw, rw->globals, "%s%s @pl[%u];\n", hp, type, rw->layout->window);
	gs_rewrite_append(rw, rw->functions, "void @enter(bool named)\n{\n");
	if (rw->dead)
		gs_rewrite_append(rw, rw->functions, "\tif (@dead)\n\t\treturn;\n");
	gs_rewrite_append(rw, rw->functions,
		"\t@pin = true;\n\t@pk = named;\n\t@pt = true;\n\t@pn = %s;\n}\n", zero);
	gs_rewrite_append(rw, rw->functions,
		"void @leave(int how)\n{\n\tint way = how;\n\tif (!@pin)\n\t\treturn;\n"
		"\t@pin = false;\n");
	if (rw->dead)
		gs_rewrite_append(
			rw, rw->functions, "\tif (@dead)\n\t\tway = %d;\n", GS_LOOP_DISCARD);
	gs_rewrite_append(rw, rw->functions,
		"\tif (@pk) {\n\t\t@pw = @pn;\n\t\t@pe = way;\n\t}\n\t@pa += @pn;\n");
	if (!rw->is_float)
		gs_rewrite_append(rw, rw->functions, "\tif (@pa < @pn)\n\t\t++@pb;\n");
	gs_rewrite_append(
		rw, rw->functions, "%s\t@pc += %s;\n}\n", list, rw->is_float ? "1.0" : "1u");
	gs_rewrite_append(rw, rw->begin,
		"\t@pn = @pw = @pa = @pb = @pc = %s;\n\t@pe = 0;\n\t@pin = @pk = @pt = false;\n",
		zero);
	if (rw->layout->window > 0)
		gs_rewrite_append(rw, rw->begin,
			"\tfor (int i = 0; i < %u; ++i)\n\t\t@pl[i] = %s;\n", rw->layout->window,
			zero);
	g_free(list);
}

void gs_profile_write(struct gs_rewrite *rw)
{
	static const char *const names[] = {"@pw", "@pa", "@pc", "@pb"};
	char *word = gs_word_name(rw, 0);

	gs_rewrite_append(rw, rw->finish, "\t@leave(%d);\n", GS_LOOP_DISCARD);
	gs_rewrite_append(rw, rw->finish,
		rw->is_float ? "\t%s += 32.0 * float(@pe);\n" : "\t%s |= uint(@pe) << 5u;\n", word);
	g_free(word);
	for (unsigned i = 1; i < rw->layout->n_words; i++) {
		word = gs_word_name(rw, i);
		char *value = i < rw->layout->first_bit_word
				      ? gs_rewrite_text(rw, names[i - 1])
				      : gs_rewrite_text(
						rw, "@pl[%u]", i - rw->layout->first_bit_word);
		gs_rewrite_append(rw, rw->finish, "\t%s = %s;\n", word, value);
		g_free(value);
		g_free(word);
	}
}

/* ---- back ---- */

uint32_t gs_count_at(const struct gs_variant *variant, const struct gs_images *images,
	unsigned word, size_t pixel)
{
	const struct gs_variant_layout *layout = variant->layout;
	const uint32_t *image = images->attachment[layout->first_attachment + word / 4];
	uint32_t bits = image ? image[pixel * 4 + word % 4] : 0;
	float f;

	if (!layout->is_float)
		return bits;
	memcpy(&f, &bits, sizeof(f));
	return f > 0 && f <= 16777216.0f ? (uint32_t)f : 0;
}

static enum gs_loop_end end_of(unsigned way)
{
	return way <= GS_LOOP_DISCARD ? (enum gs_loop_end)way : GS_LOOP_NOT_REACHED;
}

struct gs_loop_profile gs_variant_profile(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	const struct gs_variant_layout *layout = variant->layout;
	struct gs_loop_profile p = {0};

	if (layout->kind != GS_VARIANT_PROFILE)
		return p;
	p.end = end_of(gs_count_at(variant, images, 0, pixel) % GS_DEAD_BIT >> WAY_SHIFT);
	p.iterations = gs_count_at(variant, images, 1, pixel);
	p.all_iterations = gs_count_at(variant, images, 2, pixel);
	p.entries = gs_count_at(variant, images, 3, pixel);
	if (layout->first_bit_word > 4)
		p.all_iterations |= (uint64_t)gs_count_at(variant, images, 4, pixel) << 32;
	return p;
}

size_t gs_variant_entries(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_loop_entry *entries, size_t size)
{
	const struct gs_variant_layout *layout = variant->layout;
	uint32_t limit = layout->is_float ? ENTRY_LIMIT_FLOAT : ENTRY_LIMIT;
	size_t n = MIN(size, layout->window);

	if (layout->kind != GS_VARIANT_PROFILE || layout->is_histogram)
		return 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t word = gs_count_at(
			variant, images, layout->first_bit_word + (unsigned)i, pixel);
		entries[i].iterations = word >> 3;
		entries[i].end = end_of(word & 7);
		entries[i].cut = word >> 3 >= limit;
		if (entries[i].end == GS_LOOP_NOT_REACHED)
			return i;
	}
	return n;
}

bool gs_variant_bins(const struct gs_variant *variant, const struct gs_images *images, size_t pixel,
	uint32_t *finished, uint32_t *left)
{
	const struct gs_variant_layout *layout = variant->layout;
	uint32_t unit = layout->is_float ? BIN_UNIT_FLOAT : BIN_UNIT;

	if (layout->kind != GS_VARIANT_PROFILE || !layout->is_histogram || layout->window == 0)
		return false;
	for (unsigned i = 0; i < layout->window; i++) {
		uint32_t word = gs_count_at(variant, images, layout->first_bit_word + i, pixel);
		finished[i] = word % unit;
		left[i] = word / unit;
	}
	return finished[layout->window - 1] == 0 && left[layout->window - 1] == 0 &&
	       gs_variant_profile(variant, images, pixel).entries < unit;
}

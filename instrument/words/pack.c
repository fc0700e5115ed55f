/* SPDX-License-Identifier: MIT */
/* Packs the scalars of captures into words of the outputs; unpack.c reads them from the images. */
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/words/pack.h"
#include "instrument/text/rewrite.h"

void gs_layout_free(struct gs_variant_layout *layout)
{
	if (!layout)
		return;
	for (size_t i = 0; i < layout->n_captures; i++) {
		g_free(layout->captures[i].base);
		g_free(layout->captures[i].word);
	}
	g_free(layout->captures);
	g_free(layout->positions);
	g_free(layout->first_want);
	g_strfreev(layout->counters);
	g_free(layout->scalar_bases);
	g_free(layout);
}

char *gs_word_name(const struct gs_rewrite *rw, unsigned word)
{
	return gs_rewrite_text(rw, "@v%u.%c", word / 4, "xyzw"[word % 4]);
}

/* ---- shape of a type ---- */

/* Called with the accessor of each scalar; false ends the walk. */
typedef bool (*scalar_fn)(enum gs_base base, const char *accessor, void *data);

static bool walk_scalars(const struct gs_rewrite *rw, const struct gs_type *type, GString *accessor,
	scalar_fn fn, void *data)
{
	gsize length = accessor->len;
	struct gs_type element;
	unsigned count;
	bool go_on = true;

	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; go_on && i < type->structure->n_members; i++) {
			const struct gs_member *member = &type->structure->members[i];
			g_string_append_printf(accessor, ".%s", gs_rewrite_name(rw, member->name));
			go_on = walk_scalars(rw, &member->type, accessor, fn, data);
			g_string_truncate(accessor, length);
		}
		return go_on;
	}
	if (!gs_type_element(type, &element, &count))
		return fn(type->base, accessor->str, data);
	bool is_vector = type->n_dimensions == 0 && type->columns == 1;
	for (unsigned i = 0; go_on && i < count; i++) {
		if (is_vector)
			g_string_append_printf(accessor, ".%c", "xyzw"[i]);
		else
			g_string_append_printf(accessor, "[%u]", i);
		go_on = walk_scalars(rw, &element, accessor, fn, data);
		g_string_truncate(accessor, length);
	}
	return go_on;
}

unsigned gs_base_words(bool is_float, enum gs_base base)
{
	switch (base) {
	case GS_BASE_BOOL:
	case GS_BASE_FLOAT:
		return 1;
	case GS_BASE_INT:
	case GS_BASE_UINT:
		return is_float ? 3 : 1;
	case GS_BASE_DOUBLE:
	case GS_BASE_INT64:
	case GS_BASE_UINT64:
		return is_float ? 0 : 2;
	default:
		return 0;
	}
}

unsigned gs_pack_words(const struct gs_rewrite *rw, enum gs_base base)
{
	return gs_base_words(rw->is_float, base);
}

/* ---- which captures fit ---- */

struct choice {
	struct gs_rewrite *rw;
	size_t skip, at;
	unsigned free_words;
	GArray *bases, *words;
	unsigned next_word;
	bool full, unsupported;
};

static bool choose_scalar(enum gs_base base, const char *accessor, void *data)
{
	struct choice *c = data;
	unsigned n = gs_pack_words(c->rw, base);

	if (c->at++ < c->skip)
		return true;
	if (n == 0) {
		c->unsupported = true;
		return false;
	}
	if (n > c->free_words) {
		c->full = true;
		return false;
	}
	g_array_append_val(c->bases, base);
	g_array_append_val(c->words, c->next_word);
	c->next_word += n;
	c->free_words -= n;
	return true;
}

static void add_capture(struct gs_rewrite *rw, size_t capture, struct choice *c)
{
	struct gs_variant_layout *layout = rw->layout;
	struct gs_layout_capture *l = &layout->captures[layout->n_captures++];

	l->capture = capture;
	l->first_scalar = c->skip;
	l->n_scalars = c->bases->len;
	l->base = (enum gs_base *)g_array_free(c->bases, FALSE);
	l->word = (unsigned *)g_array_free(c->words, FALSE);
	layout->n_words = c->next_word;
}

static bool refuse(struct gs_rewrite *rw, struct choice *c, const struct gs_type *type)
{
	char *name = gs_type_string(type);

	if (c->unsupported)
		gs_rewrite_fail(rw,
			"values of type %s cannot be read back from a shader of this version",
			name);
	else
		gs_rewrite_fail(rw,
			"a value of type %s is too large for one draw: ask for its elements", name);
	g_free(name);
	g_array_free(c->bases, TRUE);
	g_array_free(c->words, TRUE);
	return false;
}

bool gs_pack_choose(struct gs_rewrite *rw, size_t first_capture)
{
	const struct gs_variant_request *q = rw->request;
	struct gs_variant_layout *layout = rw->layout;
	struct gs_variant *v = rw->variant;
	unsigned total = 4 * (rw->n_draw_buffers - layout->first_attachment);
	size_t skip = q->first_scalar, i;

	layout->captures = g_new0(struct gs_layout_capture, q->n_captures + 1);
	v->first_capture = first_capture;
	v->next_scalar = 0;
	for (i = first_capture; i < q->n_captures; i++, skip = 0) {
		const struct gs_type *type = &q->captures[i].expression->type;
		struct choice c = {.rw = rw,
			.skip = skip,
			.free_words = total - layout->n_words,
			.next_word = layout->n_words,
			.bases = g_array_new(FALSE, FALSE, sizeof(enum gs_base)),
			.words = g_array_new(FALSE, FALSE, sizeof(unsigned))};
		GString *accessor = g_string_new("");
		c.unsupported = gs_type_scalars(type) == 0;
		if (!c.unsupported)
			walk_scalars(rw, type, accessor, choose_scalar, &c);
		g_string_free(accessor, TRUE);
		bool first = i == first_capture;
		c.full = c.full || (layout->positions && layout->positions[0].is_end &&
					   layout->n_captures >= GS_MAX_ABSENT);
		if (c.unsupported || (c.full && first && (!q->in_parts || c.bases->len == 0)))
			return refuse(rw, &c, type);
		if (c.full && !first) {
			g_array_free(c.bases, TRUE);
			g_array_free(c.words, TRUE);
			break;
		}
		add_capture(rw, i, &c);
		if (c.full) {
			v->next_scalar = skip + layout->captures[layout->n_captures - 1].n_scalars;
			break;
		}
		v->n_captures++;
	}
	v->next_capture = i;
	if (layout->positions)
		layout->positions[0].n_captures = layout->n_captures;
	return true;
}

/* False: there is no room, or nothing can be read. */
static bool add_shared(struct gs_rewrite *rw, size_t capture, unsigned total, unsigned *next_word)
{
	struct choice c = {.rw = rw,
		.free_words = total - *next_word,
		.next_word = *next_word,
		.bases = g_array_new(FALSE, FALSE, sizeof(enum gs_base)),
		.words = g_array_new(FALSE, FALSE, sizeof(unsigned))};
	GString *accessor = g_string_new("");
	unsigned n_words = rw->layout->n_words;

	walk_scalars(
		rw, &rw->request->captures[capture].expression->type, accessor, choose_scalar, &c);
	g_string_free(accessor, TRUE);
	if (c.full || c.unsupported || c.bases->len == 0) {
		g_array_free(c.bases, TRUE);
		g_array_free(c.words, TRUE);
		return false;
	}
	*next_word = c.next_word;
	add_capture(rw, capture, &c);
	rw->layout->n_words = MAX(n_words, *next_word);
	return true;
}

void gs_pack_choose_shared(struct gs_rewrite *rw)
{
	const struct gs_variant_request *q = rw->request;
	struct gs_variant_layout *layout = rw->layout;
	unsigned total = 4 * (rw->n_draw_buffers - layout->first_attachment),
		 first = layout->n_words;
	size_t at = 0;

	layout->captures = g_new0(struct gs_layout_capture, q->n_captures + 1);
	for (size_t i = 0; i < layout->n_positions; i++) {
		struct gs_layout_position *p = &layout->positions[i];
		unsigned next_word = first;
		p->first_capture = layout->n_captures;
		for (; at < q->n_captures && q->captures[at].position == i; at++)
			if (!p->is_end || layout->n_captures - p->first_capture < GS_MAX_ABSENT)
				add_shared(rw, at, total, &next_word);
		p->n_captures = layout->n_captures - p->first_capture;
	}
	rw->variant->n_captures = rw->variant->next_capture = q->n_captures;
}

bool gs_layout_has_end(const struct gs_variant_layout *layout)
{
	for (size_t i = 0; i < layout->n_positions; i++)
		if (layout->positions[i].is_end)
			return true;
	return false;
}

/* ---- GLSL ---- */

static bool is_block(const struct gs_type *type)
{
	return type->base == GS_BASE_STRUCT && type->structure->is_block;
}

/* Whether the text may be repeated, once per scalar. A variable can hold neither a block nor a
 * block's array without a size in the program. */
static bool is_simple(const struct gs_node *node)
{
	if (is_block(&node->type) ||
		(node->kind == GS_NODE_MEMBER && is_block(&node->child[0]->type)))
		return true;
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
	case GS_NODE_LITERAL:
		return true;
	case GS_NODE_PAREN:
	case GS_NODE_MEMBER:
		return is_simple(node->child[0]);
	case GS_NODE_INDEX:
		return is_simple(node->child[0]) && is_simple(node->child[1]);
	default:
		return false;
	}
}

/* Lookups and derivatives need all elements of the quad, so they must not depend on the condition
 * that an element stands here. */
static bool needs_neighbours(const struct gs_node *node)
{
	static const char *const prefixes[] = {
		"texture", "shadow", "dFd", "fwidth", "interpolateAt"};

	if (node->kind == GS_NODE_CALL && !node->function && !node->symbol)
		for (unsigned i = 0; i < G_N_ELEMENTS(prefixes); i++)
			if (g_str_has_prefix(
				    node->unit->tokens[node->name_token].text, prefixes[i]))
				return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && needs_neighbours(node->child[i]))
			return true;
	return false;
}

struct packing {
	struct gs_rewrite *rw;
	const struct gs_unit *unit; /* of this text */
	const struct gs_layout_capture *capture;
	const char *value;
	size_t at;
	GString *out;
};

static void append_word(struct packing *p, unsigned word, const char *format, const char *value)
{
	char *name = gs_word_name(p->rw, word);
	char *text = g_strdup_printf(format, value);

	g_string_append_printf(p->out, "%s%s = %s", p->out->len > 0 ? ", " : "", name, text);
	if (!p->rw->is_float)
		g_string_append_printf(p->out, " ^ %uu", GS_TURNED_BITS);
	g_free(name);
	g_free(text);
}

/* A function of ours above the unit's text turns a scalar into words. Further below, the shader may
 * have redefined the built-in function's name. */
static const struct reader {
	enum gs_base base;
	const char *name, *type, *result, *call;
} readers[] = {
	{GS_BASE_FLOAT, "float_bits", "float", "uint", "floatBitsToUint(v)"},
	{GS_BASE_DOUBLE, "double_bits", "double", "uvec2", "unpackDouble2x32(v)"},
	{GS_BASE_INT64, "int64_bits", "int64_t", "uvec2", "uvec2(unpackInt2x32(v))"},
	{GS_BASE_UINT64, "uint64_bits", "uint64_t", "uvec2", "unpackUint2x32(v)"},
};

/* `float_bits0(value)`; NULL: a value of that type needs no function. */
static char *read_bits(const struct packing *p, enum gs_base base, const char *value)
{
	struct gs_rewrite *rw = p->rw;
	const struct reader *r = readers;

	while (r < readers + G_N_ELEMENTS(readers) && r->base != base)
		r++;
	if (r == readers + G_N_ELEMENTS(readers))
		return NULL;
	/* no two shader objects may define the same function */
	char *name = gs_rewrite_text(rw, "@%s%u", r->name, p->unit->index);
	if (g_hash_table_add(rw->temporaries, g_strdup(name)))
		g_string_append_printf(rw->heads[p->unit->index],
			"%s%s %s(%s%s v) { return %s; }\n", rw->highp, r->result, name, rw->highp,
			r->type, r->call);
	char *text = g_strdup_printf("%s(%s)", name, value);
	g_free(name);
	return text;
}

static void append_bits(struct packing *p, enum gs_base base, unsigned word, const char *value)
{
	char *bits = read_bits(p, base, value);

	if (!bits) {
		append_word(p, word, "uint(%s)", value);
	} else if (gs_base_words(false, base) == 1) {
		append_word(p, word, "%s", bits);
	} else {
		append_word(p, word, "%s.x", bits);
		append_word(p, word + 1, "%s.y", bits);
	}
	g_free(bits);
}

/* Without integer outputs a word goes out in thirds of 11 bits, which are exact even where the
 * driver converts to a mediump float of 16 bits (as Mesa does although the integer is highp).
 * Division truncates, so all parts have the sign. */
static void append_float(struct packing *p, enum gs_base base, unsigned word, const char *value)
{
	const char *u = base == GS_BASE_UINT ? "u" : "";

	if (base != GS_BASE_INT && base != GS_BASE_UINT) {
		append_word(p, word, "float(%s)", value);
		return;
	}
	char *rest = gs_rewrite_text(p->rw, *u ? "@hu" : "@hi"),
	     *part = gs_rewrite_text(p->rw, *u ? "@hv" : "@hj");
	g_string_append_printf(p->out, "%s%s = %s", p->out->len > 0 ? ", " : "", rest, value);
	for (unsigned i = 0; i < 2; i++) {
		unsigned unit = i == 0 ? 4194304 : 2048;
		g_string_append_printf(p->out, ", %s = %s / %u%s", part, rest, unit, u);
		append_word(p, word + i, "float(%s)", part);
		g_string_append_printf(p->out, ", %s = %s - %s * %u%s", rest, rest, part, unit, u);
	}
	append_word(p, word + 2, "float(%s)", rest);
	g_free(rest);
	g_free(part);
}

void gs_pack_scalar(struct gs_rewrite *rw, const struct gs_unit *unit, enum gs_base base,
	unsigned word, const char *value, GString *out)
{
	struct packing p = {.rw = rw, .unit = unit, .out = out};

	if (rw->is_float)
		append_float(&p, base, word, value);
	else
		append_bits(&p, base, word, value);
}

static bool pack_scalar(enum gs_base base, const char *accessor, void *data)
{
	struct packing *p = data;
	size_t at = p->at++;

	if (at < p->capture->first_scalar)
		return true;
	at -= p->capture->first_scalar;
	if (at >= p->capture->n_scalars)
		return false;
	char *value = g_strconcat(p->value, accessor, NULL);
	if (!p->rw->is_float && *p->rw->highp && (base == GS_BASE_INT || base == GS_BASE_UINT)) {
		/* arithmetic on a mediump integer may be done in 16 bits */
		char *wide = gs_rewrite_text(p->rw, base == GS_BASE_INT ? "@hi" : "@hu");
		g_string_append_printf(
			p->out, "%s%s = %s", p->out->len > 0 ? ", " : "", wide, value);
		g_free(value);
		value = wide;
	}
	gs_pack_scalar(p->rw, p->unit, base, p->capture->word[at], value, p->out);
	g_free(value);
	return true;
}

static char *declare_temporary(struct gs_rewrite *rw, size_t capture, const struct gs_type *type,
	struct gs_token_edits *function_edits, unsigned function_token)
{
	char *name = gs_rewrite_text(rw, "@t%zu", capture);
	char *type_name = gs_names_type(rw, type);
	bool plain = type->base != GS_BASE_STRUCT && type->base != GS_BASE_BOOL;
	char *text = g_strdup_printf("%s%s %s; ", plain ? rw->highp : "", type_name, name);

	if (g_hash_table_add(rw->temporaries, g_strdup(name)))
		gs_token_edit_before(function_edits, function_token, text);
	g_free(type_name);
	g_free(text);
	return name;
}

void gs_pack_capture(struct gs_rewrite *rw, const struct gs_layout_capture *capture,
	struct gs_token_edits *function_edits, unsigned function_token, GString *before,
	GString *inside)
{
	const struct gs_expression *e = rw->request->captures[capture->capture].expression;
	GString *text = g_string_new("("), *accessor = g_string_new("");
	bool neighbours = needs_neighbours(e->root);
	struct packing p = {
		.rw = rw, .unit = function_edits->unit, .capture = capture, .out = inside};
	char *value;

	gs_rewrite_tokens(rw, e->unit, e->root->first, e->root->last, text);
	g_string_append_c(text, ')');
	if (neighbours && is_block(&e->type))
		gs_rewrite_fail(rw, "a block has no value of its own: ask for its members");
	if (!neighbours && (is_simple(e->root) || capture->n_scalars == 1)) {
		value = g_strdup(text->str);
	} else {
		value = declare_temporary(
			rw, capture->capture, &e->type, function_edits, function_token);
		GString *to = neighbours ? before : inside;
		g_string_append_printf(to, "%s%s = %s", to->len > 0 ? ", " : "", value, text->str);
	}
	p.value = value;
	walk_scalars(rw, &e->type, accessor, pack_scalar, &p);
	g_free(value);
	g_string_free(accessor, TRUE);
	g_string_free(text, TRUE);
}

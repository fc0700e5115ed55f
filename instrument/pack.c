/* SPDX-License-Identifier: MIT */
/* Scalars of captures into the words of the outputs, and out of the images again. */
#include <string.h>
#include "instrument/rewrite.h"

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
	g_strfreev(layout->counters);
	g_free(layout);
}

char *gs_word_name(const struct gs_rewrite *rw, unsigned word)
{
	return gs_rewrite_text(rw, "@v%u.%c", word / 4, "xyzw"[word % 4]);
}

/* Words of bits are written with these turned over. Drivers take a choice between constants for one between floats: Mesa makes -b2f(c)
 * of `c ? -1.0 : 0.0`, which is -0.0 where c is false; so none of these constants may look like a float that is special. Words of
 * floats have no such way out: they serve one position. */
static const uint32_t TURNED_BITS = 0x5bd1e995;

/* ---- shape of a type ---- */

/* Called for each scalar with the accessor that leads to it; false ends the walk. */
typedef bool (*scalar_fn)(enum gs_base base, const char *accessor, void *data);

static bool walk_scalars(const struct gs_type *type, GString *accessor, scalar_fn fn, void *data)
{
	gsize length = accessor->len;
	struct gs_type element;
	unsigned count;
	bool go_on = true;

	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; go_on && i < type->structure->n_members; i++) {
			g_string_append_printf(accessor, ".%s", type->structure->members[i].name);
			go_on = walk_scalars(&type->structure->members[i].type, accessor, fn, data);
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
		go_on = walk_scalars(&element, accessor, fn, data);
		g_string_truncate(accessor, length);
	}
	return go_on;
}

static unsigned base_words(bool is_float, enum gs_base base)
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
	return base_words(rw->is_float, base);
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
			"a value of type %s is too large for one draw: ask for its elements",
			name);
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
			walk_scalars(type, accessor, choose_scalar, &c);
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

/* False: no room, or nothing that can be read. */
static bool add_shared(struct gs_rewrite *rw, size_t capture, unsigned total, unsigned *next_word)
{
	struct choice c = {.rw = rw,
		.free_words = total - *next_word,
		.next_word = *next_word,
		.bases = g_array_new(FALSE, FALSE, sizeof(enum gs_base)),
		.words = g_array_new(FALSE, FALSE, sizeof(unsigned))};
	GString *accessor = g_string_new("");
	unsigned n_words = rw->layout->n_words;

	walk_scalars(&rw->request->captures[capture].expression->type, accessor, choose_scalar, &c);
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
	unsigned total = 4 * (rw->n_draw_buffers - layout->first_attachment), first = layout->n_words;
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

/* May the text stand several times, once a scalar? No variable can hold a block, nor its arrays that the
 * program gives no size. */
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

/* Lookups and derivatives need all elements of the quad: not under the condition that one of them
 * stands here. */
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
		g_string_append_printf(p->out, " ^ %uu", TURNED_BITS);
	g_free(name);
	g_free(text);
}

static void append_bits(struct packing *p, enum gs_base base, unsigned word, const char *value)
{
	switch (base) {
	case GS_BASE_FLOAT:
		append_word(p, word, "floatBitsToUint(%s)", value);
		break;
	case GS_BASE_DOUBLE:
		append_word(p, word, "unpackDouble2x32(%s).x", value);
		append_word(p, word + 1, "unpackDouble2x32(%s).y", value);
		break;
	case GS_BASE_INT64:
		append_word(p, word, "uint(unpackInt2x32(%s).x)", value);
		append_word(p, word + 1, "uint(unpackInt2x32(%s).y)", value);
		break;
	case GS_BASE_UINT64:
		append_word(p, word, "unpackUint2x32(%s).x", value);
		append_word(p, word + 1, "unpackUint2x32(%s).y", value);
		break;
	default:
		append_word(p, word, "uint(%s)", value);
		break;
	}
}

/* Without integers in the output: thirds of 11 bits are exact even where the driver converts to a
 * mediump float of 16 bits (which Mesa does although the integer is highp). Division truncates: all
 * parts have the sign. */
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

void gs_pack_scalar(struct gs_rewrite *rw, enum gs_base base, unsigned word, const char *value,
	GString *out)
{
	struct packing p = {.rw = rw, .out = out};

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
	gs_pack_scalar(p->rw, base, p->capture->word[at], value, p->out);
	g_free(value);
	return true;
}

static char *declare_temporary(struct gs_rewrite *rw, size_t capture, const struct gs_type *type,
	struct gs_edits *function_edits, unsigned function_token)
{
	char *name = gs_rewrite_text(rw, "@t%zu", capture);
	char *type_name = gs_type_string(type);
	bool plain = type->base != GS_BASE_STRUCT && type->base != GS_BASE_BOOL;
	char *text = g_strdup_printf("%s%s %s; ", plain ? rw->highp : "", type_name, name);

	if (g_hash_table_add(rw->temporaries, g_strdup(name)))
		gs_edit_before(function_edits, function_token, text);
	g_free(type_name);
	g_free(text);
	return name;
}

void gs_pack_capture(struct gs_rewrite *rw, const struct gs_layout_capture *capture,
	struct gs_edits *function_edits, unsigned function_token, GString *before, GString *inside)
{
	const struct gs_expression *e = rw->request->captures[capture->capture].expression;
	GString *text = g_string_new("("), *accessor = g_string_new("");
	bool neighbours = needs_neighbours(e->root);
	struct packing p = {.rw = rw, .capture = capture, .out = inside};
	char *value;

	gs_tokens_emit(e->unit, e->root->first, e->root->last, gs_outputs_map, rw, text);
	g_string_append_c(text, ')');
	if (neighbours && is_block(&e->type))
		gs_rewrite_fail(rw, "no variable can hold a block: ask for its members");
	if (!neighbours && (is_simple(e->root) || capture->n_scalars == 1)) {
		value = g_strdup(text->str);
	} else {
		value = declare_temporary(
			rw, capture->capture, &e->type, function_edits, function_token);
		GString *to = neighbours ? before : inside;
		g_string_append_printf(to, "%s%s = %s", to->len > 0 ? ", " : "", value, text->str);
	}
	p.value = value;
	walk_scalars(&e->type, accessor, pack_scalar, &p);
	g_free(value);
	g_string_free(accessor, TRUE);
	g_string_free(text, TRUE);
}

/* ---- back ---- */

static uint32_t word_at(
	const struct gs_variant *v, const struct gs_images *images, unsigned word, size_t pixel)
{
	const uint32_t *image = images->attachment[v->layout->first_attachment + word / 4];

	return image ? image[pixel * 4 + word % 4] : 0;
}

static double float_at(
	const struct gs_variant *v, const struct gs_images *images, unsigned word, size_t pixel)
{
	uint32_t bits = word_at(v, images, word, pixel);
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static unsigned natural_at(
	const struct gs_variant *v, const struct gs_images *images, unsigned word, size_t pixel)
{
	double d;

	if (!v->layout->is_float)
		return word_at(v, images, word, pixel);
	d = float_at(v, images, word, pixel);
	return d > 0 && d < 16777216.0 ? (unsigned)d : 0;
}

unsigned gs_variant_flags(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	return natural_at(variant, images, 0, pixel) & GS_FLAG_MASK;
}

static const struct gs_layout_position *position_of(
	const struct gs_variant *variant, const struct gs_images *images)
{
	return images->which < variant->layout->n_positions
		       ? &variant->layout->positions[images->which]
		       : NULL;
}

static bool is_switch(const struct gs_variant *variant, const struct gs_images *images)
{
	const struct gs_layout_position *p = position_of(variant, images);

	return p && p->is_switch;
}

bool gs_variant_has(const struct gs_variant *variant, size_t capture)
{
	for (size_t i = 0; i < variant->layout->n_captures; i++)
		if (variant->layout->captures[i].capture == capture)
			return true;
	return false;
}

unsigned gs_variant_attachments(const struct gs_variant *variant, size_t capture)
{
	const struct gs_variant_layout *layout = variant->layout;
	unsigned n = MIN(layout->first_attachment + 1, variant->n_attachments);

	for (size_t i = 0; i < layout->n_captures; i++) {
		const struct gs_layout_capture *c = &layout->captures[i];
		for (size_t k = 0; c->capture == capture && k < c->n_scalars; k++) {
			unsigned last = c->word[k] + (base_words(layout->is_float, c->base[k]) - 1);
			n = MAX(n, layout->first_attachment + last / 4 + 1);
		}
	}
	return n;
}

bool gs_variant_absent(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t pixel)
{
	const struct gs_layout_position *p = position_of(variant, images);
	unsigned word = p && p->is_end ? natural_at(variant, images, 0, pixel) : 0;

	for (size_t i = 0; p && p->is_end && i < p->n_captures; i++)
		if (variant->layout->captures[p->first_capture + i].capture == capture &&
			word >> (GS_FLAG_BITS + i) & 1)
			return true;
	return false;
}

unsigned gs_variant_decision(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	if (!is_switch(variant, images))
		return (gs_variant_flags(variant, images, pixel) & GS_ELEMENT_TRUE) != 0;
	unsigned n = natural_at(variant, images, 1, pixel);
	return n > 0 ? n - 1 : 0;
}

bool gs_variant_decided(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	if (is_switch(variant, images))
		return natural_at(variant, images, 1, pixel) > 0;
	return (gs_variant_flags(variant, images, pixel) &
		       (GS_ELEMENT_TRUE | GS_ELEMENT_FALSE)) != 0;
}

static struct gs_scalar from_floats(const struct gs_variant *v, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel)
{
	struct gs_scalar s = {.base = base};
	double high = float_at(v, images, word, pixel);

	if (base == GS_BASE_FLOAT) {
		s.number = high;
		s.bits = word_at(v, images, word, pixel);
		return s;
	}
	if (base == GS_BASE_BOOL) {
		s.integer = high != 0;
		s.bits = (uint64_t)s.integer;
		return s;
	}
	double value = high * 4194304.0 + float_at(v, images, word + 1, pixel) * 2048.0 +
		       float_at(v, images, word + 2, pixel);
	if (!(value >= -2147483648.0 && value <= 4294967295.0))
		value = 0; /* not what we wrote: the pixel was not covered */
	if (base == GS_BASE_UINT)
		s.natural = value > 0 ? (uint64_t)value : 0;
	else
		s.integer = (int64_t)value;
	s.bits = (uint32_t)s.integer;
	return s;
}

static struct gs_scalar from_bits(const struct gs_variant *v, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel)
{
	struct gs_scalar s = {.base = base};
	uint32_t low = word_at(v, images, word, pixel) ^ TURNED_BITS;
	float f;

	s.bits = low;
	switch (base) {
	case GS_BASE_FLOAT:
		memcpy(&f, &low, sizeof(f));
		s.number = f;
		break;
	case GS_BASE_DOUBLE:
	case GS_BASE_INT64:
	case GS_BASE_UINT64:
		s.bits |= (uint64_t)(word_at(v, images, word + 1, pixel) ^ TURNED_BITS) << 32;
		memcpy(&s.natural, &s.bits, sizeof(s.bits));
		break;
	case GS_BASE_INT:
		s.integer = (int32_t)low;
		break;
	case GS_BASE_BOOL:
		s.integer = low != 0;
		break;
	default:
		s.natural = low;
		break;
	}
	return s;
}

struct gs_scalar gs_unpack_scalar(const struct gs_variant *variant, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel)
{
	return variant->layout->is_float ? from_floats(variant, images, base, word, pixel)
					 : from_bits(variant, images, base, word, pixel);
}

struct gs_scalar gs_variant_value(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t scalar, size_t pixel)
{
	const struct gs_variant_layout *layout = variant->layout;

	for (size_t i = 0; i < layout->n_captures; i++) {
		const struct gs_layout_capture *c = &layout->captures[i];
		if (c->capture != capture || scalar < c->first_scalar ||
			scalar - c->first_scalar >= c->n_scalars)
			continue;
		enum gs_base base = c->base[scalar - c->first_scalar];
		unsigned word = c->word[scalar - c->first_scalar];
		return gs_unpack_scalar(variant, images, base, word, pixel);
	}
	return (struct gs_scalar){.base = GS_BASE_UNKNOWN};
}

size_t gs_variant_window(const struct gs_variant *variant)
{
	return variant->layout->window;
}

size_t gs_variant_decisions(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint8_t *decisions, size_t size)
{
	const struct gs_variant_layout *layout = variant->layout;
	size_t n = word_at(variant, images, 1, pixel);

	if (layout->kind != GS_VARIANT_PATH ||
		!(gs_variant_flags(variant, images, pixel) & GS_ELEMENT_COVERED))
		return 0;
	n = MIN(n, MIN(size, layout->window));
	for (size_t i = 0; i < n; i++)
		decisions[i] = word_at(variant, images, layout->first_bit_word + (unsigned)(i / 32),
				       pixel) >>
				       (i % 32) &
			       1;
	return n;
}

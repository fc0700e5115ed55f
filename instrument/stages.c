/* SPDX-License-Identifier: MIT */
/*
 * All stages but fragment: what of the program's own text stands in the way of our words.
 *
 * The program's outputs stay as they are: nothing reads them in a variant, so they cost nothing.
 * But xfb_* layout qualifiers would choose what is captured; a geometry shader must give one point
 * an element, whatever it emits; and a control shader's levels must give one point a vertex, so the
 * program's become patch variables of ours, which it goes on reading and writing.
 */
#include <string.h>
#include "instrument/rewrite.h"

static const char *text_of(const struct gs_unit *unit, unsigned token)
{
	return unit->tokens[token].text;
}

static bool token_is(const struct gs_unit *unit, unsigned token, const char *text)
{
	return token < unit->n_tokens && !strcmp(unit->tokens[token].text, text);
}

bool gs_shader_uses(const struct gs_rewrite *rw, const char *token)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++)
		for (unsigned i = 0; i < shader->units[u]->n_tokens; i++)
			if (token_is(shader->units[u], i, token))
				return true;
	return false;
}

/* ---- names ---- */

static const char *prefixed(const struct gs_rewrite *rw, const char *name)
{
	char *text = g_strconcat(rw->prefix, name, NULL);
	const char *interned = g_intern_string(text);

	g_free(text);
	return interned;
}

const char *gs_stages_map(const char *name, const struct gs_rewrite *rw)
{
	static const char *const emits[] = {
		"EmitVertex", "EndPrimitive", "EmitStreamVertex", "EndStreamPrimitive"};

	if (rw->stage == GS_STAGE_TESS_CONTROL && g_str_has_prefix(name, "gl_TessLevel"))
		return prefixed(rw, name + strlen("gl_"));
	if (rw->stage == GS_STAGE_GEOMETRY)
		for (unsigned i = 0; i < G_N_ELEMENTS(emits); i++)
			if (!strcmp(name, emits[i]))
				return prefixed(rw, name);
	return NULL;
}

void gs_stages_rename(struct gs_rewrite *rw, struct gs_edits *edits)
{
	if (rw->stage != GS_STAGE_TESS_CONTROL && rw->stage != GS_STAGE_GEOMETRY)
		return;
	for (unsigned i = edits->first; i <= edits->last; i++) {
		const struct gs_token *t = &edits->unit->tokens[i];
		const char *name = t->kind == GS_TOKEN_IDENTIFIER ? gs_stages_map(t->text, rw)
								  : NULL;
		if (name)
			gs_edit_replace(edits, i, name);
	}
}

/* ---- layout qualifiers ---- */

/* Of `layout(...)` that begins at token i: its closing parenthesis. */
static unsigned layout_end(const struct gs_unit *unit, unsigned i)
{
	unsigned depth = 0;

	for (i++; unit->tokens[i].kind != GS_TOKEN_END; i++) {
		depth += token_is(unit, i, "(");
		if (token_is(unit, i, ")") && --depth == 0)
			break;
	}
	return i;
}

/* The end of the layout qualifier that begins at i: its comma or the parenthesis after it. */
static unsigned item_end(const struct gs_unit *unit, unsigned i, unsigned end)
{
	unsigned depth = 0;

	for (; i < end; i++) {
		depth += token_is(unit, i, "(");
		depth -= token_is(unit, i, ")");
		if (depth == 0 && token_is(unit, i, ","))
			break;
	}
	return i;
}

static bool is_dropped(const struct gs_rewrite *rw, const char *name, bool is_out)
{
	static const char *const geometry[] = {
		"points", "line_strip", "triangle_strip", "max_vertices"};

	if (g_str_has_prefix(name, "xfb_"))
		return true;
	if (rw->stage != GS_STAGE_GEOMETRY || !is_out)
		return false;
	for (unsigned i = 0; i < G_N_ELEMENTS(geometry); i++)
		if (!g_ascii_strcasecmp(name, geometry[i]))
			return i < 3 || rw->request->kind != GS_VARIANT_EMITTED;
	return false;
}

static void blank(struct gs_edits *edits, unsigned first, unsigned last)
{
	for (unsigned i = first; i <= last; i++)
		gs_edit_replace(edits, i, "");
}

static void filter_layout(struct gs_rewrite *rw, struct gs_edits *edits, unsigned i)
{
	const struct gs_unit *unit = edits->unit;
	unsigned end = layout_end(unit, i);
	bool is_out = token_is(unit, end + 1, "out"), dropped = false;
	GString *kept = g_string_new("");

	for (unsigned k = i + 2; k < end;) {
		unsigned next = item_end(unit, k, end);
		if (is_dropped(rw, text_of(unit, k), is_out)) {
			dropped = true;
		} else if (next > k) {
			if (kept->len > 0)
				g_string_append(kept, ", ");
			gs_tokens_emit(unit, k, next - 1, NULL, NULL, kept);
		}
		k = next + 1;
	}
	if (dropped && kept->len > 0) {
		blank(edits, i + 2, end - 1);
		gs_edit_replace(edits, i + 2, kept->str);
	} else if (dropped && is_out && token_is(unit, end + 2, ";")) {
		blank(edits, i, end + 2);
	} else if (dropped) {
		blank(edits, i, end);
	}
	g_string_free(kept, TRUE);
}

static void filter_layouts(struct gs_rewrite *rw, struct gs_edits *edits)
{
	const struct gs_unit *unit = edits->unit;

	for (unsigned i = 0; i + 3 < unit->n_tokens; i++)
		if (token_is(unit, i, "layout") && token_is(unit, i + 1, "("))
			filter_layout(rw, edits, i);
}

/* The value of a layout qualifier, as text, and the unit it stands in. NULL: there is none. */
char *gs_stages_layout_value(const struct gs_rewrite *rw, const char *name, size_t *unit_index)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_unit *unit = shader->units[u];
		for (unsigned i = 0; i + 3 < unit->n_tokens; i++) {
			if (!token_is(unit, i, "layout") || !token_is(unit, i + 1, "("))
				continue;
			unsigned end = layout_end(unit, i);
			for (unsigned k = i + 2; k < end;) {
				unsigned next = item_end(unit, k, end);
				if (token_is(unit, k, name) && next > k + 2) {
					GString *value = g_string_new("");
					gs_tokens_emit(unit, k + 2, next - 1, NULL, NULL, value);
					*unit_index = u;
					return g_string_free(value, FALSE);
				}
				k = next + 1;
			}
		}
	}
	return NULL;
}

/* ---- room ---- */

static unsigned count_scalars(const struct gs_type *type)
{
	struct gs_type element = *type;
	unsigned count = 1;

	/* of a per-vertex array, one element */
	if (type->n_dimensions > 0 && !gs_type_element(type, &element, &count))
		return 4;
	if (element.base != GS_BASE_STRUCT || !element.structure)
		return 4 * MAX(1u, (unsigned)gs_type_scalars(&element) /
					   MAX(1u, (unsigned)element.rows));
	unsigned n = 0;
	for (size_t i = 0; i < element.structure->n_members; i++)
		n += 4 * (unsigned)MAX(gs_type_scalars(&element.structure->members[i].type), 1u);
	return n;
}

/* Components that the program's own per-vertex outputs of a control shader take, at most. */
static unsigned own_components(const struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;
	unsigned n = 12; /* gl_out: position, point size, some clip distances */
	size_t n_symbols;
	const struct gs_unit *unit = shader->main->unit;
	const struct gs_symbol **symbols = gs_shader_visible(
		shader, unit, (unsigned)unit->n_tokens - 1, &n_symbols);

	for (size_t i = 0; i < n_symbols; i++)
		if (symbols[i]->kind == GS_SYMBOL_VARIABLE && !symbols[i]->is_builtin &&
			symbols[i]->storage == GS_STORAGE_OUT && symbols[i]->type.n_dimensions > 0)
			n += count_scalars(&symbols[i]->type);
	g_free(symbols);
	return n;
}

unsigned gs_stages_vectors(const struct gs_rewrite *rw)
{
	unsigned most = GS_MAX_WORD_VECTORS;

	if (rw->request->max_feedback_words > 0)
		most = MIN(most, rw->request->max_feedback_words / 4);
	if (rw->stage == GS_STAGE_TESS_CONTROL) {
		unsigned own = own_components(rw);
		most = MIN(most, own < 124 ? (128 - own) / 4 : 1);
	}
	if (rw->request->kind == GS_VARIANT_EMITTED)
		most = MIN(most, gs_emit_vectors(rw));
	return MAX(most, 1u);
}

/* ---- the texts ---- */

static bool redeclares_levels(const struct gs_rewrite *rw, const char *name)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++)
		for (unsigned i = 1; i < shader->units[u]->n_tokens; i++)
			if (token_is(shader->units[u], i, name) &&
				token_is(shader->units[u], i - 1, "float"))
				return true;
	return false;
}

static void prepare_control(struct gs_rewrite *rw)
{
	static const char *const levels[] = {"gl_TessLevelOuter", "gl_TessLevelInner"};

	for (unsigned i = 0; i < 2; i++)
		if (!redeclares_levels(rw, levels[i]))
			gs_rewrite_append(rw, rw->globals, "patch out %sfloat @%s[%u];\n",
				rw->highp, levels[i] + strlen("gl_"), i ? 2 : 4);
}

static void prepare_geometry(struct gs_rewrite *rw)
{
	bool emits = rw->request->kind == GS_VARIANT_EMITTED;

	gs_rewrite_append(rw, rw->globals,
		"layout(points%s) out;\n"
		"void @EmitVertex();\nvoid @EndPrimitive();\n"
		"void @EmitStreamVertex(int stream);\n"
		"void @EndStreamPrimitive(int stream);\n",
		emits ? "" : ", max_vertices = 1");
	if (emits)
		return;
	gs_rewrite_append(rw, rw->functions,
		"void @EmitVertex() {}\nvoid @EndPrimitive() {}\n"
		"void @EmitStreamVertex(int stream) {}\n"
		"void @EndStreamPrimitive(int stream) {}\n");
}

void gs_stages_prepare(struct gs_rewrite *rw)
{
	for (size_t u = 0; u < rw->plan->shader->n_units; u++)
		filter_layouts(rw, rw->edits[u]);
	if (rw->stage == GS_STAGE_TESS_CONTROL)
		prepare_control(rw);
	else if (rw->stage == GS_STAGE_TESS_EVALUATION)
		gs_rewrite_append(rw, rw->functions, "layout(point_mode) in;\n");
	else if (rw->stage == GS_STAGE_GEOMETRY)
		prepare_geometry(rw);
}

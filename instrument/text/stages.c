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
#include "instrument/kinds/emitted-vertices.h"
#include "instrument/text/names.h"
#include "instrument/text/redeclare.h"
#include "instrument/text/rewrite.h"
#include "instrument/text/stages.h"
#include "instrument/text/version-upgrade.h"

static const char *text_of(const struct gs_unit *unit, unsigned token)
{
	return unit->tokens[token].text;
}

/* ---- names ---- */

static const char *prefixed(const struct gs_rewrite *rw, const char *name)
{
	char *text = g_strconcat(rw->prefix, name, NULL);
	const char *interned = g_intern_string(text);

	g_free(text);
	return interned;
}

/* Turns EmitVertex and the like into calls of ours, unless the shader has a function of that
 * name. */
void gs_stages_rename_emits(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node)
{
	static const char *const emits[] = {
		"EmitVertex", "EndPrimitive", "EmitStreamVertex", "EndStreamPrimitive"};

	if (node->last < edits->first || node->first > edits->last)
		return;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			gs_stages_rename_emits(rw, edits, node->child[i]);
	if (node->kind != GS_NODE_CALL || node->function || node->symbol)
		return;
	const char *name = text_of(node->unit, node->name_token);
	for (unsigned i = 0; i < G_N_ELEMENTS(emits); i++)
		if (!strcmp(name, emits[i]))
			gs_token_edit_replace(edits, node->name_token, prefixed(rw, name));
}

/* ---- layout qualifiers ---- */

/* The closing parenthesis of the `layout(...)` that begins at token i. */
static unsigned layout_end(const struct gs_unit *unit, unsigned i)
{
	unsigned depth = 0;

	for (i++; unit->tokens[i].kind != GS_TOKEN_END; i++) {
		depth += gs_unit_token_is(unit, i, "(");
		if (gs_unit_token_is(unit, i, ")") && --depth == 0)
			break;
	}
	return i;
}

/* The end of the layout qualifier that begins at i: its comma, or the parenthesis after it. */
static unsigned item_end(const struct gs_unit *unit, unsigned i, unsigned end)
{
	unsigned depth = 0;

	for (; i < end; i++) {
		depth += gs_unit_token_is(unit, i, "(");
		depth -= gs_unit_token_is(unit, i, ")");
		if (depth == 0 && gs_unit_token_is(unit, i, ","))
			break;
	}
	return i;
}

/* Outputs without locations of their own cost nothing, since nothing reads them. */
static bool is_dropped(const struct gs_rewrite *rw, const char *name, bool is_out)
{
	static const char *const qualifiers[] = {"location", "component", "index"};
	static const char *const geometry[] = {
		"points", "line_strip", "triangle_strip", "max_vertices"};

	if (g_str_has_prefix(name, "xfb_"))
		return true;
	for (unsigned i = 0; i < G_N_ELEMENTS(qualifiers) && is_out; i++)
		if (!strcmp(name, qualifiers[i]))
			return true;
	for (unsigned i = 0; i < G_N_ELEMENTS(geometry) && is_out; i++)
		if (rw->stage == GS_STAGE_GEOMETRY && !g_ascii_strcasecmp(name, geometry[i]))
			return i < 3 || rw->request->kind != GS_VARIANT_EMITTED;
	return false;
}

static void blank(struct gs_token_edits *edits, unsigned first, unsigned last)
{
	for (unsigned i = first; i <= last; i++)
		gs_token_edit_replace(edits, i, "");
}

static void filter_layout(
	struct gs_rewrite *rw, struct gs_token_edits *edits, unsigned i, bool is_out)
{
	const struct gs_unit *unit = edits->unit;
	unsigned end = layout_end(unit, i);
	bool dropped = false;
	GString *kept = g_string_new("");

	for (unsigned k = i + 2; k < end;) {
		unsigned next = item_end(unit, k, end);
		if (is_dropped(rw, text_of(unit, k), is_out)) {
			dropped = true;
		} else if (next > k) {
			if (kept->len > 0)
				g_string_append(kept, ", ");
			gs_rewrite_tokens(rw, unit, k, next - 1, kept);
		}
		k = next + 1;
	}
	if (dropped && kept->len > 0) {
		blank(edits, i + 2, end - 1);
		gs_token_edit_replace(edits, i + 2, kept->str);
	} else if (dropped && gs_unit_token_is(unit, end + 1, "out") &&
		   gs_unit_token_is(unit, end + 2, ";")) {
		blank(edits, i, end + 2);
	} else if (dropped) {
		blank(edits, i, end);
	}
	g_string_free(kept, TRUE);
}

static bool declares_output(const struct gs_node *node)
{
	unsigned end = node->kind == GS_NODE_INTERFACE_BLOCK ? node->name_token : node->last;
	unsigned depth = 0;

	for (unsigned i = node->first; i <= end; i++) {
		depth += gs_unit_token_is(node->unit, i, "(");
		depth -= gs_unit_token_is(node->unit, i, ")");
		if (depth == 0 && gs_unit_token_is(node->unit, i, "out"))
			return true;
		if (depth == 0 && gs_unit_token_is(node->unit, i, "="))
			break;
	}
	return false;
}

static void filter_layouts(struct gs_rewrite *rw, struct gs_token_edits *edits)
{
	const struct gs_unit *unit = edits->unit;

	for (size_t c = 0; c < unit->root->n_children; c++) {
		const struct gs_node *node = unit->root->child[c];
		if (!node || (node->kind != GS_NODE_DECLARATION &&
				     node->kind != GS_NODE_INTERFACE_BLOCK))
			continue;
		bool is_out = declares_output(node);
		for (unsigned i = node->first; i < node->last; i++)
			if (gs_unit_token_is(unit, i, "layout") &&
				gs_unit_token_is(unit, i + 1, "("))
				filter_layout(rw, edits, i, is_out);
	}
}

/* The text of a layout qualifier's value, and the unit that holds it. NULL: there is none. */
char *gs_stages_layout_value(const struct gs_rewrite *rw, const char *name, size_t *unit_index)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_unit *unit = shader->units[u];
		for (unsigned i = 0; i + 3 < unit->n_tokens; i++) {
			if (!gs_unit_token_is(unit, i, "layout") ||
				!gs_unit_token_is(unit, i + 1, "("))
				continue;
			unsigned end = layout_end(unit, i);
			for (unsigned k = i + 2; k < end;) {
				unsigned next = item_end(unit, k, end);
				if (gs_unit_token_is(unit, k, name) && next > k + 2) {
					GString *value = g_string_new("");
					gs_rewrite_tokens(rw, unit, k + 2, next - 1, value);
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

static unsigned element_components(const struct gs_type *type)
{
	unsigned scalars = (unsigned)gs_type_scalars(type);
	bool is_double = type->base == GS_BASE_DOUBLE || type->base == GS_BASE_INT64 ||
			 type->base == GS_BASE_UINT64;
	unsigned n = 0;

	if (type->base != GS_BASE_STRUCT || !type->structure)
		return 4 * MAX(scalars / MAX(1u, (unsigned)type->rows), 1u) *
		       (is_double && type->rows > 2 ? 2 : 1);
	for (size_t i = 0; i < type->structure->n_members; i++)
		n += element_components(&type->structure->members[i].type);
	for (unsigned i = 0; i < type->n_dimensions; i++)
		n *= (unsigned)MAX(type->dimensions[i], 1);
	return n;
}

static bool is_patch(const struct gs_symbol *symbol)
{
	const struct gs_node *node = symbol->declaration;

	while (node && node->parent && node->parent->kind != GS_NODE_TRANSLATION_UNIT)
		node = node->parent;
	for (unsigned i = node ? node->first : 1; node && i < node->last; i++) {
		if (gs_unit_token_is(node->unit, i, "{") ||
			gs_unit_token_is(node->unit, i, symbol->name))
			break;
		if (gs_unit_token_is(node->unit, i, "patch"))
			return true;
	}
	return false;
}

/* An upper bound of the components that the control shader's own outputs take, per vertex or per
 * patch. Each output takes whole vectors. A driver may crash when they exceed its limits. */
static unsigned own_components(const struct gs_rewrite *rw, bool patch)
{
	const struct gs_shader *shader = rw->plan->shader;
	unsigned n = patch ? 0 : 12; /* gl_out: position, point size, some clip distances */
	size_t n_symbols;
	const struct gs_unit *unit = shader->main->unit;
	const struct gs_symbol **symbols = gs_shader_visible(
		shader, unit, (unsigned)unit->n_tokens - 1, &n_symbols);

	for (size_t i = 0; i < n_symbols; i++) {
		const struct gs_symbol *s = symbols[i];
		struct gs_type type = s->type;
		if (s->kind != GS_SYMBOL_VARIABLE || s->is_builtin ||
			s->storage != GS_STORAGE_OUT || is_patch(s) != patch)
			continue;
		if (!patch && type.n_dimensions > 0) { /* of one vertex */
			type.n_dimensions--;
			memmove(type.dimensions, type.dimensions + 1,
				type.n_dimensions * sizeof(type.dimensions[0]));
		}
		n += element_components(&type);
	}
	g_free(symbols);
	return n;
}

unsigned gs_stages_vectors(const struct gs_rewrite *rw)
{
	unsigned most = GS_MAX_WORD_VECTORS;

	if (rw->request->max_feedback_words > 0)
		most = MIN(most, rw->request->max_feedback_words / 4);
	if (rw->stage == GS_STAGE_TESS_CONTROL) {
		unsigned own = own_components(rw, false);
		most = MIN(most, own < 124 ? (128 - own) / 4 : 1);
	}
	return MAX(most, 1u);
}

/* ---- the texts ---- */

static bool redeclares_levels(const struct gs_rewrite *rw, const char *name)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++)
		for (unsigned i = 1; i < shader->units[u]->n_tokens; i++)
			if (gs_unit_token_is(shader->units[u], i, name) &&
				gs_unit_token_is(shader->units[u], i - 1, "float"))
				return true;
	return false;
}

/* They are patch outputs, if there is room: one invocation may read what another has written. */
static void prepare_control(struct gs_rewrite *rw)
{
	static const char *const levels[] = {"gl_TessLevelOuter", "gl_TessLevelInner"};
	enum { PATCH_COMPONENTS = 120, LEVELS = 4 * (4 + 2) };
	bool fits = own_components(rw, true) + LEVELS <= PATCH_COMPONENTS;

	gs_redeclare_control_outputs(rw);
	for (unsigned i = 0; i < 2; i++)
		if (!redeclares_levels(rw, levels[i]))
			gs_rewrite_append(rw, rw->globals, "%s%sfloat @%s[%u];\n",
				fits ? "patch out " : "", rw->highp, levels[i] + strlen("gl_"),
				i ? 2 : 4);
}

static void prepare_geometry(struct gs_rewrite *rw)
{
	bool emits = rw->request->kind == GS_VARIANT_EMITTED;

	if (gs_version_upgrade_lacks_primitives(
		    rw)) /* points: what a driver assumes where nothing is declared */
		gs_rewrite_append(rw, rw->globals,
			"layout(points) in;\nlayout(points, max_vertices = %u) out;\n",
			emits ? GS_PROBABLE_VERTICES : 1);
	else if (!rw->is_old) /* else GL_GEOMETRY_OUTPUT_TYPE of the program tells */
		gs_rewrite_append(rw, rw->globals, "layout(points%s) out;\n",
			emits ? "" : ", max_vertices = 1");
	gs_rewrite_append(rw, rw->globals,
		"void @EmitVertex();\nvoid @EndPrimitive();\n"
		"void @EmitStreamVertex(int stream);\n"
		"void @EndStreamPrimitive(int stream);\n");
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

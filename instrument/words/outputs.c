/* SPDX-License-Identifier: MIT */
/* Replaces fragment outputs. No version allows outputs of a shader's own beside gl_FragColor or
 * gl_FragData, so the program's outputs become plain globals, which it still reads and writes, and
 * ours are the only outputs. gl_FragDepth and gl_SampleMask stay outputs, since the depth and
 * sample tests depend on them. */
#include <string.h>
#include "instrument/words/bytes.h"
#include "instrument/text/names.h"
#include "instrument/words/outputs.h"
#include "instrument/text/rewrite.h"
#include "instrument/text/stages.h"

/* ---- finding them ---- */

/* The tokens of a declaration's qualifiers and type, which end at its first declarator. */
static unsigned specifiers_end(const struct gs_node *declaration)
{
	return declaration->n_children > 0 ? declaration->child[0]->first : declaration->last;
}

static bool has_qualifier(const struct gs_node *declaration, const char *qualifier)
{
	unsigned depth = 0;

	for (unsigned i = declaration->first; i < specifiers_end(declaration); i++) {
		if (gs_unit_token_is(declaration->unit, i, "("))
			depth++;
		else if (gs_unit_token_is(declaration->unit, i, ")"))
			depth--;
		else if (depth == 0 && gs_unit_token_is(declaration->unit, i, qualifier))
			return true;
	}
	return false;
}

static void find_in_declaration(struct gs_rewrite *rw, const struct gs_node *declaration)
{
	if (has_qualifier(declaration, "inout") && declaration->n_children > 0) {
		gs_rewrite_fail(rw, "framebuffer fetch (an inout output) is not supported");
		return;
	}
	if (!has_qualifier(declaration, "out"))
		return;
	for (size_t i = 0; i < declaration->n_children; i++) {
		const struct gs_node *d = declaration->child[i];
		const char *name = declaration->unit->tokens[d->first].text;
		if (d->kind == GS_NODE_DECLARATOR && d->symbol && strncmp(name, "gl_", 3))
			g_hash_table_insert(rw->outputs, (void *)name, d->symbol);
	}
}

bool gs_outputs_find(struct gs_rewrite *rw)
{
	static const char *const fetched[] = {"gl_LastFragData", "gl_LastFragColorARM",
		"gl_LastFragDepthARM", "gl_LastFragStencilARM"};
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_node *root = shader->units[u]->root;
		for (size_t i = 0; i < root->n_children && !rw->failed; i++)
			if (root->child[i] && root->child[i]->kind == GS_NODE_DECLARATION)
				find_in_declaration(rw, root->child[i]);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(fetched) && !rw->failed; i++)
		if (gs_shader_uses(rw, fetched[i]) || gs_captures_use(rw, fetched[i]))
			gs_rewrite_fail(rw,
				"framebuffer fetch (a built-in gl_LastFrag...) is not supported");
	return !rw->failed;
}

/* ---- renaming and demoting ---- */

static void replace_discard(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *node, const struct gs_flow_function *f)
{
	char *text;

	if (f->function == rw->flow->functions[rw->flow->main].function ||
		f->function->type.base == GS_BASE_VOID) {
		text = gs_rewrite_text(rw, "{ @dead = true; return; }");
	} else {
		char *type = gs_names_type(rw, &f->function->type);
		text = gs_rewrite_text(
			rw, "{ @dead = true; %s %sr; return %sr; }", type, rw->prefix, rw->prefix);
		g_free(type);
	}
	for (unsigned i = node->first + 1; i <= node->last; i++)
		gs_token_edit_replace(edits, i, "");
	gs_token_edit_replace(edits, node->first, text);
	g_free(text);
}

/* A loop that waits for a function to discard would not end where the discard only sets a flag. */
static void guard_loop(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *loop)
{
	const struct gs_node *test = gs_loop_test(loop);

	if (test) {
		const struct gs_node *e = gs_condition_expression(test);
		char *suffix = gs_rewrite_text(rw, ") && !@dead)");
		if (e)
			gs_token_edit_wrap_outermost(edits, e, "((", suffix);
		g_free(suffix);
	} else if (loop->kind == GS_NODE_FOR && loop->child[0]) {
		char *text = gs_rewrite_text(rw, " !@dead");
		gs_token_edit_after(edits, loop->child[0]->last, text);
		g_free(text);
	}
}

static void kill_discards(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *node, const struct gs_flow_function *f)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			kill_discards(rw, edits, node->child[i], f);
	if (node->kind == GS_NODE_DISCARD)
		replace_discard(rw, edits, node, f);
	else if (gs_node_is_loop(node) && f->may_discard)
		guard_loop(rw, edits, node);
}

void gs_outputs_rename(struct gs_rewrite *rw, struct gs_token_edits *edits)
{
	for (unsigned i = edits->first; i <= edits->last; i++) {
		const char *name = edits->unit->tokens[i].kind == GS_TOKEN_IDENTIFIER
					   ? gs_rewrite_map_token(edits->unit, i, rw)
					   : NULL;
		if (name)
			gs_token_edit_replace(edits, i, name);
	}
	if (rw->stage == GS_STAGE_GEOMETRY && !rw->request->adds_up)
		gs_stages_rename_emits(rw, edits, edits->unit->root);
	if (!rw->dead)
		return;
	for (size_t i = 0; i < rw->flow->n_functions; i++) {
		const struct gs_flow_function *f = &rw->flow->functions[i];
		const struct gs_node *d = f->function->definition;
		if (d->unit == edits->unit && d->first >= edits->first && d->last <= edits->last)
			kill_discards(rw, edits, d, f);
	}
}

static void remove_qualifiers(struct gs_token_edits *edits, const struct gs_node *declaration)
{
	static const char *const plain[] = {
		"out", "invariant", "centroid", "sample", "flat", "smooth", "noperspective"};

	for (unsigned i = declaration->first; i < specifiers_end(declaration); i++) {
		for (unsigned k = 0; k < G_N_ELEMENTS(plain); k++)
			if (gs_unit_token_is(edits->unit, i, plain[k]))
				gs_token_edit_replace(edits, i, "");
		if (!gs_unit_token_is(edits->unit, i, "layout"))
			continue;
		for (unsigned depth = 0; i < specifiers_end(declaration); i++) {
			depth += gs_unit_token_is(edits->unit, i, "(");
			bool last = gs_unit_token_is(edits->unit, i, ")") && --depth == 0;
			gs_token_edit_replace(edits, i, "");
			if (last)
				break;
		}
	}
}

static bool is_output(const struct gs_rewrite *rw, const char *name)
{
	return g_hash_table_contains(rw->outputs, name) || gs_names_builtin(rw, name);
}

/* Removes `invariant c;`: only outputs may be invariant. */
static void remove_invariant(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *declaration)
{
	if (!gs_unit_token_is(edits->unit, declaration->first, "invariant") ||
		!is_output(rw, edits->unit->tokens[declaration->first + 1].text))
		return;
	for (unsigned i = declaration->first; i <= declaration->last; i++)
		gs_token_edit_replace(edits, i, "");
}

void gs_outputs_demote(struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_node *root = shader->units[u]->root;
		for (size_t i = 0; i < root->n_children; i++) {
			const struct gs_node *d = root->child[i];
			if (!d || d->kind != GS_NODE_DECLARATION)
				continue;
			remove_invariant(rw, rw->edits[u], d);
			if (d->n_children > 0 && has_qualifier(d, "out") &&
				g_hash_table_contains(
					rw->outputs, d->unit->tokens[d->child[0]->first].text))
				remove_qualifiers(rw->edits[u], d);
		}
	}
}

/* ---- ours ---- */

static void declare_builtins(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i < GS_N_BUILTIN_OUTPUTS; i++)
		if (gs_shader_uses(rw, gs_builtin_outputs[i].name) ||
			gs_captures_use(rw, gs_builtin_outputs[i].name))
			gs_rewrite_append(rw, rw->globals, "%s%s @%s%s;\n",
				*rw->highp ? "mediump " : "", gs_builtin_outputs[i].type,
				gs_builtin_outputs[i].name + 3,
				gs_builtin_outputs[i].is_array ? "[gl_MaxDrawBuffers]" : "");
}

/* An output of another unit is a global of both. */
static void share(struct gs_rewrite *rw, const struct gs_symbol *symbol)
{
	char *name = gs_names_type(rw, &symbol->type);
	char *text = g_strdup_printf("%s%s %s;\n", rw->highp, name, symbol->name);
	if (symbol->unit != rw->plan->shader->main->unit && !strstr(rw->functions->str, text))
		g_string_append(rw->functions, text);
	g_free(text);
	g_free(name);
}

/* The program's colour 0 as a vec4, which alpha test and alpha to coverage use. */
static char *colour_of(struct gs_rewrite *rw, const struct gs_symbol *symbol)
{
	struct gs_type type = symbol->type;
	const char *element = type.n_dimensions > 0 ? "[0]" : "";

	if (type.base != GS_BASE_FLOAT || type.columns != 1)
		return NULL;
	share(rw, symbol);
	switch (type.rows) {
	case 4:
		return g_strdup_printf("%s%s", symbol->name, element);
	case 3:
		return g_strdup_printf("vec4(%s%s, 1.0)", symbol->name, element);
	case 2:
		return g_strdup_printf("vec4(%s%s, 0.0, 1.0)", symbol->name, element);
	default:
		return g_strdup_printf("vec4(%s%s, 0.0, 0.0, 1.0)", symbol->name, element);
	}
}

/* Of an element: that the compiler cannot leave out how it came about. */
static void keep(struct gs_rewrite *rw, const char *name, const struct gs_type *type)
{
	char *constructor = gs_names_type(rw, type);
	gs_rewrite_append(rw, rw->finish, "\t\t@v0.y += uint(%s == %s(0));\n", name, constructor);
	g_free(constructor);
}

static void keep_output(struct gs_rewrite *rw, const struct gs_symbol *symbol)
{
	struct gs_type element;
	unsigned count;
	share(rw, symbol);
	if (!symbol->type.n_dimensions) {
		keep(rw, symbol->name, &symbol->type);
		return;
	}
	if (!gs_type_element(&symbol->type, &element, &count))
		return;
	for (unsigned i = 0; i < count; i++) {
		char *name = g_strdup_printf("%s[%u]", symbol->name, i);
		keep(rw, name, &element);
		g_free(name);
	}
}

/* How often a driver runs the shader is decided by what the program writes: it stays necessary,
 * through a condition that never holds, as no compiler knows. */
void gs_outputs_tell_samples(struct gs_rewrite *rw)
{
	const struct gs_type colour = {.base = GS_BASE_FLOAT, .columns = 1, .rows = 4};
	GHashTableIter iter;
	void *key, *value;

	gs_rewrite_append(rw, rw->finish,
		"\t@v0.y = uint(gl_SampleMaskIn[0]);\n\tif (gl_FragCoord.x < -1.0) {\n");
	g_hash_table_iter_init(&iter, rw->outputs);
	while (g_hash_table_iter_next(&iter, &key, &value))
		keep_output(rw, value);
	for (unsigned i = 0; i < GS_N_BUILTIN_OUTPUTS; i++) {
		const char *suffix = gs_builtin_outputs[i].is_array ? "[0]" : "";
		if (!gs_shader_uses(rw, gs_builtin_outputs[i].name))
			continue;
		char *name = gs_rewrite_text(rw, "@%s%s", gs_builtin_outputs[i].name + 3, suffix);
		keep(rw, name, &colour);
		g_free(name);
	}
	gs_rewrite_append(rw, rw->finish, "\t}\n");
}

static const struct gs_symbol *find_colour(struct gs_rewrite *rw)
{
	const struct gs_symbol *unplaced = NULL, *symbol;
	GHashTableIter iter;
	void *key, *value;

	if (rw->request->colour && (symbol = g_hash_table_lookup(rw->outputs, rw->request->colour)))
		return symbol;
	g_hash_table_iter_init(&iter, rw->outputs);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		symbol = value;
		if (symbol->layout_location == 0 && symbol->layout_index <= 0)
			return symbol;
		if (symbol->layout_location < 0 &&
			(!unplaced || symbol->visible_from < unplaced->visible_from))
			unplaced = symbol;
	}
	return unplaced;
}

static char *colour_expression(struct gs_rewrite *rw)
{
	const struct gs_symbol *symbol = find_colour(rw);
	char *text = NULL;

	if (gs_shader_uses(rw, "gl_FragColor"))
		return gs_rewrite_text(rw, "@FragColor");
	if (gs_shader_uses(rw, "gl_FragData"))
		return gs_rewrite_text(rw, "@FragData[0]");
	if (symbol)
		text = colour_of(rw, symbol);
	return text ? text : g_strdup("vec4(0.0, 0.0, 0.0, 1.0)");
}

static void declare_attachment(
	struct gs_rewrite *rw, unsigned i, const char *type, const char *value)
{
	struct gs_variant *v = rw->variant;

	g_free(v->output[i]);
	v->output[i] = g_strdup("");
	if (rw->is_bytes) {
		gs_bytes_write(rw, i, value);
		return;
	}
	/* gl_FragData is mediump in ES: Mesa computes what does nothing but go there (a variable
	 * that a loop writes) with 16 bits. A choice that is always made the same way, and that no
	 * compiler knows, is something more. */
	if (rw->is_old && *rw->highp) {
		gs_rewrite_append(rw, rw->end,
			"\tgl_FragData[%u] = gl_FragCoord.x > -1.0 ? %s : vec4(0.0);\n", i, value);
		return;
	}
	if (rw->is_old) {
		gs_rewrite_append(rw, rw->end, "\tgl_FragData[%u] = %s;\n", i, value);
		return;
	}
	if (rw->layout_location) {
		gs_rewrite_append(rw, rw->functions, "layout(location = %u) out %s%s @o%u;\n", i,
			rw->highp, type, i);
	} else {
		gs_rewrite_append(rw, rw->functions, "out %s @o%u;\n", type, i);
		g_free(v->output[i]);
		v->output[i] = gs_rewrite_text(rw, "@o%u", i);
	}
	gs_rewrite_append(rw, rw->end, "\t@o%u = %s;\n", i, value);
}

void gs_outputs_declare(struct gs_rewrite *rw)
{
	struct gs_variant *v = rw->variant;
	const char *type = rw->is_float ? "vec4" : "uvec4";
	unsigned first = rw->layout->first_attachment, n = (rw->layout->n_words + 3) / 4;

	declare_builtins(rw);
	if (rw->is_bytes)
		gs_bytes_declare(rw);
	v->n_attachments = first + n;
	if (first) {
		char *whole = colour_expression(rw);
		char *colour = rw->request->clamp_alpha
				       ? g_strdup_printf("clamp(%s, 0.0, 1.0)", whole)
				       : g_strdup(whole);
		v->attachment[0] = GS_ATTACHMENT_ALPHA;
		declare_attachment(rw, 0, "vec4", colour);
		g_free(colour);
		g_free(whole);
	}
	for (unsigned i = 0; i < n; i++) {
		char *name = gs_rewrite_text(rw, "@v%u", i);
		gs_rewrite_append(rw, rw->globals, "%s%s %s;\n", rw->highp, type, name);
		gs_rewrite_append(
			rw, rw->begin, "\t%s = %s(%s);\n", name, type, rw->is_float ? "0.0" : "0u");
		v->attachment[first + i] = rw->is_bytes	  ? GS_ATTACHMENT_BYTES
					   : rw->is_float ? GS_ATTACHMENT_FLOAT
							  : GS_ATTACHMENT_UINT;
		if (rw->layout->kind == GS_VARIANT_SIFT) /* it draws nothing, but counts */
			v->output[first + i] = g_strdup("");
		else
			declare_attachment(rw, first + i, type, name);
		g_free(name);
	}
}

/* SPDX-License-Identifier: MIT */
#include "debugger/engine/unwritten-inputs.h"

#include <glib.h>
#include <string.h>

struct gs_unwritten_inputs {
	GPtrArray *symbols;   /* const struct gs_symbol *, of the shader */
	GPtrArray *built_ins; /* names, static: those of symbols that are built in */
	GPtrArray *read;      /* what the shader names of both, in the order of the text */
};

/* ---- what a shader names ---- */

typedef void (*name_func)(const struct gs_symbol *symbol, void *data);

/* Iteratively enough: the parser bounds how deep a tree is. */
static void visit_names(const struct gs_node *node, name_func func, void *data)
{
	if (!node)
		return;
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol)
		func(node->symbol, data);
	for (size_t i = 0; i < node->n_children; i++)
		visit_names(node->child[i], func, data);
}

static void visit_shader(const struct gs_shader *shader, name_func func, void *data)
{
	for (size_t i = 0; i < shader->n_units; i++)
		visit_names(shader->units[i]->root, func, data);
}

static const struct gs_struct *block_of(const struct gs_symbol *symbol)
{
	const struct gs_struct *structure = symbol->type.structure;
	if (symbol->is_block_member)
		return symbol->block;
	return structure && structure->is_block ? structure : NULL;
}

static bool is_variable(const struct gs_symbol *symbol, enum gs_storage storage)
{
	return symbol->kind == GS_SYMBOL_VARIABLE && symbol->storage == storage;
}

/* ---- which output an input is ---- */

/* What a fragment shader of a compatibility context reads, and what makes it (GLSL 1.20, section
 * 7.6). */
static const struct {
	const char *input, *outputs[2];
} built_in[] = {
	{"gl_Color", {"gl_FrontColor", "gl_BackColor"}},
	{"gl_SecondaryColor", {"gl_FrontSecondaryColor", "gl_BackSecondaryColor"}},
	{"gl_TexCoord", {"gl_TexCoord", NULL}},
	{"gl_FogFragCoord", {"gl_FogFragCoord", NULL}},
};

struct find {
	const struct gs_shader *before;
	GHashTable *named;     /* symbols of `before` that stand in its text */
	GHashTable *built_ins; /* the names of those that are built in */
	struct gs_unwritten_inputs *found;
};

static void note_named(const struct gs_symbol *symbol, void *data)
{
	struct find *find = data;
	g_hash_table_add(find->named, (gpointer)symbol);
	if (symbol->is_builtin)
		g_hash_table_add(find->built_ins, (gpointer)symbol->name);
}

static void look_at_built_ins(struct find *find)
{
	for (size_t i = 0; i < G_N_ELEMENTS(built_in); i++) {
		const char *const *outputs = built_in[i].outputs;
		if (!g_hash_table_contains(find->built_ins, outputs[0]) &&
			!(outputs[1] && g_hash_table_contains(find->built_ins, outputs[1])))
			g_ptr_array_add(find->found->built_ins, (gpointer)built_in[i].input);
	}
}

/* Blocks are joined by their names and variables by theirs, or by their locations; members of a
 * block without an instance name by both. */
static bool makes(const struct gs_symbol *output, const struct gs_symbol *input)
{
	const struct gs_struct *of = block_of(output), *in = block_of(input);
	if (!of != !in || output->is_block_member != input->is_block_member)
		return false;
	if (of && strcmp(of->name, in->name))
		return false;
	if (of && !input->is_block_member)
		return true;
	if (!of && input->layout_location >= 0 && output->layout_location >= 0)
		return input->layout_location == output->layout_location;
	return !strcmp(output->name, input->name);
}

/* There is such an output, and none of its declarations is named anywhere. */
static bool is_unwritten(const struct find *find, const struct gs_symbol *input)
{
	bool is_there = false;
	for (size_t u = 0; u < find->before->n_units; u++) {
		size_t n;
		const struct gs_symbol *const *symbols = gs_unit_symbols(
			find->before->units[u], &n);
		for (size_t i = 0; i < n; i++) {
			if (!is_variable(symbols[i], GS_STORAGE_OUT) || !makes(symbols[i], input))
				continue;
			if (g_hash_table_contains(find->named, symbols[i]))
				return false;
			is_there = true;
		}
	}
	return is_there;
}

/* ---- all inputs ---- */

static void note_read(const struct gs_symbol *symbol, void *data)
{
	struct gs_unwritten_inputs *found = data;
	if (gs_unwritten_inputs_has(found, symbol) && !g_ptr_array_find(found->read, symbol, NULL))
		g_ptr_array_add(found->read, (gpointer)symbol);
}

static void look_at_declared(struct find *find, const struct gs_unit *unit)
{
	size_t n;
	const struct gs_symbol *const *symbols = gs_unit_symbols(unit, &n);
	for (size_t i = 0; i < n; i++)
		if (is_variable(symbols[i], GS_STORAGE_IN) && !symbols[i]->is_builtin &&
			is_unwritten(find, symbols[i]))
			g_ptr_array_add(find->found->symbols, (gpointer)symbols[i]);
}

struct gs_unwritten_inputs *gs_unwritten_inputs_find(
	const struct gs_shader *shader, const struct gs_shader *before)
{
	struct gs_unwritten_inputs *found = g_new0(struct gs_unwritten_inputs, 1);
	struct find find = {.before = before,
		.named = g_hash_table_new(NULL, NULL),
		.built_ins = g_hash_table_new(g_str_hash, g_str_equal),
		.found = found};
	found->symbols = g_ptr_array_new();
	found->built_ins = g_ptr_array_new();
	found->read = g_ptr_array_new();
	visit_shader(before, note_named, &find);
	if (shader->stage == GS_STAGE_FRAGMENT)
		look_at_built_ins(&find);
	for (size_t i = 0; i < shader->n_units; i++)
		look_at_declared(&find, shader->units[i]);
	visit_shader(shader, note_read, found);
	g_hash_table_destroy(find.named);
	g_hash_table_destroy(find.built_ins);
	if (found->symbols->len || found->built_ins->len)
		return found;
	gs_unwritten_inputs_free(found);
	return NULL;
}

void gs_unwritten_inputs_free(struct gs_unwritten_inputs *inputs)
{
	if (!inputs)
		return;
	g_ptr_array_free(inputs->symbols, TRUE);
	g_ptr_array_free(inputs->built_ins, TRUE);
	g_ptr_array_free(inputs->read, TRUE);
	g_free(inputs);
}

bool gs_unwritten_inputs_has(
	const struct gs_unwritten_inputs *inputs, const struct gs_symbol *symbol)
{
	if (!inputs || !is_variable(symbol, GS_STORAGE_IN))
		return false;
	if (!symbol->is_builtin)
		return g_ptr_array_find(inputs->symbols, symbol, NULL);
	return g_ptr_array_find_with_equal_func(inputs->built_ins, symbol->name, g_str_equal, NULL);
}

struct search {
	const struct gs_unwritten_inputs *inputs;
	bool has;
};

static void look_for(const struct gs_symbol *symbol, void *data)
{
	struct search *search = data;
	search->has |= gs_unwritten_inputs_has(search->inputs, symbol);
}

bool gs_unwritten_inputs_in(
	const struct gs_unwritten_inputs *inputs, const struct gs_node *expression)
{
	struct search search = {inputs, false};
	if (inputs)
		visit_names(expression, look_for, &search);
	return search.has;
}

char *gs_unwritten_inputs_read(const struct gs_unwritten_inputs *inputs)
{
	GString *names = g_string_new(NULL);
	for (guint i = 0; inputs && i < inputs->read->len; i++) {
		const struct gs_symbol *symbol = inputs->read->pdata[i];
		g_string_append_printf(names, "%s%s", i ? ", " : "", symbol->name);
	}
	return g_string_free(names, names->len == 0);
}

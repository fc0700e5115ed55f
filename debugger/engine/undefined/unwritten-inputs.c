/* SPDX-License-Identifier: MIT */
#include "debugger/engine/undefined/unwritten-inputs.h"

#include <glib.h>
#include <string.h>
#include "debugger/engine/undefined/written-parts.h"

/* What the stage before may write of one input, of one vertex where it is an array of vertices'. */
struct input {
	const struct gs_symbol *symbol; /* of the shader; NULL: built in */
	const char *name;		/* static, or the symbol's */
	size_t n;			/* scalars; 1 where they cannot be counted */
	uint8_t *written;		/* [n] */
};

struct gs_unwritten_inputs {
	GPtrArray *inputs; /* struct input * */
	GPtrArray *read;   /* char *: the parts that the shader reads, in the order of the text */
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
	GHashTable *named; /* symbols of `before` that stand in its text */
	struct gs_unwritten_inputs *found;
};

static void note_named(const struct gs_symbol *symbol, void *data)
{
	g_hash_table_add(((struct find *)data)->named, (gpointer)symbol);
}

static struct input *new_input(const struct gs_symbol *symbol, const char *name)
{
	struct input *input = g_new0(struct input, 1);
	input->symbol = symbol;
	input->name = name;
	return input;
}

static void free_input(gpointer data)
{
	struct input *input = data;
	g_free(input->written);
	g_free(input);
}

/* Of n scalars: how many belong to one vertex. Arrays of vertices' outputs alone may have another
 * size than the input. */
static size_t count_of_vertex(const struct input *input, const struct gs_symbol *output, size_t n)
{
	const struct gs_type *in = input->symbol ? &input->symbol->type : NULL,
			     *out = &output->type;
	struct gs_type element;
	unsigned count;
	if (!in || !out->n_dimensions || in->n_dimensions != out->n_dimensions ||
		in->dimensions[0] == out->dimensions[0] || !gs_type_element(out, &element, &count))
		return n;
	size_t scalars = gs_type_scalars(&element);
	return scalars && n % scalars == 0 ? scalars : n;
}

/* Adds what the text before may write of an output that makes the input. An output that has other
 * scalars than the one before it counts as a whole. */
static void add_output(const struct find *find, struct input *input, const struct gs_symbol *output)
{
	struct gs_written written = {0};
	gs_written_add_shader(&written, output, find->before);
	bool any = !written.n && g_hash_table_contains(find->named, output);
	for (size_t k = 0; k < written.n; k++)
		any |= written.scalar[k];
	size_t n = MAX(count_of_vertex(input, output, written.n), 1);
	if (!input->written) {
		input->n = n;
		input->written = g_malloc0(n);
	}
	for (size_t k = 0; k < MAX(written.n, input->n); k++)
		input->written[k % input->n] |= written.n && n == input->n ? written.scalar[k]
									   : any;
	g_free(written.scalar);
}

/* Keeps an input of which something is never written. */
static void keep_input(struct find *find, struct input *input)
{
	if (input->written && memchr(input->written, 0, input->n))
		g_ptr_array_add(find->found->inputs, input);
	else
		free_input(input);
}

static void note_output(const struct gs_symbol *symbol, void *data)
{
	GPtrArray *outputs = data;
	if (symbol->is_builtin && is_variable(symbol, GS_STORAGE_OUT) &&
		!g_ptr_array_find(outputs, symbol, NULL))
		g_ptr_array_add(outputs, (gpointer)symbol);
}

static void look_at_built_ins(struct find *find)
{
	GPtrArray *outputs = g_ptr_array_new();
	visit_shader(find->before, note_output, outputs);
	for (size_t i = 0; i < G_N_ELEMENTS(built_in); i++) {
		struct input *input = new_input(NULL, built_in[i].input);
		for (guint k = 0; k < outputs->len; k++) {
			const struct gs_symbol *output = outputs->pdata[k];
			if (!strcmp(output->name, built_in[i].outputs[0]) ||
				!g_strcmp0(output->name, built_in[i].outputs[1]))
				add_output(find, input, output);
		}
		if (!input->written) {
			input->n = 1;
			input->written = g_malloc0(1);
		}
		keep_input(find, input);
	}
	g_ptr_array_free(outputs, TRUE);
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

static void look_at_input(struct find *find, const struct gs_symbol *symbol)
{
	struct input *input = new_input(symbol, symbol->name);
	for (size_t u = 0; u < find->before->n_units; u++) {
		size_t n;
		const struct gs_symbol *const *symbols = gs_unit_symbols(
			find->before->units[u], &n);
		for (size_t i = 0; i < n; i++)
			if (is_variable(symbols[i], GS_STORAGE_OUT) && makes(symbols[i], symbol))
				add_output(find, input, symbols[i]);
	}
	keep_input(find, input);
}

/* ---- all inputs ---- */

static void look_at_declared(struct find *find, const struct gs_unit *unit)
{
	size_t n;
	const struct gs_symbol *const *symbols = gs_unit_symbols(unit, &n);
	for (size_t i = 0; i < n; i++)
		if (is_variable(symbols[i], GS_STORAGE_IN) && !symbols[i]->is_builtin)
			look_at_input(find, symbols[i]);
}

static const struct input *find_input(
	const struct gs_unwritten_inputs *inputs, const struct gs_symbol *symbol)
{
	for (guint i = 0; inputs && i < inputs->inputs->len; i++) {
		const struct input *input = inputs->inputs->pdata[i];
		if (input->symbol == symbol || (!input->symbol && symbol->is_builtin &&
						       !strcmp(input->name, symbol->name)))
			return is_variable(symbol, GS_STORAGE_IN) ? input : NULL;
	}
	return NULL;
}

void gs_unwritten_inputs_mark(
	const struct gs_symbol *symbol, uint8_t *marks, size_t n, const void *data)
{
	const struct input *input = find_input(data, symbol);
	if (!input)
		return;
	bool none = !memchr(input->written, 1, input->n);
	for (size_t k = 0; k < n; k++)
		if (n > 1 && n % input->n == 0 ? !input->written[k % input->n] : none)
			marks[k] |= GS_UNDEFINED_NEVER;
}

/* ---- what the shader reads ---- */

static void mark_for_reading(const struct gs_symbol *symbol, uint8_t *marks, size_t n, void *data)
{
	gs_unwritten_inputs_mark(symbol, marks, n, data);
}

static void add_read(struct gs_unwritten_inputs *found, const char *name)
{
	if (!g_ptr_array_find_with_equal_func(found->read, name, g_str_equal, NULL))
		g_ptr_array_add(found->read, g_strdup(name));
}

/* What is written nowhere goes by its name alone. */
static void note_read(struct gs_unwritten_inputs *found, const struct gs_node *name,
	const struct gs_symbol *symbol)
{
	size_t n;
	uint8_t *marks = gs_undefined_parts(name, mark_for_reading, found, &n);
	if (!marks)
		return;
	const struct input *input = find_input(found, symbol);
	if (!memchr(input->written, 1, input->n) || !gs_type_scalars(&name->type)) {
		add_read(found, symbol->name);
	} else {
		char *text = gs_node_source(name);
		char **names = gs_undefined_names(text, &name->type, marks);
		for (char **part = names; *part; part++)
			add_read(found, *part);
		g_strfreev(names);
		g_free(text);
	}
	g_free(marks);
}

/* Names with all the members and indices that belong to them. */
static void look_at_reads(struct gs_unwritten_inputs *found, const struct gs_node *node)
{
	const struct gs_node *root = node;
	if (!node)
		return;
	while (root->kind == GS_NODE_MEMBER || root->kind == GS_NODE_INDEX) {
		if (root->kind == GS_NODE_INDEX)
			look_at_reads(found, root->child[1]);
		root = root->child[0];
	}
	if (root->kind == GS_NODE_IDENTIFIER) {
		if (root->symbol && find_input(found, root->symbol))
			note_read(found, node, root->symbol);
		return;
	}
	for (size_t i = 0; i < root->n_children; i++)
		look_at_reads(found, root->child[i]);
}

struct gs_unwritten_inputs *gs_unwritten_inputs_find(
	const struct gs_shader *shader, const struct gs_shader *before)
{
	struct gs_unwritten_inputs *found = g_new0(struct gs_unwritten_inputs, 1);
	struct find find = {
		.before = before, .named = g_hash_table_new(NULL, NULL), .found = found};
	found->inputs = g_ptr_array_new_with_free_func(free_input);
	found->read = g_ptr_array_new_with_free_func(g_free);
	visit_shader(before, note_named, &find);
	if (shader->stage == GS_STAGE_FRAGMENT)
		look_at_built_ins(&find);
	for (size_t i = 0; i < shader->n_units; i++)
		look_at_declared(&find, shader->units[i]);
	for (size_t i = 0; found->inputs->len && i < shader->n_units; i++)
		look_at_reads(found, shader->units[i]->root);
	g_hash_table_destroy(find.named);
	if (found->inputs->len)
		return found;
	gs_unwritten_inputs_free(found);
	return NULL;
}

void gs_unwritten_inputs_free(struct gs_unwritten_inputs *inputs)
{
	if (!inputs)
		return;
	g_ptr_array_free(inputs->inputs, TRUE);
	g_ptr_array_free(inputs->read, TRUE);
	g_free(inputs);
}

char *gs_unwritten_inputs_read(const struct gs_unwritten_inputs *inputs)
{
	GString *names = g_string_new(NULL);
	for (guint i = 0; inputs && i < inputs->read->len; i++)
		g_string_append_printf(
			names, "%s%s", i ? ", " : "", (const char *)inputs->read->pdata[i]);
	return g_string_free(names, names->len == 0);
}

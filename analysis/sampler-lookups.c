/* SPDX-License-Identifier: MIT */
/* Finds which samplers the shaders of a program look up, and whether a lookup may be skipped. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/shaders.h"

enum { DEPTH = 40 }; /* depth of calls */

struct walk {
	struct gs_sampler_names names;
	GArray *inputs; /* struct gs_declared_input */
	bool is_vertex; /* the shader is one of vertices */
	unsigned depth;
	/* The function may have returned; the shader may have discarded. */
	bool has_left, has_discarded;
};

static void visit(struct walk *walk, const struct gs_node *node, bool is_straight);

/* ---- attributes ---- */

static bool is_input(const struct gs_symbol *symbol)
{
	enum gs_base base = symbol->type.base;
	return symbol->kind == GS_SYMBOL_VARIABLE && symbol->storage == GS_STORAGE_IN &&
	       !symbol->is_builtin && !symbol->is_block_member && !symbol->type.n_dimensions &&
	       symbol->type.columns == 1 &&
	       (base == GS_BASE_INT || base == GS_BASE_UINT || base == GS_BASE_FLOAT);
}

static void clear_input(gpointer data)
{
	g_free(((struct gs_declared_input *)data)->name);
}

static void add_inputs(struct walk *walk, const struct gs_unit *unit)
{
	enum { MOST = 256 };
	size_t n;
	const struct gs_symbol *const *symbols = gs_unit_symbols(unit, &n);
	for (size_t i = 0; i < n && walk->inputs->len < MOST; i++) {
		if (!is_input(symbols[i]))
			continue;
		struct gs_declared_input input = {.name = g_strdup(symbols[i]->name),
			.location = symbols[i]->layout_location,
			.is_integer = symbols[i]->type.base != GS_BASE_FLOAT};
		g_array_append_val(walk->inputs, input);
	}
}

static void use_input(struct walk *walk, const struct gs_symbol *symbol)
{
	if (!symbol || !is_input(symbol))
		return;
	for (guint i = 0; i < walk->inputs->len; i++) {
		struct gs_declared_input *input = &g_array_index(
			walk->inputs, struct gs_declared_input, i);
		input->is_used |= strcmp(input->name, symbol->name) == 0;
	}
}

/* ---- lookups ---- */

static void visit_children(struct walk *walk, const struct gs_node *node, bool is_straight)
{
	for (size_t i = 0; i < node->n_children; i++)
		visit(walk, node->child[i], is_straight);
}

/* Note a lookup. What texelFetch gives without a complete texture depends on more than state. */
static void look_up(struct walk *walk, const struct gs_node *call, bool is_straight)
{
	struct gs_sampler_range range = gs_sampler_names_find(&walk->names, call->child[0]);
	bool is_fetch = g_str_has_prefix(gs_call_name(call), "texel");
	for (guint i = range.first; i < range.first + range.n; i++) {
		struct gs_declared_sampler *sampler = &g_array_index(
			walk->names.samplers, struct gs_declared_sampler, i);
		sampler->is_looked_up = true;
		sampler->is_round |= is_fetch || !range.is_exact || !is_straight ||
				     walk->has_left || walk->has_discarded;
	}
}

static void visit_call(struct walk *walk, const struct gs_node *call, bool is_straight)
{
	const struct gs_function *function = call->function;
	bool has_left = walk->has_left;
	guint mark;
	visit_children(walk, call, is_straight);
	if (gs_call_looks_up(call))
		look_up(walk, call, is_straight);
	if (!function || !function->definition || !function->definition->n_children ||
		call->choice || walk->depth == DEPTH)
		return;
	mark = gs_sampler_names_bind(&walk->names, call);
	walk->depth++;
	visit(walk, function->definition->child[function->definition->n_children - 1],
		is_straight && !has_left);
	walk->depth--;
	walk->has_left = has_left;
	gs_sampler_names_unbind(&walk->names, mark);
}

static void visit_first(struct walk *walk, const struct gs_node *node, bool is_straight)
{
	for (size_t i = 0; i < node->n_children; i++)
		visit(walk, node->child[i], is_straight && !i);
}

static void visit(struct walk *walk, const struct gs_node *node, bool is_straight)
{
	struct gs_declared_block *block;
	if (!node || walk->names.steps-- <= 0)
		return;
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		block = gs_sampler_names_block(&walk->names, node->symbol);
		if (block)
			block->is_used = true;
		if (walk->is_vertex)
			use_input(walk, node->symbol);
		break;
	case GS_NODE_CALL:
		visit_call(walk, node, is_straight);
		break;
	case GS_NODE_IF:
	case GS_NODE_SWITCH:
	case GS_NODE_FOR:
	case GS_NODE_WHILE:
	case GS_NODE_TERNARY:
	case GS_NODE_LOGICAL:
		visit_first(walk, node, is_straight);
		break;
	case GS_NODE_DO:
		visit_children(walk, node, false);
		break;
	case GS_NODE_DISCARD:
		walk->has_discarded = true;
		break;
	case GS_NODE_RETURN:
		visit_children(walk, node, is_straight);
		walk->has_left = true;
		break;
	default:
		visit_children(walk, node, is_straight);
		break;
	}
}

/* ---- shaders ---- */

static const struct {
	uint32_t type;
	enum gs_stage stage;
} stages[] = {
	{GL_VERTEX_SHADER, GS_STAGE_VERTEX},
	{GL_TESS_CONTROL_SHADER, GS_STAGE_TESS_CONTROL},
	{GL_TESS_EVALUATION_SHADER, GS_STAGE_TESS_EVALUATION},
	{GL_GEOMETRY_SHADER, GS_STAGE_GEOMETRY},
	{GL_FRAGMENT_SHADER, GS_STAGE_FRAGMENT},
};

static struct gs_shader *parse(const struct gs_shader_text *texts, size_t n, uint32_t type,
	enum gs_stage stage, bool is_es)
{
	static const struct gs_glsl_macro macros[] = {
		{"GL_ES", "1"}, {"GL_FRAGMENT_PRECISION_HIGH", "1"}};
	struct gs_glsl_object *objects = g_new0(struct gs_glsl_object, n);
	struct gs_messages messages = {0};
	struct gs_shader *shader;
	size_t used = 0;
	struct gs_glsl_input input = {.stage = stage,
		.api = is_es ? GS_API_ES : GS_API_COMPATIBILITY,
		.objects = objects,
		.macros = macros,
		.n_macros = is_es ? G_N_ELEMENTS(macros) : 0};
	for (size_t i = 0; i < n; i++)
		if (texts[i].type == type)
			objects[used++] = (struct gs_glsl_object){
				.strings = &texts[i].text, .n_strings = 1};
	input.n_objects = used;
	shader = gs_shader_parse(&input, &messages);
	gs_messages_finish(&messages);
	g_free(objects);
	return shader;
}

static bool mention(const struct gs_shader_text *texts, size_t n, const char *pattern)
{
	GRegex *words = g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	bool is = false;
	for (size_t i = 0; i < n; i++)
		is |= g_regex_match(words, texts[i].text, 0, NULL);
	g_regex_unref(words);
	return is;
}

static const char asks_driver[] = "^[ \\t]*#[ \\t]*(?:el)?if[^\\n]*\\bGL_"
				  "(?!ES\\b|FRAGMENT_PRECISION_HIGH\\b)";

static bool add_stage(struct walk *walk, const struct gs_shader *shader)
{
	if (!shader || !shader->main || !shader->main->definition->n_children)
		return false;
	for (size_t i = 0; i < shader->n_units; i++) {
		gs_sampler_names_add(&walk->names, shader->units[i]);
		if (walk->is_vertex)
			add_inputs(walk, shader->units[i]);
	}
	walk->has_left = walk->has_discarded = false;
	visit(walk, shader->main->definition->child[shader->main->definition->n_children - 1],
		true);
	gs_sampler_flow(&walk->names, shader);
	return true;
}

void gs_declared_free(struct gs_declared *declared)
{
	if (!declared)
		return;
	g_array_free(declared->samplers, TRUE);
	g_array_free(declared->blocks, TRUE);
	g_array_free(declared->inputs, TRUE);
	g_free(declared);
}

struct gs_declared *gs_declared_read(const struct gs_shader_text *texts, size_t n, bool is_es)
{
	struct gs_declared *declared = g_new0(struct gs_declared, 1);
	struct walk walk = {0};
	/* The value of a bindless sampler is no texture unit. */
	bool is_good = !mention(texts, n, "bindless");
	gs_sampler_names_init(&walk.names);
	walk.inputs = g_array_new(FALSE, TRUE, sizeof(struct gs_declared_input));
	g_array_set_clear_func(walk.inputs, clear_input);
	for (size_t i = 0; is_good && i < G_N_ELEMENTS(stages); i++) {
		bool has_stage = false;
		for (size_t k = 0; k < n; k++)
			has_stage |= texts[k].type == stages[i].type;
		if (has_stage) {
			struct gs_shader *shader = parse(
				texts, n, stages[i].type, stages[i].stage, is_es);
			walk.is_vertex = stages[i].stage == GS_STAGE_VERTEX;
			is_good = add_stage(&walk, shader);
			gs_shader_free(shader);
		}
	}
	is_good &= walk.names.steps > 0;
	declared->samplers = walk.names.samplers;
	declared->blocks = walk.names.blocks;
	declared->inputs = walk.inputs;
	declared->depends_on_driver = mention(texts, n, asks_driver);
	gs_sampler_names_clear(&walk.names);
	if (is_good)
		return declared;
	gs_declared_free(declared);
	return NULL;
}

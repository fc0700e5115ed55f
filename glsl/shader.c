/* SPDX-License-Identifier: MIT */
/* All shader objects of a stage together: gs_shader_parse, and the questions about its result. */
#include <string.h>

#include "glsl/private.h"

static struct gs_parse_context *context_new(const struct gs_glsl_input *input)
{
	struct gs_parse_context *context = g_new0(struct gs_parse_context, 1);

	context->shader.stage = input->stage;
	context->api = input->api;
	context->others_redeclare = input->others_redeclare;
	gs_names_init(&context->names, &context->arena);
	context->units = g_ptr_array_new();
	context->functions = g_ptr_array_new();
	context->all_functions = g_ptr_array_new();
	context->prototypes = g_ptr_array_new();
	context->builtin_symbols = g_ptr_array_new();
	context->builtin_structs = g_ptr_array_new();
	return context;
}

void gs_shader_free(struct gs_shader *shader)
{
	struct gs_parse_context *context = (struct gs_parse_context *)shader;

	if (!shader)
		return;
	for (guint i = 0; i < context->units->len; i++)
		g_ptr_array_unref(((struct gs_unit_full *)context->units->pdata[i])->symbols);
	g_ptr_array_unref(context->units);
	g_ptr_array_unref(context->functions);
	g_ptr_array_unref(context->all_functions);
	g_ptr_array_unref(context->prototypes);
	g_ptr_array_unref(context->builtin_symbols);
	g_ptr_array_unref(context->builtin_structs);
	gs_names_finish(&context->names);
	gs_arena_finish(&context->arena);
	g_free(context);
}

/* The object's strings as one text, which ends at a NUL as it does for the driver. */
static char *join_strings(const struct gs_glsl_object *object, size_t *length)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < object->n_strings; i++) {
		if (!object->strings[i])
			continue;
		if (object->lengths)
			g_string_append_len(text, object->strings[i], (gssize)object->lengths[i]);
		else
			g_string_append(text, object->strings[i]);
	}
	*length = strlen(text->str);
	return g_string_free(text, FALSE);
}

static struct gs_unit_full *unit_new(
	struct gs_parse_context *context, const struct gs_glsl_object *object)
{
	struct gs_unit_full *unit = gs_arena_alloc(&context->arena, sizeof(*unit));
	size_t length;
	char *source = join_strings(object, &length);

	unit->unit.index = context->units->len;
	unit->unit.object = object->object;
	unit->unit.source = gs_arena_copy(&context->arena, source, length + 1);
	unit->source_length = length;
	gs_unit_find_lines(context, unit);
	unit->context = context;
	unit->symbols = g_ptr_array_new();
	unit->unit.is_es = context->api == GS_API_ES;
	unit->unit.version = unit->unit.is_es ? 100 : 110;
	unit->unit.is_compatibility = !unit->unit.is_es;
	g_free(source);
	g_ptr_array_add(context->units, unit);
	return unit;
}

static bool add_unit(struct gs_parse_context *context, const struct gs_glsl_input *input,
	const struct gs_glsl_object *object, struct gs_messages *messages)
{
	struct gs_unit_full *unit = unit_new(context, object);

	if (unit->source_length > GS_LIMIT_SOURCE) {
		gs_messages_add(messages, GS_GLSL_E_LIMIT, unit->unit.index, 0, 0,
			"the shader's text is larger than %d MiB", GS_LIMIT_SOURCE >> 20);
		return false;
	}
	return gs_preprocess(context, unit, input, messages) &&
	       gs_parse_unit(context, unit, messages);
}

static void collect_prototypes(struct gs_parse_context *context, struct gs_function *f)
{
	GPtrArray *list = g_ptr_array_new();

	for (guint i = 0; i < context->prototypes->len; i++) {
		const struct gs_node *node = context->prototypes->pdata[i];

		if (node->function == f)
			g_ptr_array_add(list, (void *)(uintptr_t)node);
	}
	f->n_prototypes = list->len;
	f->prototypes = gs_arena_copy(
		&context->arena, list->pdata, list->len * sizeof(*f->prototypes));
	g_ptr_array_unref(list);
}

static void publish(struct gs_parse_context *context)
{
	struct gs_shader *shader = &context->shader;

	for (guint i = 0; i < context->all_functions->len; i++) {
		struct gs_function *f = context->all_functions->pdata[i];

		collect_prototypes(context, f);
		if (!f->definition)
			continue;
		g_ptr_array_add(context->functions, f);
		if (!strcmp(f->name, "main") && f->n_parameters == 0)
			shader->main = f;
	}
	shader->units = (const struct gs_unit **)context->units->pdata;
	shader->n_units = context->units->len;
	shader->functions = (const struct gs_function **)context->functions->pdata;
	shader->n_functions = context->functions->len;
}

struct gs_shader *gs_shader_parse(const struct gs_glsl_input *input, struct gs_messages *messages)
{
	struct gs_parse_context *context = context_new(input);

	for (size_t i = 0; i < input->n_objects; i++) {
		if (!add_unit(context, input, &input->objects[i], messages)) {
			gs_shader_free(&context->shader);
			return NULL;
		}
	}
	publish(context);
	gs_size_arrays(context);
	gs_imply_sizes(context);
	gs_settle_blocks(context);
	if (g_getenv("GS_VALIDATE"))
		gs_shader_validate(&context->shader, messages);
	return &context->shader;
}

/* ---- scopes ---- */

static const struct gs_struct *redeclared_by(const struct gs_unit_full *unit)
{
	for (guint i = 0; i < unit->symbols->len; i++) {
		const struct gs_symbol *s = unit->symbols->pdata[i];

		if (s->is_block_member && s->storage == GS_STORAGE_OUT &&
			!strcmp(s->block->name, "gl_PerVertex"))
			return s->block;
	}
	return NULL;
}

/* The block by which the unit, or else another unit, redeclares gl_Position and the like; NULL:
 * none does. No member may be used above it, so members that it leaves out do not exist. */
static const struct gs_struct *redeclared_outputs(
	const struct gs_shader *shader, const struct gs_unit_full *unit)
{
	const struct gs_struct *block = redeclared_by(unit);

	for (size_t u = 0; u < shader->n_units && !block; u++)
		if (shader->units[u] != (const void *)unit)
			block = redeclared_by((const void *)shader->units[u]);
	return block;
}

/* Whether the unit's own declaration of gl_PerVertex leaves this member out (GLSL 4.60, 7.1). */
static bool is_left_out(struct gs_parse_context *context, const struct gs_struct *block,
	const struct gs_symbol *symbol)
{
	const struct gs_struct *whole;

	if (!block || symbol->unit || symbol->storage != GS_STORAGE_OUT)
		return false;
	whole = gs_resolve_builtin_block(context, "gl_PerVertex");
	for (size_t i = 0; i < whole->n_named; i++)
		if (whole->members[i].name == symbol->name) {
			for (size_t k = 0; k < block->n_named; k++)
				if (block->members[k].name == symbol->name)
					return false;
			return true;
		}
	return false;
}

bool gs_shader_mentions(const struct gs_shader *shader, const char *name)
{
	for (size_t u = 0; u < shader->n_units; u++)
		for (size_t t = 0; t < shader->units[u]->n_tokens; t++)
			if (!strcmp(shader->units[u]->tokens[t].text, name))
				return true;
	return false;
}

bool gs_shader_names_samples(const struct gs_shader *shader)
{
	for (size_t u = 0; u < shader->n_units; u++)
		for (size_t t = 0; t < shader->units[u]->n_tokens; t++) {
			const struct gs_token *token = &shader->units[u]->tokens[t];
			if (token->kind == GS_TOKEN_KEYWORD && !strcmp(token->text, "sample"))
				return true;
		}
	return gs_shader_mentions(shader, "gl_SampleID") ||
	       gs_shader_mentions(shader, "gl_SamplePosition");
}

const struct gs_symbol **gs_shader_visible(
	const struct gs_shader *shader, const struct gs_unit *unit, unsigned at, size_t *n)
{
	struct gs_parse_context *context = (struct gs_parse_context *)(uintptr_t)shader;
	const struct gs_unit_full *full = (const void *)unit;
	GPtrArray *all = g_ptr_array_new(), *result = g_ptr_array_new();
	GHashTable *seen = g_hash_table_new(NULL, NULL);

	for (guint i = full->symbols->len; i-- > 0;) {
		const struct gs_symbol *symbol = full->symbols->pdata[i];

		if (symbol->visible_from <= at && at <= symbol->visible_to)
			g_ptr_array_add(all, (void *)(uintptr_t)symbol);
	}
	const struct gs_struct *outputs = redeclared_outputs(shader, full);
	bool no_gl_in = context->others_redeclare && !gs_shader_mentions(shader, "gl_in");
	gs_resolve_list_builtins(context, unit, all);
	for (guint i = 0; i < all->len; i++) {
		const struct gs_symbol *symbol = all->pdata[i];

		if (g_hash_table_add(seen, (void *)(uintptr_t)symbol->name) &&
			symbol->kind == GS_SYMBOL_VARIABLE &&
			!is_left_out(context, outputs, symbol) &&
			!(no_gl_in && !symbol->unit && !strcmp(symbol->name, "gl_in")))
			g_ptr_array_add(result, (void *)(uintptr_t)symbol);
	}
	g_hash_table_unref(seen);
	g_ptr_array_unref(all);
	*n = result->len;
	g_ptr_array_add(result, NULL);
	return (const struct gs_symbol **)g_ptr_array_free(result, FALSE);
}

/* ---- macros ---- */

bool gs_unit_has_macro(const struct gs_unit *unit, const char *name)
{
	const struct gs_unit_full *full = (const void *)unit;

	for (size_t i = 0; i < full->n_macros; i++)
		if (!strcmp(full->macros[i]->name->text, name))
			return true;
	return false;
}

const struct gs_symbol *const *gs_unit_symbols(const struct gs_unit *unit, size_t *n)
{
	const struct gs_unit_full *full = (const void *)unit;

	/* a gs_symbol_full begins with its gs_symbol */
	*n = full->symbols->len;
	return (const struct gs_symbol *const *)full->symbols->pdata;
}

static void collect_macro_names(const GArray *tokens, GHashTable *names, GPtrArray *list)
{
	bool in_directive = false, at_start = true;

	for (guint i = 0; i < tokens->len; i++) {
		const struct gs_pp_token *token = &g_array_index(tokens, struct gs_pp_token, i);

		if (token->kind == GS_PP_NEWLINE) {
			at_start = true;
			in_directive = false;
			continue;
		}
		if (at_start && !strcmp(token->text, "#") && i + 1 < tokens->len) {
			const char *name = token[1].text;

			in_directive = !strncmp(name, "if", 2) || !strcmp(name, "elif") ||
				       !strcmp(name, "define") || !strcmp(name, "extension");
		}
		at_start = false;
		if (in_directive && g_str_has_prefix(token->text, "GL_") &&
			!g_hash_table_contains(names, token->text)) {
			g_hash_table_add(names, (void *)(uintptr_t)token->text);
			g_ptr_array_add(list, g_strdup(token->text));
		}
	}
}

char **gs_glsl_tested_macros(const struct gs_glsl_input *input)
{
	struct gs_arena arena = {0};
	struct gs_names names;
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	GPtrArray *list = g_ptr_array_new();

	gs_names_init(&names, &arena);
	for (size_t i = 0; i < input->n_objects; i++) {
		size_t length;
		char *text = join_strings(&input->objects[i], &length);
		GArray *tokens = gs_scan(&names, text, length);

		collect_macro_names(tokens, seen, list);
		g_array_unref(tokens);
		g_free(text);
	}
	g_hash_table_unref(seen);
	gs_names_finish(&names);
	gs_arena_finish(&arena);
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

/* SPDX-License-Identifier: MIT */
/* Finds the functions that the program has chosen for calls of subroutine uniforms. */
#include <limits.h>
#include <string.h>

#include "glsl/private.h"

enum { MAX_ELEMENTS = 4096, UNKNOWN = INT_MAX };

unsigned gs_call_indices(const struct gs_node *call, const struct gs_node *index[GS_MAX_DIMENSIONS])
{
	const struct gs_node *node = gs_call_first_argument(call) ? call->child[0] : NULL;
	unsigned n = 0;

	for (const struct gs_node *i = node; i && i->kind == GS_NODE_INDEX; i = i->child[0])
		n++;
	if (n > GS_MAX_DIMENSIONS)
		return 0;
	for (unsigned k = n; k > 0; node = node->child[0])
		index[--k] = node->child[1];
	return n;
}

struct chooser {
	const struct gs_parse_context *context;
	struct gs_arena *arena;
	const struct gs_subroutine_choice *choices;
	size_t n;
};

/* Whether it is an element of the array, or the uniform itself. */
static bool parse_element(const char *element, const char *name, unsigned n_indices,
	unsigned index[GS_MAX_DIMENSIONS])
{
	size_t length = strlen(name);
	const char *at = element + length;

	if (strncmp(element, name, length))
		return false;
	for (unsigned i = 0; i < n_indices; i++) {
		char *end;

		if (*at != '[')
			return false;
		index[i] = (unsigned)MIN(g_ascii_strtoull(at + 1, &end, 10), MAX_ELEMENTS);
		if (*end != ']')
			return false;
		at = end + 1;
	}
	return *at == '\0';
}

/* NULL: no function of that name fits the call. */
static const struct gs_function *subroutine_named(
	const struct gs_shader *shader, const char *name, const struct gs_node *call)
{
	for (size_t i = 0; i < shader->n_functions; i++) {
		const struct gs_function *f = shader->functions[i];

		if (f->is_subroutine && !strcmp(f->name, name) &&
			f->n_parameters + gs_call_first_argument(call) == call->n_children)
			return f;
	}
	return NULL;
}

static bool is_integer(const struct gs_type *type)
{
	return gs_type_is_scalar(type) && (type->base == GS_BASE_INT || type->base == GS_BASE_UINT);
}

/* ---- indices that are constants ---- */

static void choose_function(
	const struct chooser *c, struct gs_node *call, unsigned n, const int64_t *values)
{
	for (size_t i = 0; i < c->n; i++) {
		unsigned index[GS_MAX_DIMENSIONS];
		bool same = parse_element(c->choices[i].uniform, call->symbol->name, n, index);

		for (unsigned k = 0; same && k < n; k++)
			same = (int64_t)index[k] == values[k];
		if (same)
			call->function = (struct gs_function *)(uintptr_t)subroutine_named(
				&c->context->shader, c->choices[i].function, call);
	}
}

/* ---- others ---- */

static bool measure(const struct chooser *c, const char *name, struct gs_choice *choice)
{
	size_t elements = 1;

	for (size_t i = 0; i < c->n; i++) {
		unsigned index[GS_MAX_DIMENSIONS];

		if (!parse_element(c->choices[i].uniform, name, choice->n_indices, index))
			continue;
		for (unsigned k = 0; k < choice->n_indices; k++)
			choice->size[k] = MAX(choice->size[k], index[k] + 1);
	}
	for (unsigned k = 0; k < choice->n_indices && elements <= MAX_ELEMENTS; k++)
		elements *= choice->size[k];
	return elements > 0 && elements <= MAX_ELEMENTS;
}

static unsigned number_of(struct gs_choice *choice, const struct gs_function *function)
{
	size_t i = 0;

	while (i < choice->n_functions && choice->functions[i] != function)
		i++;
	if (i == choice->n_functions)
		choice->functions[choice->n_functions++] = function;
	return (unsigned)i;
}

/* False: an element's function is not known. */
static bool fill(const struct chooser *c, const struct gs_node *call, struct gs_choice *choice,
	size_t elements)
{
	for (size_t i = 0; i < elements; i++)
		choice->which[i] = UNKNOWN;
	for (size_t i = 0; i < c->n; i++) {
		unsigned index[GS_MAX_DIMENSIONS];
		size_t at = 0;

		if (!parse_element(
			    c->choices[i].uniform, call->symbol->name, choice->n_indices, index))
			continue;
		const struct gs_function *f = subroutine_named(
			&c->context->shader, c->choices[i].function, call);
		if (!f)
			return false;
		for (unsigned k = 0; k < choice->n_indices; k++)
			at = at * choice->size[k] + index[k];
		choice->which[at] = number_of(choice, f);
	}
	for (size_t i = 0; i < elements; i++)
		if (choice->which[i] == UNKNOWN)
			return false;
	return true;
}

static void choose_by_index(const struct chooser *c, struct gs_node *call, unsigned n)
{
	struct gs_arena *arena = c->arena;
	struct gs_choice *choice = gs_arena_alloc(arena, sizeof(*choice));
	size_t elements = 1;

	choice->n_indices = n;
	if (!measure(c, call->symbol->name, choice))
		return;
	for (unsigned k = 0; k < n; k++)
		elements *= choice->size[k];
	choice->which = gs_arena_alloc(arena, elements * sizeof(*choice->which));
	choice->functions = gs_arena_alloc(arena, c->n * sizeof(*choice->functions));
	if (fill(c, call, choice, elements))
		call->choice = choice;
}

/* ---- all calls ---- */

static void choose_call(const struct chooser *c, struct gs_node *call)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS];
	int64_t values[GS_MAX_DIMENSIONS];
	unsigned n = gs_call_indices(call, index);
	bool is_constant = true;

	for (unsigned i = 0; i < n; i++) {
		if (!is_integer(&index[i]->type))
			return;
		is_constant = is_constant && gs_node_value(index[i], &values[i]);
	}
	if (is_constant)
		choose_function(c, call, n, values);
	else
		choose_by_index(c, call, n);
}

static void choose_calls(const struct chooser *c, struct gs_node *node)
{
	if (node->kind == GS_NODE_CALL && node->symbol && !node->function && !node->choice)
		choose_call(c, node);
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			choose_calls(c, node->child[i]);
}

void gs_choose_calls(struct gs_parse_context *context, struct gs_arena *arena, struct gs_node *node)
{
	const struct chooser chooser = {context, arena, context->choices, context->n_choices};

	if (context->n_choices)
		choose_calls(&chooser, node);
}

static const char *copy_text(struct gs_parse_context *context, const char *text)
{
	return gs_arena_copy(&context->arena, text, strlen(text) + 1);
}

void gs_shader_choose_subroutines(
	struct gs_shader *shader, const struct gs_subroutine_choice *choices, size_t n)
{
	struct gs_parse_context *context = (struct gs_parse_context *)shader;

	context->choices = gs_arena_copy(&context->arena, choices, n * sizeof(*choices));
	context->n_choices = n;
	for (size_t i = 0; i < n; i++) {
		context->choices[i].uniform = copy_text(context, choices[i].uniform);
		context->choices[i].function = copy_text(context, choices[i].function);
	}
	for (size_t i = 0; i < shader->n_units; i++)
		gs_choose_calls(context, &context->arena,
			(struct gs_node *)(uintptr_t)shader->units[i]->root);
}

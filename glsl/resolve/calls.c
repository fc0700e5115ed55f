/* SPDX-License-Identifier: MIT */
/* Finds the function that a call calls (GLSL 4.60, 6.1). */
#include <string.h>

#include "glsl/private.h"

/* The sum of the conversions' prices; -1 if the arguments do not fit. Out parameters convert from
 * parameter to argument. */
static int conversion_cost(
	const struct gs_node *argument, const struct gs_type *parameter, bool is_out, bool is_in)
{
	int cost = is_in ? gs_type_conversion(&argument->type, parameter) : 0;

	if (cost < 0 || !is_out)
		return cost;

	int back = gs_type_conversion(parameter, &argument->type);

	return back < 0 ? -1 : cost + back;
}

static int user_cost(const struct gs_node *call, const struct gs_function_full *f)
{
	int cost = 0;

	if (f->function.n_parameters != call->n_children)
		return -1;
	for (size_t i = 0; i < call->n_children; i++) {
		const struct gs_symbol *parameter = f->function.parameters[i];
		int one = conversion_cost(call->child[i], &parameter->type,
			parameter->storage != GS_STORAGE_PARAMETER_IN,
			parameter->storage != GS_STORAGE_PARAMETER_OUT);

		if (one < 0)
			return -1;
		cost += one;
	}
	return cost;
}

static struct gs_function_full *best_user(
	const struct gs_node *call, const struct gs_symbol *symbol, int *best_cost)
{
	struct gs_function_full *best = NULL;

	*best_cost = -1;
	for (struct gs_function *f = symbol ? symbol->function : NULL; f; f = f->next_overload) {
		struct gs_function_full *full = (void *)f;
		int cost = full->is_visible ? user_cost(call, full) : -1;

		if (cost >= 0 && (!best || cost < *best_cost)) {
			best = full;
			*best_cost = cost;
		}
	}
	return best;
}

static bool is_available(const struct gs_unit_full *unit, const struct gs_builtin_function *f)
{
	unsigned first = unit->unit.is_es ? f->es : f->core;

	return (first && unit->unit.version >= first) || unit->all_extensions ||
	       (f->extension && (unit->extensions >> f->extension & 1));
}

static int builtin_cost(const struct gs_node *call, const struct gs_builtin_function *f)
{
	int cost = 0;

	if (f->n_parameters != call->n_children)
		return -1;
	for (size_t i = 0; i < call->n_children; i++) {
		struct gs_type type = gs_builtin_type(f->parameters[i]);
		int one = conversion_cost(call->child[i], &type, f->outs >> i & 1, true);

		if (f->outs >> i & 1)
			one = gs_type_conversion(
				&type, &call->child[i]->type); /* out in all but atomics */
		if (one < 0)
			return -1;
		cost += one;
	}
	return cost;
}

/* Prefers functions of this version; a function of a later version, which some extension enables,
 * is taken if no other fits. */
static const struct gs_builtin_function *best_builtin(
	const struct gs_parser *p, const struct gs_node *call, const char *name, int *best_cost)
{
	const struct gs_builtin_function *best = NULL;
	size_t n;
	const struct gs_builtin_function *list = gs_builtin_functions_named(name, &n);

	*best_cost = -1;
	for (size_t i = 0; i < n; i++) {
		int cost = builtin_cost(call, &list[i]);

		if (cost < 0)
			continue;
		if (!is_available(p->unit, &list[i]))
			cost += 1000;
		if (!best || cost < *best_cost) {
			best = &list[i];
			*best_cost = cost;
		}
	}
	return best;
}

static void call_user(struct gs_node *call, struct gs_function_full *f)
{
	call->function = &f->function;
	call->type = f->function.type;
}

static void call_builtin(struct gs_node *call, const struct gs_builtin_function *f)
{
	gs_full(call)->builtin = f;
	call->type = gs_builtin_type(f->result);
}

void gs_resolve_call(struct gs_parser *p, struct gs_node *call)
{
	const char *name = p->tokens[call->name_token].text;
	const struct gs_symbol_full *symbol = gs_scope_lookup(p, name);
	int user_price, builtin_price;

	/* In version 1.10 a function and a variable may have the same name. */
	while (symbol && symbol->symbol.kind == GS_SYMBOL_VARIABLE &&
		symbol->symbol.type.base != GS_BASE_OPAQUE)
		symbol = symbol->shadowed;
	if (symbol && symbol->symbol.kind == GS_SYMBOL_VARIABLE) {
		/* A subroutine uniform: its type names a prototype. */
		const struct gs_type *type = &symbol->symbol.type;
		const struct gs_symbol_full *prototype = NULL;

		if (type->base == GS_BASE_OPAQUE &&
			type->name) /* a sampler's is no interned name */
			prototype = gs_scope_lookup(p,
				gs_names_intern(&p->context->names, type->name, strlen(type->name))
					->text);
		call->symbol = (struct gs_symbol *)&symbol->symbol;
		if (prototype && prototype->symbol.function)
			call->type = prototype->symbol.function->type;
		return;
	}
	struct gs_function_full *user = best_user(
		call, symbol ? &symbol->symbol : NULL, &user_price);
	const struct gs_builtin_function *builtin = best_builtin(p, call, name, &builtin_price);

	if (user && (!builtin || user_price <= builtin_price))
		call_user(call, user);
	else if (builtin)
		call_builtin(call, builtin);
	else if (symbol && symbol->symbol.function && !symbol->symbol.function->next_overload)
		call_user(call, (struct gs_function_full *)symbol->symbol.function);
}

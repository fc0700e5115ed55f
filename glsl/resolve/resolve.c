/* SPDX-License-Identifier: MIT */
/* Resolves names: scopes while a unit is parsed, functions across all units, and built-ins, which
 * are made when they are first asked for. */
#include <string.h>

#include "glsl/private.h"

struct gs_symbol_full *gs_symbol_new(struct gs_parser *p, enum gs_symbol_kind kind,
	const char *name, const struct gs_type *type, enum gs_storage storage)
{
	struct gs_symbol_full *full = gs_arena_alloc(p->arena, sizeof(*full));

	full->symbol = (struct gs_symbol){
		.kind = kind,
		.name = name,
		.storage = storage,
		.is_builtin = g_str_has_prefix(name, "gl_"),
		.unit = &p->unit->unit,
		.visible_from = p->at,
		.visible_to = (unsigned)p->unit->unit.n_tokens - 1,
		.layout_location = -1,
		.layout_index = -1,
		.layout_binding = -1,
	};
	if (type)
		full->symbol.type = *type;
	return full;
}

/* float a[]; float a[4]; declare one variable: uses of the first see the size as well. */
static void merge_redeclared(struct gs_symbol_full *old, const struct gs_symbol_full *new)
{
	struct gs_type *a = &old->symbol.type;
	const struct gs_type *b = &new->symbol.type;

	if (old->symbol.kind == GS_SYMBOL_VARIABLE && new->symbol.kind == GS_SYMBOL_VARIABLE &&
		a->n_dimensions && a->n_dimensions == b->n_dimensions && a->dimensions[0] == 0)
		a->dimensions[0] = b->dimensions[0];
}

void gs_scope_bind(struct gs_parser *p, struct gs_symbol_full *symbol)
{
	struct gs_name *name = gs_name_of(symbol->symbol.name);

	symbol->level = p->level;
	symbol->shadowed = name->symbol;
	symbol->symbol.visible_from = p->at;
	if (name->symbol && name->symbol->level == p->level)
		merge_redeclared(name->symbol, symbol);
	name->symbol = symbol;
	g_ptr_array_add(p->scope, symbol);
	g_ptr_array_add(p->unit->symbols, symbol);
}

void gs_scope_push(struct gs_parser *p)
{
	guint mark = p->scope->len;

	g_array_append_val(p->scope_marks, mark);
	p->level++;
}

void gs_scope_pop(struct gs_parser *p, unsigned last_token)
{
	guint mark = g_array_index(p->scope_marks, guint, p->scope_marks->len - 1);

	while (p->scope->len > mark) {
		struct gs_symbol_full *symbol = g_ptr_array_steal_index(
			p->scope, p->scope->len - 1);

		gs_name_of(symbol->symbol.name)->symbol = symbol->shadowed;
		symbol->symbol.visible_to = last_token;
	}
	g_array_set_size(p->scope_marks, p->scope_marks->len - 1);
	p->level--;
}

struct gs_symbol_full *gs_scope_lookup(struct gs_parser *p, const char *name)
{
	struct gs_name *full = gs_name_of(name);

	return full->symbol ? full->symbol : gs_resolve_builtin(p->context, name);
}

/* ---- functions ---- */

static bool same_parameters(const struct gs_function *f, struct gs_symbol **parameters, size_t n)
{
	if (f->n_parameters != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!gs_type_equal(&f->parameters[i]->type, &parameters[i]->type))
			return false;
	return true;
}

static struct gs_function_full *function_new(struct gs_parse_context *context, const char *name)
{
	struct gs_function_full *full = gs_arena_alloc(&context->arena, sizeof(*full));

	full->function.id = context->all_functions->len;
	full->function.name = name;
	g_ptr_array_add(context->all_functions, full);
	return full;
}

static void make_function_symbol(struct gs_parser *p, struct gs_function_full *first)
{
	struct gs_symbol_full *symbol = gs_name_of(first->function.name)->symbol;

	if (symbol && symbol->symbol.kind == GS_SYMBOL_FUNCTION && symbol->level == p->level)
		return;
	symbol = gs_symbol_new(
		p, GS_SYMBOL_FUNCTION, first->function.name, NULL, GS_STORAGE_GLOBAL);
	symbol->symbol.function = &first->function;
	gs_scope_bind(p, symbol);
}

struct gs_function_full *gs_resolve_function(
	struct gs_parser *p, const char *name, struct gs_symbol **parameters, size_t n)
{
	struct gs_function_full *first = NULL, *last = NULL, *found = NULL;

	for (guint i = 0; i < p->context->all_functions->len && !found; i++) {
		struct gs_function_full *f = p->context->all_functions->pdata[i];

		if (f->function.name != name)
			continue;
		first = first ? first : f;
		last = f;
		if (same_parameters(&f->function, parameters, n))
			found = f;
	}
	if (!found) {
		found = function_new(p->context, name);
		found->function.parameters = parameters;
		found->function.n_parameters = n;
		found->function.unit = &p->unit->unit;
		if (last)
			last->function.next_overload = &found->function;
	}
	found->is_visible = true;
	make_function_symbol(p, first ? first : found);
	return found;
}

/* ---- built-ins ---- */

static struct gs_type type_of_member(
	struct gs_parse_context *context, const struct gs_builtin_member *what);

static const struct gs_struct *builtin_struct(struct gs_parse_context *context, unsigned index)
{
	const struct gs_builtin_struct *data = &gs_builtin_structs[index];

	for (guint i = 0; i < context->builtin_structs->len; i += 2)
		if (context->builtin_structs->pdata[i] == data)
			return context->builtin_structs->pdata[i + 1];

	struct gs_struct *structure = gs_arena_alloc(&context->arena, sizeof(*structure));
	struct gs_member *members = gs_arena_alloc(
		&context->arena, data->n_members * sizeof(*members));

	for (unsigned i = 0; i < data->n_members; i++) {
		const char *name = data->members[i].name;

		members[i].name = gs_names_intern(&context->names, name, strlen(name))->text;
		members[i].type = type_of_member(context, &data->members[i]);
	}
	*structure = (struct gs_struct){
		.name = gs_names_intern(&context->names, data->name, strlen(data->name))->text,
		.members = members,
		.n_members = data->n_members,
		.n_named = data->n_members,
		.is_block = data->is_block,
	};
	g_ptr_array_add(context->builtin_structs, (void *)(uintptr_t)data);
	g_ptr_array_add(context->builtin_structs, structure);
	return structure;
}

static struct gs_type type_of_member(
	struct gs_parse_context *context, const struct gs_builtin_member *what)
{
	struct gs_type type;

	if (what->structure >= 0)
		type = (struct gs_type){
			.base = GS_BASE_STRUCT,
			.columns = 1,
			.rows = 1,
			.structure = builtin_struct(context, (unsigned)what->structure),
		};
	else
		type = gs_builtin_type(what->type);
	if (what->dimension >= 0)
		gs_type_add_dimension(&type, what->dimension);
	return type;
}

const struct gs_struct *gs_resolve_builtin_block(struct gs_parse_context *context, const char *name)
{
	for (unsigned i = 0; i < gs_builtin_n_structs; i++)
		if (gs_builtin_structs[i].is_block && !strcmp(gs_builtin_structs[i].name, name))
			return builtin_struct(context, i);
	return NULL;
}

const struct gs_struct *gs_resolve_builtin_struct(
	struct gs_parse_context *context, const char *name)
{
	if (!g_str_has_prefix(name, "gl_"))
		return NULL;
	for (unsigned i = 0; i < gs_builtin_n_structs; i++)
		if (!gs_builtin_structs[i].is_block && !strcmp(gs_builtin_structs[i].name, name))
			return builtin_struct(context, i);
	return NULL;
}

static struct gs_symbol_full *builtin_new(
	struct gs_parse_context *context, const struct gs_builtin_variable *v, struct gs_name *name)
{
	struct gs_symbol_full *full = gs_arena_alloc(&context->arena, sizeof(*full));

	full->symbol = (struct gs_symbol){
		.kind = GS_SYMBOL_VARIABLE,
		.name = name->text,
		.type = type_of_member(context, &v->what),
		.storage = v->storage,
		.is_builtin = true,
		.layout_location = -1,
		.layout_index = -1,
		.layout_binding = -1,
		.visible_to = UINT_MAX,
	};
	if (v->storage == GS_STORAGE_CONST && v->value)
		full->value = (struct gs_number){GS_BASE_INT, v->value, 0.0};
	name->builtin = full;
	g_ptr_array_add(context->builtin_symbols, full);
	return full;
}

struct gs_symbol_full *gs_resolve_builtin(struct gs_parse_context *context, const char *text)
{
	struct gs_name *name = gs_name_of(text);

	if (name->builtin || !g_str_has_prefix(text, "gl_"))
		return name->builtin;

	const struct gs_builtin_variable *v = gs_builtin_variable_named(
		text, context->shader.stage);

	return v ? builtin_new(context, v, name) : NULL;
}

static bool builtin_is_available(const struct gs_parse_context *context, const struct gs_unit *unit,
	const struct gs_builtin_variable *v)
{
	if (!(v->stages & 1 << context->shader.stage))
		return false;
	if (unit->is_es)
		return v->es && unit->version >= v->es && unit->version <= v->last_es;
	return v->core && unit->version >= v->core &&
	       (!v->is_compatibility || unit->is_compatibility);
}

void gs_resolve_list_builtins(
	struct gs_parse_context *context, const struct gs_unit *unit, GPtrArray *into)
{
	for (size_t i = 0; i < gs_builtin_n_variables; i++) {
		const struct gs_builtin_variable *v = &gs_builtin_variables[i];

		if (builtin_is_available(context, unit, v))
			gs_resolve_builtin(context,
				gs_names_intern(&context->names, v->name, strlen(v->name))->text);
	}
	for (guint i = 0; i < context->builtin_symbols->len; i++)
		g_ptr_array_add(into, context->builtin_symbols->pdata[i]);
}

/* SPDX-License-Identifier: MIT */
/* Parses an expression as if it stood at a position in the shader, and finds what evaluating it
 * would change. */
#include <string.h>

#include "glsl/private.h"

struct expression_full {
	struct gs_expression expression; /* first the caller's own */
	struct gs_unit_full unit;
	struct gs_arena arena;
	char *side_effect;
};

/* ---- side effects ---- */

/* A function that is called, and from where. */
struct called {
	const struct gs_function *function;
	const char *name;
	size_t from; /* index + 1 in the list; 0: the expression */
};

struct effects {
	GHashTable *seen; /* functions */
	GArray *called;	  /* struct called, searched one after the other */
	size_t at;	  /* as called.from: where we are */
	char *found;
};

static const struct gs_symbol *root_symbol(const struct gs_node *node)
{
	while (node->kind == GS_NODE_INDEX || node->kind == GS_NODE_MEMBER ||
		node->kind == GS_NODE_PAREN)
		node = node->child[0];
	return node->kind == GS_NODE_IDENTIFIER ? node->symbol : NULL;
}

bool gs_call_writes_argument(const struct gs_node *call, size_t argument)
{
	const struct gs_builtin_function *builtin = gs_full(call)->builtin;

	if (call->kind != GS_NODE_CALL)
		return false;
	if (builtin)
		return argument < 16 && (builtin->outs >> argument & 1);
	size_t first = gs_call_first_argument(call);
	const struct gs_function *f = gs_call_signature(call);
	return f && argument >= first && argument - first < f->n_parameters &&
	       f->parameters[argument - first]->storage != GS_STORAGE_PARAMETER_IN;
}

const char *gs_call_builtin_effect(const struct gs_node *call)
{
	const struct gs_builtin_function *builtin = gs_full(call)->builtin;

	if (call->kind != GS_NODE_CALL || !builtin)
		return NULL;
	switch ((enum gs_builtin_effect)builtin->effect) {
	case GS_EFFECT_MEMORY:
		return "writes memory";
	case GS_EFFECT_EMIT:
		return "emits a vertex or ends a primitive";
	case GS_EFFECT_BARRIER:
		return "is a barrier";
	default:
		return NULL;
	}
}

static void find_effect(struct effects *e, const struct gs_node *node, bool in_callee);

static void found_write(
	struct effects *e, const struct gs_node *target, bool in_callee, const char *how)
{
	const struct gs_symbol *symbol = root_symbol(target);

	if (in_callee && symbol &&
		(symbol->storage == GS_STORAGE_LOCAL ||
			(symbol->storage >= GS_STORAGE_PARAMETER_IN &&
				symbol->storage <= GS_STORAGE_PARAMETER_INOUT)))
		return; /* the callee's own */
	if (symbol)
		e->found = g_strdup_printf("%s %s", how, symbol->name);
	else
		e->found = g_strdup("writes a variable");
}

static void add_callee(struct effects *e, const struct gs_function *f, const char *name)
{
	struct called called = {f, name, e->at};

	if (g_hash_table_add(e->seen, (void *)(uintptr_t)f))
		g_array_append_val(e->called, called);
}

/* "calls f, which calls g, which writes x"; a longer chain is cut in the middle. */
static void name_callers(struct effects *e)
{
	enum { NAMED = 2 };		      /* at either end */
	GPtrArray *names = g_ptr_array_new(); /* innermost first */
	GString *text = g_string_new("");

	for (size_t at = e->at; at; at = g_array_index(e->called, struct called, at - 1).from)
		g_ptr_array_add(names,
			(void *)(uintptr_t)g_array_index(e->called, struct called, at - 1).name);
	for (guint i = names->len; i-- > 0;) {
		if (i + 1 + NAMED == names->len && names->len > 2 * NAMED + 1) {
			g_string_append_printf(text, "calls %u other functions, the last of which ",
				i + 1 - NAMED);
			i = NAMED - 1;
		}
		g_string_append_printf(text, "calls %s, which ", (char *)names->pdata[i]);
	}
	g_string_append(text, e->found);
	g_free(e->found);
	e->found = g_string_free(text, FALSE);
	g_ptr_array_free(names, TRUE);
}

static void find_call_effect(struct effects *e, const struct gs_node *call, bool in_callee)
{
	const char *name = call->unit->tokens[call->name_token].text;
	const char *effect = gs_call_builtin_effect(call);
	const struct gs_function *f = call->function;

	for (size_t i = 0; i < call->n_children && !e->found; i++)
		if (gs_call_writes_argument(call, i))
			found_write(e, call->child[i], in_callee,
				"calls a function that writes its argument");
	if (e->found)
		return;
	if (effect) {
		e->found = g_strdup_printf("calls %s, which %s", name, effect);
	} else if (call->choice) {
		for (size_t i = 0; i < call->choice->n_functions && !e->found; i++)
			add_callee(e, call->choice->functions[i], name);
	} else if (call->symbol && !f) {
		e->found = g_strdup_printf("calls the subroutine %s", name);
	} else if (f && !f->definition) {
		e->found = g_strdup_printf("calls %s, which is not defined in this stage", name);
	} else if (f) {
		add_callee(e, f, name);
	}
}

static void find_effect(struct effects *e, const struct gs_node *node, bool in_callee)
{
	const char *o;

	for (size_t i = 0; i < node->n_children && !e->found; i++)
		if (node->child[i])
			find_effect(e, node->child[i], in_callee);
	if (e->found)
		return;
	switch (node->kind) {
	case GS_NODE_ASSIGN:
	case GS_NODE_POSTFIX:
		found_write(e, node->child[0], in_callee, "writes");
		break;
	case GS_NODE_UNARY:
		o = node->unit->tokens[node->op_token].text;
		if (o[1])
			found_write(e, node->child[0], in_callee, "writes");
		break;
	case GS_NODE_CALL:
		find_call_effect(e, node, in_callee);
		break;
	case GS_NODE_DISCARD:
		e->found = g_strdup("discards");
		break;
	default:
		break;
	}
}

/* What evaluating the expression changes (g_free); NULL: nothing. */
static char *find_side_effect(const struct gs_node *root)
{
	struct effects e = {.seen = g_hash_table_new(NULL, NULL),
		.called = g_array_new(FALSE, FALSE, sizeof(struct called))};

	find_effect(&e, root, false);
	while (!e.found && e.at < e.called->len) {
		const struct called *c = &g_array_index(e.called, struct called, e.at++);
		find_effect(&e, c->function->definition, true);
	}
	if (e.found)
		name_callers(&e);
	g_hash_table_unref(e.seen);
	g_array_free(e.called, TRUE);
	return e.found;
}

/* ---- parsing ---- */

/* Opens the scopes as they are before token `at`. Declarations are visited in order, so the
 * innermost is bound last. */
static void open_scopes(
	struct gs_parse_context *context, const struct gs_unit_full *unit, unsigned at)
{
	for (guint i = 0; i < unit->symbols->len; i++) {
		struct gs_symbol_full *symbol = unit->symbols->pdata[i];

		if (symbol->symbol.visible_from <= at && at <= symbol->symbol.visible_to)
			gs_name_of(symbol->symbol.name)->symbol = symbol;
	}
	for (guint i = 0; i < context->all_functions->len; i++) {
		struct gs_function_full *f = context->all_functions->pdata[i];

		f->is_visible = f->function.definition &&
				f->function.definition->unit == &unit->unit;
		for (size_t j = 0; j < f->function.n_prototypes; j++)
			f->is_visible |= f->function.prototypes[j]->unit == &unit->unit;
	}
}

static void close_scopes(const struct gs_unit_full *unit)
{
	for (guint i = 0; i < unit->symbols->len; i++)
		gs_name_of(((struct gs_symbol_full *)unit->symbols->pdata[i])->symbol.name)
			->symbol = NULL;
}

static const struct gs_node *unknown_part(const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++) {
		const struct gs_node *part = node->child[i] ? unknown_part(node->child[i]) : NULL;

		if (part)
			return part;
	}
	return node->type.base == GS_BASE_UNKNOWN ? node : NULL;
}

static void parse(struct gs_parser *p, struct expression_full *full)
{
	if (gs_here(p)->kind == GS_TOKEN_END)
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "the expression is empty");

	struct gs_node *root = gs_parse_expression(p);
	const struct gs_node *unknown;

	if (gs_here(p)->kind != GS_TOKEN_END)
		gs_parse_fail(p, GS_GLSL_E_PARSE, p->at, "unexpected '%s' in an expression",
			gs_here(p)->text);
	unknown = unknown_part(root);
	if (unknown) {
		char *text = gs_node_source(unknown);
		char *copy = gs_arena_copy(&full->arena, text, strlen(text) + 1);

		g_free(text);
		gs_parse_fail(p, GS_GLSL_E_BIND, unknown->first,
			"'%s' has no type at this site: %s", copy,
			unknown->kind == GS_NODE_CALL
				? "there is no such function, or none with these arguments"
				: "the types of its operands do not match");
	}
	full->unit.unit.root = root;
	full->expression.root = root;
	full->expression.type = root->type;
}

static bool run_parser(struct gs_parse_context *context, struct expression_full *full,
	struct gs_messages *messages)
{
	struct gs_parser p;
	volatile bool ok = false;

	gs_parser_init(&p, context, &full->unit, messages);
	p.arena = &full->arena;
	if (setjmp(p.give_up) == 0) {
		parse(&p, full);
		ok = true;
	}
	gs_parser_finish(&p);
	return ok;
}

struct gs_expression *gs_expression_parse(const struct gs_shader *shader,
	const struct gs_unit *unit, unsigned at, const char *text, struct gs_messages *messages)
{
	struct gs_parse_context *context = (struct gs_parse_context *)(uintptr_t)shader;
	const struct gs_unit_full *around = (const void *)unit;
	struct expression_full *full = g_new0(struct expression_full, 1);

	full->unit.context = context;
	full->unit.is_expression = true;
	full->unit.extensions = around->extensions;
	full->unit.all_extensions = around->all_extensions;
	full->unit.n_vertices = around->n_vertices;
	memcpy(full->unit.local_size, around->local_size, sizeof(full->unit.local_size));
	full->unit.source_length = strlen(text);
	full->unit.unit.source = gs_arena_copy(&full->arena, text, strlen(text) + 1);
	full->unit.symbols = g_ptr_array_new();
	full->expression.unit = &full->unit.unit;
	full->unit.unit.version = unit->version;
	full->unit.unit.is_es = unit->is_es;
	full->unit.unit.is_compatibility = unit->is_compatibility;
	bool ok = gs_preprocess_expression(context, &full->unit, around, &full->arena, messages);

	if (ok) {
		open_scopes(context, around, at);
		ok = run_parser(context, full, messages);
		close_scopes(around);
	}
	if (!ok) {
		gs_expression_free(&full->expression);
		return NULL;
	}
	gs_choose_calls(context, &full->arena, (struct gs_node *)(uintptr_t)full->expression.root);
	full->side_effect = find_side_effect(full->expression.root);
	full->expression.side_effect = full->side_effect;
	full->expression.has_side_effects = full->side_effect != NULL;
	return &full->expression;
}

void gs_expression_free(struct gs_expression *expression)
{
	struct expression_full *full = (struct expression_full *)expression;

	if (!full)
		return;
	g_ptr_array_unref(full->unit.symbols);
	gs_arena_finish(&full->arena);
	g_free(full->side_effect);
	g_free(full);
}

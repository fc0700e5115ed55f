/* SPDX-License-Identifier: MIT */
/*
 * Finds lookups on which the result of drawing depends, so that no compiler removes them: goes from
 * the last statement of main that is always executed back to the first, with the variables whose
 * values matter there. Where it is not plain that a value matters, it counts as not mattering.
 */
#include <string.h>
#include "analysis/shaders.h"

struct flow {
	struct gs_sampler_names *names;
	GHashTable *live;  /* symbols whose values matter ... */
	GHashTable *parts; /* ... those of them of which perhaps only a part matters */
	bool is_part;	   /* perhaps only a part of what is demanded matters */
	GHashTable *dead;  /* variables that are written later */
	/* False: outputs do not matter here: in another function than main, or since all may be
	 * written later. */
	bool has_outputs;
	enum gs_stage stage;
};

static void demand(struct flow *flow, const struct gs_node *node);

static void init(struct flow *flow, struct gs_sampler_names *names, enum gs_stage stage)
{
	flow->names = names;
	flow->live = g_hash_table_new(NULL, NULL);
	flow->parts = g_hash_table_new(NULL, NULL);
	flow->dead = g_hash_table_new(NULL, NULL);
	flow->stage = stage;
}

static void finish(struct flow *flow)
{
	g_hash_table_destroy(flow->live);
	g_hash_table_destroy(flow->parts);
	g_hash_table_destroy(flow->dead);
}

static bool is_output(const struct flow *flow, const struct gs_symbol *symbol)
{
	return flow->has_outputs && symbol->storage == GS_STORAGE_OUT &&
	       (flow->stage == GS_STAGE_FRAGMENT || strcmp(symbol->name, "gl_Position") == 0);
}

static bool is_live(const struct flow *flow, const struct gs_symbol *symbol)
{
	return g_hash_table_contains(flow->live, symbol) ||
	       (is_output(flow, symbol) && !g_hash_table_contains(flow->dead, symbol));
}

static void overwrite(struct flow *flow, const struct gs_symbol *symbol)
{
	g_hash_table_remove(flow->live, symbol);
	g_hash_table_remove(flow->parts, symbol);
	g_hash_table_add(flow->dead, (gpointer)symbol);
}

static void doubt_all(struct flow *flow)
{
	g_hash_table_remove_all(flow->live);
	g_hash_table_remove_all(flow->parts);
	flow->has_outputs = false;
}

/* ---- what may be left out ---- */

static bool is_step(const struct gs_node *node)
{
	const char *text = node->unit->tokens[node->op_token].text;
	return node->kind == GS_NODE_POSTFIX || node->kind == GS_NODE_ASSIGN ||
	       (node->kind == GS_NODE_UNARY && (!strcmp(text, "++") || !strcmp(text, "--")));
}

static bool leads_away(const struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_IF:
	case GS_NODE_SWITCH:
	case GS_NODE_FOR:
	case GS_NODE_WHILE:
	case GS_NODE_DO:
	case GS_NODE_DISCARD:
		return true;
	default:
		return false;
	}
}

/* Return whether these statements are executed one after the other, only change the function's own
 * variables, and return only at the end. */
static bool is_simple(struct flow *flow, const struct gs_node *node, const struct gs_node *end)
{
	if (!node)
		return true;
	if (flow->names->steps-- <= 0 || leads_away(node) ||
		(node->kind == GS_NODE_RETURN && node != end) ||
		(node->kind == GS_NODE_CALL && !gs_call_looks_up(node) &&
			(node->function || node->choice || node->symbol ||
				gs_call_builtin_effect(node))))
		return false;
	if (is_step(node)) {
		const struct gs_node *target = node->child[0];
		while (target && (target->kind == GS_NODE_MEMBER || target->kind == GS_NODE_INDEX ||
					 target->kind == GS_NODE_PAREN))
			target = target->child[0];
		if (!target || !target->symbol ||
			(target->symbol->storage != GS_STORAGE_LOCAL &&
				target->symbol->storage != GS_STORAGE_PARAMETER_IN))
			return false;
	}
	for (size_t i = 0; i < node->n_children; i++) {
		if (node->kind == GS_NODE_CALL && gs_call_writes_argument(node, i))
			return false;
		if (!is_simple(flow, node->child[i], end))
			return false;
	}
	return true;
}

static const struct gs_node *body_of(const struct gs_function *function)
{
	const struct gs_node *definition = function ? function->definition : NULL;
	return definition && definition->n_children ? definition->child[definition->n_children - 1]
						    : NULL;
}

static bool is_simple_function(struct flow *flow, const struct gs_function *function)
{
	const struct gs_node *body = body_of(function);
	const struct gs_node *end = body && body->n_children ? body->child[body->n_children - 1]
							     : NULL;
	for (size_t i = 0; function && i < function->n_parameters; i++)
		if (function->parameters[i]->storage == GS_STORAGE_PARAMETER_OUT ||
			function->parameters[i]->storage == GS_STORAGE_PARAMETER_INOUT)
			return false;
	return end && end->kind == GS_NODE_RETURN && end->n_children && is_simple(flow, body, end);
}

/* Return whether the expression changes nothing. */
static bool is_plain(struct flow *flow, const struct gs_node *node)
{
	if (!node)
		return true;
	if (flow->names->steps-- <= 0 || is_step(node))
		return false;
	if (node->kind == GS_NODE_CALL && !gs_call_looks_up(node) &&
		(node->choice || node->symbol ||
			(node->function ? !is_simple_function(flow, node->function)
					: gs_call_builtin_effect(node) != NULL)))
		return false;
	for (size_t i = 0; i < node->n_children; i++) {
		if (node->kind == GS_NODE_CALL && gs_call_writes_argument(node, i))
			return false;
		if (!is_plain(flow, node->child[i]))
			return false;
	}
	return true;
}

/* ---- expressions ---- */

/* Return whether the value is unknown both when the shader is compiled and when it is linked with
 * the stage before. */
static bool is_open(struct flow *flow, const struct gs_node *node)
{
	if (!node || flow->names->steps-- <= 0)
		return false;
	if (node->kind == GS_NODE_IDENTIFIER)
		return node->symbol && (node->symbol->storage == GS_STORAGE_UNIFORM ||
					       (node->symbol->storage == GS_STORAGE_IN &&
						       flow->stage == GS_STAGE_VERTEX));
	if (node->kind == GS_NODE_CALL && gs_call_looks_up(node))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (is_open(flow, node->child[i]))
			return true;
	return false;
}

static bool is_not_zero(const struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_LITERAL:
		return g_ascii_strtod(node->unit->tokens[node->first].text, NULL) != 0;
	case GS_NODE_PAREN:
		return is_not_zero(node->child[0]);
	case GS_NODE_UNARY:
		return strchr("+-", *node->unit->tokens[node->op_token].text) &&
		       is_not_zero(node->child[0]);
	case GS_NODE_CONSTRUCTOR:
		for (size_t i = 0; i < node->n_children; i++)
			if (!is_not_zero(node->child[i]))
				return false;
		return node->n_children > 0;
	default:
		return false;
	}
}

static void demand_as(struct flow *flow, const struct gs_node *node, bool is_part)
{
	bool was_part = flow->is_part;
	flow->is_part = is_part;
	demand(flow, node);
	flow->is_part = was_part;
}

static void demand_lookup(struct flow *flow, const struct gs_node *call)
{
	struct gs_sampler_range range = gs_sampler_names_find(flow->names, call->child[0]);
	for (guint i = range.first; range.is_exact && i < range.first + range.n; i++)
		g_array_index(flow->names->samplers, struct gs_declared_sampler, i).is_drawn = true;
	for (size_t i = 1; i < call->n_children; i++)
		demand_as(flow, call->child[i], false);
}

/* Process the statements of a block, from the last to the first. */
static void go_back(struct flow *flow, const struct gs_node *block);

static void demand_function(struct flow *flow, const struct gs_node *call)
{
	const struct gs_function *function = call->function;
	struct flow inner = {.has_outputs = false};
	guint mark;
	if (!is_simple_function(flow, function))
		return;
	mark = gs_sampler_names_bind(flow->names, call);
	init(&inner, flow->names, flow->stage);
	inner.is_part = flow->is_part; /* whether only a part of the result matters */
	go_back(&inner, body_of(function));
	gs_sampler_names_unbind(flow->names, mark);
	for (size_t i = 0; i < function->n_parameters && i < call->n_children; i++)
		if (g_hash_table_contains(inner.live, function->parameters[i]))
			demand_as(flow, call->child[i],
				g_hash_table_contains(inner.parts, function->parameters[i]));
	finish(&inner);
}

/* Demand the arguments of a built-in function, such as mix, if none of them can be known: then all
 * matter. */
static void demand_builtin(struct flow *flow, const struct gs_node *call)
{
	for (size_t i = 0; i < call->n_children; i++)
		if (call->n_children > 1 && !is_open(flow, call->child[i]))
			return;
	for (size_t i = 0; i < call->n_children; i++)
		demand(flow, call->child[i]);
}

static bool keeps(struct flow *flow, const struct gs_node *factor)
{
	return is_open(flow, factor) || is_not_zero(factor);
}

static void demand_binary(struct flow *flow, const struct gs_node *node)
{
	const char *op = node->unit->tokens[node->op_token].text;
	bool adds = !strcmp(op, "+") || !strcmp(op, "-"), multiplies = !strcmp(op, "*");
	if (adds || (multiplies && keeps(flow, node->child[1])))
		demand(flow, node->child[0]);
	if (adds || (multiplies && keeps(flow, node->child[0])))
		demand(flow, node->child[1]);
}

static void demand_variable(struct flow *flow, struct gs_symbol *symbol)
{
	struct gs_declared_block *block = gs_sampler_names_block(flow->names, symbol);
	if (block) {
		block->is_drawn = true;
	} else if (symbol) {
		bool was_live = !g_hash_table_add(flow->live, symbol);
		if (!flow->is_part)
			g_hash_table_remove(flow->parts, symbol);
		else if (!was_live)
			g_hash_table_add(flow->parts, symbol);
	}
}

static void demand(struct flow *flow, const struct gs_node *node)
{
	if (!node || flow->names->steps-- <= 0)
		return;
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		demand_variable(flow, node->symbol);
		break;
	case GS_NODE_PAREN:
		demand(flow, node->child[0]);
		break;
	case GS_NODE_MEMBER:
		demand_as(flow, node->child[0], true);
		break;
	case GS_NODE_UNARY:
		if (strcmp(node->unit->tokens[node->op_token].text, "-") == 0)
			demand(flow, node->child[0]);
		break;
	case GS_NODE_CONSTRUCTOR: /* an argument may have surplus components */
		for (size_t i = 0; i < node->n_children; i++)
			if (!flow->is_part || node->n_children == 1)
				demand_as(flow, node->child[i], true);
		break;
	case GS_NODE_BINARY:
		demand_binary(flow, node);
		break;
	case GS_NODE_CALL:
		if (gs_call_looks_up(node))
			demand_lookup(flow, node);
		else if (node->function && !node->choice && !node->symbol)
			demand_function(flow, node);
		else if (!node->choice && !node->symbol)
			demand_builtin(flow, node);
		break;
	default:
		break;
	}
}

/* ---- statements ---- */

/* Process an assignment. A value written to a part of a variable may replace all of it that
 * matters, or nothing. */
static void assign(struct flow *flow, const struct gs_node *node)
{
	const char *op = node->unit->tokens[node->op_token].text;
	const struct gs_node *target = node->child[0], *value = node->child[1];
	bool was_live, stays = !strcmp(op, "+=") || !strcmp(op, "-=") ||
			       (!strcmp(op, "*=") && keeps(flow, value));
	while (target && (target->kind == GS_NODE_MEMBER || target->kind == GS_NODE_INDEX ||
				 target->kind == GS_NODE_PAREN))
		target = target->child[0];
	if (!target || !target->symbol || !is_plain(flow, value) ||
		!is_plain(flow, node->child[0])) {
		doubt_all(flow);
		return;
	}
	was_live = is_live(flow, target->symbol);
	bool is_part = g_hash_table_contains(flow->parts, target->symbol);
	if (is_part && target != node->child[0]) /* another part may matter */
		was_live = false;
	if (!stays)
		overwrite(flow, target->symbol);
	if (was_live && (stays || strcmp(op, "=") == 0))
		demand_as(flow, value, is_part);
}

static void declare(struct flow *flow, const struct gs_node *declarator)
{
	const struct gs_node *value = declarator->n_children ? declarator->child[0] : NULL;
	bool was_live = declarator->symbol && is_live(flow, declarator->symbol);
	bool is_part = declarator->symbol && g_hash_table_contains(flow->parts, declarator->symbol);
	if (!is_plain(flow, value)) {
		doubt_all(flow);
		return;
	}
	if (declarator->symbol)
		overwrite(flow, declarator->symbol);
	if (was_live)
		demand_as(flow, value, is_part);
}

static void state(struct flow *flow, const struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_EMPTY:
		break;
	case GS_NODE_BLOCK:
		go_back(flow, node);
		break;
	case GS_NODE_RETURN:
		if (node->n_children && is_plain(flow, node->child[0]))
			demand(flow, node->child[0]);
		break;
	case GS_NODE_DECLARATION:
		for (size_t i = node->n_children; i > 0; i--)
			if (node->child[i - 1]->kind == GS_NODE_DECLARATOR)
				declare(flow, node->child[i - 1]);
		break;
	case GS_NODE_EXPRESSION_STATEMENT:
		if (node->child[0]->kind == GS_NODE_ASSIGN)
			assign(flow, node->child[0]);
		else if (!is_plain(flow, node->child[0]))
			doubt_all(flow);
		break;
	default:
		doubt_all(flow);
		break;
	}
}

static void go_back(struct flow *flow, const struct gs_node *block)
{
	for (size_t i = block->n_children; i > 0; i--)
		if (block->child[i - 1])
			state(flow, block->child[i - 1]);
}

/* Return whether the node contains a statement of that kind other than `end`, or finding out would
 * take too long. */
static bool contains(struct gs_sampler_names *names, const struct gs_node *node,
	enum gs_node_kind kind, const struct gs_node *end)
{
	if (!node)
		return false;
	if (names->steps-- <= 0 || (node->kind == kind && node != end))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (contains(names, node->child[i], kind, end))
			return true;
	return false;
}

void gs_sampler_flow(struct gs_sampler_names *names, const struct gs_shader *shader)
{
	const struct gs_node *body = body_of(shader->main);
	const struct gs_node *end = body && body->n_children ? body->child[body->n_children - 1]
							     : NULL;
	struct flow flow = {.has_outputs = true};
	if (!end || (shader->stage != GS_STAGE_FRAGMENT && shader->stage != GS_STAGE_VERTEX) ||
		contains(names, body, GS_NODE_RETURN, end))
		return;
	for (size_t i = 0; i < shader->n_functions; i++)
		if (contains(names, shader->functions[i]->definition, GS_NODE_DISCARD, NULL))
			return;
	init(&flow, names, shader->stage);
	go_back(&flow, body);
	finish(&flow);
}

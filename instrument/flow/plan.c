/* SPDX-License-Identifier: MIT */
/* Builds the sites of a shader and its control flow (flow.h) in one walk over each function's
 * tree. */
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "instrument/flow/call-graph.h"
#include "instrument/flow/flow.h"

struct loop {
	const struct gs_node *node; /* NULL: a switch, to which only break belongs */
	GArray *breaks, *continues; /* ops to patch */
};

struct builder {
	const struct gs_shader *shader;
	struct gs_messages *messages;
	GArray *sites, *site_info, *ops, *targets;
	struct gs_flow *flow;
	unsigned function;
	GArray *loops;	 /* struct loop: loops and switches */
	GArray *returns; /* main: jumps to its end */
	uint32_t in_test;
	bool failed;
};

static void visit_statement(struct builder *b, const struct gs_node *node);
static void visit_expression(struct builder *b, const struct gs_node *node);

/* Whether the call is a site of its own: its functions have a body here. */
static bool is_site_call(const struct gs_flow *flow, const struct gs_node *node)
{
	return node->choice || gs_flow_callee(flow, node) >= 0;
}

static void fail(struct builder *b, const struct gs_node *node, const char *text)
{
	struct gs_span span = gs_node_span(node);

	if (!b->failed)
		gs_messages_add(b->messages, GS_INSTRUMENT_E, node->unit->index, span.line,
			span.column, "%s", text);
	b->failed = true;
}

/* ---- ops ---- */

static unsigned emit(struct builder *b, enum gs_op_kind kind, unsigned a)
{
	struct gs_op op = {.kind = kind, .a = a};

	g_array_append_val(b->ops, op);
	return b->ops->len - 1;
}

static unsigned emit_branch(struct builder *b, unsigned site, bool when, unsigned target)
{
	unsigned at = emit(b, OP_BRANCH, target);

	g_array_index(b->ops, struct gs_op, at).when = when;
	g_array_index(b->ops, struct gs_op, at).site = site;
	return at;
}

static void patch(struct builder *b, unsigned op)
{
	g_array_index(b->ops, struct gs_op, op).a = b->ops->len;
}

static void patch_all(struct builder *b, GArray *list)
{
	for (unsigned i = 0; i < list->len; i++)
		patch(b, g_array_index(list, unsigned, i));
	g_array_free(list, TRUE);
}

static unsigned count_loops(struct builder *b)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->loops->len; i++)
		n += g_array_index(b->loops, struct loop, i).node != NULL;
	return n;
}

/* ---- sites ---- */

static unsigned add_site(struct builder *b, enum gs_site_kind kind, const struct gs_node *node,
	const struct gs_node *marked)
{
	struct gs_site site = {.id = b->sites->len,
		.kind = kind,
		.function = b->flow->functions[b->function].function,
		.unit = node->unit,
		.node = node,
		.marked = marked,
		.capturable = true,
		.why = ""};
	struct gs_site_info info = {
		.callee = -1, .flow_function = b->function, .in_test = b->in_test};

	site.is_decision = kind == GS_SITE_IF || kind == GS_SITE_TERNARY ||
			   kind == GS_SITE_LOGICAL || kind == GS_SITE_LOOP_TEST ||
			   kind == GS_SITE_SWITCH;
	for (unsigned i = 0; i < b->loops->len; i++) {
		const struct gs_node *loop = g_array_index(b->loops, struct loop, i).node;
		if (loop)
			info.loops[site.n_loops++] = loop;
	}
	g_array_append_val(b->sites, site);
	g_array_append_val(b->site_info, info);
	emit(b, OP_SITE, site.id);
	return site.id;
}

static struct gs_site_info *site_info_of(struct builder *b, unsigned site)
{
	return &g_array_index(b->site_info, struct gs_site_info, site);
}

static bool contains_call(struct builder *b, const struct gs_node *node)
{
	if (!node)
		return false;
	if (is_site_call(b->flow, node))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (contains_call(b, node->child[i]))
			return true;
	return false;
}

/* Whether visit_expression would find sites in the node. */
static bool contains_sites(struct builder *b, const struct gs_node *node)
{
	if (!node || node->is_constant)
		return false;
	if (node->kind == GS_NODE_TERNARY || node->kind == GS_NODE_LOGICAL ||
		is_site_call(b->flow, node))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (gs_child_is_open(node, i) && contains_sites(b, node->child[i]))
			return true;
	return false;
}

/* ---- expressions ---- */

static void visit_child(struct builder *b, const struct gs_node *node, size_t i)
{
	if (gs_child_is_open(node, i))
		visit_expression(b, node->child[i]);
	else if (contains_call(b, node->child[i]))
		b->flow->unrecordable = true;
}

static void visit_children(struct builder *b, const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		visit_child(b, node, i);
}

static void visit_call(struct builder *b, const struct gs_node *node, unsigned callee)
{
	visit_children(b, node);
	unsigned site = add_site(b, GS_SITE_CALL, node, node);
	site_info_of(b, site)->callee = (int)callee;
	emit(b, OP_CALL, callee);
}

static void list_callees(struct builder *b, unsigned site, const struct gs_choice *choice)
{
	struct gs_site_info *info = site_info_of(b, site);

	info->n_callees = (unsigned)choice->n_functions;
	info->callees = g_new(unsigned, info->n_callees);
	for (unsigned i = 0; i < info->n_callees; i++) {
		info->callees[i] = (unsigned)gs_flow_find(b->flow, choice->functions[i]);
		b->flow->functions[info->callees[i]].is_choice = true;
	}
}

/* A call of one of several functions is a decision, like a switch with a case for each. Mesa
 * evaluates the arguments first, then the index; GLSL does not say. */
static void visit_choice(struct builder *b, const struct gs_node *node)
{
	unsigned n = (unsigned)node->choice->n_functions;
	unsigned *to_end = g_new(unsigned, n);

	for (size_t i = 1; i < node->n_children; i++)
		visit_child(b, node, i);
	visit_child(b, node, 0);
	unsigned site = add_site(b, GS_SITE_CALL, node, node);
	g_array_index(b->sites, struct gs_site, site).is_decision = true;
	list_callees(b, site, node->choice);
	unsigned table = b->targets->len;
	g_array_set_size(b->targets, table + n + 1);
	unsigned op = emit(b, OP_SWITCH, table);
	g_array_index(b->ops, struct gs_op, op).n = n;
	g_array_index(b->ops, struct gs_op, op).site = site;
	for (unsigned i = 0; i < n; i++) {
		g_array_index(b->targets, unsigned, table + i) = b->ops->len;
		emit(b, OP_CALL, site_info_of(b, site)->callees[i]);
		to_end[i] = emit(b, OP_JUMP, 0);
	}
	g_array_index(b->targets, unsigned, table + n) = b->ops->len;
	for (unsigned i = 0; i < n; i++)
		patch(b, to_end[i]);
	g_free(to_end);
}

static void visit_ternary(struct builder *b, const struct gs_node *node)
{
	unsigned site = add_site(b, GS_SITE_TERNARY, node, node->child[0]);
	visit_expression(b, node->child[0]);
	unsigned to_false = emit_branch(b, site, false, 0);
	visit_expression(b, node->child[1]);
	unsigned to_end = emit(b, OP_JUMP, 0);
	patch(b, to_false);
	visit_expression(b, node->child[2]);
	patch(b, to_end);
}

static void visit_logical(struct builder *b, const struct gs_node *node)
{
	bool is_or = !strcmp(node->unit->tokens[node->op_token].text, "||");

	unsigned site = add_site(b, GS_SITE_LOGICAL, node, node->child[0]);
	visit_expression(b, node->child[0]);
	unsigned skip = emit_branch(b, site, is_or, 0);
	visit_expression(b, node->child[1]);
	patch(b, skip);
}

static void visit_expression(struct builder *b, const struct gs_node *node)
{
	if (!node || node->is_constant)
		return;
	int callee = gs_flow_callee(b->flow, node);
	if (callee >= 0)
		visit_call(b, node, (unsigned)callee);
	else if (node->choice)
		visit_choice(b, node);
	else if (node->kind == GS_NODE_TERNARY)
		visit_ternary(b, node);
	else if (node->kind == GS_NODE_LOGICAL)
		visit_logical(b, node);
	else
		visit_children(b, node);
}

/* ---- statements ---- */

static bool is_const_declaration(const struct gs_node *node)
{
	for (unsigned t = node->first; t < node->child[0]->first; t++)
		if (!strcmp(node->unit->tokens[t].text, "const"))
			return true;
	return false;
}

/* Visits the initialisers of a local declaration. Code can be inserted into those of a const since
 * 4.20 only. */
static void visit_declaration(struct builder *b, const struct gs_node *node, enum gs_site_kind kind)
{
	bool first = true;

	if (node->n_children == 0 || !node->child[0])
		return;
	bool closed = is_const_declaration(node) &&
		      (node->unit->version < 420 || node->unit->is_es);
	for (size_t i = 0; i < node->n_children; i++) {
		const struct gs_node *d = node->child[i];
		if (d->kind != GS_NODE_DECLARATOR || d->n_children == 0 || !d->child[0])
			continue;
		if (kind == GS_SITE_DECLARATION)
			add_site(b, kind, node, node->n_children == 1 ? node : d);
		else if (first)
			add_site(b, kind, node, node);
		first = false;
		if (!closed)
			visit_expression(b, d->child[0]);
		else if (contains_call(b, d->child[0]))
			b->flow->unrecordable = true;
	}
}

static bool is_emit(const struct gs_node *call)
{
	static const char *const names[] = {
		"EmitVertex", "EndPrimitive", "EmitStreamVertex", "EndStreamPrimitive"};

	if (call->kind != GS_NODE_CALL || call->function)
		return false;
	for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
		if (!strcmp(call->unit->tokens[call->name_token].text, names[i]))
			return true;
	return false;
}

static void visit_expression_statement(struct builder *b, const struct gs_node *node)
{
	const struct gs_node *e = node->child[0];
	bool bare_call = is_site_call(b->flow, e);

	for (size_t i = 0; bare_call && i < e->n_children; i++)
		bare_call = !gs_child_is_open(e, i) || !contains_sites(b, e->child[i]);
	if (!bare_call) /* else the call's own site marks the same text */
		add_site(b, is_emit(e) ? GS_SITE_EMIT : GS_SITE_EXPRESSION, node, e);
	visit_expression(b, e);
}

static void visit_condition(struct builder *b, const struct gs_node *condition)
{
	visit_expression(b, gs_condition_expression(condition));
}

static void visit_if(struct builder *b, const struct gs_node *node)
{
	unsigned site = add_site(b, GS_SITE_IF, node, node->child[0]);
	visit_condition(b, node->child[0]);
	unsigned to_else = emit_branch(b, site, false, 0);
	visit_statement(b, node->child[1]);
	if (node->n_children > 2 && node->child[2]) {
		unsigned to_end = emit(b, OP_JUMP, 0);
		patch(b, to_else);
		visit_statement(b, node->child[2]);
		patch(b, to_end);
	} else {
		patch(b, to_else);
	}
}

static void push_loop(struct builder *b, const struct gs_node *node)
{
	struct loop loop = {.node = node,
		.breaks = g_array_new(FALSE, FALSE, sizeof(unsigned)),
		.continues = g_array_new(FALSE, FALSE, sizeof(unsigned))};

	if (node && count_loops(b) >= GS_MAX_LOOPS)
		fail(b, node, "loops are nested deeper than 16: this shader cannot be stepped");
	g_array_append_val(b->loops, loop);
}

static void patch_continues(struct builder *b)
{
	struct loop *loop = &g_array_index(b->loops, struct loop, b->loops->len - 1);

	patch_all(b, loop->continues);
	loop->continues = NULL;
}

static void pop_loop(struct builder *b)
{
	struct loop loop = g_array_index(b->loops, struct loop, b->loops->len - 1);

	g_array_set_size(b->loops, b->loops->len - 1);
	patch_all(b, loop.breaks);
	if (loop.node)
		emit(b, OP_LOOP_EXIT, 0);
}

static unsigned visit_test(struct builder *b, const struct gs_node *loop)
{
	const struct gs_node *test = gs_loop_test(loop);
	uint32_t saved = b->in_test;

	b->in_test |= 1u << (count_loops(b) - 1);
	unsigned site = add_site(b, GS_SITE_LOOP_TEST, loop, test);
	visit_condition(b, test);
	b->in_test = saved;
	return site;
}

static void visit_for_or_while(struct builder *b, const struct gs_node *node)
{
	bool is_for = node->kind == GS_NODE_FOR;

	if (is_for && node->child[0] && node->child[0]->kind == GS_NODE_DECLARATION) {
		visit_declaration(b, node->child[0], GS_SITE_LOOP_INIT);
	} else if (is_for && node->child[0] &&
		   node->child[0]->kind == GS_NODE_EXPRESSION_STATEMENT) {
		add_site(b, GS_SITE_LOOP_INIT, node, node->child[0]->child[0]);
		visit_expression(b, node->child[0]->child[0]);
	}
	push_loop(b, node);
	if (b->failed)
		return;
	emit(b, OP_LOOP_ENTER, 0);
	unsigned top = b->ops->len, leave = 0;
	if (gs_loop_test(node)) {
		unsigned site = visit_test(b, node);
		leave = emit_branch(b, site, false, 0);
	}
	visit_statement(b, gs_loop_body(node));
	patch_continues(b);
	if (is_for && node->child[2]) {
		add_site(b, GS_SITE_LOOP_NEXT, node, node->child[2]);
		visit_expression(b, node->child[2]);
	}
	emit(b, OP_LOOP_ITERATE, 0);
	emit(b, OP_JUMP, top);
	if (gs_loop_test(node))
		patch(b, leave);
	pop_loop(b);
}

static void visit_do(struct builder *b, const struct gs_node *node)
{
	push_loop(b, node);
	if (b->failed)
		return;
	emit(b, OP_LOOP_ENTER, 0);
	unsigned top = b->ops->len;
	visit_statement(b, gs_loop_body(node));
	patch_continues(b);
	emit(b, OP_LOOP_ITERATE, 0);
	unsigned site = visit_test(b, node);
	emit_branch(b, site, true, top);
	pop_loop(b);
}

static void visit_switch(struct builder *b, const struct gs_node *node)
{
	const struct gs_node *body = node->child[1];
	GPtrArray *cases = g_ptr_array_new();

	for (size_t i = 0; i < body->n_children; i++)
		if (body->child[i] && body->child[i]->kind == GS_NODE_CASE)
			g_ptr_array_add(cases, body->child[i]);
	unsigned site = add_site(b, GS_SITE_SWITCH, node, node->child[0]);
	visit_expression(b, node->child[0]);
	unsigned n = cases->len, table = b->targets->len;
	g_array_set_size(b->targets, table + n + 1);
	unsigned op = emit(b, OP_SWITCH, table);
	g_array_index(b->ops, struct gs_op, op).n = n;
	g_array_index(b->ops, struct gs_op, op).site = site;
	struct gs_site_info *info = site_info_of(b, site);
	info->n_cases = n;
	info->cases = (const struct gs_node **)g_ptr_array_free(cases, FALSE);
	push_loop(b, NULL);
	for (size_t i = 0, k = 0; i < body->n_children && !b->failed; i++) {
		if (!body->child[i])
			continue;
		if (body->child[i]->kind == GS_NODE_CASE)
			g_array_index(b->targets, unsigned, table + k++) = b->ops->len;
		else
			visit_statement(b, body->child[i]);
	}
	g_array_free(g_array_index(b->loops, struct loop, b->loops->len - 1).continues, TRUE);
	pop_loop(b);
	g_array_index(b->targets, unsigned, table + n) = b->ops->len;
}

static void visit_jump(struct builder *b, const struct gs_node *node)
{
	bool is_break = node->kind == GS_NODE_BREAK;

	for (unsigned i = b->loops->len; i > 0; i--) {
		struct loop *loop = &g_array_index(b->loops, struct loop, i - 1);
		if (!is_break && !loop->node)
			continue; /* continue goes past a switch */
		unsigned op = emit(b, OP_JUMP, 0);
		g_array_append_val(is_break ? loop->breaks : loop->continues, op);
		return;
	}
	fail(b, node, "this break or continue is not in a loop");
}

static void visit_return(struct builder *b, const struct gs_node *node)
{
	add_site(b, GS_SITE_RETURN, node, node);
	if (node->n_children > 0)
		visit_expression(b, node->child[0]);
	if (b->function == b->flow->main) {
		unsigned op = emit(b, OP_JUMP, 0);
		g_array_append_val(b->returns, op);
	} else {
		emit(b, OP_RETURN, 0);
	}
}

static void visit_statement(struct builder *b, const struct gs_node *node)
{
	if (!node || b->failed)
		return;
	switch (node->kind) {
	case GS_NODE_BLOCK:
		for (size_t i = 0; i < node->n_children; i++)
			visit_statement(b, node->child[i]);
		break;
	case GS_NODE_DECLARATION:
		visit_declaration(b, node, GS_SITE_DECLARATION);
		break;
	case GS_NODE_EXPRESSION_STATEMENT:
		visit_expression_statement(b, node);
		break;
	case GS_NODE_IF:
		visit_if(b, node);
		break;
	case GS_NODE_FOR:
	case GS_NODE_WHILE:
		visit_for_or_while(b, node);
		break;
	case GS_NODE_DO:
		visit_do(b, node);
		break;
	case GS_NODE_SWITCH:
		visit_switch(b, node);
		break;
	case GS_NODE_BREAK:
	case GS_NODE_CONTINUE:
		visit_jump(b, node);
		break;
	case GS_NODE_RETURN:
		visit_return(b, node);
		break;
	case GS_NODE_DISCARD:
		add_site(b, GS_SITE_DISCARD, node, node);
		emit(b, OP_DISCARD, 0);
		b->flow->functions[b->function].may_discard = true;
		break;
	default: /* empty statements, prototypes, precision statements */
		break;
	}
}

/* ---- functions ---- */

static void add_end(struct builder *b, const struct gs_node *definition)
{
	struct gs_node *end = g_new0(struct gs_node, 1);

	end->kind = GS_NODE_EMPTY;
	end->unit = definition->unit;
	end->first = end->last = definition->last;
	end->parent = definition->child[definition->n_children - 1];
	b->flow->functions[b->function].end = end;
	patch_all(b, b->returns);
	b->returns = NULL;
	add_site(b, GS_SITE_END, end, end);
}

struct order {
	unsigned token, id;
};

static int compare_order(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->token != y->token)
		return x->token < y->token ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Sites are built in the order of execution; numbers them in the order of the text. */
static void sort_sites(struct builder *b, unsigned first_site, unsigned first_op)
{
	unsigned n = b->sites->len - first_site;
	struct order *order = g_new(struct order, n);
	unsigned *renumber = g_new(unsigned, n);
	struct gs_site *sites = &g_array_index(b->sites, struct gs_site, first_site);
	struct gs_site_info *site_info = &g_array_index(
		b->site_info, struct gs_site_info, first_site);
	struct gs_site *old_sites = g_memdup2(sites, n * sizeof(*sites));
	struct gs_site_info *old_info = g_memdup2(site_info, n * sizeof(*site_info));

	for (unsigned i = 0; i < n; i++)
		order[i] = (struct order){sites[i].marked->first, i};
	qsort(order, n, sizeof(*order), compare_order);
	for (unsigned i = 0; i < n; i++) {
		renumber[order[i].id] = first_site + i;
		sites[i] = old_sites[order[i].id];
		sites[i].id = first_site + i;
		site_info[i] = old_info[order[i].id];
	}
	for (unsigned i = first_op; i < b->ops->len; i++) {
		struct gs_op *op = &g_array_index(b->ops, struct gs_op, i);
		if (op->kind == OP_SITE)
			op->a = renumber[op->a - first_site];
		if (op->kind == OP_BRANCH || op->kind == OP_SWITCH)
			op->site = renumber[op->site - first_site];
	}
	g_free(order);
	g_free(renumber);
	g_free(old_sites);
	g_free(old_info);
}

static void build_function(struct builder *b, unsigned index)
{
	struct gs_flow_function *f = &b->flow->functions[index];
	const struct gs_node *definition = f->function->definition;
	bool is_main = index == b->flow->main;

	b->function = index;
	f->first_op = b->ops->len;
	f->first_site = b->sites->len;
	b->returns = g_array_new(FALSE, FALSE, sizeof(unsigned));
	visit_statement(b, definition->child[definition->n_children - 1]);
	if (b->failed) {
		g_array_free(b->returns, TRUE);
		return;
	}
	if (is_main) {
		add_end(b, definition);
	} else {
		g_array_free(b->returns, TRUE);
		emit(b, OP_RETURN, 0);
	}
	f->n_sites = b->sites->len - f->first_site;
	if (f->n_sites > 0)
		sort_sites(b, f->first_site, f->first_op);
}

static bool check_graph(struct builder *b)
{
	const struct gs_function *recursive = gs_call_graph_finish(
		b->flow, b->shader, (const struct gs_op *)b->ops->data, b->ops->len);

	if (recursive)
		fail(b, recursive->definition,
			"this function calls itself: GLSL forbids recursion, the shader "
			"cannot be stepped");
	return !b->failed;
}

static bool find_functions(struct builder *b)
{
	struct gs_flow *flow = b->flow;

	flow->functions = g_new0(struct gs_flow_function, b->shader->n_functions);
	for (size_t i = 0; i < b->shader->n_functions; i++)
		if (b->shader->functions[i]->definition)
			flow->functions[flow->n_functions++].function = b->shader->functions[i];
	int main = b->shader->main && b->shader->main->definition
			   ? gs_flow_find(flow, b->shader->main)
			   : -1;
	if (main < 0) {
		gs_messages_add(b->messages, GS_INSTRUMENT_E, 0, 0, 0,
			"this shader has no main function to step through");
		return false;
	}
	flow->main = (unsigned)main;
	return true;
}

static void free_loops(struct builder *b)
{
	for (unsigned i = 0; i < b->loops->len; i++) {
		struct loop *loop = &g_array_index(b->loops, struct loop, i);
		g_array_free(loop->breaks, TRUE);
		if (loop->continues)
			g_array_free(loop->continues, TRUE);
	}
	g_array_free(b->loops, TRUE);
}

static struct gs_plan *make_plan(struct builder *b)
{
	struct gs_plan *plan = g_new0(struct gs_plan, 1);
	struct gs_flow *flow = b->flow;
	size_t n = b->sites->len;

	plan->shader = b->shader;
	plan->flow = flow;
	plan->n_sites = n;
	plan->sites = (struct gs_site *)g_array_free(b->sites, FALSE);
	flow->site_info = (struct gs_site_info *)g_array_free(b->site_info, FALSE);
	flow->n_ops = b->ops->len;
	flow->ops = (struct gs_op *)g_array_free(b->ops, FALSE);
	flow->n_targets = b->targets->len;
	flow->targets = (unsigned *)g_array_free(b->targets, FALSE);
	flow->writes = g_new0(const struct gs_symbol **, n *GS_N_WRITES + 1);
	flow->n_writes = g_new0(size_t, n * GS_N_WRITES + 1);
	return plan;
}

struct gs_plan *gs_plan_new(const struct gs_shader *shader, struct gs_messages *messages)
{
	struct builder b = {.shader = shader,
		.messages = messages,
		.flow = g_new0(struct gs_flow, 1),
		.sites = g_array_new(FALSE, FALSE, sizeof(struct gs_site)),
		.site_info = g_array_new(FALSE, FALSE, sizeof(struct gs_site_info)),
		.ops = g_array_new(FALSE, FALSE, sizeof(struct gs_op)),
		.targets = g_array_new(FALSE, TRUE, sizeof(unsigned)),
		.loops = g_array_new(FALSE, FALSE, sizeof(struct loop))};
	bool ok = find_functions(&b);

	for (unsigned i = 0; ok && i < b.flow->n_functions; i++) {
		build_function(&b, i);
		ok = !b.failed;
	}
	ok = ok && check_graph(&b);
	free_loops(&b);
	struct gs_plan *plan = make_plan(&b);
	if (!ok) {
		gs_plan_free(plan);
		return NULL;
	}
	return plan;
}

void gs_plan_free(struct gs_plan *plan)
{
	if (!plan)
		return;
	gs_flow_free(plan->flow, plan->n_sites);
	g_free((void *)plan->sites);
	g_free(plan);
}

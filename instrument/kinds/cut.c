/* SPDX-License-Identifier: MIT */
/*
 * Cuts: a shader that ends before a statement of a block, for measuring what comes before it.
 *
 * At the cut stands a return. Where the block is not main's, a flag has the callers return behind
 * the statement with the call, too. What was computed up to there is kept: all scalars of the
 * variables that are visible, and of the program's outputs, are added up, and the sum is written
 * out. So no compiler may leave out how they came about, as it may where they are compared with
 * something that they cannot be. Variables that nothing has written yet begin as 0: compilers make
 * anything of what is undefined.
 *
 * Words: 0 flags; 1 the sum, as a float.
 */
#include <string.h>
#include "instrument/kinds/cut.h"
#include "instrument/text/names.h"
#include "instrument/words/pack.h"

enum { MOST_KEPT = 128 /* scalars at a place */, MOST_CALLERS = 16 };

/* ---- what can be cut ---- */

/* Where a function is called. */
struct caller {
	const struct gs_node *statement; /* that has the call */
	const struct gs_flow_function *in;
};

static bool refuse(struct gs_messages *messages, const struct gs_node *at, const char *text)
{
	struct gs_span span = gs_node_span(at);

	gs_messages_add(
		messages, GS_INSTRUMENT_E, at->unit->index, span.line, span.column, "%s", text);
	return false;
}

static bool is_statement(const struct gs_node *node)
{
	return node->kind >= GS_NODE_BLOCK && node->kind <= GS_NODE_DISCARD;
}

/* Whether the node stands where it is executed once at most in each call of its function. */
static bool check_place(const struct gs_node *node, struct gs_messages *messages)
{
	for (; node && node->kind != GS_NODE_FUNCTION; node = node->parent) {
		if (gs_node_is_loop(node))
			return refuse(messages, node,
				"it stands in a loop: only the share of the whole loop can be "
				"measured");
		if (node->kind == GS_NODE_SWITCH)
			return refuse(messages, node,
				"it stands in a switch: only the share of the whole switch can be "
				"measured");
	}
	return true;
}

/* The statement that contains a call, and that a check can stand behind. */
static const struct gs_node *statement_of(const struct gs_node *call, struct gs_messages *messages)
{
	const struct gs_node *node = call;

	while (node && !is_statement(node) && node->kind != GS_NODE_DECLARATION)
		node = node->parent;
	if (node && (node->kind == GS_NODE_EXPRESSION_STATEMENT ||
			    node->kind == GS_NODE_DECLARATION || node->kind == GS_NODE_RETURN))
		return node;
	refuse(messages, call,
		"the function is called in a condition: nothing can end behind that call");
	return NULL;
}

/* Finds the only call of a function. */
static bool find_caller(
	const struct gs_plan *plan, int callee, struct caller *caller, struct gs_messages *messages)
{
	const struct gs_flow *flow = plan->flow;
	const struct gs_node *call = NULL, *own = flow->functions[callee].function->definition;

	for (unsigned i = 0; i < plan->n_sites; i++) {
		const struct gs_site_info *info = &flow->site_info[i];
		const unsigned *callees;
		unsigned n = gs_site_callees(info, &callees);
		if (!flow->functions[info->flow_function].reachable)
			continue;
		for (unsigned k = 0; k < n; k++) {
			if (callees[k] != (unsigned)callee)
				continue;
			if (call || n > 1)
				return refuse(messages, own,
					"its function is called from several places: the share of "
					"the statements that call it can be measured");
			call = plan->sites[i].marked;
			caller->in = &flow->functions[info->flow_function];
		}
	}
	if (!call)
		return refuse(messages, own, "main does not come to its function");
	caller->statement = statement_of(call, messages);
	return caller->statement && check_place(caller->statement, messages);
}

/* From the block's function to main. Returns false if a call on the way cannot be ended behind. */
static bool find_callers(const struct gs_plan *plan, const struct gs_node *block,
	struct caller callers[MOST_CALLERS], unsigned *n, struct gs_messages *messages)
{
	const struct gs_node *node = block;

	*n = 0;
	while (node->kind != GS_NODE_FUNCTION)
		node = node->parent;
	int at = gs_flow_find(plan->flow, node->function);
	while (at >= 0 && (unsigned)at != plan->flow->main) {
		if (*n == MOST_CALLERS)
			return refuse(messages, block, "its function is called too deep down");
		if (!find_caller(plan, at, &callers[*n], messages))
			return false;
		at = (int)(callers[*n].in - plan->flow->functions);
		++*n;
	}
	return at >= 0 || refuse(messages, block, "main does not come to its function");
}

/* The outermost statement that begins on the line. */
static const struct gs_node *statement_on(const struct gs_node *node, unsigned line)
{
	const struct gs_node *found = NULL;

	if ((is_statement(node) || node->kind == GS_NODE_DECLARATION) &&
		node->kind != GS_NODE_BLOCK && node->parent->kind != GS_NODE_TRANSLATION_UNIT &&
		gs_node_span(node).line == line)
		return node;
	for (size_t i = 0; i < node->n_children && !found; i++)
		if (node->child[i])
			found = statement_on(node->child[i], line);
	return found;
}

/* The block of a statement, which may be an if's without braces. */
static const struct gs_node *block_of(const struct gs_node *statement, struct gs_messages *messages)
{
	const struct gs_node *block = statement->parent;

	if (!check_place(block, messages))
		return NULL;
	while (block->kind != GS_NODE_BLOCK)
		block = block->parent;
	return block;
}

static bool has_sites(const struct gs_plan *plan, const struct gs_node *node)
{
	for (size_t i = 0; i < plan->n_sites; i++) {
		const struct gs_node *marked = plan->sites[i].marked;
		if (plan->sites[i].kind != GS_SITE_END && marked->unit == node->unit &&
			marked->first >= node->first && marked->last <= node->last)
			return true;
	}
	return false;
}

struct gs_cuts *gs_cuts_new(const struct gs_plan *plan, const struct gs_unit *unit, unsigned line,
	struct gs_messages *messages)
{
	const struct gs_node *main = plan->shader->main->definition;
	const struct gs_node *statement = line ? statement_on(unit->root, line) : NULL;
	const struct gs_node *block = main->child[main->n_children - 1];
	struct caller callers[MOST_CALLERS];
	unsigned n_callers;

	if (line && !statement) {
		gs_messages_add(messages, GS_INSTRUMENT_E, unit->index, line, 1, "%s",
			"no statement begins on that line");
		return NULL;
	}
	if (statement)
		block = block_of(statement, messages);
	if (!block || !find_callers(plan, block, callers, &n_callers, messages))
		return NULL;
	GPtrArray *statements = g_ptr_array_new();
	for (size_t i = 0; i < block->n_children; i++)
		if (block->child[i] && has_sites(plan, block->child[i]))
			g_ptr_array_add(statements, block->child[i]);
	struct gs_cuts *cuts = g_new0(struct gs_cuts, 1);
	cuts->block = block;
	cuts->n_statements = statements->len;
	cuts->statements = (const struct gs_node **)g_ptr_array_free(statements, FALSE);
	return cuts;
}

void gs_cuts_free(struct gs_cuts *cuts)
{
	if (cuts)
		g_free(cuts->statements);
	g_free(cuts);
}

/* ---- keeping ---- */

struct keeping {
	struct gs_rewrite *rw;
	GString *text;
	unsigned left; /* scalars that may still be added */
};

static void keep_scalar(struct keeping *k, const char *name, enum gs_base base)
{
	bool is_bool = base == GS_BASE_BOOL;

	gs_rewrite_append(k->rw, k->text,
		is_bool			? "@sink += %s ? 1.0 : 0.0; "
		: base == GS_BASE_FLOAT ? "@sink += %s; "
					: "@sink += float(%s); ",
		name);
	k->left--;
}

static void keep(struct keeping *k, const char *name, const struct gs_type *type)
{
	struct gs_type element;
	unsigned n;

	if (k->left == 0 || gs_type_scalars(type) == 0)
		return;
	if (gs_type_element(type, &element, &n)) {
		for (unsigned i = 0; i < n; i++) {
			char *part = g_strdup_printf("%s[%u]", name, i);
			keep(k, part, &element);
			g_free(part);
		}
	} else if (type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			const struct gs_member *member = &type->structure->members[i];
			char *part = g_strdup_printf(
				"%s.%s", name, gs_rewrite_name(k->rw, member->name));
			keep(k, part, &member->type);
			g_free(part);
		}
	} else {
		keep_scalar(k, name, type->base);
	}
}

static bool is_own(const struct gs_symbol *symbol)
{
	return symbol->kind == GS_SYMBOL_VARIABLE && !symbol->is_builtin &&
	       (symbol->storage == GS_STORAGE_LOCAL || symbol->storage == GS_STORAGE_GLOBAL ||
		       symbol->storage == GS_STORAGE_PARAMETER_OUT ||
		       symbol->storage == GS_STORAGE_PARAMETER_IN ||
		       symbol->storage == GS_STORAGE_PARAMETER_INOUT);
}

/* Returns statements that keep what is visible before a token; g_free. */
static char *keep_visible(struct gs_rewrite *rw, const struct gs_unit *unit, unsigned at)
{
	struct keeping k = {rw, g_string_new(""), MOST_KEPT};
	size_t n;
	const struct gs_symbol **visible = gs_shader_visible(rw->plan->shader, unit, at, &n);

	for (size_t i = 0; i < n; i++)
		if (is_own(visible[i]))
			keep(&k, gs_rewrite_name(rw, visible[i]->name), &visible[i]->type);
	g_free(visible);
	return g_string_free(k.text, FALSE);
}

static void keep_outputs(struct gs_rewrite *rw)
{
	static const struct gs_type vec4 = {.base = GS_BASE_FLOAT, .columns = 1, .rows = 4};
	struct keeping k = {rw, rw->finish, MOST_KEPT};
	GHashTableIter iter;
	void *key, *value;

	g_hash_table_iter_init(&iter, rw->outputs);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		const struct gs_symbol *symbol = value;
		if (symbol->unit == rw->plan->shader->main->unit)
			keep(&k, gs_rewrite_name(rw, symbol->name), &symbol->type);
	}
	for (unsigned i = 0; i < GS_N_BUILTIN_OUTPUTS; i++) {
		if (!gs_shader_uses(rw, gs_builtin_outputs[i].name))
			continue;
		char *name = gs_rewrite_text(rw, gs_builtin_outputs[i].is_array ? "@%s[0]" : "@%s",
			gs_builtin_outputs[i].name + 3);
		keep(&k, name, &vec4);
		g_free(name);
	}
}

/* ---- beginning as 0 ---- */

static bool can_begin(const struct gs_type *type)
{
	return type->n_dimensions == 0 && type->base != GS_BASE_STRUCT && gs_type_scalars(type) > 0;
}

static void begin_locals(struct gs_rewrite *rw, const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			begin_locals(rw, node->child[i]);
	if (node->kind != GS_NODE_DECLARATOR || (node->n_children > 0 && node->child[0]) ||
		!node->symbol || node->symbol->storage != GS_STORAGE_LOCAL ||
		!can_begin(&node->symbol->type))
		return;
	char *type = gs_names_type(rw, &node->symbol->type);
	char *text = g_strdup_printf(" = %s(0)", type);
	gs_token_edit_after(rw->edits[node->unit->index], node->last, text);
	g_free(text);
	g_free(type);
}

static void begin_globals(struct gs_rewrite *rw)
{
	const struct gs_unit *unit = rw->plan->shader->main->unit;
	size_t n;
	const struct gs_symbol *const *symbols = gs_unit_symbols(unit, &n);

	for (size_t i = 0; i < n; i++) {
		const struct gs_symbol *s = symbols[i];
		const struct gs_node *d = s->declaration;
		if (s->kind != GS_SYMBOL_VARIABLE || s->is_builtin || s->unit != unit ||
			!can_begin(&s->type) || !d || d->kind != GS_NODE_DECLARATOR ||
			(d->n_children > 0 && d->child[0]) ||
			(s->storage != GS_STORAGE_GLOBAL && s->storage != GS_STORAGE_OUT))
			continue;
		char *type = gs_names_type(rw, &s->type);
		g_string_append_printf(
			rw->begin, "\t%s = %s(0);\n", gs_rewrite_name(rw, s->name), type);
		g_free(type);
	}
	for (unsigned i = 0; i < GS_N_BUILTIN_OUTPUTS; i++)
		if (gs_shader_uses(rw, gs_builtin_outputs[i].name))
			gs_rewrite_append(rw, rw->begin,
				gs_builtin_outputs[i].is_array ? "\t@%s[0] = vec4(0.0);\n"
							       : "\t@%s = vec4(0.0);\n",
				gs_builtin_outputs[i].name + 3);
}

/* ---- cutting ---- */

/* Returns a statement that leaves the function; g_free. */
static char *leave(struct gs_rewrite *rw, const struct gs_function *function)
{
	if (function->type.base == GS_BASE_VOID)
		return g_strdup("return;");
	char *type = gs_names_type(rw, &function->type);
	char *text = can_begin(&function->type) ? g_strdup_printf("return %s(0);", type)
						: gs_rewrite_text(rw, "%s @r; return @r;", type);
	g_free(type);
	return text;
}

static const struct gs_function *function_of(const struct gs_node *node)
{
	while (node->kind != GS_NODE_FUNCTION)
		node = node->parent;
	return node->function;
}

static void cut_block(struct gs_rewrite *rw)
{
	const struct gs_cuts *cuts = rw->request->cuts;
	const struct gs_node *block = cuts->block;
	size_t i = rw->request->cut;
	unsigned at = i < cuts->n_statements ? cuts->statements[i]->first : block->last;
	char *kept = keep_visible(rw, block->unit, at), *left = leave(rw, function_of(block));
	char *text = gs_rewrite_text(rw, "{ %s@cut = true; %s } ", kept, left);

	gs_token_edit_before(rw->edits[block->unit->index], at, text);
	g_free(text);
	g_free(kept);
	g_free(left);
}

/* Behind the statement with the call. A return leaves the function anyway. */
static void cut_caller(struct gs_rewrite *rw, const struct caller *caller)
{
	const struct gs_node *s = caller->statement;
	struct gs_token_edits *edits = rw->edits[s->unit->index];

	if (s->kind == GS_NODE_RETURN)
		return;
	char *kept = keep_visible(rw, s->unit, s->last + 1);
	char *left = leave(rw, caller->in->function);
	char *text = gs_rewrite_text(rw, " if (@cut) { %s%s }", kept, left);
	if (s->parent->kind == GS_NODE_BLOCK) {
		gs_token_edit_after(edits, s->last, text);
	} else {
		char *close = g_strconcat(text, " }", NULL);
		gs_token_edit_wrap(edits, s, "{ ", close);
		g_free(close);
	}
	g_free(text);
	g_free(kept);
	g_free(left);
}

bool gs_cut_choose(struct gs_rewrite *rw)
{
	rw->layout->n_words = 2;
	if (rw->stage != GS_STAGE_FRAGMENT)
		gs_rewrite_fail(rw, "only fragment shaders can be cut");
	return !rw->failed;
}

void gs_cut_insert(struct gs_rewrite *rw)
{
	const struct gs_cuts *cuts = rw->request->cuts;
	struct caller callers[MOST_CALLERS];
	unsigned n = 0;

	gs_rewrite_append(rw, rw->globals, "bool @cut;\n%sfloat @sink;\n", rw->highp);
	gs_rewrite_append(rw, rw->begin, "\t@cut = false;\n\t@sink = 0.0;\n");
	begin_globals(rw);
	for (size_t u = 0; u < rw->plan->shader->n_units; u++)
		begin_locals(rw, rw->plan->shader->units[u]->root);
	if (rw->request->cut > cuts->n_statements)
		return; /* the whole */
	cut_block(rw);
	find_callers(rw->plan, cuts->block, callers, &n, rw->messages);
	for (unsigned i = 0; i < n; i++)
		cut_caller(rw, &callers[i]);
}

/* The sum's bits, by a function that stands above the shader's own names. */
void gs_cut_write(struct gs_rewrite *rw)
{
	unsigned unit = rw->plan->shader->main->unit->index;
	char *word = gs_word_name(rw, 1);

	keep_outputs(rw);
	g_string_append_c(rw->finish, '\n');
	if (!rw->is_float)
		gs_rewrite_append(rw, rw->heads[unit],
			"%suint @bits(%sfloat f) { return floatBitsToUint(f); }\n", rw->highp,
			rw->highp);
	gs_rewrite_append(
		rw, rw->finish, rw->is_float ? "\t%s = @sink;\n" : "\t%s = @bits(@sink);\n", word);
	g_free(word);
}

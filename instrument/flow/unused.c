/* SPDX-License-Identifier: MIT */
/* What a shader declares, or gives values, and nothing reads. What cannot be told for certain is
 * left out: what is linked by its location, members of blocks, globals of several shader objects.
 */
#include <string.h>
#include "instrument/faults.h"
#include "instrument/flow/flow.h"

/* ---- reads ---- */

static bool is_in_chain(const struct gs_node *parent, const struct gs_node *node)
{
	return parent && parent->n_children && parent->child[0] == node &&
	       (parent->kind == GS_NODE_MEMBER || parent->kind == GS_NODE_INDEX ||
		       parent->kind == GS_NODE_PAREN);
}

static bool is_dropped(const struct gs_node *node)
{
	const struct gs_node *parent = node->parent;

	return parent && (parent->kind == GS_NODE_EXPRESSION_STATEMENT ||
				 (parent->kind == GS_NODE_FOR && parent->n_children > 2 &&
					 parent->child[2] == node));
}

static bool is_step(const struct gs_node *node)
{
	const char *op = node->kind == GS_NODE_UNARY || node->kind == GS_NODE_POSTFIX
				 ? node->unit->tokens[node->op_token].text
				 : "";

	return !strcmp(op, "++") || !strcmp(op, "--");
}

static bool is_only_written_by(const struct gs_node *call, const struct gs_node *argument)
{
	const struct gs_function *function = gs_call_signature(call);
	size_t first = gs_call_first_argument(call);

	for (size_t i = first; function && i < call->n_children; i++)
		if (call->child[i] == argument && i - first < function->n_parameters)
			return function->parameters[i - first]->storage == GS_STORAGE_PARAMETER_OUT;
	return false;
}

/* Whether the value that it has there matters. */
static bool is_read(const struct gs_node *identifier)
{
	const struct gs_node *top = identifier, *parent;

	while (is_in_chain(top->parent, top))
		top = top->parent;
	parent = top->parent;
	if (parent->kind == GS_NODE_ASSIGN && parent->child[0] == top)
		return !is_dropped(parent);
	if (is_step(parent))
		return !is_dropped(parent);
	if (parent->kind == GS_NODE_CALL)
		return !is_only_written_by(parent, top);
	return parent->kind != GS_NODE_EXPRESSION_STATEMENT;
}

static bool reads(const struct gs_node *node, const struct gs_symbol *symbol)
{
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol == symbol)
		return is_read(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && reads(node->child[i], symbol))
			return true;
	return false;
}

static bool is_letter(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += n)
		if ((at == text || !is_letter(at[-1])) && !is_letter(at[n]))
			return true;
	return false;
}

static bool others_name(const char *const *others, const char *word)
{
	for (; others && *others; others++)
		if (has_word(*others, word))
			return true;
	return false;
}

/* ---- what is told ---- */

struct search {
	const struct gs_plan *plan;
	const char *const *others;
	bool is_fed_back;
	GArray *found; /* struct gs_unused */
};

static const struct gs_unused *kind_of(const struct search *s, const struct gs_symbol *symbol)
{
	static const struct gs_unused variable = {NULL, "nothing reads the variable", "4.3",
					      "leave it out, and what computes its value"},
				      input = {NULL, "the shader does not read the input", "4.3.4",
					      "leave it out, here and where it is written"},
				      uniform = {NULL, "no shader of the program reads the uniform",
					      "4.3.5", "leave it out"},
				      output = {NULL, "no later stage reads the output", "4.3.6",
					      "leave it out, and what computes its value"};
	bool is_alone = s->plan->shader->n_units == 1;
	bool is_last = s->plan->shader->stage == GS_STAGE_FRAGMENT || !s->others || !*s->others;

	if (symbol->storage == GS_STORAGE_LOCAL)
		return &variable;
	if (!is_alone)
		return NULL;
	switch (symbol->storage) {
	case GS_STORAGE_GLOBAL:
		return &variable;
	case GS_STORAGE_IN:
		return &input;
	case GS_STORAGE_UNIFORM:
		return others_name(s->others, symbol->name) ? NULL : &uniform;
	case GS_STORAGE_OUT:
		return is_last || s->is_fed_back || symbol->layout_location >= 0 ||
				       others_name(s->others, symbol->name)
			       ? NULL
			       : &output;
	default:
		return NULL;
	}
}

static void look_at(struct search *s, const struct gs_node *declarator)
{
	const struct gs_symbol *symbol = declarator->symbol;
	const struct gs_unit *unit = declarator->unit;

	if (!symbol || symbol->kind != GS_SYMBOL_VARIABLE || symbol->is_builtin ||
		symbol->is_block_member || symbol->declaration != declarator)
		return;
	const struct gs_unused *kind = kind_of(s, symbol);
	bool is_output = symbol->storage == GS_STORAGE_OUT;
	if (!kind || (!is_output && reads(unit->root, symbol)))
		return;
	struct gs_unused unused = *kind;
	unused.node = declarator;
	g_array_append_val(s->found, unused);
}

static void look_in(struct search *s, const struct gs_node *node)
{
	if (node->kind == GS_NODE_DECLARATOR)
		look_at(s, node);
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			look_in(s, node->child[i]);
}

GArray *gs_plan_unused(const struct gs_plan *plan, const char *const *others, bool is_fed_back)
{
	const struct gs_flow *flow = plan->flow;
	struct search s = {
		plan, others, is_fed_back, g_array_new(FALSE, FALSE, sizeof(struct gs_unused))};

	for (size_t u = 0; u < plan->shader->n_units; u++) {
		const struct gs_node *root = plan->shader->units[u]->root;
		for (size_t i = 0; i < root->n_children; i++)
			if (root->child[i] && root->child[i]->kind == GS_NODE_DECLARATION)
				look_in(&s, root->child[i]);
	}
	for (size_t i = 0; i < flow->n_functions; i++)
		if (flow->functions[i].reachable)
			look_in(&s, flow->functions[i].function->definition);
	return s.found;
}

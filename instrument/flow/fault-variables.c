/* SPDX-License-Identifier: MIT */
/*
 * Which variables may be read before anything has written them, and where they are read and
 * written. A bit is kept for each scalar of such a variable.
 *
 * Left alone is what is written as a whole in the block that declares it, before it is named
 * anywhere else: nothing can go wrong there.
 */
#include <string.h>
#include "instrument/flow/fault-rules.h"
#include "instrument/flow/flow.h"

enum { MOST_SCALARS = 32 };

/* ---- which ---- */

static bool is_plain(const struct gs_type *type)
{
	switch (type->base) {
	case GS_BASE_BOOL:
	case GS_BASE_INT:
	case GS_BASE_UINT:
	case GS_BASE_FLOAT:
		return true;
	default:
		return false;
	}
}

static const struct gs_node *declarator_of(const struct gs_symbol *symbol)
{
	const struct gs_node *node = symbol->declaration;

	return node && node->kind == GS_NODE_DECLARATOR && node->n_children == 0 ? node : NULL;
}

static bool names(const struct gs_node *node, const struct gs_symbol *symbol)
{
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol == symbol)
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && names(node->child[i], symbol))
			return true;
	return false;
}

/* Whether the statement is `symbol = value;`, whose value does not name it. */
static bool writes_whole(const struct gs_node *statement, const struct gs_symbol *symbol)
{
	const struct gs_node *e = statement->kind == GS_NODE_EXPRESSION_STATEMENT
					  ? statement->child[0]
					  : NULL;

	return e && e->kind == GS_NODE_ASSIGN && !strcmp(e->unit->tokens[e->op_token].text, "=") &&
	       e->child[0]->kind == GS_NODE_IDENTIFIER && e->child[0]->symbol == symbol &&
	       !names(e->child[1], symbol);
}

/* Whether the first that names it in its block writes all of it. */
static bool is_written_first(const struct gs_node *declaration, const struct gs_symbol *symbol)
{
	const struct gs_node *block = declaration->parent;
	bool is_behind = false;

	for (size_t i = 0; block && block->kind == GS_NODE_BLOCK && i < block->n_children; i++) {
		const struct gs_node *statement = block->child[i];
		if (is_behind && statement && names(statement, symbol))
			return writes_whole(statement, symbol);
		is_behind |= statement == declaration;
	}
	return false;
}

/* Whether its reads are to be looked at. */
static bool is_doubtful(const struct gs_symbol *symbol)
{
	const struct gs_node *declarator = declarator_of(symbol);

	return (symbol->storage == GS_STORAGE_LOCAL || symbol->storage == GS_STORAGE_GLOBAL) &&
	       !symbol->is_builtin && declarator && is_plain(&symbol->type) &&
	       gs_type_scalars(&symbol->type) > 0 &&
	       gs_type_scalars(&symbol->type) <= MOST_SCALARS &&
	       !is_written_first(declarator->parent, symbol);
}

/* All of them have room for their marks: 20 bytes a scalar, of 32 KiB that any driver has. */
enum { MOST_SHARED = 1600 };

static unsigned n_shared(const GArray *variables)
{
	if (!variables->len)
		return 0;
	const struct gs_fault_variable *last = &g_array_index(
		variables, struct gs_fault_variable, variables->len - 1);
	return last->first_scalar + last->n_scalars;
}

static bool is_shared(const struct gs_symbol *symbol, const GArray *variables)
{
	size_t n = gs_type_scalars(&symbol->type);

	if (symbol->storage != GS_STORAGE_SHARED || !declarator_of(symbol) ||
		!is_plain(&symbol->type) || n == 0)
		return false;
	for (unsigned i = 0; i < variables->len; i++)
		if (g_array_index(variables, struct gs_fault_variable, i).symbol == symbol)
			return true;
	return n <= MOST_SHARED && n_shared(variables) + n <= MOST_SHARED;
}

static unsigned number_of(GArray *variables, const struct gs_symbol *symbol)
{
	for (unsigned i = 0; i < variables->len; i++)
		if (g_array_index(variables, struct gs_fault_variable, i).symbol == symbol)
			return i;
	const struct gs_fault_variable v = {.symbol = symbol,
		.declaration = declarator_of(symbol)->parent,
		.first_scalar = n_shared(variables),
		.n_scalars = (unsigned)gs_type_scalars(&symbol->type)};
	g_array_append_val(variables, v);
	return variables->len - 1;
}

/* ---- which part ---- */

static uint32_t bits(unsigned n)
{
	return n < 32 ? (1u << n) - 1 : UINT32_MAX;
}

/* The part that a swizzle chooses of a vector. */
static uint32_t swizzled(const struct gs_node *member)
{
	uint32_t mask = 0;

	for (const char *c = member->unit->tokens[member->name_token].text; *c; c++)
		mask |= gs_swizzle_component(*c) < 0 ? UINT32_MAX : 1u << gs_swizzle_component(*c);
	return mask;
}

/* Narrows the part to what `top` has of what `node` has, from the inside to the outside. Returns
 * false if that cannot be told. */
static bool narrow(
	const struct gs_node *node, const struct gs_node *top, struct gs_fault_part *part)
{
	while (node != top) {
		const struct gs_node *outer = node->parent;
		const struct gs_type *type = &node->type;
		unsigned n = (unsigned)gs_type_scalars(&outer->type);
		int64_t at;
		if (outer->kind == GS_NODE_MEMBER) {
			if (type->n_dimensions > 0 || type->columns > 1)
				return false;
			part->mask = swizzled(outer);
		} else if (outer->kind == GS_NODE_INDEX) {
			unsigned count = type->n_dimensions > 0 ? (unsigned)type->dimensions[0]
					 : type->columns > 1	? type->columns
								: type->rows;
			if (gs_node_value(outer->child[1], &at)) {
				if (at < 0 || at >= count)
					return false;
				part->shift += (unsigned)at * n;
			} else if (part->index) {
				return false;
			} else {
				part->index = outer->child[1];
				part->stride = n;
				part->limit = count;
			}
			part->mask = bits(n);
		}
		node = outer;
	}
	return part->mask != 0;
}

/* ---- where ---- */

static bool is_chain(const struct gs_node *parent, const struct gs_node *node)
{
	return parent && parent->n_children && parent->child[0] == node &&
	       (parent->kind == GS_NODE_MEMBER || parent->kind == GS_NODE_INDEX ||
		       parent->kind == GS_NODE_PAREN);
}

static bool is_step(const struct gs_node *node)
{
	const char *op = node->kind == GS_NODE_UNARY || node->kind == GS_NODE_POSTFIX
				 ? node->unit->tokens[node->op_token].text
				 : "";

	return !strcmp(op, "++") || !strcmp(op, "--");
}

static bool is_read_by_call(const struct gs_node *call, size_t argument)
{
	const struct gs_function *function = gs_call_signature(call);
	size_t first = gs_call_first_argument(call);

	return function && argument >= first && argument - first < function->n_parameters &&
	       function->parameters[argument - first]->storage == GS_STORAGE_PARAMETER_INOUT;
}

/* What becomes of it there: by an assignment, by a call or a step, or by being read. Returns false
 * if that is nothing. */
static bool find_use(const struct gs_node *top, struct gs_fault_use *use)
{
	const struct gs_node *parent = top->parent;

	*use = (struct gs_fault_use){.node = top, .reads = true};
	if (!parent || parent->kind == GS_NODE_METHOD ||
		parent->kind == GS_NODE_EXPRESSION_STATEMENT)
		return false;
	if (parent->kind == GS_NODE_ASSIGN && parent->child[0] == top) {
		*use = (struct gs_fault_use){.node = parent,
			.reads = strcmp(parent->unit->tokens[parent->op_token].text, "=") != 0,
			.writes = true,
			.is_assignment = true};
	} else if (is_step(parent)) {
		*use = (struct gs_fault_use){.node = parent, .reads = true, .writes = true};
	} else if (parent->kind == GS_NODE_CALL) {
		for (size_t i = 0; i < parent->n_children; i++)
			if (parent->child[i] == top && gs_call_writes_argument(parent, i))
				*use = (struct gs_fault_use){.node = parent,
					.reads = is_read_by_call(parent, i),
					.writes = true};
	}
	return true;
}

/* The variable is one to be looked at. */
static bool describe(const struct gs_node *identifier, GArray *variables, struct gs_fault_use *use)
{
	const struct gs_symbol *symbol = identifier->symbol;
	const struct gs_node *top = identifier;

	while (is_chain(top->parent, top))
		top = top->parent;
	if (!find_use(top, use))
		return false;
	use->top = top;
	use->variable = number_of(variables, symbol);
	size_t n = gs_type_scalars(&symbol->type);
	use->part.mask = top == identifier && n > MOST_SCALARS ? 0 : bits((unsigned)n);
	if (!narrow(identifier, top, &use->part))
		use->part.mask = 0;
	return true;
}

bool gs_fault_variable_used(
	const struct gs_node *identifier, GArray *variables, struct gs_fault_use *use)
{
	const struct gs_symbol *symbol = identifier->symbol;

	return symbol && symbol->kind == GS_SYMBOL_VARIABLE && is_doubtful(symbol) &&
	       describe(identifier, variables, use);
}

/* What is done atomically is no race with what is done so, too. */
static bool is_atomic(const struct gs_fault_use *use)
{
	const struct gs_node *call = use->top->parent;

	return call->kind == GS_NODE_CALL && !call->function && !call->symbol &&
	       g_str_has_prefix(call->unit->tokens[call->name_token].text, "atomic");
}

bool gs_fault_shared_used(
	const struct gs_node *identifier, GArray *variables, struct gs_fault_use *use)
{
	const struct gs_symbol *symbol = identifier->symbol;

	if (!symbol || symbol->kind != GS_SYMBOL_VARIABLE || !is_shared(symbol, variables) ||
		!describe(identifier, variables, use) || is_atomic(use))
		return false;
	use->is_shared = true;
	return true;
}

/* SPDX-License-Identifier: MIT */
/* Finds the parts of an expression into which code can be inserted, and the symbols that it
 * writes. */
#include <string.h>
#include <glib.h>
#include "instrument/flow/flow.h"
#include "instrument/lookup.h"

static const char *name_of(const struct gs_node *call)
{
	return call->unit->tokens[call->name_token].text;
}

static bool is_opaque(const struct gs_type *type)
{
	return type->base == GS_BASE_OPAQUE;
}

/* An index of a call whose choice is known takes code like any other expression. */
static bool indexes_choice(const struct gs_node *index)
{
	const struct gs_node *call = index->parent;

	for (; call && call->kind == GS_NODE_INDEX && call->child[0] == index; call = call->parent)
		index = call;
	return call && call->kind == GS_NODE_CALL && call->choice && call->child[0] == index;
}

static bool is_block_array(const struct gs_node *base)
{
	return base->type.base == GS_BASE_STRUCT && base->type.n_dimensions > 0 &&
	       base->type.structure && base->type.structure->is_block;
}

/* Arguments that must be constant, or that name memory or an interpolant instead of a value. */
static bool builtin_argument_is_open(const char *name, size_t argument)
{
	if (g_str_has_prefix(name, "interpolateAt"))
		return argument > 0;
	if (g_str_has_prefix(name, "atomic") || g_str_has_prefix(name, "imageAtomic"))
		return argument > 0;
	if (strstr(name,
		    "Offset")) /* constant offsets, and the gradients' places before them vary */
		return argument < 2;
	if (g_str_has_prefix(name, "textureGather"))
		return argument < 2;
	return true;
}

bool gs_child_is_open(const struct gs_node *parent, size_t child)
{
	const struct gs_node *c = parent->child[child];

	if (!c)
		return false;
	switch (parent->kind) {
	case GS_NODE_METHOD:
	case GS_NODE_CASE:
		return false;
	case GS_NODE_INDEX:
		return child == 0 ? true
				  : indexes_choice(parent) ||
					    (!is_opaque(&parent->child[0]->type) &&
						    !is_block_array(parent->child[0]));
	case GS_NODE_CALL:
		if (child < gs_call_first_argument(parent))
			return parent->choice != NULL;
		if (is_opaque(&c->type))
			return false;
		return gs_call_signature(parent) ||
		       builtin_argument_is_open(name_of(parent), child);
	default:
		return !c->is_constant;
	}
}

bool gs_node_is_open(const struct gs_node *node)
{
	for (; node->parent; node = node->parent) {
		const struct gs_node *parent = node->parent;
		size_t i = 0;
		if (parent->kind == GS_NODE_DECLARATOR || parent->kind == GS_NODE_FUNCTION ||
			parent->kind == GS_NODE_BLOCK)
			return true;
		while (i < parent->n_children && parent->child[i] != node)
			i++;
		if (i < parent->n_children && parent->kind >= GS_NODE_IDENTIFIER &&
			!gs_child_is_open(parent, i))
			return false;
	}
	return true;
}

/* ---- lookups ---- */

bool gs_node_names_lookup(const struct gs_node *node)
{
	static const char *const others[] = {"textureSize", "textureQuery", "textureSamples"};
	const char *name;

	if (node->kind != GS_NODE_CALL || node->function || node->symbol || node->n_children == 0 ||
		!node->child[0])
		return false;
	name = node->unit->tokens[node->name_token].text;
	for (unsigned i = 0; i < G_N_ELEMENTS(others); i++)
		if (g_str_has_prefix(name, others[i]))
			return false;
	return g_str_has_prefix(name, "texture") || g_str_has_prefix(name, "texel") ||
	       g_str_has_prefix(name, "shadow") || g_str_has_prefix(name, "sparseTex");
}

bool gs_node_is_lookup(const struct gs_node *node)
{
	return gs_node_names_lookup(node) && node->child[0]->type.base == GS_BASE_OPAQUE;
}

/* ---- what is written ---- */

static void add_target(const struct gs_node *node, GPtrArray *symbols)
{
	while (node && (node->kind == GS_NODE_MEMBER || node->kind == GS_NODE_INDEX ||
			       node->kind == GS_NODE_PAREN))
		node = node->child[0];
	if (node && node->kind == GS_NODE_IDENTIFIER && node->symbol &&
		!g_ptr_array_find(symbols, node->symbol, NULL))
		g_ptr_array_add(symbols, node->symbol);
}

/* First and last out argument of the built-in functions that have any. */
static bool builtin_out(const char *name, size_t argument)
{
	static const struct {
		const char *name;
		size_t first, last;
	} outs[] = {{"modf", 1, 1}, {"frexp", 1, 1}, {"uaddCarry", 2, 2}, {"usubBorrow", 2, 2},
		{"umulExtended", 2, 3}, {"imulExtended", 2, 3}};

	for (size_t i = 0; i < G_N_ELEMENTS(outs); i++)
		if (!strcmp(name, outs[i].name))
			return argument >= outs[i].first && argument <= outs[i].last;
	return argument == 0 && g_str_has_prefix(name, "atomic") &&
	       !g_str_has_prefix(name, "atomicCounter");
}

static void collect_call(const struct gs_node *node, bool whole_call, GPtrArray *symbols)
{
	for (size_t i = 0; i < node->n_children; i++) {
		if (!gs_call_signature(node)) {
			if (builtin_out(name_of(node), i))
				add_target(node->child[i], symbols);
		} else if (whole_call && gs_call_writes_argument(node, i)) {
			add_target(node->child[i], symbols);
		}
	}
}

struct collection {
	const struct gs_plan *plan;
	const struct gs_site *site;
	bool sure; /* not what depends on a condition that is a site itself */
	GPtrArray *symbols;
};

static bool has_site(const struct collection *c, const struct gs_node *node)
{
	const struct gs_flow_function *f =
		&c->plan->flow->functions[c->plan->flow->site_info[c->site->id].flow_function];

	for (unsigned i = f->first_site; i < f->first_site + f->n_sites; i++)
		if (c->plan->sites[i].node == node &&
			(c->plan->sites[i].kind == GS_SITE_TERNARY ||
				c->plan->sites[i].kind == GS_SITE_LOGICAL))
			return true;
	return false;
}

static void collect(const struct collection *c, const struct gs_node *node)
{
	GPtrArray *symbols = c->symbols;

	if (!node)
		return;
	switch (node->kind) {
	case GS_NODE_ASSIGN:
	case GS_NODE_POSTFIX:
		add_target(node->child[0], symbols);
		break;
	case GS_NODE_UNARY:
		if (!strcmp(node->unit->tokens[node->op_token].text, "++") ||
			!strcmp(node->unit->tokens[node->op_token].text, "--"))
			add_target(node->child[0], symbols);
		break;
	case GS_NODE_DECLARATOR:
		if (node->symbol && node->n_children > 0 &&
			!g_ptr_array_find(symbols, node->symbol, NULL))
			g_ptr_array_add(symbols, node->symbol);
		break;
	case GS_NODE_CALL:
		collect_call(node, false, symbols);
		break;
	case GS_NODE_TERNARY:
	case GS_NODE_LOGICAL:
		if (!c->sure || !has_site(c, node))
			break;
		collect(c, node->child[0]);
		return;
	default:
		break;
	}
	for (size_t i = 0; i < node->n_children; i++)
		collect(c, node->child[i]);
}

/* What is evaluated only under a condition. */
static const struct gs_node *arm_of(const struct gs_site *site, bool side)
{
	const struct gs_node *node = site->node;

	if (site->kind == GS_SITE_TERNARY)
		return node->child[side ? 1 : 2];
	if (site->kind != GS_SITE_LOGICAL)
		return NULL;
	bool is_or = !strcmp(node->unit->tokens[node->op_token].text, "||");
	return side != is_or ? node->child[1] : NULL;
}

static void collect_site(const struct collection *c, enum gs_writes which)
{
	if (which == GS_WRITES_FALSE || which == GS_WRITES_TRUE)
		collect(c, arm_of(c->site, which == GS_WRITES_TRUE));
	else if (c->site->kind == GS_SITE_CALL)
		collect_call(c->site->marked, true, c->symbols);
	else if (c->site->kind != GS_SITE_END)
		collect(c, c->site->marked);
}

const struct gs_symbol *const *gs_plan_site_writes(
	const struct gs_plan *plan, unsigned site, enum gs_writes which, size_t *n)
{
	*n = 0;
	if (site >= plan->n_sites)
		return NULL;
	struct gs_flow *flow = plan->flow;
	size_t at = (size_t)site * GS_N_WRITES + which;
	if (!flow->writes[at]) {
		struct collection c = {.plan = plan,
			.site = &plan->sites[site],
			.sure = which != GS_WRITES_ALL,
			.symbols = g_ptr_array_new()};
		collect_site(&c, which);
		flow->n_writes[at] = c.symbols->len;
		g_ptr_array_add(c.symbols, NULL);
		flow->writes[at] = (const struct gs_symbol **)g_ptr_array_free(c.symbols, FALSE);
	}
	*n = flow->n_writes[at];
	return flow->writes[at];
}

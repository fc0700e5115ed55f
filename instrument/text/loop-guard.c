/* SPDX-License-Identifier: MIT */
/* Bounds loops that nothing leads out of. A driver drops the code behind such a loop, our outputs
 * included, and on hardware the draw would hang. A variant leaves it after more rounds than anybody
 * steps. */
#include <string.h>
#include "instrument/text/loop-guard.h"
#include "instrument/text/rewrite.h"

static const char STUCK[] = "@stuck"; /* among the temporaries */

/* Whether the node leads out of the loop that it stands in. nested: it stands in another loop or
 * switch inside. */
static bool leads_out(const struct gs_node *node, bool nested)
{
	if (node->kind == GS_NODE_RETURN || node->kind == GS_NODE_DISCARD ||
		(node->kind == GS_NODE_BREAK && !nested))
		return true;
	nested = nested || gs_node_is_loop(node) || node->kind == GS_NODE_SWITCH;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && leads_out(node->child[i], nested))
			return true;
	return false;
}

static bool is_endless(const struct gs_node *loop)
{
	const struct gs_node *test = gs_loop_test(loop);
	const struct gs_node *e = gs_condition_expression(test);
	int64_t value;

	return (!test || (e && gs_node_value(e, &value) && value)) &&
	       !leads_out(gs_loop_body(loop), false);
}

static void bound_loop(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *loop)
{
	char *count = gs_rewrite_text(rw, "@rounds%u_%u", loop->unit->index, loop->first);
	char *text = gs_rewrite_text(
		rw, "if (++%s > %d) { @stuck = true; break; }", count, GS_MAX_ROUNDS);

	if (!gs_loop_guard_is_present(rw)) {
		g_hash_table_add(rw->temporaries, g_strdup(STUCK));
		gs_rewrite_append(rw, rw->globals, "bool @stuck;\n");
		gs_rewrite_append(rw, rw->begin, "\t@stuck = false;\n");
	}
	if (g_hash_table_add(rw->temporaries, g_strdup(count))) {
		g_string_append_printf(rw->globals, "%sint %s;\n", rw->highp, count);
		g_string_append_printf(rw->begin, "\t%s = 0;\n", count);
	}
	gs_token_edit_body(edits, gs_loop_body(loop), text);
	g_free(count);
	g_free(text);
}

static void bound_loops(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node)
{
	if (node->last < edits->first || node->first > edits->last)
		return;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			bound_loops(rw, edits, node->child[i]);
	if (gs_node_is_loop(node) && is_endless(node))
		bound_loop(rw, edits, node);
}

void gs_loop_guard_insert(struct gs_rewrite *rw, struct gs_token_edits *edits)
{
	bound_loops(rw, edits, edits->unit->root);
}

bool gs_loop_guard_is_present(const struct gs_rewrite *rw)
{
	return g_hash_table_contains(rw->temporaries, STUCK);
}

/* SPDX-License-Identifier: MIT */
/* The positions that a variant serves, and the uniform that chooses one of several. */
#include <string.h>
#include "instrument/kinds/positions.h"
#include "instrument/text/rewrite.h"

const struct gs_position *gs_rewrite_position(const struct gs_rewrite *rw, unsigned i)
{
	return rw->request->n_positions ? rw->request->positions[i] : rw->request->position;
}

unsigned gs_rewrite_n_positions(const struct gs_rewrite *rw)
{
	return rw->request->n_positions ? (unsigned)rw->request->n_positions : 1;
}

static bool check_position(struct gs_rewrite *rw, const struct gs_position *at)
{
	if (!at || at->n_frames == 0)
		return false;
	const unsigned *callees = &rw->flow->main;
	unsigned n_callees = 1;
	for (unsigned i = 0; i < at->n_frames; i++) {
		const struct gs_frame *f = &at->frame[i];
		unsigned k = 0;
		if (f->site >= rw->plan->n_sites ||
			f->n_iterations != rw->plan->sites[f->site].n_loops)
			return false;
		while (k < n_callees && callees[k] != rw->flow->site_info[f->site].flow_function)
			k++;
		if (k == n_callees)
			return false;
		if (i + 1 == at->n_frames && rw->layout->kind == GS_VARIANT_PROFILE &&
			f->n_iterations == 0)
			return false;
		n_callees = gs_site_callees(&rw->flow->site_info[f->site], &callees);
	}
	return true;
}

bool gs_positions_check(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i < gs_rewrite_n_positions(rw); i++)
		if (!check_position(rw, gs_rewrite_position(rw, i))) {
			gs_rewrite_fail(rw, "this is not a position of the shader");
			return false;
		}
	return true;
}

/* ---- several positions ---- */

bool gs_positions_choose(struct gs_rewrite *rw)
{
	const struct gs_variant_request *q = rw->request;
	unsigned depth = 1, n = 1;

	if (!gs_positions_check(rw))
		return false;
	if (rw->is_float) { /* see pack.c */
		gs_rewrite_fail(rw,
			"values that come back as floats are captured at one position at a time");
		return false;
	}
	for (size_t i = 0; i < q->n_positions; i++)
		depth = MAX(depth, q->positions[i]->n_frames);
	rw->layout->first_want = g_new0(unsigned, depth);
	for (unsigned d = 0; d < depth; d++) {
		unsigned n_loops = 0;
		for (size_t i = 0; i < q->n_positions; i++)
			if (d < q->positions[i]->n_frames)
				n_loops = MAX(n_loops, q->positions[i]->frame[d].n_iterations);
		rw->layout->first_want[d] = n;
		n += n_loops;
	}
	if (n > GS_MAX_WANTED) {
		gs_rewrite_fail(rw, "the positions stand in too many loops for one program");
		return false;
	}
	rw->variant->uniform = gs_rewrite_text(rw, "@want");
	rw->variant->n_uniform = n;
	return true;
}

static bool does_something(const struct gs_node *node)
{
	if (!node)
		return false;
	if (node->kind == GS_NODE_ASSIGN || node->kind == GS_NODE_POSTFIX ||
		node->kind == GS_NODE_CALL ||
		(node->kind == GS_NODE_UNARY &&
			(!strcmp(node->unit->tokens[node->op_token].text, "++") ||
				!strcmp(node->unit->tokens[node->op_token].text, "--"))))
		return true;
	for (size_t i = 0; i < node->n_children; i++)
		if (does_something(node->child[i]))
			return true;
	return false;
}

/* A driver that unrolls loops takes minutes for several sites within a dozen loops. */
enum { MOST_SHARED_LOOPS = 6 };

bool gs_variant_may_share(const struct gs_plan *plan, const struct gs_position *position)
{
	unsigned n_loops = 0;
	for (unsigned d = 0; d < position->n_frames; d++) {
		unsigned site = position->frame[d].site;
		const struct gs_site_info *info = &plan->flow->site_info[site];
		n_loops += plan->sites[site].n_loops;
		for (unsigned k = 0; k < plan->sites[site].n_loops; k++) {
			const struct gs_node *loop = info->loops[k], *test = gs_loop_test(loop);
			const struct gs_node *e = test ? gs_condition_expression(test) : NULL;
			if (loop->kind == GS_NODE_DO || !e || e->is_constant ||
				(info->in_test >> k & 1 && does_something(test)))
				return false;
		}
	}
	return n_loops <= MOST_SHARED_LOOPS;
}

bool gs_variant_want(const struct gs_plan *plan, const struct gs_variant *variant, unsigned which,
	const struct gs_position *position, int32_t *values)
{
	memset(values, 0, GS_MAX_WANTED * sizeof(*values));
	values[0] = (int32_t)which;
	for (unsigned d = 0; d < position->n_frames; d++) {
		const struct gs_frame *f = &position->frame[d];
		unsigned first = variant->layout->first_want[d];
		uint32_t in_test = plan->flow->site_info[f->site].in_test;
		if (first + f->n_iterations > variant->n_uniform)
			return false;
		for (unsigned k = 0; k < f->n_iterations; k++)
			values[first + k] = (int32_t)f->iterations[k] - (int32_t)(in_test >> k & 1);
	}
	return true;
}

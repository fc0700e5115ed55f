/* SPDX-License-Identifier: MIT */
/* The walker: interprets flow.h's program from position to position, told what each condition
 * gives. */
#include <string.h>
#include <glib.h>
#include "instrument/flow.h"

/* Ops without a stop before a loop is taken for endless: `for (;;);` has no site at all. */
enum { MAX_SILENT_OPS = 100000 };

struct frame {
	unsigned pc; /* of the next op */
	unsigned n_loops;
	unsigned iterations[GS_MAX_LOOPS];
};

struct gs_walker {
	const struct gs_plan *plan;
	struct frame frame[GS_MAX_FRAMES];
	struct gs_position position;
	GArray *decided; /* decisions whose branch is still to come; unused when recorded ones are
			    fed */
	GArray *made; /* struct gs_decided of the last step */
	bool finished, discarded, endless;
	/* decisions fed in order of execution (gs_walker_step_recorded) */
	const uint8_t *recorded;
	size_t n_recorded, n_used;
	bool feeding, starved;
};

static unsigned next_decision(struct gs_walker *w, unsigned n_bits)
{
	unsigned decision = 0;

	if (!w->feeding) {
		if (w->decided->len == 0)
			return 0;
		decision = g_array_index(w->decided, unsigned, w->decided->len - 1);
		g_array_set_size(w->decided, w->decided->len - 1);
		return decision;
	}
	if (w->n_recorded - w->n_used < n_bits) {
		w->starved = true;
		return 0;
	}
	for (unsigned i = 0; i < n_bits; i++)
		decision |= (unsigned)(w->recorded[w->n_used++] & 1) << i;
	return decision;
}

unsigned gs_switch_bits(unsigned n_cases)
{
	unsigned bits = 0;

	while ((1u << bits) < n_cases + 1)
		bits++;
	return bits;
}

/* The frame that stands at `site`: its place in the position. */
static void stand(struct gs_walker *w, unsigned site)
{
	unsigned top = w->position.n_frames - 1;
	const struct gs_site *s = &w->plan->sites[site];
	struct gs_frame *f = &w->position.frame[top];

	f->site = site;
	f->n_iterations = s->n_loops;
	memset(f->iterations, 0, sizeof(f->iterations));
	memcpy(f->iterations, w->frame[top].iterations, s->n_loops * sizeof(unsigned));
}

static void finish(struct gs_walker *w)
{
	const struct gs_flow_function *main = &w->plan->flow->functions[w->plan->flow->main];

	w->finished = true;
	w->position.n_frames = 1;
	for (unsigned i = main->first_site; i < main->first_site + main->n_sites; i++)
		if (w->plan->sites[i].kind == GS_SITE_END)
			stand(w, i);
}

static bool call(struct gs_walker *w, unsigned function)
{
	if (w->position.n_frames >= GS_MAX_FRAMES)
		return false;
	struct frame *f = &w->frame[w->position.n_frames++];
	memset(f, 0, sizeof(*f));
	f->pc = w->plan->flow->functions[function].first_op;
	return true;
}

static void note_decision(struct gs_walker *w, unsigned site, unsigned decision)
{
	struct gs_decided made = {site, decision};

	g_array_append_val(w->made, made);
}

/* One op. True when it was a site: stop. */
static bool run_op(struct gs_walker *w)
{
	const struct gs_flow *flow = w->plan->flow;
	struct frame *f = &w->frame[w->position.n_frames - 1];
	const struct gs_op *op = &flow->ops[f->pc++];
	unsigned d;

	switch (op->kind) {
	case OP_SITE:
		stand(w, op->a);
		w->finished = w->plan->sites[op->a].kind == GS_SITE_END;
		return true;
	case OP_BRANCH:
		d = next_decision(w, 1) != 0;
		note_decision(w, op->site, d);
		if ((d != 0) == op->when)
			f->pc = op->a;
		break;
	case OP_SWITCH:
		d = next_decision(w, gs_switch_bits(op->n));
		note_decision(w, op->site, d);
		f->pc = flow->targets[op->a + MIN(d, op->n)];
		break;
	case OP_JUMP:
		f->pc = op->a;
		break;
	case OP_CALL:
		if (!call(w, op->a))
			finish(w);
		break;
	case OP_LOOP_ENTER:
		f->iterations[f->n_loops++] = 0;
		break;
	case OP_LOOP_ITERATE:
		f->iterations[f->n_loops - 1]++;
		break;
	case OP_LOOP_EXIT:
		f->n_loops--;
		break;
	case OP_RETURN:
		if (--w->position.n_frames == 0) {
			w->position.n_frames = 1;
			finish(w);
		}
		break;
	case OP_DISCARD:
		w->discarded = true;
		finish(w);
		break;
	}
	return w->finished;
}

static void run(struct gs_walker *w)
{
	g_array_set_size(w->made, 0);
	for (unsigned i = 0; i < MAX_SILENT_OPS && !w->starved; i++)
		if (run_op(w))
			return;
	if (!w->starved)
		finish(w);
}

struct gs_walker *gs_walker_new(const struct gs_plan *plan)
{
	struct gs_walker *w = g_new0(struct gs_walker, 1);

	w->plan = plan;
	w->decided = g_array_new(FALSE, FALSE, sizeof(unsigned));
	w->made = g_array_new(FALSE, FALSE, sizeof(struct gs_decided));
	call(w, plan->flow->main);
	run(w);
	return w;
}

struct gs_walker *gs_walker_copy(const struct gs_walker *walker)
{
	struct gs_walker *w = g_memdup2(walker, sizeof(*walker));

	w->decided = g_array_new(FALSE, FALSE, sizeof(unsigned));
	g_array_append_vals(w->decided, walker->decided->data, walker->decided->len);
	w->made = g_array_new(FALSE, FALSE, sizeof(struct gs_decided));
	g_array_append_vals(w->made, walker->made->data, walker->made->len);
	return w;
}

void gs_walker_free(struct gs_walker *walker)
{
	if (!walker)
		return;
	g_array_free(walker->decided, TRUE);
	g_array_free(walker->made, TRUE);
	g_free(walker);
}

const struct gs_position *gs_walker_position(const struct gs_walker *walker)
{
	return &walker->position;
}

bool gs_walker_finished(const struct gs_walker *walker)
{
	return walker->finished;
}

bool gs_walker_discarded(const struct gs_walker *walker)
{
	return walker->discarded;
}

const struct gs_decided *gs_walker_decided(const struct gs_walker *walker, size_t *n)
{
	*n = walker->made->len;
	return (const struct gs_decided *)walker->made->data;
}

bool gs_walker_step(struct gs_walker *w, unsigned decision)
{
	if (w->finished)
		return false;
	w->feeding = w->starved = false;
	if (w->plan->sites[gs_position_site(&w->position)].is_decision)
		g_array_append_val(w->decided, decision);
	run(w);
	return true;
}

bool gs_walker_step_recorded(struct gs_walker *w, const uint8_t *decisions, size_t n, size_t *used)
{
	if (w->finished)
		return false;
	struct gs_walker saved = *w;
	w->feeding = true;
	w->starved = false;
	w->recorded = decisions;
	w->n_recorded = n;
	w->n_used = *used;
	run(w);
	bool starved = w->starved;
	if (starved)
		*w = saved;
	else
		*used = w->n_used;
	w->recorded = NULL;
	w->feeding = w->starved = false;
	return !starved;
}

/* ---- positions ---- */

bool gs_position_equal(const struct gs_position *a, const struct gs_position *b)
{
	if (a->n_frames != b->n_frames)
		return false;
	for (unsigned i = 0; i < a->n_frames; i++) {
		const struct gs_frame *x = &a->frame[i], *y = &b->frame[i];
		if (x->site != y->site || x->n_iterations != y->n_iterations ||
			memcmp(x->iterations, y->iterations,
				x->n_iterations * sizeof(x->iterations[0])))
			return false;
	}
	return true;
}

unsigned gs_position_hash(const struct gs_position *p)
{
	unsigned hash = 2166136261u;

	for (unsigned i = 0; i < p->n_frames; i++) {
		hash = (hash ^ p->frame[i].site) * 16777619u;
		for (unsigned k = 0; k < p->frame[i].n_iterations; k++)
			hash = (hash ^ p->frame[i].iterations[k]) * 16777619u;
	}
	return hash;
}

/* Calls from function `from` towards `to`, depth first in the order of the text. */
static bool reach(const struct gs_plan *plan, unsigned from, unsigned to, struct gs_position *p,
	bool *dead_end)
{
	const struct gs_flow *flow = plan->flow;
	const struct gs_flow_function *f = &flow->functions[from];

	if (from == to)
		return true;
	if (dead_end[from] || p->n_frames + 1 >= GS_MAX_FRAMES)
		return false;
	for (unsigned i = f->first_site; i < f->first_site + f->n_sites; i++) {
		const unsigned *callees;
		unsigned n = gs_place_callees(&flow->places[i], &callees);
		p->frame[p->n_frames++].site = i;
		for (unsigned k = 0; k < n; k++)
			if (reach(plan, callees[k], to, p, dead_end))
				return true;
		p->n_frames--;
	}
	dead_end[from] = true;
	return false;
}

bool gs_plan_reach(const struct gs_plan *plan, unsigned site, struct gs_position *position)
{
	const struct gs_flow *flow = plan->flow;

	memset(position, 0, sizeof(*position));
	if (site >= plan->n_sites || !flow->functions[flow->places[site].flow_function].reachable)
		return false;
	bool *dead_end = g_new0(bool, flow->n_functions);
	bool found = reach(plan, flow->main, flow->places[site].flow_function, position, dead_end);
	g_free(dead_end);
	if (!found)
		return false;
	position->frame[position->n_frames++].site = site;
	for (unsigned i = 0; i < position->n_frames; i++) {
		struct gs_frame *f = &position->frame[i];
		const struct gs_site_place *place = &flow->places[f->site];
		f->n_iterations = plan->sites[f->site].n_loops;
		for (unsigned k = 0; k < f->n_iterations;
			k++) /* a do's test first decides about iteration 1 */
			f->iterations[k] = (place->in_test >> k & 1) &&
					   place->loops[k]->kind == GS_NODE_DO;
	}
	return true;
}

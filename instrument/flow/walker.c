/* SPDX-License-Identifier: MIT */
/* Interprets the flow program (flow.h) from position to position; its caller says what each
 * condition gives. */
#include <string.h>
#include <glib.h>
#include "instrument/flow/flow.h"

/* After so many ops without a stop, a loop is taken for endless: `for (;;);` has no site at all. */
enum { MAX_SILENT_OPS = 100000 };

struct frame {
	unsigned pc; /* of the next op */
	unsigned n_loops;
	unsigned iterations[GS_MAX_LOOPS];
};

/* A frame as it was before a step that may have to be undone. */
struct undo {
	unsigned index;
	struct frame frame;
};

struct gs_walker {
	const struct gs_plan *plan;
	unsigned room; /* of frame and position */
	struct frame *frame;
	struct gs_position *position;
	GArray *decided; /* decisions whose branch is still to come; unused when recorded ones are
			    fed */
	GArray *made;	 /* struct gs_decided of the last step */
	bool finished, discarded, endless;
	/* decisions fed in order of execution (gs_walker_step_recorded) */
	const uint8_t *recorded;
	size_t n_recorded, n_used;
	bool feeding, starved;
	GArray *undo; /* of this step, when it is fed */
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

/* The innermost frame now stands at `site`; writes it into the position. */
static void stand(struct gs_walker *w, unsigned site)
{
	unsigned top = w->position->n_frames - 1;
	const struct gs_site *s = &w->plan->sites[site];
	struct gs_frame *f = &w->position->frame[top];

	f->site = site;
	f->n_iterations = s->n_loops;
	memset(f->iterations, 0, sizeof(f->iterations));
	memcpy(f->iterations, w->frame[top].iterations, s->n_loops * sizeof(unsigned));
}

static void finish(struct gs_walker *w)
{
	const struct gs_flow_function *main = &w->plan->flow->functions[w->plan->flow->main];

	w->finished = true;
	w->position->n_frames = 1;
	for (unsigned i = main->first_site; i < main->first_site + main->n_sites; i++)
		if (w->plan->sites[i].kind == GS_SITE_END)
			stand(w, i);
}

static void make_room(struct gs_walker *w, unsigned room)
{
	if (room <= w->room)
		return;
	w->room = MAX(room, 2 * w->room);
	w->frame = g_renew(struct frame, w->frame, w->room);
	w->position = g_realloc(
		w->position, sizeof(*w->position) + w->room * sizeof(struct gs_frame));
}

static void call(struct gs_walker *w, unsigned function)
{
	make_room(w, w->position->n_frames + 1);
	struct frame *f = &w->frame[w->position->n_frames++];
	memset(f, 0, sizeof(*f));
	f->pc = w->plan->flow->functions[function].first_op;
}

/* The frame that is innermost now may change in this step. */
static void note_undo(struct gs_walker *w)
{
	unsigned top = w->position->n_frames - 1;
	struct undo undo = {top, w->frame[top]};

	if (w->feeding)
		g_array_append_val(w->undo, undo);
}

static void note_decision(struct gs_walker *w, unsigned site, unsigned decision)
{
	struct gs_decided made = {site, decision};

	g_array_append_val(w->made, made);
}

/* Executes one op. True: it was a site, where the walker stops. */
static bool run_op(struct gs_walker *w)
{
	const struct gs_flow *flow = w->plan->flow;
	struct frame *f = &w->frame[w->position->n_frames - 1];
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
		call(w, op->a);
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
		if (w->position->n_frames == 1) {
			finish(w);
			break;
		}
		w->position->n_frames--;
		note_undo(w);
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
	make_room(w, 4);
	w->position->n_frames = 0;
	w->undo = g_array_new(FALSE, FALSE, sizeof(struct undo));
	w->decided = g_array_new(FALSE, FALSE, sizeof(unsigned));
	w->made = g_array_new(FALSE, FALSE, sizeof(struct gs_decided));
	call(w, plan->flow->main);
	run(w);
	return w;
}

struct gs_walker *gs_walker_copy(const struct gs_walker *walker)
{
	struct gs_walker *w = g_memdup2(walker, sizeof(*walker));

	w->room = walker->position->n_frames;
	w->frame = g_memdup2(walker->frame, w->room * sizeof(*w->frame));
	w->position = gs_position_copy(walker->position);
	w->undo = g_array_new(FALSE, FALSE, sizeof(struct undo));
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
	g_array_free(walker->undo, TRUE);
	g_free(walker->frame);
	g_free(walker->position);
	g_free(walker);
}

const struct gs_position *gs_walker_position(const struct gs_walker *walker)
{
	return walker->position;
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
	if (w->plan->sites[gs_position_site(w->position)].is_decision)
		g_array_append_val(w->decided, decision);
	run(w);
	return true;
}

/* For a step that has reached no site: its position is still the old one, except for the depth. */
static void take_back(struct gs_walker *w, unsigned depth)
{
	w->position->n_frames = depth;
	for (guint i = w->undo->len; i-- > 0;) {
		const struct undo *undo = &g_array_index(w->undo, struct undo, i);
		w->frame[undo->index] = undo->frame;
	}
	g_array_set_size(w->made, 0);
}

bool gs_walker_step_recorded(struct gs_walker *w, const uint8_t *decisions, size_t n, size_t *used)
{
	if (w->finished)
		return false;
	unsigned depth = w->position->n_frames;
	w->feeding = true;
	w->starved = false;
	w->recorded = decisions;
	w->n_recorded = n;
	w->n_used = *used;
	g_array_set_size(w->undo, 0);
	note_undo(w);
	run(w);
	bool starved = w->starved;
	if (starved)
		take_back(w, depth);
	else
		*used = w->n_used;
	w->recorded = NULL;
	w->feeding = w->starved = false;
	return !starved;
}

/* ---- positions ---- */

struct gs_position *gs_position_copy(const struct gs_position *p)
{
	return g_memdup2(p, gs_position_size(p));
}

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

struct gs_call_path *gs_call_path_of(const struct gs_position *position)
{
	struct gs_call_path *path = g_malloc(
		sizeof(*path) + position->n_frames * sizeof(path->site[0]));

	path->n_frames = position->n_frames;
	for (unsigned i = 0; i < path->n_frames; i++)
		path->site[i] = position->frame[i].site;
	return path;
}

struct gs_position *gs_call_path_position(
	const struct gs_plan *plan, const struct gs_call_path *path)
{
	struct gs_position *position = g_malloc0(
		sizeof(*position) + path->n_frames * sizeof(position->frame[0]));

	position->n_frames = path->n_frames;
	for (unsigned i = 0; i < path->n_frames; i++) {
		position->frame[i].site = path->site[i];
		position->frame[i].n_iterations = plan->sites[path->site[i]].n_loops;
	}
	return position;
}

bool gs_call_path_equal(const struct gs_call_path *a, const struct gs_call_path *b)
{
	return a->n_frames == b->n_frames &&
	       !memcmp(a->site, b->site, a->n_frames * sizeof(a->site[0]));
}

unsigned gs_call_path_hash(const struct gs_call_path *path)
{
	unsigned hash = 2166136261u;

	for (unsigned i = 0; i < path->n_frames; i++)
		hash = (hash ^ path->site[i]) * 16777619u;
	return hash;
}

/* The call of a function on one of the shortest ways from main. */
struct caller {
	bool found;
	unsigned site;
};

static struct caller *find_callers(const struct gs_plan *plan)
{
	const struct gs_flow *flow = plan->flow;
	struct caller *callers = g_new0(struct caller, flow->n_functions);
	GArray *next = g_array_new(FALSE, FALSE, sizeof(unsigned));

	callers[flow->main].found = true;
	g_array_append_val(next, flow->main);
	for (guint at = 0; at < next->len; at++) {
		const struct gs_flow_function *f =
			&flow->functions[g_array_index(next, unsigned, at)];
		for (unsigned i = f->first_site; i < f->first_site + f->n_sites; i++) {
			const unsigned *callees;
			unsigned n = gs_site_callees(&flow->site_info[i], &callees);
			for (unsigned k = 0; k < n; k++) {
				if (callers[callees[k]].found)
					continue;
				callers[callees[k]] = (struct caller){true, i};
				g_array_append_val(next, callees[k]);
			}
		}
	}
	g_array_free(next, TRUE);
	return callers;
}

static void stand_first(const struct gs_plan *plan, unsigned site, struct gs_frame *f)
{
	const struct gs_site_info *info = &plan->flow->site_info[site];

	f->site = site;
	f->n_iterations = plan->sites[site].n_loops;
	for (unsigned k = 0; k < f->n_iterations; k++)
		/* a do's test first decides about iteration 1 */
		f->iterations[k] = (info->in_test >> k & 1) && info->loops[k]->kind == GS_NODE_DO;
}

struct gs_position *gs_plan_reach(const struct gs_plan *plan, unsigned site)
{
	const struct gs_flow *flow = plan->flow;
	unsigned n = 1;

	if (site >= plan->n_sites ||
		!flow->functions[flow->site_info[site].flow_function].reachable)
		return NULL;
	struct caller *callers = find_callers(plan);
	for (unsigned f = flow->site_info[site].flow_function; f != flow->main; n++)
		f = flow->site_info[callers[f].site].flow_function;
	struct gs_position *position = g_malloc0(
		sizeof(*position) + n * sizeof(position->frame[0]));
	position->n_frames = n;
	while (n-- > 0) {
		stand_first(plan, site, &position->frame[n]);
		site = callers[flow->site_info[site].flow_function].site;
	}
	g_free(callers);
	return position;
}

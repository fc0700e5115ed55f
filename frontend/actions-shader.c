/* SPDX-License-Identifier: MIT */
/* Actions on the shader that is debugged: beginning, moving, choosing the focus element, leaving.
 */
#include "frontend/private.h"

#include <string.h>

/* ---- beginning ---- */

struct begin {
	struct gs_action action;
	enum gs_stage stage;
	unsigned draw; /* one plus its number; 0: as they come */
};

static bool begin(struct gs_action *action)
{
	const struct begin *b = (const struct begin *)action;
	if (b->draw)
		return action->has_where = gs_session_shader_of_draw(action->session, b->stage,
			       b->draw - 1, &action->where, &action->error);
	return action->has_where = gs_session_shader(
		       action->session, b->stage, &action->where, &action->error);
}

static unsigned take_begin(struct gs_controller *c, struct gs_action *action)
{
	c->asked_reach = false;
	return 0;
}

/* The calls of a display list before the debugged draw may have selected another program. */
static void finish_begin(struct gs_controller *c, struct gs_action *action)
{
	c->state.program_stale |= c->state.in_shader && c->state.where.call_draws;
}

static const struct gs_action_class begin_class = {
	.size = sizeof(struct begin),
	.doing = "Preparing the shader",
	.work = begin,
	.take = take_begin,
	.finish = finish_begin,
};

void gs_controller_shader(struct gs_controller *c)
{
	struct begin *b = gs_controller_new_action(c, &begin_class);
	if (!b)
		return;
	b->stage = c->state.chosen_stage;
	b->draw = c->state.chosen_draw;
	gs_controller_push_action(c, &b->action);
}

void gs_controller_choose_draw(struct gs_controller *c, unsigned choice)
{
	struct begin *b = c->state.in_shader ? gs_controller_new_action(c, &begin_class) : NULL;
	c->state.chosen_draw = choice;
	if (!b)
		return;
	b->stage = c->state.where.stage;
	b->draw = choice;
	gs_controller_leave(c);
	gs_controller_push_action(c, &b->action);
}

static bool leave(struct gs_action *action)
{
	return action->has_stop = gs_session_leave(action->session, &action->stop, &action->error);
}

static const struct gs_action_class leave_class = {
	.size = sizeof(struct gs_action),
	.doing = "Leaving the shader",
	.work = leave,
};

void gs_controller_leave(struct gs_controller *c)
{
	gs_controller_push_simple_action(c, &leave_class);
}

void gs_controller_choose_stage(struct gs_controller *c, enum gs_stage stage)
{
	c->state.chosen_stage = stage;
	gs_controller_changed(c, GS_PART_RUN);
}

/* ---- moving ---- */

struct move {
	struct gs_action action;
	enum gs_shader_move move;
	unsigned argument;
};

static bool move(struct gs_action *action)
{
	const struct move *m = (const struct move *)action;
	return action->has_where = gs_session_move(
		       action->session, m->move, m->argument, &action->where, &action->error);
}

static void finish_move(struct gs_controller *c, struct gs_action *action)
{
	const struct move *m = (const struct move *)action;
	if (action->ok && m->move == GS_MOVE_UNTIL && !c->state.where.reached)
		gs_controller_say(c, GS_MESSAGE_INFO,
			"The focus element does not reach that line any more: this is the end of "
			"the "
			"shader.");
}

static const struct gs_action_class step_class = {
	.size = sizeof(struct move),
	.doing = "Stepping",
	.flags = GS_ACTION_KEEPS_PATH | GS_ACTION_STEPS,
	.work = move,
	.finish = finish_move,
};

static const struct gs_action_class run_on_class = {
	.size = sizeof(struct move),
	.doing = "Running the shader",
	.flags = GS_ACTION_KEEPS_PATH,
	.work = move,
	.finish = finish_move,
};

void gs_controller_move(struct gs_controller *c, enum gs_shader_move move, unsigned argument)
{
	bool runs_on = move == GS_MOVE_CONTINUE || move == GS_MOVE_CONTINUE_NAN ||
		       move == GS_MOVE_UNTIL;
	struct move *m = gs_controller_new_action(c, runs_on ? &run_on_class : &step_class);
	if (!m)
		return;
	m->move = move;
	m->argument = argument;
	gs_controller_push_action(c, &m->action);
}

struct frame {
	struct gs_action action;
	unsigned frame; /* of the shader's call stack */
};

static bool select_frame(struct gs_action *action)
{
	const struct frame *f = (const struct frame *)action;
	return action->has_where = gs_session_select_frame(
		       action->session, f->frame, &action->where, &action->error);
}

static const struct gs_action_class frame_class = {
	.size = sizeof(struct frame),
	.doing = "Stepping",
	.flags = GS_ACTION_KEEPS_PATH,
	.work = select_frame,
};

void gs_controller_frame(struct gs_controller *c, unsigned frame)
{
	struct frame *f = gs_controller_new_action(c, &frame_class);
	if (!f)
		return;
	f->frame = frame;
	gs_controller_push_action(c, &f->action);
}

/* ---- the focus element ---- */

struct focus {
	struct gs_action action;
	unsigned x, y;		   /* a cell of the target, */
	struct gs_element element; /* unless .n is not 0 */
};

static bool focus_element(struct focus *f)
{
	struct gs_action *action = &f->action;
	return gs_session_focus_element(
		action->session, f->element.at, f->element.n, &action->where, &action->error);
}

static bool focus(struct gs_action *action)
{
	struct focus *f = (struct focus *)action;
	if (f->element.n)
		return action->has_where = focus_element(f);
	return action->has_where = gs_session_focus(
		       action->session, f->x, f->y, &action->where, &action->error);
}

static const struct gs_action_class focus_class = {
	.size = sizeof(struct focus),
	.doing = "Stepping",
	.work = focus,
};

static void set_element(struct focus *f, const uint32_t *at, unsigned n)
{
	f->element.n = MIN(n, G_N_ELEMENTS(f->element.at));
	memcpy(f->element.at, at, f->element.n * sizeof(*at));
}

void gs_controller_focus(struct gs_controller *c, unsigned x, unsigned y)
{
	struct focus *f = c->state.in_shader ? gs_controller_new_action(c, &focus_class) : NULL;
	if (!f)
		return;
	f->x = x;
	f->y = y;
	gs_controller_push_action(c, &f->action);
}

void gs_controller_focus_element(struct gs_controller *c, const uint32_t *at, unsigned n)
{
	struct focus *f = c->state.in_shader ? gs_controller_new_action(c, &focus_class) : NULL;
	if (!f)
		return;
	set_element(f, at, n);
	gs_controller_push_action(c, &f->action);
}

/* Begins the vertex shader where none is debugged. */
static bool focus_vertex(struct gs_action *action)
{
	if (!gs_session_in_shader(action->session)) {
		if (!gs_session_shader(
			    action->session, GS_STAGE_VERTEX, &action->where, &action->error))
			return false;
		gs_where_clear(&action->where);
	}
	return action->has_where = focus_element((struct focus *)action);
}

static const struct gs_action_class vertex_class = {
	.size = sizeof(struct focus),
	.doing = "Preparing the shader",
	.work = focus_vertex,
	.take = take_begin,
};

void gs_controller_vertex(struct gs_controller *c, const uint32_t at[3])
{
	const struct gs_ui_state *state = &c->state;
	if (state->in_shader && state->where.stage != GS_STAGE_VERTEX) {
		gs_controller_say(c, GS_MESSAGE_INFO,
			"Another shader of this draw is being debugged: stop debugging it "
			"(Shift+F2) to debug a vertex.");
		return;
	}
	struct focus *f = gs_controller_new_action(c, &vertex_class);
	if (!f)
		return;
	set_element(f, at, 3);
	c->state.chosen_stage = GS_STAGE_VERTEX;
	gs_controller_push_action(c, &f->action);
}

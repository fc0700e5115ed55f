/* SPDX-License-Identifier: MIT */
/* Actions that choose the focus element of the shader that is debugged. */
#include "frontend/private.h"

#include <string.h>

/* ---- the focus element ---- */

struct focus {
	struct gs_action action;
	unsigned x, y;		   /* a cell of the grid, */
	struct gs_element element; /* or this element if .n is not 0 */
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

/* Debug the vertex shader, unless it is being debugged, with the focus on the vertex. */
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
	.take = gs_controller_take_pixel_event,
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

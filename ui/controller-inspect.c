/* SPDX-License-Identifier: MIT */
/* The vertices of the pending draw, and the check of the focus pixel: asked for, and what came back. */
#include "ui/controller-private.h"

#include "debugger/mesh.h"

/* ---- vertices ---- */

void gs_controller_drop_mesh(struct gs_controller *c)
{
	g_clear_pointer(&c->state.mesh, gs_mesh_free);
	g_clear_pointer(&c->state.mesh_note, g_free);
}

/* While another shader is debugged what is known of them stays, but nothing can be asked. */
bool gs_controller_can_ask_mesh(const struct gs_controller *c)
{
	const struct gs_ui_state *state = &c->state;
	return state->in_shader ? state->where.stage == GS_STAGE_VERTEX && !state->mesh
				: state->has_stop && state->stop.is_draw;
}

unsigned gs_controller_take_mesh(struct gs_controller *c, struct gs_job *job)
{
	gs_controller_drop_mesh(c);
	c->state.mesh = g_steal_pointer(&job->mesh);
	c->state.mesh_note = job->error ? gs_controller_sentence(job->error->message) : NULL;
	return GS_PART_MESH;
}

void gs_controller_vertex(struct gs_controller *c, const uint32_t at[3])
{
	const struct gs_ui_state *state = &c->state;
	if (state->in_shader && state->where.stage != GS_STAGE_VERTEX) {
		gs_controller_say(c, GS_MESSAGE_INFO,
			"Another shader of this draw is being debugged: leave it (Shift+F2) to debug a vertex.");
		return;
	}
	struct gs_job *job = gs_controller_new_action(c, GS_JOB_VERTEX);
	if (!job)
		return;
	job->element.n = 3;
	for (unsigned i = 0; i < 3; i++)
		job->element.at[i] = at[i];
	c->state.chosen_stage = GS_STAGE_VERTEX;
	gs_controller_push_action(c, job);
}

/* ---- trust ---- */

void gs_controller_drop_check(struct gs_controller *c)
{
	if (c->state.has_check)
		gs_check_clear(&c->state.check);
	c->state.has_check = false;
	g_clear_pointer(&c->state.check_note, g_free);
}

void gs_controller_refresh_check(struct gs_controller *c)
{
	const struct gs_where *where = &c->state.where;
	if (c->state.in_shader && where->stage == GS_STAGE_FRAGMENT && where->finished)
		gs_controller_push_refresh(c, gs_job_new(GS_JOB_CHECK, c->state.session));
}

unsigned gs_controller_take_check(struct gs_controller *c, struct gs_job *job)
{
	gs_controller_drop_check(c);
	c->state.has_check = job->ok;
	if (job->ok) {
		c->state.check = job->check;
		job->has_check = false; /* ours now */
		if (!c->state.check.same_output)
			gs_controller_say(c, GS_MESSAGE_ERROR,
				"Do not rely on the values shown: the undebugged draw gives another colour at this pixel (why "
				"stands under the source).");
	} else if (job->error) {
		c->state.check_note = g_strdup(job->error->message);
	}
	return GS_PART_CHECK;
}

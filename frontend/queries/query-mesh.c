/* SPDX-License-Identifier: MIT */
/* Query for the vertices of the pending draw call. */
#include "frontend/private.h"

#include "debugger/session/shader/mesh.h"

struct mesh {
	struct gs_query query;
	struct gs_mesh *mesh;
};

static bool get(struct gs_query *query)
{
	struct mesh *m = (struct mesh *)query;
	m->mesh = gs_session_mesh(query->session, &query->error);
	return m->mesh != NULL;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	g_clear_pointer(&state->mesh.vertices, gs_mesh_free);
	g_free(state->mesh.note);
	state->mesh.vertices = g_steal_pointer(&((struct mesh *)query)->mesh);
	state->mesh.note = gs_controller_note(query->error);
	return GS_PART_MESH;
}

static void clear(struct gs_query *query)
{
	gs_mesh_free(((struct mesh *)query)->mesh);
}

static const struct gs_query_class class = {
	.size = sizeof(struct mesh),
	.doing = "fetching the vertices",
	.parts = GS_PART_MESH,
	.work = get,
	.take = take,
	.clear = clear,
};

/* While another stage is debugged the known vertices stay, as none can be queried. */
void gs_controller_push_mesh(struct gs_controller *c)
{
	const struct gs_ui_state *state = &c->state;
	if (state->in_shader ? state->where.stage == GS_STAGE_VERTEX && !state->mesh.vertices
			     : state->has_stop && state->stop.is_draw)
		gs_controller_push_simple_query(c, &class);
}

/* SPDX-License-Identifier: MIT */
/* Queries for the shader's position, and for the declaration of a name. */
#include "frontend/private.h"

/* ---- after an action that was cancelled while the driver was busy ---- */

struct where {
	struct gs_query query;
	struct gs_where where; /* set if query.ok */
	char **call_path;
};

static bool get_where(struct gs_query *query)
{
	struct where *w = (struct where *)query;
	if (!gs_session_where(query->session, &w->where, &query->error))
		return false;
	w->call_path = gs_where_path_texts(&w->where);
	return true;
}

/* Take the position that is known again, as the driver has answered. */
static unsigned take_where(struct gs_controller *c, struct gs_query *query)
{
	struct where *w = (struct where *)query;
	if (!query->ok || !c->is_lost)
		return 0;
	c->is_lost = false;
	unsigned parts = gs_controller_take_where(c, &w->where, &w->call_path, true);
	query->ok = false; /* the state owns the position now */
	c->order->refresh(c);
	return parts;
}

static void clear_where(struct gs_query *query)
{
	struct where *w = (struct where *)query;
	if (query->ok)
		gs_where_clear(&w->where);
	g_strfreev(w->call_path);
}

static const struct gs_query_class where_class = {
	.size = sizeof(struct where),
	.doing = "waiting for the driver",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get_where,
	.take = take_where,
	.clear = clear_where,
};

void gs_controller_push_where(struct gs_controller *c)
{
	gs_controller_push_even_if_lost(c, gs_controller_new_query(c, &where_class));
}

/* ---- declarations ---- */

struct definition {
	struct gs_query query;
	struct gs_source_location location; /* of the name; afterwards of its declaration */
};

static bool get_definition(struct gs_query *query)
{
	return gs_session_definition(
		query->session, &((struct definition *)query)->location, &query->error);
}

static unsigned take_definition(struct gs_controller *c, struct gs_query *query)
{
	const struct gs_source_location *location = &((struct definition *)query)->location;
	if (query->ok)
		c->events.go_to(c->events.data, c->state.where.stage, location->object,
			location->line, location->column);
	else if (query->error)
		gs_controller_say(c, GS_MESSAGE_INFO, query->error->message);
	return 0;
}

static const struct gs_query_class definition_class = {
	.size = sizeof(struct definition),
	.doing = "fetching values",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get_definition,
	.take = take_definition,
};

void gs_controller_definition(struct gs_controller *c, enum gs_stage stage, unsigned object,
	unsigned line, unsigned column)
{
	if (!c->state.in_shader || stage != c->state.where.stage) {
		gs_controller_say(c, GS_MESSAGE_INFO,
			"Definitions are known only for the stage that is being debugged: debug "
			"this stage first.");
		return;
	}
	if (c->n_waiting)
		return;
	struct definition *d = gs_controller_new_query(c, &definition_class);
	d->location = (struct gs_source_location){object, line, column};
	gs_controller_push_query(c, &d->query);
}

/* SPDX-License-Identifier: MIT */
/* Query for GL's state and its changes. */
#include "frontend/private.h"

#include <string.h>

struct gl_state {
	struct gs_query query;
	bool since_frame;  /* compare with the frame's beginning, else with the last stop */
	GPtrArray *values; /* struct gs_gl_value */
	char *since;	   /* names what it is compared with, or says why it is not; NULL */
};

/* Set the values before the change. The lists of values and changes have the same order. */
static void mark_changed(struct gl_state *gl)
{
	uint64_t since = 0;
	g_autoptr(GError) why = NULL;
	g_autoptr(GPtrArray) changes = gs_session_state_changes(
		gl->query.session, gl->since_frame, &since, &why);
	guint next = 0;
	for (guint i = 0; changes && i < gl->values->len && next < changes->len; i++) {
		struct gs_gl_value *value = g_ptr_array_index(gl->values, i);
		struct gs_state_change *change = g_ptr_array_index(changes, next);
		if (strcmp(value->name, change->name) != 0)
			continue;
		value->before = g_steal_pointer(&change->before);
		next++;
	}
	gl->since = !changes ? g_strdup(why->message)
			     : g_strdup_printf("%u changed since call %" G_GUINT64_FORMAT ", %s",
				       changes->len, since,
				       gl->since_frame ? "the first of this frame"
						       : "the last stop");
}

static bool get(struct gs_query *query)
{
	struct gl_state *gl = (struct gl_state *)query;
	g_autofree char *text = NULL;
	if (!gs_session_state(query->session, &text, &query->error))
		return false;
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++) {
		char *sign = strstr(*line, " = ");
		if (!sign)
			continue;
		struct gs_gl_value *value = g_new0(struct gs_gl_value, 1);
		value->name = g_strndup(*line, (gsize)(sign - *line));
		value->text = g_strdup(sign + 3);
		g_ptr_array_add(gl->values, value);
	}
	mark_changed(gl);
	return true;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct gl_state *gl = (struct gl_state *)query;
	g_free(state->gl.note);
	state->gl.note = gs_controller_note(query->error);
	g_free(state->gl.since);
	state->gl.since = gl->since ? gs_controller_sentence(gl->since) : NULL;
	g_ptr_array_unref(state->gl.values); /* if unknown the new ones are empty: state of another
						context is never shown */
	state->gl.values = g_steal_pointer(&gl->values);
	return GS_PART_GL;
}

static void clear(struct gs_query *query)
{
	struct gl_state *gl = (struct gl_state *)query;
	g_clear_pointer(&gl->values, g_ptr_array_unref);
	g_free(gl->since);
}

static const struct gs_query_class class = {
	.size = sizeof(struct gl_state),
	.doing = "fetching values",
	.parts = GS_PART_GL,
	.work = get,
	.take = take,
	.clear = clear,
};

void gs_controller_push_gl_state(struct gs_controller *c)
{
	struct gl_state *gl = gs_controller_new_query(c, &class);
	gl->since_frame = c->state.gl.of_frame;
	gl->values = g_ptr_array_new_with_free_func(gs_gl_value_free);
	gs_controller_push_query(c, &gl->query);
}

void gs_controller_state_since(struct gs_controller *c, bool frame)
{
	if (c->state.gl.of_frame == frame)
		return;
	c->state.gl.of_frame = frame;
	c->fresh &= ~(unsigned)GS_PART_GL;
	if (c->state.session)
		c->order->refresh_wanted(c);
}

/* SPDX-License-Identifier: MIT */
/* Queries for the focus element's path, for the lines that some element reaches, and for how often
 * all of them execute each. */
#include "frontend/private.h"

#include "debugger/session/shader/executions.h"

/* ---- the path ---- */

struct path {
	struct gs_query query;
	struct gs_path_summary *path_summary;
};

enum { MAX_STEPS = 3000 };

static bool add_step(size_t index, const struct gs_path_summary_entry *entry, gpointer data)
{
	struct gs_path_summary *path_summary = data;
	gpointer line = GS_PATH_SUMMARY_LINE(entry->object, entry->line);
	guint times = GPOINTER_TO_UINT(g_hash_table_lookup(path_summary->lines, line));
	g_hash_table_insert(path_summary->lines, line, GUINT_TO_POINTER(times + 1));
	struct gs_history_step step = {*entry, index, NULL};
	if (path_summary->steps->len == 2 * MAX_STEPS)
		g_array_remove_range(path_summary->steps, 0, MAX_STEPS);
	g_array_append_val(path_summary->steps, step);
	path_summary->length = index + 1;
	return true;
}

static char *one_line(char *text)
{
	char *to = text;
	for (const char *c = text; *c; c++) {
		if (!g_ascii_isspace(*c))
			*to++ = *c;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = 0;
	return text;
}

static bool get_path(struct gs_query *query)
{
	struct gs_path_summary *path_summary = g_new0(struct gs_path_summary, 1);
	path_summary->steps = g_array_new(FALSE, FALSE, sizeof(struct gs_history_step));
	path_summary->lines = g_hash_table_new(NULL, NULL);
	((struct path *)query)->path_summary = path_summary;
	bool ok = gs_session_path_summary(query->session, add_step, path_summary, &query->error);
	if (path_summary->steps->len > MAX_STEPS)
		g_array_remove_range(path_summary->steps, 0, path_summary->steps->len - MAX_STEPS);
	for (guint i = 0; i < path_summary->steps->len; i++) {
		struct gs_history_step *step = &g_array_index(
			path_summary->steps, struct gs_history_step, i);
		step->text = one_line(gs_session_site_text(query->session, step->entry.site));
	}
	return ok;
}

static unsigned take_path(struct gs_controller *c, struct gs_query *query)
{
	gs_path_summary_free(c->state.path_summary);
	c->state.path_summary = g_steal_pointer(&((struct path *)query)->path_summary);
	return GS_PART_PATH_SUMMARY;
}

static void clear_path(struct gs_query *query)
{
	gs_path_summary_free(((struct path *)query)->path_summary);
}

static const struct gs_query_class path_class = {
	.size = sizeof(struct path),
	.doing = "following the path",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get_path,
	.take = take_path,
	.clear = clear_path,
};

void gs_controller_push_path(struct gs_controller *c)
{
	gs_controller_push_simple_query(c, &path_class);
}

/* ---- reached lines ---- */

struct reach {
	struct gs_query query;
	struct gs_reach *reach;
	size_t n_reach;
};

static bool get_reach(struct gs_query *query)
{
	struct reach *r = (struct reach *)query;
	r->reach = gs_session_reach(query->session, &r->n_reach, &query->error);
	return r->reach != NULL;
}

static unsigned take_reach(struct gs_controller *c, struct gs_query *query)
{
	struct reach *r = (struct reach *)query;
	g_free(c->state.reach);
	c->state.reach = g_steal_pointer(&r->reach);
	c->state.n_reach = r->n_reach; /* 0: no lines are greyed */
	return GS_PART_PATH_SUMMARY;
}

static void clear_reach(struct gs_query *query)
{
	g_free(((struct reach *)query)->reach);
}

static const struct gs_query_class reach_class = {
	.size = sizeof(struct reach),
	.doing = "following the path",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get_reach,
	.take = take_reach,
	.clear = clear_reach,
};

void gs_controller_push_reach(struct gs_controller *c)
{
	gs_controller_push_simple_query(c, &reach_class);
}

/* ---- executions ---- */

struct executions {
	struct gs_query query;
	struct gs_executions *executions;
};

static bool get_executions(struct gs_query *query)
{
	struct executions *e = (struct executions *)query;
	e->executions = gs_session_executions(query->session, &query->error);
	return e->executions != NULL;
}

static unsigned take_executions(struct gs_controller *c, struct gs_query *query)
{
	struct executions *e = (struct executions *)query;
	g_autofree char *note = gs_controller_note(query->error);
	gs_executions_free(c->state.executions);
	c->state.executions = g_steal_pointer(&e->executions);
	if (note)
		gs_controller_say(c, GS_MESSAGE_INFO, note);
	return GS_PART_PATH_SUMMARY;
}

static void clear_executions(struct gs_query *query)
{
	gs_executions_free(((struct executions *)query)->executions);
}

static const struct gs_query_class executions_class = {
	.size = sizeof(struct executions),
	.doing = "counting executions",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get_executions,
	.take = take_executions,
	.clear = clear_executions,
};

void gs_controller_push_executions(struct gs_controller *c)
{
	const struct gs_ui_state *state = &c->state;
	if (!state->wants_executions || state->executions || c->asked_executions ||
		!state->in_shader)
		return;
	c->asked_executions = true;
	gs_controller_push_simple_query(c, &executions_class);
}

void gs_controller_show_executions(struct gs_controller *c, bool are_wanted)
{
	c->state.wants_executions = are_wanted;
	c->asked_executions &= c->state.executions || !are_wanted;
	gs_controller_changed(c, GS_PART_PATH_SUMMARY);
	gs_controller_push_executions(c);
}

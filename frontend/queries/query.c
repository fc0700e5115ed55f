/* SPDX-License-Identifier: MIT */
#include "frontend/queries/query.h"

#include "debugger/base/error.h"

bool gs_query_is_cancelled(const struct gs_query *query)
{
	return query->cancelled && query->serial <= g_atomic_int_get(query->cancelled);
}

bool gs_query_was_cancelled(const struct gs_query *query)
{
	return !query->ok && gs_query_is_cancelled(query);
}

bool gs_query_is_outdated(const struct gs_query *query)
{
	return g_atomic_int_get(query->generation) != query->expected;
}

static bool gives_way(gpointer query)
{
	return gs_query_is_outdated(query);
}

static void work(struct gs_task *task)
{
	struct gs_query *query = (struct gs_query *)task;
	bool lacks_shader = query->class->flags & GS_QUERY_NEEDS_SHADER &&
			    !gs_session_in_shader(query->session);
	query->is_stale = gs_query_is_outdated(query) || !gs_session_has_program(query->session);
	if (query->is_stale)
		return;
	if (gs_query_is_cancelled(query)) {
		g_set_error(&query->error, GS_ERROR, GS_ERROR_TIMEOUT, "%s", GS_CANCELLED);
		return;
	}
	gs_session_set_gives_way(query->session, gives_way, query);
	query->ok = !lacks_shader && query->class->work(query);
	gs_session_set_gives_way(query->session, NULL, NULL);
	query->is_stale = lacks_shader || gs_query_is_outdated(query);
}

gpointer gs_query_new(const struct gs_query_class *class, struct gs_session *session)
{
	struct gs_query *query = g_malloc0(class->size);
	query->class = class;
	query->session = session;
	query->task.is_refresh = true;
	query->task.work = work;
	return query;
}

void gs_query_free(struct gs_query *query)
{
	if (query->class->clear)
		query->class->clear(query);
	g_clear_error(&query->error);
	g_free(query);
}

char **gs_where_path_texts(const struct gs_where *where)
{
	GPtrArray *texts = g_ptr_array_new();
	for (unsigned i = 0; i < where->n_frames; i++) {
		const struct gs_where_frame *frame = &where->frames[i];
		g_ptr_array_add(
			texts, g_strdup_printf("%s, line %u",
				       frame->function ? frame->function : "?", frame->line));
	}
	g_ptr_array_add(texts, NULL);
	return (char **)g_ptr_array_free(texts, FALSE);
}

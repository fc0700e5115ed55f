/* SPDX-License-Identifier: MIT */
#include "dap/tell.h"

#include <string.h>
#include "dap/ask.h"

/* ---- threads ---- */

static gint64 thread_at(const struct gs_dap *dap, guint i)
{
	return g_array_index(dap->threads, gint64, i);
}

static void tell_thread(struct gs_dap *dap, const char *reason, guint thread)
{
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "reason", reason);
	gs_json_integer(body, "threadId", thread);
	gs_dap_event(dap, "thread", body);
}

void gs_dap_note_thread(struct gs_dap *dap)
{
	JsonObject *stop = gs_dap_result(dap->stop);
	JsonObject *call = stop ? gs_dap_object(stop, "call") : NULL;
	gint64 thread = call ? gs_dap_number(call, "thread", -1) : -1;
	guint i = 0;
	if (thread < 0 && dap->threads->len)
		return; /* it is not known which */
	while (i < dap->threads->len && thread_at(dap, i) != thread && thread_at(dap, i) >= 0)
		i++;
	dap->thread = i + 1;
	if (i < dap->threads->len) {
		g_array_index(dap->threads, gint64, i) = thread;
		return;
	}
	g_array_append_val(dap->threads, thread);
	tell_thread(dap, "started", dap->thread);
}

void gs_dap_threads(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "threads");
	for (guint i = 0; i < dap->threads->len; i++) {
		gint64 thread = thread_at(dap, i);
		g_autofree char *name = thread < 0 ? g_strdup(dap->name)
						   : g_strdup_printf("%s, thread %" G_GINT64_FORMAT,
							     dap->name, thread);
		json_builder_begin_object(body);
		gs_json_integer(body, "id", i + 1);
		gs_json_string(body, "name", name);
		json_builder_end_object(body);
	}
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}

/* ---- moves ---- */

void gs_dap_tell_stopped(struct gs_dap *dap, const char *reason, const char *description,
	const char *text, unsigned breakpoint)
{
	dap->state = GS_DAP_STOPPED;
	dap->is_begun = true;
	gs_dap_note_thread(dap);
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "reason", reason);
	gs_json_optional(body, "description", description);
	gs_json_optional(body, "text", text);
	gs_json_integer(body, "threadId", dap->thread);
	gs_json_boolean(body, "allThreadsStopped", true);
	if (breakpoint)
		gs_json_integers(body, "hitBreakpointIds", &breakpoint, 1);
	gs_dap_event(dap, "stopped", body);
}

void gs_dap_tell_continued(struct gs_dap *dap)
{
	dap->state = GS_DAP_RUNNING;
	gs_dap_set_place(dap, NULL, NULL);
	JsonBuilder *body = gs_dap_body();
	gs_json_integer(body, "threadId", MAX(dap->thread, 1));
	gs_json_boolean(body, "allThreadsContinued", true);
	gs_dap_event(dap, "continued", body);
}

void gs_dap_tell_ended(struct gs_dap *dap, gint64 status)
{
	if (dap->was_ended)
		return;
	dap->was_ended = true;
	dap->state = GS_DAP_ENDED;
	for (guint i = 0; i < dap->threads->len; i++)
		tell_thread(dap, "exited", i + 1);
	g_array_set_size(dap->threads, 0);
	if (status >= 0) {
		JsonBuilder *body = gs_dap_body();
		gs_json_integer(body, "exitCode", status);
		gs_dap_event(dap, "exited", body);
	}
	gs_dap_event(dap, "terminated", NULL);
}

char *gs_dap_stop_text(struct gs_dap *dap)
{
	const char *signal = gs_dap_result_text(dap->stop, "signal");
	const char *error = gs_dap_result_text(dap->stop, "gl_error");
	const char *note = gs_dap_result_text(dap->stop, "note");
	const char *inside = gs_dap_result_text(dap->stop, "inside");
	JsonObject *stop = gs_dap_result(dap->stop);
	if (signal)
		return g_strdup_printf("the program gets %s", signal);
	if (error)
		return g_strdup_printf("the call has set %s", error);
	if (inside)
		return g_strdup_printf("paused in %s", inside);
	if (stop && gs_dap_flag(stop, "outside_gl", false))
		return g_strdup("paused outside GL");
	return note ? g_strdup(note) : NULL;
}

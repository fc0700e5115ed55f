/* SPDX-License-Identifier: MIT */
/* The table of requests, and the loop that serves one editor. */
#include <string.h>
#include "dap/ask.h"
#include "dap/begin.h"
#include "dap/breakpoints.h"
#include "dap/dap.h"
#include "dap/evaluate.h"
#include "dap/files.h"
#include "dap/goto.h"
#include "dap/run.h"
#include "dap/scopes.h"
#include "dap/set.h"
#include "dap/sources.h"
#include "dap/stack.h"
#include "dap/tell.h"

enum { MOST_WAITING = 10000 };

static void cancel(struct gs_dap_request *request);

static const struct served {
	const char *command;
	void (*serve)(struct gs_dap_request *request);
	enum {
		AT_ONCE,     /* whatever is served */
		ANY_TIME,    /* also while the program runs */
		IN_TURN,     /* when it is its turn */
		WHEN_STOPPED /* likewise, and the program must have stopped */
	} when;
} table[] = {
	{"initialize", gs_dap_initialize, IN_TURN},
	{"launch", gs_dap_launch, IN_TURN},
	{"attach", gs_dap_attach, IN_TURN},
	{"configurationDone", gs_dap_configuration_done, IN_TURN},
	{"setBreakpoints", gs_dap_breakpoints_set_lines, ANY_TIME},
	{"setFunctionBreakpoints", gs_dap_breakpoints_set_functions, ANY_TIME},
	{"setExceptionBreakpoints", gs_dap_breakpoints_set_exceptions, ANY_TIME},
	{"threads", gs_dap_threads, ANY_TIME},
	{"pause", gs_dap_pause, AT_ONCE},
	{"cancel", cancel, AT_ONCE},
	{"terminate", gs_dap_terminate, AT_ONCE},
	{"disconnect", gs_dap_disconnect, AT_ONCE},
	{"restart", gs_dap_restart, IN_TURN},
	{"continue", gs_dap_continue, WHEN_STOPPED},
	{"next", gs_dap_next, WHEN_STOPPED},
	{"stepIn", gs_dap_step_in, WHEN_STOPPED},
	{"stepOut", gs_dap_step_out, WHEN_STOPPED},
	{"stepBack", gs_dap_step_back, WHEN_STOPPED},
	{"reverseContinue", gs_dap_reverse, WHEN_STOPPED},
	{"stepInTargets", gs_dap_step_in_targets, WHEN_STOPPED},
	{"gotoTargets", gs_dap_goto_targets, WHEN_STOPPED},
	{"goto", gs_dap_goto, WHEN_STOPPED},
	{"stackTrace", gs_dap_stack_trace, WHEN_STOPPED},
	{"scopes", gs_dap_scopes, WHEN_STOPPED},
	{"variables", gs_dap_variables, WHEN_STOPPED},
	{"evaluate", gs_dap_evaluate, WHEN_STOPPED},
	{"setVariable", gs_dap_set_variable, WHEN_STOPPED},
	{"setExpression", gs_dap_set_expression, WHEN_STOPPED},
	{"exceptionInfo", gs_dap_exception_info, ANY_TIME},
	{"source", gs_dap_source, ANY_TIME},
	{"loadedSources", gs_dap_loaded_sources, ANY_TIME},
	{"modules", gs_dap_modules, ANY_TIME},
	{"glstep/image", gs_dap_image, WHEN_STOPPED},
};

static const struct served *find_served(const char *command)
{
	for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
		if (!strcmp(table[i].command, command))
			return &table[i];
	return NULL;
}

/* Serve a request, which is freed. */
static void serve(struct gs_dap *dap, struct gs_dap_request *request)
{
	const struct served *served = find_served(request->command);
	struct gs_dap_request *outer = dap->serving;
	dap->serving = request;
	if (!served) {
		g_autofree char *text = g_strdup_printf(
			"there is no request '%s' here", request->command);
		gs_dap_refuse(request, text);
	} else if (served->when == WHEN_STOPPED && dap->state != GS_DAP_STOPPED) {
		gs_dap_refuse(request, "notStopped");
	} else {
		served->serve(request);
	}
	gs_dap_refuse(request, "the request was not answered"); /* if that is so */
	dap->serving = outer;
	gs_dap_request_free(request);
}

/* Take the first of the waiting requests that need not wait for the one that is served. */
static struct gs_dap_request *take_meanwhile(struct gs_dap *dap)
{
	for (GList *at = dap->waiting.head; at; at = at->next) {
		struct gs_dap_request *request = at->data;
		const struct served *served = find_served(request->command);
		bool is_running = dap->state == GS_DAP_RUNNING;
		if (served && served->when != AT_ONCE &&
			!(is_running && (served->when == ANY_TIME || served->when == WHEN_STOPPED)))
			continue;
		g_queue_delete_link(&dap->waiting, at);
		return request;
	}
	return NULL;
}

static void serve_meanwhile(struct gs_dap *dap)
{
	struct gs_dap_request *request;
	while ((request = take_meanwhile(dap)))
		serve(dap, request);
}

static void cancel(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gint64 seq = gs_dap_number(request->arguments, "requestId", -1);
	gs_dap_answer(request, NULL);
	for (GList *at = dap->waiting.head; at; at = at->next) {
		struct gs_dap_request *other = at->data;
		if (other->seq != seq)
			continue;
		g_queue_delete_link(&dap->waiting, at);
		other->is_cancelled = true;
		gs_dap_refuse(other, "the request was cancelled");
		gs_dap_request_free(other);
		return;
	}
}

/* ---- messages ---- */

static void on_received(gpointer data, JsonNode *message, const GError *error)
{
	struct gs_dap *dap = data;
	struct gs_dap_request *request = message ? gs_dap_request_new(dap, message) : NULL;
	if (request && g_queue_get_length(&dap->waiting) < MOST_WAITING) {
		g_queue_push_tail(&dap->waiting, request);
		return;
	}
	g_autofree char *text = g_strdup_printf("glstep: %s\n",
		error	  ? error->message
		: request ? "too many requests wait: this one is not served"
			  : "the message is no request of the Debug Adapter Protocol");
	gs_dap_say(dap, "important", text);
	if (request)
		gs_dap_request_free(request);
}

static void on_ended(gpointer data, const GError *error)
{
	struct gs_dap *dap = data;
	if (error) {
		g_autofree char *text = g_strdup_printf("glstep: %s\n", error->message);
		gs_dap_say(dap, "important", text);
	}
	if (!dap->is_over) /* else it is about to let the program go */
		gs_dap_interrupt(dap);
	dap->is_over = true;
}

/* ---- the whole ---- */

static void begin(struct gs_dap *dap)
{
	dap->serve_meanwhile = serve_meanwhile;
	dap->first_line = dap->first_column = 1;
	dap->fault_call = dap->seen_call = -1;
	dap->files = gs_dap_files_new();
	dap->threads = g_array_new(FALSE, FALSE, sizeof(gint64));
	dap->modules = g_array_new(FALSE, FALSE, sizeof(gint64));
	dap->obsolete = g_array_new(FALSE, FALSE, sizeof(unsigned));
	dap->sources = g_ptr_array_new_with_free_func(gs_dap_source_free);
	dap->breakpoints = g_ptr_array_new_with_free_func(gs_dap_breakpoint_free);
	dap->dead = g_ptr_array_new_with_free_func(gs_dap_breakpoint_free);
	dap->values = g_ptr_array_new_with_free_func(gs_dap_value_free);
	dap->goals = g_ptr_array_new_with_free_func(g_free);
}

static void finish(struct gs_dap *dap)
{
	gs_dap_leave(dap);
	gs_message_stream_free(dap->stream);
	g_queue_clear_full(&dap->waiting, (GDestroyNotify)gs_dap_request_free);
	g_queue_clear_full(&dap->told, gs_dap_told_free);
	g_ptr_array_free(dap->sources, TRUE);
	g_ptr_array_free(dap->breakpoints, TRUE);
	g_ptr_array_free(dap->dead, TRUE);
	g_ptr_array_free(dap->values, TRUE);
	g_ptr_array_free(dap->goals, TRUE);
	g_array_free(dap->threads, TRUE);
	g_array_free(dap->modules, TRUE);
	g_array_free(dap->obsolete, TRUE);
	gs_dap_files_free(dap->files);
	g_free(dap->fault_kinds);
	g_free(dap->fault);
	g_free(dap->fault_kind);
}

void gs_dap_serve(int in, int out, const char *token)
{
	struct gs_dap dap = {.token = token};
	const struct gs_message_stream_events events = {on_received, on_ended, &dap};
	begin(&dap);
	dap.stream = gs_message_stream_new(in, out, GS_FRAMING_HEADERS, &events);
	while (!dap.is_over) {
		struct gs_dap_request *request = g_queue_pop_head(&dap.waiting);
		if (request)
			serve(&dap, request);
		else
			g_main_context_iteration(NULL, TRUE);
		gs_dap_take_told(&dap);
		g_ptr_array_set_size(dap.dead, 0);
	}
	finish(&dap);
}

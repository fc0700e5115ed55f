/* SPDX-License-Identifier: MIT */
#include "dap/begin.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/breakpoints.h"
#include "dap/files.h"
#include "dap/run.h"
#include "dap/tell.h"
#include "debugger/open/opened.h"

enum { TIMEOUT_SECONDS = 60 };

/* ---- initialize ---- */

static const char *const capabilities[] = {"supportsConfigurationDoneRequest",
	"supportsFunctionBreakpoints", "supportsConditionalBreakpoints",
	"supportsHitConditionalBreakpoints", "supportsEvaluateForHovers", "supportsStepBack",
	"supportsSetVariable", "supportsGotoTargetsRequest", "supportsStepInTargetsRequest",
	"supportsModulesRequest", "supportsRestartRequest", "supportsExceptionInfoRequest",
	"supportTerminateDebuggee", "supportsDelayedStackTraceLoading",
	"supportsLoadedSourcesRequest", "supportsLogPoints", "supportsSetExpression",
	"supportsTerminateRequest", "supportsCancelRequest", "supportsClipboardContext"};

void gs_dap_initialize(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	dap->first_line = gs_dap_flag(request->arguments, "linesStartAt1", true);
	dap->first_column = gs_dap_flag(request->arguments, "columnsStartAt1", true);
	dap->has_uris = !g_strcmp0(gs_dap_text(request->arguments, "pathFormat"), "uri");
	JsonBuilder *body = gs_dap_body();
	for (size_t i = 0; i < G_N_ELEMENTS(capabilities); i++)
		gs_json_boolean(body, capabilities[i], true);
	gs_dap_put_filters(body);
	gs_dap_answer(request, body);
	gs_dap_event(dap, "initialized", NULL);
}

/* ---- what others tell ---- */

struct told {
	char *method;
	JsonNode *params;
};

static void on_told(gpointer data, const char *method, JsonNode *params)
{
	struct gs_dap *dap = data;
	JsonObject *object = gs_dap_result(params);
	const char *text = object ? gs_dap_text(object, "text") : NULL;
	if (!strcmp(method, "output")) {
		gs_dap_say(dap, "stdout", text ? text : "");
		return;
	}
	struct told *told = g_new(struct told, 1);
	*told = (struct told){g_strdup(method), json_node_copy(params)};
	g_queue_push_tail(&dap->told, told);
}

/* Another one has moved the program or the shader. */
static void take_move(struct gs_dap *dap, const char *method, JsonObject *params)
{
	JsonNode *stop = json_object_get_member(params, "stop");
	JsonNode *where = json_object_get_member(params, "where");
	const char *name = gs_dap_text(params, "name"), *command = gs_dap_text(params, "command");
	g_autofree char *text = g_strdup_printf(
		"%s: %s", name ? name : "another client", command ? command : "");
	const char *rest;
	const struct gs_verb *verb = command ? gs_verb_find(command, &rest) : NULL;
	if (!strcmp(method, "running") && verb && gs_verb_moves(verb) == GS_VERB_MOVES_PROGRAM &&
		dap->state == GS_DAP_STOPPED) {
		gs_dap_tell_continued(dap);
	} else if (stop) {
		gs_dap_set_place(dap, json_node_copy(stop), NULL);
		if (!g_strcmp0(gs_dap_result_text(dap->stop, "stop"), "exited"))
			gs_dap_tell_ended(dap, gs_dap_result_number(dap->stop, "status"));
		else
			gs_dap_tell_stopped(dap, "pause", text, NULL, 0);
	} else if (where) {
		gs_dap_set_place(
			dap, dap->stop ? json_node_ref(dap->stop) : NULL, json_node_copy(where));
		gs_dap_tell_stopped(dap, "step", text, NULL, 0);
	}
}

void gs_dap_told_free(gpointer data)
{
	struct told *told = data;
	g_free(told->method);
	json_node_unref(told->params);
	g_free(told);
}

void gs_dap_take_told(struct gs_dap *dap)
{
	struct told *told;
	while ((told = g_queue_pop_head(&dap->told))) {
		JsonObject *params = gs_dap_result(told->params);
		if (!strcmp(told->method, "gone")) {
			gs_dap_say(dap, "important", "the server has gone: the session is over\n");
			gs_dap_tell_ended(dap, -1);
		} else if (params && dap->is_begun) {
			take_move(dap, told->method, params);
		}
		gs_dap_told_free(told);
	}
}

/* ---- what is launched ---- */

/* Return the strings of a list, after `first` (NULL: none); g_strfreev. NULL: it is no such list.
 */
static char **strings_of(JsonObject *arguments, const char *name, const char *first)
{
	JsonArray *list = gs_dap_list(arguments, name);
	guint n = list ? json_array_get_length(list) : 0, at = 0;
	g_auto(GStrv) strings = g_new0(char *, n + 2);
	JsonNode *node = json_object_get_member(arguments, name);
	if (node && !list && !JSON_NODE_HOLDS_NULL(node))
		return NULL;
	if (first)
		strings[at++] = g_strdup(first);
	for (guint i = 0; i < n; i++) {
		JsonNode *element = json_array_get_element(list, i);
		if (!JSON_NODE_HOLDS_VALUE(element) ||
			json_node_get_value_type(element) != G_TYPE_STRING)
			return NULL;
		strings[at++] = g_strdup(json_node_get_string(element));
	}
	return g_steal_pointer(&strings);
}

/* Return "NAME=VALUE" of each member of `env`; g_strfreev. NULL: there is something else in it. */
static char **environment_of(JsonObject *arguments)
{
	JsonObject *env = gs_dap_object(arguments, "env");
	g_autoptr(GList) names = env ? json_object_get_members(env) : NULL;
	g_auto(GStrv) list = g_new0(char *, g_list_length(names) + 1);
	guint n = 0;
	for (GList *at = names; at; at = at->next) {
		const char *name = at->data, *value = gs_dap_text(env, name);
		if (!value || !*name || strchr(name, '='))
			return NULL;
		list[n++] = g_strdup_printf("%s=%s", name, value);
	}
	return g_steal_pointer(&list);
}

static bool refuse(GError **error, const char *why)
{
	g_set_error_literal(error, GS_ERROR, GS_ERROR_USAGE, why);
	return false;
}

/* Return whether this editor may begin something. */
static bool is_let_in(struct gs_dap_request *request, GError **error)
{
	const char *token = gs_dap_text(request->arguments, "adapterToken");
	if (request->dap->link)
		return refuse(error, "something is debugged already: end that first");
	if (!request->dap->token)
		return true;
	bool is_same = token && strlen(token) == strlen(request->dap->token);
	for (size_t i = 0; is_same && token[i]; i++) /* who guesses has one try a connection */
		is_same = token[i] == request->dap->token[i];
	if (!is_same)
		request->dap->is_over = true;
	return is_same || refuse(error, "\"adapterToken\" is to be the token that `glstep dap "
					"--tcp` has printed");
}

/* Take what launch and attach have in common. */
static bool take_common(struct gs_dap *dap, JsonObject *arguments, GError **error)
{
	const char *cwd = gs_dap_text(arguments, "cwd");
	g_auto(GStrv) roots = strings_of(arguments, "sourceRoots", NULL);
	if (!roots)
		return refuse(error, "\"sourceRoots\" is a list of folders");
	for (size_t i = 0; roots[i]; i++)
		gs_dap_files_add(dap->files, roots[i]);
	if (!*roots && cwd)
		gs_dap_files_add(dap->files, cwd);
	return true;
}

/* Launch, and wait until the program stands before its first call. */
static bool launch(struct gs_dap *dap, const struct gs_launch *what, gint64 seconds, GError **error)
{
	struct gs_dap_wait wait = {0};
	dap->link = gs_dap_link_new_own(on_told, dap);
	dap->name = g_path_get_basename(what->argv[0]);
	gs_dap_link_launch(dap->link, what, dap->is_trace, (int)CLAMP(seconds, 1, 1000000) * 1000,
		gs_dap_done, &wait);
	g_autoptr(JsonNode) begun = gs_dap_await(dap, &wait, error);
	return begun && gs_dap_do(dap, error, "start");
}

static bool launch_by(struct gs_dap_request *request, GError **error)
{
	struct gs_dap *dap = request->dap;
	JsonObject *arguments = request->arguments;
	const char *program = gs_dap_text(arguments, "program");
	const char *trace = gs_dap_text(arguments, "trace");
	const char *cwd = gs_dap_text(arguments, "cwd"), *what = trace ? trace : program;
	if (!what || !*what)
		return refuse(error, "`launch` takes \"program\", the path of one, or \"trace\"");
	g_auto(GStrv) argv = strings_of(arguments, trace ? "" : "args", what);
	g_auto(GStrv) environment = environment_of(arguments);
	if (!argv || !environment)
		return refuse(error,
			argv ? "\"env\" is an object of strings" : "\"args\" is a list of strings");
	if (!take_common(dap, arguments, error))
		return false;
	struct gs_launch launched = {.argv = argv,
		.environment = environment,
		.directory = (char *)cwd,
		.follow = (char *)gs_dap_text(arguments, "follow"),
		.refuse_binaries = gs_dap_flag(arguments, "refuseBinaries", false),
		.freeze_clocks = gs_dap_flag(arguments, "freezeClocks", false)};
	dap->has_no_debugging = gs_dap_flag(arguments, "noDebug", false);
	dap->is_trace = trace || gs_opened_is_trace(what);
	if (dap->is_trace && !gs_opened_is_trace(what)) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START, "'%s' is no trace", what);
		return false;
	}
	return gs_launch_check(&launched, error) &&
	       launch(dap, &launched, gs_dap_number(arguments, "timeout", TIMEOUT_SECONDS), error);
}

void gs_dap_launch(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	GError *error = NULL;
	if (!is_let_in(request, &error)) {
		gs_dap_fail(request, error);
		return;
	}
	if (!launch_by(request, &error)) {
		gs_dap_fail(request, error);
		gs_dap_end_session(dap);
		return;
	}
	dap->stops_on_entry = gs_dap_flag(request->arguments, "stopOnEntry", false);
	dap->state = GS_DAP_STOPPED;
	gs_dap_answer(request, NULL);
	gs_dap_begin_if_ready(dap);
}

/* ---- attach ---- */

static bool attach_by(struct gs_dap_request *request, GError **error)
{
	struct gs_dap *dap = request->dap;
	const char *address = gs_dap_text(request->arguments, "address");
	const char *token = gs_dap_text(request->arguments, "token");
	struct gs_dap_wait wait = {0};
	if (!address)
		return refuse(
			error, "`attach` takes \"address\", which `glstep serve` has printed");
	if (!take_common(dap, request->arguments, error))
		return false;
	dap->link = gs_dap_link_new_server(address, token, on_told, dap, gs_dap_done, &wait, error);
	if (!dap->link)
		return false;
	g_autoptr(JsonNode) greeting = gs_dap_await(dap, &wait, error);
	if (!greeting)
		return false;
	dap->name = g_strdup(address);
	dap->is_attached = true;
	dap->stops_on_entry = gs_dap_flag(request->arguments, "stopOnEntry", true);
	if (!gs_dap_ask_pause(dap, NULL) && !gs_dap_do(dap, error, "start"))
		return false;
	g_autoptr(JsonNode) where = gs_dap_query(dap, NULL, "where");
	if (where)
		dap->where = json_node_ref(where);
	return true;
}

void gs_dap_attach(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	GError *error = NULL;
	if (gs_dap_text(request->arguments, "trace")) {
		gs_dap_launch(request);
		return;
	}
	if (!is_let_in(request, &error)) {
		gs_dap_fail(request, error);
		return;
	}
	if (!attach_by(request, &error)) {
		gs_dap_fail(request, error);
		gs_dap_end_session(dap);
		return;
	}
	dap->state = GS_DAP_STOPPED;
	gs_dap_answer(request, NULL);
	gs_dap_begin_if_ready(dap);
}

/* ---- configured ---- */

void gs_dap_begin_if_ready(struct gs_dap *dap)
{
	if (dap->is_begun || !dap->link || !dap->is_configured || dap->state != GS_DAP_STOPPED)
		return;
	if (dap->is_changed)
		gs_dap_breakpoints_send(dap);
	gs_dap_begin_running(dap);
}

void gs_dap_configuration_done(struct gs_dap_request *request)
{
	request->dap->is_configured = true;
	gs_dap_answer(request, NULL);
	gs_dap_begin_if_ready(request->dap);
}

void gs_dap_restart(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	GError *error = NULL;
	dap->fault_call = dap->seen_call = -1;
	dap->was_ended = false;
	if (!gs_dap_do(dap, &error, "restart")) {
		gs_dap_fail(request, error);
		return;
	}
	dap->state = GS_DAP_STOPPED;
	gs_dap_answer(request, NULL);
	gs_dap_begin_running(dap);
}

/* ---- ended ---- */

/* This is served while something runs, which ends then. */
void gs_dap_terminate(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gs_dap_answer(request, NULL);
	if (dap->is_asking && dap->state == GS_DAP_RUNNING) {
		dap->is_ending = dap->wants_pause = true;
		gs_dap_interrupt(dap);
		return;
	}
	if (dap->link && dap->state != GS_DAP_ENDED && !dap->is_asking)
		gs_dap_do(dap, NULL, "kill");
	gs_dap_tell_ended(dap, -1);
}

void gs_dap_end_session(struct gs_dap *dap)
{
	if (dap->link)
		dap->link->kind->free(dap->link);
	dap->link = NULL;
	dap->state = GS_DAP_NOTHING;
	gs_dap_set_place(dap, NULL, NULL);
	g_clear_pointer(&dap->name, g_free);
}

/* Likewise. */
void gs_dap_disconnect(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	dap->is_to_live = !gs_dap_flag(request->arguments, "terminateDebuggee", !dap->is_attached);
	dap->is_over = true;
	gs_dap_answer(request, NULL);
	gs_dap_interrupt(dap);
}

void gs_dap_leave(struct gs_dap *dap)
{
	bool is_there = dap->link && dap->state != GS_DAP_ENDED;
	if (is_there && dap->is_attached && !dap->is_to_live)
		gs_dap_do(dap, NULL, "kill");
	else if (is_there && !dap->is_attached && dap->is_to_live)
		gs_dap_do(dap, NULL, "detach");
	gs_dap_end_session(dap);
}

/* ---- exceptions ---- */

void gs_dap_exception_info(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	if (!dap->fault) {
		gs_dap_refuse(request, "it has not stopped at anything that is wrong");
		return;
	}
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "exceptionId", dap->fault_kind ? dap->fault_kind : "fault");
	gs_json_string(body, "description", dap->fault);
	gs_json_string(body, "breakMode", "always");
	gs_json_begin_object(body, "details");
	gs_json_string(body, "message", dap->fault);
	json_builder_end_object(body);
	gs_dap_answer(request, body);
}

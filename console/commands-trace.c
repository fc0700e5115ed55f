/* SPDX-License-Identifier: MIT */
/* Recording a trace: trace start, trace stop. */
#include <string.h>
#include "console/console.h"

bool gs_command_trace_start(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_session *session = console->session;
	if (!*arguments) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "usage: trace start FILE");
		return false;
	}
	bool runs = gs_session_has_program(session);
	if (!gs_session_record(session, arguments, error))
		return false;
	gs_json_string(reply->json, "file", arguments);
	g_string_append_printf(reply->text, "Calls are recorded in %s from %s on%s.\n", arguments,
		runs ? "now" : "the first",
		runs ? ": what came before is not in it, so a player lacks what that set up" : "");
	return true;
}

void gs_reply_recording(
	struct gs_reply *reply, const char *file, const struct gs_recording_figures *figures)
{
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "calls", (int64_t)figures->calls);
	gs_json_integer(reply->json, "frames", (int64_t)figures->frames);
	gs_json_integer(reply->json, "bytes", (int64_t)figures->bytes);
	gs_json_integer(reply->json, "lost", (int64_t)figures->lost);
	g_string_append_printf(reply->text,
		"%s: %" G_GUINT64_FORMAT " calls, %" G_GUINT64_FORMAT " frames, %" G_GUINT64_FORMAT
		" bytes",
		file, (guint64)figures->calls, (guint64)figures->frames, (guint64)figures->bytes);
}

bool gs_command_trace_stop(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_recording_figures figures = {0};
	if (!gs_parse_none(arguments, error))
		return false;
	char *file = g_strdup(gs_session_recording_path(console->session));
	bool good = gs_session_end_recording(console->session, &figures, error);
	if (good) {
		gs_reply_recording(reply, file, &figures);
		g_string_append(reply->text, ".\n");
	}
	g_free(file);
	return good;
}

/* SPDX-License-Identifier: MIT */
/* Recording a trace: trace start, trace stop, and what goes into it; and going to a call of one:
 * goto. */
#include <string.h>
#include "console/console.h"
#include "data/trace-class.h"
#include "wire/memory.h"

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

bool gs_command_goto(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	char **words = gs_parse_words(arguments, 1, 1, "goto N", error);
	uint64_t number;
	struct gs_stop stop;
	bool good = words &&
		    gs_parse_number(words[0], "number of a call", INT64_MAX, &number, error);
	g_strfreev(words);
	if (!good || !gs_session_goto(console->session, number, &stop, error))
		return false;
	gs_reply_stop(reply, &stop);
	gs_stop_clear(&stop);
	return true;
}

bool gs_command_again(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (!gs_parse_none(arguments, error) || !gs_session_again(console->session, &stop, error))
		return false;
	gs_reply_stop(reply, &stop);
	gs_stop_clear(&stop);
	return true;
}

bool gs_command_trace_stop(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	struct gs_recording_figures figures = {0};
	if (!gs_parse_none(arguments, error))
		return false;
	char *file = gs_session_recording_path(console->session);
	bool good = gs_session_end_recording(console->session, &figures, error);
	if (good) {
		gs_reply_recording(reply, file, &figures);
		g_string_append(reply->text, ".\n");
	}
	g_free(file);
	return good;
}

static void reply_classes(
	struct gs_reply *reply, const char *key, const char *text, uint32_t classes)
{
	const char *name;
	bool any = false;
	json_builder_set_member_name(reply->json, key);
	json_builder_begin_array(reply->json);
	for (unsigned i = 0; (name = gs_data_trace_class_name(i)); i++) {
		if (!(classes >> i & 1))
			continue;
		json_builder_add_string_value(reply->json, name);
		g_string_append_printf(reply->text, "%s%s", any ? ", " : text, name);
		any = true;
	}
	json_builder_end_array(reply->json);
	if (any)
		g_string_append_c(reply->text, '\n');
}

static bool set_classes(struct gs_console *console, const char *arguments, bool on,
	struct gs_reply *reply, GError **error)
{
	uint32_t mask;
	if (!gs_recording_parse_classes(arguments, &mask, error))
		return false;
	gs_session_set_trace_classes(console->session, on ? mask : 0, on ? 0 : mask);
	const struct gs_recording_classes *said = gs_session_trace_classes(console->session);
	reply_classes(reply, "enabled", "Traces have, whatever the program says: ", said->on);
	reply_classes(reply, "disabled", "They do not have: ", said->off);
	return true;
}

bool gs_command_trace_enable(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return set_classes(console, arguments, true, reply, error);
}

bool gs_command_trace_disable(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	return set_classes(console, arguments, false, reply, error);
}

bool gs_command_trace_comment(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	if (!*arguments) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "usage: trace comment TEXT");
		return false;
	}
	if (!gs_session_trace_comment(console->session, arguments, error))
		return false;
	gs_json_string(reply->json, "comment", arguments);
	g_string_append_printf(reply->text, "In the trace: %s\n", arguments);
	return true;
}

bool gs_command_trace_assert(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	uint32_t groups;
	unsigned n = 0;
	if (!gs_recording_parse_groups(arguments, &groups, error) ||
		!gs_session_trace_assert(console->session, groups, arguments, &n, error))
		return false;
	gs_json_string(reply->json, "groups", arguments);
	gs_json_integer(reply->json, "assertions", n);
	g_string_append_printf(reply->text,
		"In the trace: %u questions about the state of %s, "
		"with their answers.\n",
		n, arguments);
	return true;
}

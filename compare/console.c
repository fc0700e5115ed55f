/* SPDX-License-Identifier: MIT */
/* A debugger of one side: glstep itself, asked line by line, which answers in JSON. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/private.h"

#define LONGEST_WAIT "3600" /* seconds */

struct gs_console_side {
	struct gs_side_process process;
	char *line; /* what was answered last: getline's */
	size_t room;
	char *refusal;
};

struct gs_console_side *gs_console_side_new(
	const struct gs_compare_wish *wish, int side, GError **error)
{
	struct gs_console_side *console = g_new0(struct gs_console_side, 1);
	GPtrArray *argv = g_ptr_array_new();
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	const char *first[] = {self, "--json", "--keep-going", "--timeout", LONGEST_WAIT};
	for (size_t i = 0; i < G_N_ELEMENTS(first); i++)
		g_ptr_array_add(argv, (char *)first[i]);
	for (char **at = wish->environment[side]; at && *at; at++) {
		g_ptr_array_add(argv, (char *)"--env");
		g_ptr_array_add(argv, *at);
	}
	g_ptr_array_add(argv, (char *)"-x");
	g_ptr_array_add(argv, (char *)"-");
	g_ptr_array_add(argv, (char *)"--");
	g_ptr_array_add(argv, (char *)wish->files[side]);
	g_ptr_array_add(argv, NULL);
	/* the variables are the player's */
	bool good = gs_side_start(&console->process, (char **)argv->pdata, NULL, error);
	g_ptr_array_free(argv, TRUE);
	if (good)
		return console;
	gs_console_side_free(console);
	return NULL;
}

void gs_console_side_free(struct gs_console_side *console)
{
	if (!console)
		return;
	gs_side_stop(&console->process);
	free(console->line);
	g_free(console->refusal);
	g_free(console);
}

const char *gs_console_refusal(const struct gs_console_side *console)
{
	return console->refusal;
}

JsonObject *gs_console_goto(struct gs_console_side *console, uint64_t call)
{
	return gs_console_ask(console, "goto %" G_GUINT64_FORMAT, call);
}

JsonObject *gs_console_ask(struct gs_console_side *console, const char *format, ...)
{
	va_list arguments;
	JsonObject *result = NULL;
	if (!console->process.to)
		return NULL;
	va_start(arguments, format);
	vfprintf(console->process.to, format, arguments);
	va_end(arguments);
	fputc('\n', console->process.to);
	fflush(console->process.to);
	g_clear_pointer(&console->refusal, g_free);
	if (getline(&console->line, &console->room, console->process.from) <= 0)
		return NULL;
	g_autoptr(JsonNode) node = json_from_string(console->line, NULL);
	JsonObject *answer = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node)
								  : NULL;
	if (answer && json_object_get_boolean_member_with_default(answer, "ok", FALSE)) {
		JsonNode *of = json_object_get_member(answer, "result");
		result = of && JSON_NODE_HOLDS_OBJECT(of) ? json_node_dup_object(of) : NULL;
		return result ? result : json_object_new();
	}
	if (answer && json_object_has_member(answer, "error"))
		console->refusal = g_strdup(json_object_get_string_member_with_default(
			json_object_get_object_member(answer, "error"), "message", ""));
	return NULL;
}

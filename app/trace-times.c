/* SPDX-License-Identifier: MIT */
/* Lets glstep-replay play a trace and tell how long its calls take. */
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/timed.h"
#include "app/trace-tool.h"

enum { ROUNDS = 5, MOST_ROUNDS = 1000 };

bool gs_tool_take_times(const char *word, struct gs_tool_times *wish, int *status)
{
	uint64_t rounds = ROUNDS;

	*status = 0;
	if (!g_str_has_prefix(word, "--times") || (word[7] && word[7] != '='))
		return false;
	if (word[7] && (!gs_tool_number(word + 8, &rounds) || !rounds || rounds > MOST_ROUNDS))
		*status = gs_tool_usage("--times=N says how often to play the trace, from 1 to "
					"1000",
			word);
	wish->rounds = (unsigned)rounds;
	return true;
}

static uint64_t number_at(JsonObject *row, const char *name)
{
	return (uint64_t)json_object_get_int_member_with_default(row, name, 0);
}

static void take_line(struct gs_timed *timed, struct gs_tool_times *wish, const char *line)
{
	g_autoptr(JsonParser) parser = json_parser_new();
	JsonNode *root = json_parser_load_from_data(parser, line, -1, NULL)
				 ? json_parser_get_root(parser)
				 : NULL;
	JsonObject *row = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;

	if (row && json_object_has_member(row, "call")) {
		const struct gs_timed_row told = {.call = number_at(row, "call"),
			.cpu = number_at(row, "cpu_ns"),
			.gpu = number_at(row, "gpu_ns"),
			.gpu_spread = number_at(row, "spread_ns"),
			.why = json_object_get_string_member_with_default(row, "why", NULL)};
		gs_timed_add(timed, &told);
	} else if (row && json_object_has_member(row, "method")) {
		wish->method = g_strdup(json_object_get_string_member(row, "method"));
	}
}

struct gs_timed *gs_tool_time(
	const char *file, struct gs_tool_times *wish, const char *frames, int *status)
{
	g_autofree char *times = g_strdup_printf("--times=%u", wish->rounds);
	const char *const options[] = {times, "--every-call", "--json", NULL};
	g_autoptr(GError) why = NULL;
	struct gs_timed *timed = NULL;
	char *told = NULL, *line, *rest;

	*status = 0;
	if (!wish->rounds)
		return NULL;
	if (gs_tool_ask_player(file, options, frames, &told, &why))
		timed = gs_timed_new();
	for (line = timed ? strtok_r(told, "\n", &rest) : NULL; line;
		line = strtok_r(NULL, "\n", &rest))
		take_line(timed, wish, line);
	g_free(told);
	if (!timed)
		*status = gs_tool_fail(GS_TOOL_FAILED, "glstep-replay", why->message);
	return timed;
}

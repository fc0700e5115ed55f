/* SPDX-License-Identifier: MIT */
/* Lets glstep-replay play a trace and tell how long its calls take. */
#include <stdlib.h>
#include <string.h>
#include "analysis/timed.h"
#include "app/trace-tool.h"
#include "data/data.h"
#include "debugger/open/measuring.h"
#include "trace/times.h"

enum { ROUNDS = 5, MOST_ROUNDS = 1000 };

bool gs_tool_take_times(const char *word, struct gs_tool_times *wish, int *status)
{
	uint64_t rounds = ROUNDS;

	*status = 0;
	if (!g_str_has_prefix(word, "--times") || (word[7] && word[7] != '='))
		return false;
	wish->is_recorded = !strcmp(word + 7, "=recorded");
	if (word[7] && !wish->is_recorded &&
		(!gs_tool_number(word + 8, &rounds) || !rounds || rounds > MOST_ROUNDS))
		*status = gs_tool_usage("--times=N says how often to play the trace, from 1 to "
					"1000; --times=recorded tells the times of the recording",
			word);
	wish->rounds = wish->is_recorded ? 1 : (unsigned)rounds;
	return true;
}

/* Add what a comment says. functions: by number of the calls since the last such comment. */
static bool take_comment(
	struct gs_timed *timed, const struct gs_trace_call *call, GHashTable *functions)
{
	size_t n;
	struct gs_trace_time *times = gs_trace_times_read(call, &n);
	bool has_gl = false;

	for (size_t i = 0; times && i < n; i++) {
		const struct gs_trace_time *t = &times[i];
		gpointer function = g_hash_table_lookup(
			functions, GSIZE_TO_POINTER((gsize)t->call));
		bool works = gs_data_gives_gl_work((unsigned)GPOINTER_TO_SIZE(function));
		const struct gs_timed_row row = {.call = t->call,
			.began = t->began,
			.cpu = t->took,
			.gpu = t->gl_took ? t->gl_took - 1 : 0,
			.why = t->gl_took ? NULL
			       : works	  ? "it was recorded without GL's times"
					  : "it draws nothing"};
		gs_timed_add(timed, &row);
		has_gl |= t->gl_took;
	}
	if (times)
		g_hash_table_remove_all(functions);
	free(times);
	return has_gl;
}

/* Return the times that the recorder has written. */
static struct gs_timed *read_recorded(const char *file, int *status)
{
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	const struct gs_trace_call *call;
	struct gs_timed *timed = gs_timed_new();
	g_autoptr(GHashTable) functions = g_hash_table_new(NULL, NULL);
	bool has_gl = false;

	while (reader && (call = gs_trace_next_call(reader))) {
		if (call->is_fake)
			has_gl |= take_comment(timed, call, functions);
		else
			g_hash_table_insert(functions, GSIZE_TO_POINTER((gsize)call->number),
				GSIZE_TO_POINTER((gsize)call->function->number));
	}
	gs_trace_close(reader);
	gs_timed_set_method(
		timed, has_gl ? "as it was recorded, when each call that draws was waited for"
			      : "as it was recorded, without GL's times");
	if (gs_timed_count(timed))
		return timed;
	gs_timed_free(timed);
	*status = gs_tool_fail(GS_TOOL_FAILED, file,
		"it was recorded without times: glstep record --times writes them");
	return NULL;
}

struct gs_timed *gs_tool_time(
	const char *file, struct gs_tool_times *wish, const char *frames, int *status)
{
	g_autofree char *player = gs_tool_player();
	g_autofree char *why = NULL;
	struct gs_timed *timed;

	*status = 0;
	if (!wish->rounds)
		return NULL;
	if (wish->is_recorded)
		return read_recorded(file, status);
	timed = gs_player_time(player, file, frames, wish->rounds, NULL, &why);
	if (!timed)
		*status = gs_tool_fail(GS_TOOL_FAILED, "glstep-replay", why);
	return timed;
}

/* SPDX-License-Identifier: MIT */
/* Reports what differs from the recording. */
#include <stdarg.h>
#include <stdio.h>
#include "data/data.h"
#include "replay/link.h"
#include "replay/private.h"

static void tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *text)
{
	player->differences++;
	if (player->is_quiet || gs_link_is_hidden()) /* the visible player reports it */
		return;
	if (!g_hash_table_add(player->told, g_strdup(kind)))
		return;
	fprintf(stderr, "glstep-replay: call %llu, %s: %s\n", (unsigned long long)call->number,
		call->function->name, text);
}

void gs_replay_tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = g_strdup_vprintf(format, list);
	va_end(list);
	tell(player, kind, call, text);
	g_free(text);
}

static bool draws(const struct gs_trace_call *call)
{
	return gs_data_flags(call->function->number) & GS_FUNCTION_DRAWS;
}

void gs_replay_leave_out(struct gs_player *player, const char *kind,
	const struct gs_trace_call *call, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *why = g_strdup_vprintf(format, list);
	va_end(list);
	char *text = g_strconcat(why, ": left out", NULL);
	char *named = g_strdup_printf("%s: %s", call->function->name, why);
	gs_link_leave_out(named, draws(call));
	tell(player, kind, call, text);
	g_free(named);
	g_free(text);
	g_free(why);
}

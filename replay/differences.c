/* SPDX-License-Identifier: MIT */
/* What is otherwise than it was recorded. */
#include <stdarg.h>
#include <stdio.h>
#include "replay/link.h"
#include "replay/private.h"

void gs_replay_tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *format, ...)
{
	char *text;
	va_list list;
	player->differences++;
	if (gs_link_is_hidden()) /* the player that is seen tells it */
		return;
	if (!g_hash_table_add(player->told, g_strdup(kind)))
		return;
	va_start(list, format);
	text = g_strdup_vprintf(format, list);
	va_end(list);
	fprintf(stderr, "glstep-replay: call %llu, %s: %s\n", (unsigned long long)call->number,
		call->function->name, text);
	g_free(text);
}

/* SPDX-License-Identifier: MIT */
/* debugger/open/measuring - has the player measure what the draws of a trace come to. */
#ifndef GS_OPEN_MEASURING_H
#define GS_OPEN_MEASURING_H

#include <glib.h>

struct gs_measured;

/* Waits until glstep-replay, of that path, has played the trace, or until *cancelled, which another
 * thread sets. NULL: nothing was measured, or it was cancelled: *why is a sentence without capital
 * and full stop, to be freed with g_free(). */
struct gs_measured *gs_player_measure(
	const char *player, const char *trace, const gint *cancelled, char **why);

#endif

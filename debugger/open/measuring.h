/* SPDX-License-Identifier: MIT */
/* debugger/open/measuring - has the player measure what the draws of a trace come to. */
#ifndef GS_OPEN_MEASURING_H
#define GS_OPEN_MEASURING_H

#include <glib.h>

struct gs_measured;
struct gs_patience;

/* Waits until glstep-replay, of that path, has played the trace and measured these frames of it
 * (NULL: all), or until patience, which is asked now and then, gives up (NULL: never). NULL:
 * nothing was measured, or it was cancelled: *why is a sentence without capital and full stop, to
 * be freed with g_free(). */
struct gs_measured *gs_player_measure(const char *player, const char *trace, const char *frames,
	const struct gs_patience *patience, char **why);

#endif

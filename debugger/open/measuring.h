/* SPDX-License-Identifier: MIT */
/* debugger/open/measuring - has the player measure what the draws of a trace come to. */
#ifndef GS_OPEN_MEASURING_H
#define GS_OPEN_MEASURING_H

#include <glib.h>

struct gs_measured;
struct gs_patience;

/* Run glstep-replay, whose path is `player`, until it has played the trace and measured the draws
 * of these frames (NULL: all), or until patience gives up (NULL: never). Return what it has
 * measured, to be freed by gs_measured_free. NULL: nothing was measured, or it was cancelled; *why
 * is a sentence without capital and full stop then, to be freed with g_free(). */
struct gs_measured *gs_player_measure(const char *player, const char *trace, const char *frames,
	const struct gs_patience *patience, char **why);

#endif

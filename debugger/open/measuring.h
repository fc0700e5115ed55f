/* SPDX-License-Identifier: MIT */
/* debugger/open/measuring - has the player measure what the draws of a trace come to, and how long
 * its calls take. */
#ifndef GS_OPEN_MEASURING_H
#define GS_OPEN_MEASURING_H

#include <glib.h>

struct gs_measured;
struct gs_patience;
struct gs_timed;

/* Return the command line that plays frames of a trace (NULL: all) with these options, NULL at the
 * end; g_ptr_array_unref, and it borrows its texts. */
GPtrArray *gs_player_command(
	const char *player, const char *const *options, const char *trace, const char *frames);
/* Run glstep-replay, whose path is `player`, with these options, NULL at the end, of frames of the
 * trace (NULL: all) until it ends, or until patience gives up (NULL: never). Return what it prints,
 * g_free(). NULL: it could not be run, or it was cancelled; *why says so as below. */
char *gs_player_ask(const char *player, const char *const *options, const char *trace,
	const char *frames, const struct gs_patience *patience, char **why);
/* Run glstep-replay, whose path is `player`, until it has played the trace and measured the draws
 * of these frames (NULL: all), or until patience gives up (NULL: never). Return what it has
 * measured, to be freed by gs_measured_free. NULL: nothing was measured, or it was cancelled; *why
 * is a sentence without capital and full stop then, to be freed with g_free(). */
struct gs_measured *gs_player_measure(const char *player, const char *trace, const char *frames,
	const struct gs_patience *patience, char **why);
/* Likewise, and return how long each call of these frames takes, in so many rounds;
 * gs_timed_free(). */
struct gs_timed *gs_player_time(const char *player, const char *trace, const char *frames,
	unsigned rounds, const struct gs_patience *patience, char **why);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/times - how long the calls of a frame take, in the call itself and until GL has
 * done what it asks for.
 *
 * Of a program these are its next frames. Each call that draws, dispatches, clears or copies pixels
 * is waited for before and after (GS_TIMES_GL of wire/wire.h), and each is timed once. Of an opened
 * trace they are the present frame and those behind it, which a player of their own plays several
 * times (replay/measure/times.h), while the session's stays where it is.
 */
#ifndef GS_SESSION_TIMES_H
#define GS_SESSION_TIMES_H

#include "debugger/session/session.h"

struct gs_timeline;

/* Texts are the times'. */
struct gs_call_time {
	uint64_t call, frame; /* numbers */
	uint32_t thread;
	const char *function;
	const char *program, *target; /* what it draws with and into, as the list of calls names
				       * them; NULL: it draws nothing, or that is not known */
	uint64_t began;		      /* nanoseconds of CLOCK_MONOTONIC; 0: not known */
	uint64_t took;		      /* nanoseconds until it returned */
	uint64_t gpu;		      /* nanoseconds until GL had done what it asks for */
	uint64_t spread;	      /* by how much the longest round took longer */
	bool has_gpu, has_spread;     /* these are known */
};

struct gs_call_times {
	GArray *calls; /* struct gs_call_time, in the order of the list */
	GStringChunk *texts;
	uint64_t frame;	 /* number of the first frame */
	uint64_t frames; /* how many */
	char *method;	 /* how they were found, a sentence without capital and full stop */
};
void gs_call_times_clear(struct gs_call_times *times);

/* Time n frames. *times is to be cleared, and *stop, which says where the program then stands, by
 * gs_stop_clear, if it returns true. Errors: those of gs_session_run; UNSUPPORTED if the program
 * has ended before its frame, or the trace could not be played. */
bool gs_session_time(struct gs_session *session, uint64_t n, struct gs_call_times *times,
	struct gs_stop *stop, GError **error);

/* Return them as spans (analysis/timeline.h); gs_timeline_free. */
struct gs_timeline *gs_call_times_timeline(const struct gs_call_times *times);

#endif

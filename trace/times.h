/* SPDX-License-Identifier: MIT */
/*
 * trace/times - how long calls took when they were recorded. A recorder that times calls writes
 * comments (GS_COMMENT_TIMES, a made-up glStringMarkerGREMEDY, which players skip) that tell the
 * times of calls before them: separated by spaces, for each call CALL,BEGAN,TOOK[,GL], decimal
 * numbers, of which CALL and BEGAN are by how much they are more than those of the one before; of
 * the first, than 0. gs_trace_write_file writes them anew for the calls that it copies.
 */
#ifndef GS_TRACE_TIMES_H
#define GS_TRACE_TIMES_H

#include "trace/trace.h"

struct gs_trace_time {
	uint64_t call;	/* its number in the trace */
	uint64_t began; /* nanoseconds of the machine's CLOCK_MONOTONIC */
	uint64_t took;	/* nanoseconds until it returned */
	/* Nanoseconds until GL had done what it asks for, plus 1; 0: not measured. */
	uint64_t gl_took;
};

enum { GS_TRACE_TIMES_MOST = 1024 }; /* calls in a comment, as they are written */

/* Return the comment's text, free(); NULL if there is no memory. times: ascending by call. */
char *gs_trace_times_text(const struct gs_trace_time *times, size_t n);
/* Return what such a comment says, free(), and set *n, not 0. Return NULL if the call is none, or
 * it has another shape, or there is no memory. */
struct gs_trace_time *gs_trace_times_read(const struct gs_trace_call *call, size_t *n);

#endif

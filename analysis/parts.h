/* SPDX-License-Identifier: MIT */
/* analysis/parts - the statistics of frames, passes and draws from one reading of a trace. */
#ifndef GS_PARTS_H
#define GS_PARTS_H

#include "analysis/measured.h"
#include "analysis/statistics.h"

struct gs_parts;

/* Called for each frame, pass and draw when it ends. `row` is valid during the call. Calls after
 * the last pass or draw are not reported as one. */
typedef void (*gs_parts_row)(void *data, enum gs_per per, const struct gs_counts *row);

/* Create the statistics. measured: what a replay has measured, which must live longer; NULL:
 * nothing. */
struct gs_parts *gs_parts_new(
	bool frames_alone, const struct gs_measured *measured, gs_parts_row row, void *data);
void gs_parts_free(struct gs_parts *parts);
void gs_parts_add(struct gs_parts *parts, const struct gs_trace_call *call);
/* Finish after the last call. Return the whole trace's counts, owned by `parts`. */
const struct gs_counts *gs_parts_end(struct gs_parts *parts);
/* Return the statistics of frames. */
struct gs_statistics *gs_parts_frames(const struct gs_parts *parts);

#endif

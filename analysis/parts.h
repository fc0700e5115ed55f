/* SPDX-License-Identifier: MIT */
/* analysis/parts - the statistics of frames, passes and draws, of one reading of a trace. */
#ifndef GS_PARTS_H
#define GS_PARTS_H

#include "analysis/measured.h"
#include "analysis/statistics.h"

struct gs_parts;

/* The row lives as long as the call. What follows the last pass or draw is none. */
typedef void (*gs_parts_row)(void *data, enum gs_per per, const struct gs_counts *row);

/* measured: NULL is fine; it is not owned. */
struct gs_parts *gs_parts_new(
	bool frames_alone, const struct gs_measured *measured, gs_parts_row row, void *data);
void gs_parts_free(struct gs_parts *parts);
void gs_parts_add(struct gs_parts *parts, const struct gs_trace_call *call);
/* After the last call: the whole, which lives as long as the parts. */
const struct gs_counts *gs_parts_end(struct gs_parts *parts);
/* Those of frames. */
struct gs_statistics *gs_parts_frames(const struct gs_parts *parts);

#endif

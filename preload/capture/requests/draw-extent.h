/* SPDX-License-Identifier: MIT */
/* preload/capture/requests/draw-extent - how much a draw or a dispatch does: instances or work
 * groups, from its arguments or the buffer that holds them. */
#ifndef GS_PRELOAD_DRAW_EXTENT_H
#define GS_PRELOAD_DRAW_EXTENT_H

#include "preload/capture/capture.h"

void gs_extent_get(const struct gs_wire_call *call, const struct gs_caps *caps,
	struct gs_redraw_extent *extent);

/* Gets for each draw of a glMultiDraw*Indirect[Count] its vertices per instance and its instances.
 * Returns the number of draws; 0 if they cannot be read or are more than `most`. */
unsigned gs_extent_commands(const struct gs_wire_call *call, const struct gs_caps *caps,
	uint32_t (*commands)[2], unsigned most);

#endif

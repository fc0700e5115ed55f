/* SPDX-License-Identifier: MIT */
/* What a call's arguments, or the buffer that holds them, say of the elements it has. */
#ifndef GS_PRELOAD_CAPTURE_SHAPE_H
#define GS_PRELOAD_CAPTURE_SHAPE_H

#include "preload/capture/capture.h"

void gs_shape_get(
	const struct gs_wire_call *call, const struct gs_caps *caps, struct gs_redraw_shape *shape);

/* Of each draw of a glMultiDraw*Indirect[Count]: vertices of an instance, and instances. Returns
 * how many there are, 0 also where they cannot be read or are more than most. */
unsigned gs_shape_commands(const struct gs_wire_call *call, const struct gs_caps *caps,
	uint32_t (*commands)[2], unsigned most);

#endif

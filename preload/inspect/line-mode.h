/* SPDX-License-Identifier: MIT */
/* preload/inspect/line-mode - the pending draw with its polygons as lines. */
#ifndef GS_LINE_MODE_H
#define GS_LINE_MODE_H

#include "preload/capture/requests/inspection.h"

/* As gs_redraw_execute, with all polygons as lines that are one pixel wide. Not in OpenGL ES. */
bool gs_line_mode_execute(
	const struct gs_redraw *redraw, struct gs_saved *saved, struct gs_refusal *refusal);

#endif

/* SPDX-License-Identifier: MIT */
/* dap/draw - what stops in the shaders of the draw before which the program stands. */
#ifndef GS_DAP_DRAW_H
#define GS_DAP_DRAW_H

#include "dap/breakpoints.h"

/* Look for faults and breakpoints in the stages behind `after` (NULL: in all). Return whether
 * something stops, which the editor was told then; else the draw is pending. */
bool gs_dap_draw_look(struct gs_dap *dap, const char *after);
/* The shader goes on to what stops next in it. Return likewise; else it stands at its end, or where
 * it was interrupted. */
bool gs_dap_draw_go_on(struct gs_dap *dap);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/move - the moves that are files of their own: nearest.c, break.c, nan.c,
 * case.c. */
#ifndef GS_SESSION_MOVE_H
#define GS_SESSION_MOVE_H

#include "debugger/engine/engine.h"
#include "debugger/session/session.h"

/* The focus goes, if it does not do so itself, to the nearest element that has the flag at the
 * position; with choice not -1: that goes to that case of the switch there. what: "goes ..." */
bool gs_debug_focus_nearest(struct gs_debug *debug, const struct gs_position *position,
	unsigned flag, int choice, const char *what, GError **error);
/* On to the next breakpoint that is hit, or the end; number in debug->breakpoint. */
bool gs_debug_move_to_break(struct gs_debug *debug, GError **error);
/* Draw the condition of a breakpoint on a line at each statement there, for the focus or, with
 * .any, for all elements; gs_variant_events has then where it holds first, from a position on.
 * NULL: error, UNSUPPORTED where the condition means nothing at one of them. */
struct gs_capture_result *gs_debug_draw_condition(
	struct gs_debug *debug, const struct gs_breakpoint *b, size_t first, GError **error);
bool gs_debug_move_to_nan(struct gs_debug *debug, GError **error);
bool gs_debug_move_case(struct gs_debug *debug, unsigned index, GError **error);

#endif

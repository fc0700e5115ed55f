/* SPDX-License-Identifier: MIT */
/* debugger/session/breakpoints - the list of breakpoints (breakpoints.c). */
#ifndef GS_SESSION_BREAKPOINTS_H
#define GS_SESSION_BREAKPOINTS_H

#include "debugger/session/session.h"

void gs_breakpoint_clear(struct gs_breakpoint *b);
/* Counts it. False: the hit is to be ignored. */
bool gs_breakpoint_hit(struct gs_breakpoint *b);
/* Puts the breakpoints on calls and errors into the wire. */
void gs_session_send_breakpoints(struct gs_session *session);
/* The program stops at some: there are others than those on lines of shaders. */
bool gs_session_breaks(struct gs_session *session);
/* Bits of the functions that match a pattern; bits NULL: only whether any does. False: none. */
bool gs_session_match_functions(const char *text, uint8_t *bits, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/breakpoints - the list of breakpoints (breakpoints.c). */
#ifndef GS_SESSION_BREAKPOINTS_H
#define GS_SESSION_BREAKPOINTS_H

#include "debugger/session/session.h"

void gs_breakpoint_clear(struct gs_breakpoint *b);
/* Count a hit. Return whether it stops; false: it is to be ignored. */
bool gs_breakpoint_hit(struct gs_breakpoint *b);
/* Tell the program, through the memory shared with it, of the breakpoints on calls and errors. */
void gs_session_send_breakpoints(struct gs_session *session);
/* Return whether there are breakpoints on calls or errors, which stop the program. */
bool gs_session_breaks(struct gs_session *session);
/* Set the bits of the functions that match a shell pattern in bits[GS_WIRE_FUNCTIONS / 8]; NULL:
 * only look whether there are any. Return false and set error UNKNOWN_NAME if there is none. */
bool gs_session_match_functions(const char *text, uint8_t *bits, GError **error);

#endif

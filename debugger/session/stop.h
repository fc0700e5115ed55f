/* SPDX-License-Identifier: MIT */
/* debugger/session/stop - what a stop tells (stop.c), and its call's memory (calls.c). */
#ifndef GS_SESSION_STOP_H
#define GS_SESSION_STOP_H

#include "debugger/session/session.h"

enum { GS_SHOWN_LIMIT = 64 * 1024 };

void gs_session_fill_stop(struct gs_session *session, struct gs_stop *stop);
/* At a stop: the pending call ends a frame of that drawable (gs_wire_slot.drawable; 0: any). */
bool gs_session_is_at_frame_end(struct gs_session *session, uint64_t drawable);
/* The call that the program is in, while it runs or is paused outside of a stop. */
void gs_session_fill_inside(struct gs_session *session, struct gs_stop *stop);
/* Behind what the stop's note says already. */
void gs_session_add_note(struct gs_stop *stop, const char *note);
/* What the pending call's pointers point at, at most limit bytes each; NULL: nothing is known. */
GBytes *gs_session_pending_memory(struct gs_session *session, uint64_t limit);

#endif

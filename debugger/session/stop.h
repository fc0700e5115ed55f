/* SPDX-License-Identifier: MIT */
/* debugger/session/stop - what a stop tells (stop.c), and its call's memory (calls.c). */
#ifndef GS_SESSION_STOP_H
#define GS_SESSION_STOP_H

#include "debugger/session/session.h"

enum { GS_SHOWN_LIMIT = 64 * 1024 }; /* bytes of a pointer's memory that a stop shows */

/* Fill in *stop, to be freed by gs_stop_clear, from where the program stands. */
void gs_session_fill_stop(struct gs_session *session, struct gs_stop *stop);
/* Return whether the pending call of a stop ends a frame of that drawable (gs_wire_slot.drawable;
 * 0: any). */
bool gs_session_is_at_frame_end(struct gs_session *session, uint64_t drawable);
/* Set .inside and .inside_index for a program that runs, or is paused outside of a wrapper. */
void gs_session_fill_inside(struct gs_session *session, struct gs_stop *stop);
/* Append a sentence to the stop's note. */
void gs_session_add_note(struct gs_stop *stop, const char *note);
/* Return what the pending call's pointers point at, as wire/memory.h says, at most `limit` bytes
 * each; g_bytes_unref. NULL: nothing is known. */
GBytes *gs_session_pending_memory(struct gs_session *session, uint64_t limit);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/program/state - GL's state as it was noted at stops (state.c). */
#ifndef GS_SESSION_STATE_H
#define GS_SESSION_STATE_H

#include "debugger/session/session.h"

/* GL's state at one time: lines, and the call that was pending. */
struct gs_state_look {
	char *text; /* NULL: none */
	uint64_t call, frame;
	uint64_t context; /* whose it is */
};
struct gs_state_looks {
	bool stops, frames;	   /* noted at each stop that is left, at each frame's beginning */
	struct gs_state_look now;  /* at this stop */
	struct gs_state_look stop; /* at the last one, when it was left */
	char *why;		   /* there is none; NULL: it was not to be noted */
};
void gs_state_looks_clear(struct gs_state_looks *looks);
/* The stop is about to be left. False: nothing more can be asked. */
bool gs_session_leave_state(struct gs_session *session, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/program/state - GL's state as it was recorded when stops were left, for
 * gs_session_state_changes. */
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
	bool stops, frames;	   /* record it when a stop is left; when a frame begins */
	struct gs_state_look now;  /* at this stop */
	struct gs_state_look stop; /* at the last one, when it was left */
	char *why; /* why that could not be recorded; NULL: it was, or was not to be */
};
void gs_state_looks_clear(struct gs_state_looks *looks);
/* Record the state, if it is to be recorded, as the stop is about to be left. Return false and set
 * error only if nothing more can be asked of the program. */
bool gs_session_leave_state(struct gs_session *session, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/wait - time, events, and the state that the program is in (wait.c). */
#ifndef GS_SESSION_WAIT_H
#define GS_SESSION_WAIT_H

#include "debugger/session/session.h"

enum { GS_PAUSE_LIMIT_MS = 5000 }; /* how long a program that is to pause may take to stop at all */

/* Return the milliseconds until the deadline of the function that runs, at least 1. */
int gs_session_left(struct gs_session *session);
/* Return whether the function that runs must give up, as its time is over or it was interrupted;
 * sets error TIMEOUT then. */
bool gs_session_expired(struct gs_session *session, GError **error);
/* Return the slot of the thread that is stopped. */
struct gs_wire_slot *gs_session_slot(struct gs_session *session);
/* Update the session's state from an event of the host. Return whether the program has stopped or
 * ended. */
bool gs_session_take_event(struct gs_session *session, const struct gs_host_event *event);
/* Wait until the program has stopped or ended. Return false and set error otherwise. */
bool gs_session_wait(struct gs_session *session, GError **error);
/* Wait for the stop of a program that runs because an earlier function gave up waiting, or pause
 * it. */
bool gs_session_catch_up(struct gs_session *session, GError **error);
/* Return a sentence about other processes that call GL while this one draws nothing, or ""; g_free.
 */
char *gs_session_others_note(struct gs_session *session);

#endif

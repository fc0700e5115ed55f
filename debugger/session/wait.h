/* SPDX-License-Identifier: MIT */
/* debugger/session/wait - time, events, and the state that the program is in (wait.c). */
#ifndef GS_SESSION_WAIT_H
#define GS_SESSION_WAIT_H

#include "debugger/session/session.h"

enum { GS_PAUSE_LIMIT_MS = 5000 }; /* how long a program that is to pause may take to stop at all */

int gs_session_left(struct gs_session *session); /* milliseconds until the deadline, at least 1 */
/* True if the function should give up: sets TIMEOUT, or leaves error alone and returns true when
 * interrupted. */
bool gs_session_expired(struct gs_session *session, GError **error);
/* The slot of the thread that is stopped. */
struct gs_wire_slot *gs_session_slot(struct gs_session *session);
/* What the host reports becomes the session's state. False: nothing has stopped. */
bool gs_session_take_event(struct gs_session *session, const struct gs_host_event *event);
/* Waits for the next event and takes it over. */
bool gs_session_wait(struct gs_session *session, GError **error);
/* For a program that runs because a function gave up waiting: waits for its stop, or pauses it. */
bool gs_session_catch_up(struct gs_session *session, GError **error);
/* A sentence about other processes that call GL while this one draws nothing; "" none; g_free. */
char *gs_session_others_note(struct gs_session *session);

#endif

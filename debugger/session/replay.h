/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/replay - the program that runs in place of a trace: glstep-replay. It says
 * before each call of the trace which one that is (wire/player.h), and stops at no call of its own.
 */
#ifndef GS_SESSION_REPLAY_H
#define GS_SESSION_REPLAY_H

#include "debugger/session/session.h"

/* The session's program becomes the player, which is at its start. False: UNSUPPORTED, it is not
 * there. */
bool gs_replay_prepare(struct gs_session *session, GError **error);
/* The number of the call at which the player has stopped; false: it has called nothing of the
 * trace so far. */
bool gs_replay_number(struct gs_session *session, uint64_t *number);
/* The stop's call, frame and draw become the trace's. */
void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop);

#endif

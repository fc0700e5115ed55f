/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/replay - which call of the trace its player, glretrace, is at (replay.c).
 * With --markers it inserts a debug message before each GL call that it executes in a context,
 * outside of glBegin ... glEnd, whose text begins with the call's number.
 */
#ifndef GS_SESSION_REPLAY_H
#define GS_SESSION_REPLAY_H

#include "debugger/session/session.h"

struct gs_record;

/* The session's program becomes the player, which is at its start. False: UNSUPPORTED, it is not
 * installed. */
bool gs_replay_prepare(struct gs_session *session, GError **error);
/* The trace, too. */
void gs_replay_free(struct gs_session *session);
/* From the log's thread, too: calls that the player has made. */
void gs_replay_note_calls(struct gs_session *session, const struct gs_record *records, size_t n);

/* The number of the call at which the player has stopped; false: it is none of the trace's. */
bool gs_replay_number(struct gs_session *session, uint64_t *number);
/* The player of a trace has stopped, at a call of its own. */
bool gs_replay_is_between(struct gs_session *session);
/* Where it has: on to the next call of the trace. */
bool gs_replay_settle(struct gs_session *session, GError **error);
/* Gives the stop's call, frame and draw the trace's numbers. */
void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop);

#endif

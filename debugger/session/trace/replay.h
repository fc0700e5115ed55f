/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/replay - the program that runs in place of a trace: glstep-replay. It says
 * before each call of the trace which one that is (wire/player.h), and stops at no call of its own.
 */
#ifndef GS_SESSION_REPLAY_H
#define GS_SESSION_REPLAY_H

#include "debugger/session/session.h"

/* Memory files for a player, -1: none. They are read when it makes its first call. */
struct gs_replay_files {
	int only;  /* a byte for each number: 1 for the calls that it is to make; else all */
	int given; /* the checkpoint from which it starts (replay/snapshot/checkpoint.h); empty:
		      none */
};

/* The session's program becomes the player, which is at its start. False: UNSUPPORTED, it is not
 * there. */
bool gs_replay_prepare(struct gs_session *session, GError **error);
/* The next start plays only what the frame of that call, and what comes behind it, need; or all,
 * where there are breakpoints on calls, which are to be met on the way. The first time all of the
 * trace is read. False: the user has enough of it, or it cannot be read. */
bool gs_replay_choose(struct gs_session *session, uint64_t number, GError **error);
/* *shorter: a call far ahead is reached by fewer calls if the player is started anew with
 * gs_replay_choose, and nothing is lost by that. False: as of gs_replay_choose. */
bool gs_replay_is_shorter(
	struct gs_session *session, uint64_t number, bool *shorter, GError **error);
/* The command line of a player, g_strfreev. */
char **gs_replay_argv(
	struct gs_session *session, const char *player, const struct gs_replay_files *files);
/* Makes the memory files, or empties them; both are -1 where one cannot be had. */
void gs_replay_open(struct gs_replay_files *files);
void gs_replay_close_files(struct gs_replay_files *files);
/* What was found last of what calls need (debugger/open/needed.h), n bytes, into empty memory
 * files; false: there is no room. */
bool gs_replay_write(struct gs_session *session, const struct gs_replay_files *files,
	const uint8_t *bytes, uint64_t n);
/* The player has ended, and has started from a checkpoint: no checkpoint is used any more. */
bool gs_replay_has_lost_checkpoint(struct gs_session *session);
/* At the session's end. */
void gs_replay_close(struct gs_session *session);
/* Get the number of the trace's call at which the player has stopped. Return false if it has made
 * none of them so far. */
bool gs_replay_number(struct gs_session *session, uint64_t *number);
/* Return that number, 0 before the first of the trace's calls; beginning: that of the first call of
 * the frame that the player stands in. */
uint64_t gs_replay_present_call(struct gs_session *session, bool beginning);
/* At that call the player's GL holds what the program's did: no call that matters there was left
 * out for the sake of a later frame. */
bool gs_replay_is_whole(struct gs_session *session, uint64_t number);
/* g_free; NULL: the player runs, or its GL holds where it stands what the program's did. */
char *gs_replay_note(struct gs_session *session);
/* Why the player has left out that call; g_free. NULL: that is not told. */
char *gs_replay_why_left_out(struct gs_session *session, uint64_t number);
/* The first draw that it has left out since this was asked last, and why; g_free. NULL: none. */
char *gs_replay_take_left_out(struct gs_session *session);
/* The call stack that was recorded with the call at which it has stopped. */
bool gs_replay_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error);
/* Why the player has ended without making any call of the trace; NULL: it did make some, or runs.
 */
const char *gs_replay_failure(struct gs_session *session);
/* The stop's call, frame and draw become the trace's. */
void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop);

#endif

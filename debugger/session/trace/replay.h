/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/replay - the program that runs in place of a trace: glstep-replay. It says
 * before each call of the trace which one that is (wire/player.h), and stops at no call of its own.
 */
#ifndef GS_SESSION_REPLAY_H
#define GS_SESSION_REPLAY_H

#include "debugger/session/session.h"

/* Descriptors of memory files for a player, which reads them when it makes its first call; -1:
 * none.
 */
struct gs_replay_files {
	int only;  /* a byte for each call number: 1 if it is to make the call; empty: all */
	int given; /* the checkpoint from which it starts (replay/snapshot/checkpoint.h); empty:
		    * none
		    */
};

/* Make the session's program the player, before its start. Return false and set error UNSUPPORTED
 * if glstep-replay is not there. */
bool gs_replay_prepare(struct gs_session *session, GError **error);
/* Have the next start play only what the frame of that call, and what comes behind it, need; or all
 * calls, if there are breakpoints on calls, which must be met on the way. The first time, all of
 * the trace is read. Return false and set error if that was interrupted, or failed. */
bool gs_replay_choose(struct gs_session *session, uint64_t number, GError **error);
/* Look whether a call far ahead is reached with fewer calls if the player is started anew by
 * gs_replay_choose, and nothing is lost by that: *shorter. Return false as gs_replay_choose does.
 */
bool gs_replay_is_shorter(
	struct gs_session *session, uint64_t number, bool *shorter, GError **error);
/* Return the command line of a player; g_strfreev. */
char **gs_replay_argv(
	struct gs_session *session, const char *player, const struct gs_replay_files *files);
/* Make the memory files or, if they are there, empty them; both become -1 if one cannot be made. */
void gs_replay_open(struct gs_replay_files *files);
void gs_replay_close_files(struct gs_replay_files *files);
/* Write what was found last of what calls need (debugger/open/needed.h), n bytes, into empty memory
 * files. Return false if there is no room. */
bool gs_replay_write(struct gs_session *session, const struct gs_replay_files *files,
	const uint8_t *bytes, uint64_t n);
/* Return whether the player has ended after it was started from a checkpoint; then no checkpoint is
 * used any more. */
bool gs_replay_has_lost_checkpoint(struct gs_session *session);
/* End what is here, at the session's end. */
void gs_replay_close(struct gs_session *session);
/* Get the number of the trace's call at which the player has stopped. Return false if it has made
 * none of them so far. */
bool gs_replay_number(struct gs_session *session, uint64_t *number);
/* Return that number, 0 before the first of the trace's calls; beginning: that of the first call of
 * the frame that the player stands in. */
uint64_t gs_replay_present_call(struct gs_session *session, bool beginning);
/* Return whether the player's GL holds at that call what the program's did; false: calls that
 * matter there were left out, as they do not for a later frame. */
bool gs_replay_is_whole(struct gs_session *session, uint64_t number);
/* Return a sentence if it does not, where the player stands; g_free. NULL: it does, or the player
 * runs. */
char *gs_replay_note(struct gs_session *session);
/* Return why the player has left out that call; g_free. NULL: that is not known. */
char *gs_replay_why_left_out(struct gs_session *session, uint64_t number);
/* Return the first draw that it has left out since this was last called, and why, as a sentence;
 * g_free. NULL: there is none. */
char *gs_replay_take_left_out(struct gs_session *session);
/* Return what GL has answered otherwise than in the recording since this was last called, as a
 * sentence about the first of it; g_free. NULL: nothing. */
char *gs_replay_take_differing(struct gs_session *session);
/* Get the call stack that was recorded with the call at which it has stopped. */
bool gs_replay_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error);
/* Return why the player has ended without making any call of the trace, static; NULL: it has made
 * some, or it runs. */
const char *gs_replay_failure(struct gs_session *session);
/* open.c: start the player anew, and stop before that call. Errors as gs_session_goto. */
bool gs_session_return(
	struct gs_session *session, uint64_t number, struct gs_stop *stop, GError **error);
/* Give the stop the numbers of call, frame and draw that the trace has. */
void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop);

#endif

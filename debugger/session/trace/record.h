/* SPDX-License-Identifier: MIT */
/* Recording a trace while the program runs. For the files of debugger/session. */
#ifndef GS_SESSION_RECORD_H
#define GS_SESSION_RECORD_H

#include "effects/extract/extract.h"
#include "debugger/session/session.h"

/* What the program is to log: for the list of calls, and for a recording. */
enum gs_wire_log gs_session_log_level(struct gs_session *session);
/* For a program that has not begun to run. */
void gs_session_set_log_header(struct gs_session *session, struct gs_wire_header *header);
/* Tells the program, if it runs. */
void gs_session_send_log_level(struct gs_session *session);
/* In the log's thread, too. False: nothing is being recorded. */
bool gs_session_record_calls(struct gs_session *session, const struct gs_record_run *run);
/* Likewise, where nothing has come for some time: what came before goes into the file. */
void gs_session_record_quiet(struct gs_session *session);
/* Return whether a trace is being recorded; set error USAGE if not. */
bool gs_session_need_recording(struct gs_session *session, GError **error);
/* As gs_session_record, where nothing is recorded but what may be held; is_held: to hold the last
 * frames. */
bool gs_session_begin_recording(
	struct gs_session *session, const char *path, uint32_t last, bool is_held, GError **error);

/* Begin to hold the last frames, if that is wanted, the program runs and nothing is recorded. Where
 * that fails, the next stop's note says why. */
void gs_session_hold_frames(struct gs_session *session);

/* ---- held.c ---- */

/* At a stop: where the program has been ended by a signal that nobody has sent on purpose, write
 * the frames that are held to a file. Return a sentence about it, g_free; NULL: nothing is to be
 * said. */
char *gs_session_keep_crash(struct gs_session *session);

/* ---- save.c ---- */

/* What parts are taken of: what is recorded so far, or the trace that is open. */
struct gs_save_source {
	char *path;
	int fd;			      /* of a file without a name, at path; -1: it has one */
	char *origin;		      /* then: what it is called */
	uint64_t first_frame, frames; /* the number of its first one, and how many it has */
	uint32_t last;		      /* how many of the last frames it was to keep; 0: all */
	bool is_held;
};
/* Return false with an error, of which there is nothing to close. */
bool gs_session_open_source(
	struct gs_session *session, struct gs_save_source *source, GError **error);
void gs_session_close_source(struct gs_save_source *source);
/* As gs_session_save_trace, of frames as the source counts them; an errand may not be interrupted,
 * since what interrupts is said to the session. */
bool gs_session_write_part(struct gs_session *session, const struct gs_save_source *source,
	const char *path, const struct gs_extract_wish *wish, bool may_interrupt,
	struct gs_extract_figures *figures, GError **error);
/* The frames that ended last, up to that many. */
struct gs_extract_wish gs_session_last_frames(const struct gs_save_source *source, uint64_t frames);

/* For the next stop: what went wrong with a trace that the program has begun, to be freed; NULL:
 * nothing. */
char *gs_session_take_trace_note(struct gs_session *session);
/* What came so far is in the file. Its path, to be freed; NULL: nothing is being recorded. */
char *gs_session_flush_recording(struct gs_session *session, struct gs_recording_figures *figures);
/* Ends the recording, if there is one, and says nothing. */
void gs_session_drop_recording(struct gs_session *session);

#endif

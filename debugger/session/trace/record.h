/* SPDX-License-Identifier: MIT */
/* Recording a trace while the program runs. For the files of debugger/session. */
#ifndef GS_SESSION_RECORD_H
#define GS_SESSION_RECORD_H

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
/* For the next stop: what went wrong with a trace that the program has begun, to be freed; NULL:
 * nothing. */
char *gs_session_take_trace_note(struct gs_session *session);
/* What came so far is in the file. Its path, to be freed; NULL: nothing is being recorded. */
char *gs_session_flush_recording(struct gs_session *session, struct gs_recording_figures *figures);
/* As gs_session_save_trace; an errand may not be interrupted, since what interrupts is said to the
 * session. */
struct gs_extract_wish;
struct gs_extract_figures;
bool gs_session_write_part(struct gs_session *session, const char *path,
	const struct gs_extract_wish *wish, bool may_interrupt, struct gs_extract_figures *figures,
	GError **error);
/* Ends the recording, if there is one, and says nothing. */
void gs_session_drop_recording(struct gs_session *session);

#endif

/* SPDX-License-Identifier: MIT */
/* Recording a trace while the program runs. For the files of debugger/session. */
#ifndef GS_SESSION_RECORD_H
#define GS_SESSION_RECORD_H

#include "debugger/session/session.h"

/* What the program is to log: for the list of calls, and for a recording. */
enum gs_wire_log gs_session_log_level(struct gs_session *session);
/* Tells the program, if it runs. */
void gs_session_send_log_level(struct gs_session *session);
/* In the log's thread, too. False: nothing is being recorded. */
bool gs_session_record_calls(struct gs_session *session, const struct gs_record *records, size_t n);
/* Ends the recording, if there is one, and says nothing. */
void gs_session_drop_recording(struct gs_session *session);

#endif

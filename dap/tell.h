/* SPDX-License-Identifier: MIT */
/* dap/tell - events that tell the editor where the session stands. */
#ifndef GS_DAP_TELL_H
#define GS_DAP_TELL_H

#include "dap/protocol.h"

/* Tell that it has stopped where dap->stop and dap->where say. reason: of the protocol;
 * description, text: NULL: none; breakpoint: id of the one that was hit; 0: none. */
void gs_dap_tell_stopped(struct gs_dap *dap, const char *reason, const char *description,
	const char *text, unsigned breakpoint);
/* Tell that somebody else has it run. */
void gs_dap_tell_continued(struct gs_dap *dap);
/* Tell, once, that the program has ended with this status, and all is over. */
void gs_dap_tell_ended(struct gs_dap *dap, gint64 status);
/* Note and tell the thread that has stopped. */
void gs_dap_note_thread(struct gs_dap *dap);
/* Answer `threads`. */
void gs_dap_threads(struct gs_dap_request *request);
/* Return what a stop is, as text for people; g_free. NULL: it is at a call as any other. */
char *gs_dap_stop_text(struct gs_dap *dap);

#endif

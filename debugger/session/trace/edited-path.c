/* SPDX-License-Identifier: MIT */
/* What the trace that is open is called: by users, and by all that read it. */
#include "debugger/open/opened.h"
#include "debugger/session/private.h"

const char *gs_session_trace_path(struct gs_session *session)
{
	if (g_atomic_int_get(&session->edits.is_in_effect))
		return session->edits.path;
	return session->opened ? gs_opened_path(session->opened) : NULL;
}

const char *gs_session_trace_name(struct gs_session *session)
{
	return session->opened ? gs_opened_path(session->opened) : NULL;
}

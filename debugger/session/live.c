/* SPDX-License-Identifier: MIT */
/* What needs a program that runs, and so cannot be done while a trace is open. */
#include "debugger/host/told.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"

const char *gs_live_why(enum gs_live what)
{
	static const char *const why[] = {
		[GS_LIVE_RECORD] = "a trace is open, whose calls are recorded already: `glstep "
				   "record PROGRAM` records those of a program",
		[GS_LIVE_LOG] = "the list holds the calls of a trace, which no log adds to",
		[GS_LIVE_DETACH] = "a trace is open, and no program runs that could go on without "
				   "glstep",
	};
	return why[what];
}

bool gs_session_need_live(struct gs_session *session, enum gs_live what, GError **error)
{
	if (!session->opened)
		return true;
	g_set_error_literal(error, GS_ERROR, GS_ERROR_USAGE, gs_live_why(what));
	return false;
}

bool gs_launch_check(const struct gs_launch *launch, GError **error)
{
	const char *path = launch->argv[0], *why = NULL;
	bool is_trace = path && gs_opened_is_trace(path);
	if (launch->keep_last && launch->mesa_trace)
		why = "a program that is told of GL_MESA_trace writes its own traces, so its last "
		      "frames cannot be held: give --keep-last or --mesa-trace";
	else if (is_trace && launch->argv[1])
		why = "'%s' is a trace, which takes no arguments";
	else if (is_trace && launch->follow)
		why = "'%s' is a trace, which starts no processes to follow";
	else if (is_trace && launch->keep_last)
		why = "'%s' is a trace, which has all of its frames: --keep-last is for programs";
	else if (is_trace && !gs_told_is_empty(&launch->told))
		why = "'%s' is a trace, in which it stands what the program was told";
	if (why)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, why, path);
	return !why;
}

/* SPDX-License-Identifier: MIT */
/* debugger/session/confirm - a step-by-step look at what was found (confirm.c). */
#ifndef GS_SESSION_CONFIRM_H
#define GS_SESSION_CONFIRM_H

#include "debugger/session/sanitize.h"

/* Go to the first element of each of the n findings, all of one stage of the pending draw, along
 * its path to where the operands have the finding's values. Set what the findings say of that, and
 * commands that lead there. Return false if nothing more can be asked. */
bool gs_session_confirm(
	struct gs_session *session, struct gs_finding **findings, size_t n, GError **error);
/* Return the commands that lead to the first element, at the first time that its path comes to the
 * line, where nothing more is known; g_strfreev. */
char **gs_finding_commands(const struct gs_finding *finding);

#endif

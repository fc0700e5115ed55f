/* SPDX-License-Identifier: MIT */
/*
 * frontend/remembered - the breakpoints and watches that the user has set for programs
 * (remembered.c), for the next session with the same program, also that of another day. They are in
 * $XDG_CONFIG_HOME/glstep/programs.ini; main loop only.
 */
#ifndef GS_FRONTEND_REMEMBERED_H
#define GS_FRONTEND_REMEMBERED_H

#include "frontend/state.h"

/* What the program, or the trace, that is launched is called here; g_free. */
char *gs_remembered_name(const struct gs_launch *launch);
/* Keeps those of the state, in place of what is remembered of the program. */
void gs_remember(const char *program, const struct gs_ui_state *state);
/* Gives them to the state, and to its session, in which nothing has been started yet. Returns a
 * sentence where the file was damaged, which is put aside then (g_free), or NULL. */
char *gs_recall(const char *program, struct gs_ui_state *state);

#endif

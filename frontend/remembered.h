/* SPDX-License-Identifier: MIT */
/*
 * frontend/remembered - saves the breakpoints and watches that the user has set for a program
 * (remembered.c), for the next session with the same program, even on another day. They are in
 * $XDG_CONFIG_HOME/glstep/programs.ini. Main loop only.
 */
#ifndef GS_FRONTEND_REMEMBERED_H
#define GS_FRONTEND_REMEMBERED_H

#include "frontend/state.h"

/* Return the name under which the launched program or trace is saved: its escaped path; g_free. */
char *gs_remembered_name(const struct gs_launch *launch);
/* Save the breakpoints and watches of the state in place of those saved for the program. Errors are
 * printed to standard error. */
void gs_remember(const char *program, const struct gs_ui_state *state);
/* Add the saved watches to the state and the saved breakpoints to its session, which must not have
 * started anything yet. Return NULL, or a sentence (g_free) if the file was damaged and has been
 * renamed. */
char *gs_recall(const char *program, struct gs_ui_state *state);

#endif

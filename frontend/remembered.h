/* SPDX-License-Identifier: MIT */
/*
 * frontend/remembered - the breakpoints and watches that the user has set for programs
 * (remembered.c), for the next session with the same program. Kept while this process lives; main
 * loop only.
 */
#ifndef GS_FRONTEND_REMEMBERED_H
#define GS_FRONTEND_REMEMBERED_H

#include "frontend/state.h"

/* Those of the state, in place of what is remembered of the program (its path, or a trace's). */
void gs_remember(const char *program, const struct gs_ui_state *state);
/* Gives them to the state, and to its session, in which nothing has been started yet. */
void gs_recall(const char *program, struct gs_ui_state *state);

#endif

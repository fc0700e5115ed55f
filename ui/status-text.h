/* SPDX-License-Identifier: MIT */
/* ui/status-text - what the status bar says of the session (status-text.c). */
#ifndef GS_UI_STATUS_TEXT_H
#define GS_UI_STATUS_TEXT_H

#include "frontend/state.h"

/* The operation in progress, or the current position; g_free. */
char *gs_status_text(const struct gs_ui_state *state);
/* Of a program that keeps one waiting; NULL: it does not. */
const char *gs_status_tip(const struct gs_ui_state *state);

#endif

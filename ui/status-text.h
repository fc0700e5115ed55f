/* SPDX-License-Identifier: MIT */
/* ui/status-text - texts of the status bar. */
#ifndef GS_UI_STATUS_TEXT_H
#define GS_UI_STATUS_TEXT_H

#include "frontend/state.h"

/* Return the operation in progress, or the current position; g_free. */
char *gs_status_text(const struct gs_ui_state *state);
/* Return a tooltip about a program that keeps the user waiting (static), or NULL if it does not. */
const char *gs_status_tip(const struct gs_ui_state *state);

#endif

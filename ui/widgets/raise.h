/* SPDX-License-Identifier: MIT */
/* ui/widgets/raise - raises the window when the program stops, whose window may cover it and have
 * the keyboard focus, and gives the focus back when the program runs on. The user can switch off
 * both. */
#ifndef GS_UI_RAISE_H
#define GS_UI_RAISE_H

#include <gtk/gtk.h>
#include "frontend/state.h"

struct gs_raise;

/* Add the actions come-to-front and give-back, which are settings. The result lives as long as the
 * window. */
struct gs_raise *gs_raise_new(GtkApplicationWindow *window);
/* Raise the window or give the focus back as the state requires. Call whenever the state
 * changes. */
void gs_raise_follow(struct gs_raise *raise, const struct gs_ui_state *state);

#endif

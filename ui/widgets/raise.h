/* SPDX-License-Identifier: MIT */
/* ui/widgets/raise - coming to the front when the program stops, whose window may lie above and
 * have the keyboard, and giving the keyboard back when it runs on; both can be switched off. */
#ifndef GS_UI_RAISE_H
#define GS_UI_RAISE_H

#include <gtk/gtk.h>
#include "frontend/state.h"

struct gs_raise;

/* Adds the actions come-to-front and give-back, which are settings. Lives as long as the window. */
struct gs_raise *gs_raise_new(GtkApplicationWindow *window);
void gs_raise_follow(struct gs_raise *raise, const struct gs_ui_state *state);

#endif

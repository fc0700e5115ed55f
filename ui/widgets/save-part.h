/* SPDX-License-Identifier: MIT */
/* ui/widgets/save-part - saving a part of a trace to a file of its own: the form that asks which
 * part; and what can be done about a frame of a program that was not recorded. */
#ifndef GS_UI_SAVE_PART_H
#define GS_UI_SAVE_PART_H

#include "frontend/controller.h"
#include "ui/panel.h"

#define GS_TYPE_SAVE_PART (gs_save_part_get_type())
G_DECLARE_FINAL_TYPE(GsSavePart, gs_save_part, GS, SAVE_PART, GtkPopover)

/* Adds the actions save-part and record-anew, which ask: the one at the menu's button, the other at
 * the one that keeps frames. */
GsSavePart *gs_save_part_new(GtkApplicationWindow *window, GtkMenuButton *menu, GtkWidget *keep,
	struct gs_controller *controller);
void gs_save_part_set(GsSavePart *part, const struct gs_ui_state *state);

#endif

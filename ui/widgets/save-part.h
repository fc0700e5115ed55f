/* SPDX-License-Identifier: MIT */
/* ui/widgets/save-part - the form that asks which part of a trace to save to another file; and the
 * question what to do about a frame of a program that was not recorded. */
#ifndef GS_UI_SAVE_PART_H
#define GS_UI_SAVE_PART_H

#include "frontend/controller.h"
#include "ui/panel.h"

#define GS_TYPE_SAVE_PART (gs_save_part_get_type())
G_DECLARE_FINAL_TYPE(GsSavePart, gs_save_part, GS, SAVE_PART, GtkPopover)

/* Return the form, and add the actions save-part, which opens it at the menu's button, and
 * record-anew, which asks at `keep`, the button that keeps frames. */
GsSavePart *gs_save_part_new(GtkApplicationWindow *window, GtkMenuButton *menu, GtkWidget *keep,
	struct gs_controller *controller);
/* Enable the actions if the state allows them. Call whenever the state changes. */
void gs_save_part_set(GsSavePart *part, const struct gs_ui_state *state);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/actions/export-c - asks which frames of the opened trace, or of the recording, to write as a C
 * program, and into which folder. */
#ifndef GS_UI_EXPORT_C_H
#define GS_UI_EXPORT_C_H

#include "frontend/controller.h"
#include "ui/panel.h"

#define GS_TYPE_EXPORT_C (gs_export_c_get_type())
G_DECLARE_FINAL_TYPE(GsExportC, gs_export_c, GS, EXPORT_C, GtkPopover)

/* Return a popover at the menu's button, and add the action export-c, which opens it. */
GsExportC *gs_export_c_new(
	GtkApplicationWindow *window, GtkMenuButton *menu, struct gs_controller *controller);
/* Enable the action if the state allows it. Call whenever the state changes. */
void gs_export_c_set(GsExportC *export, const struct gs_ui_state *state);

#endif

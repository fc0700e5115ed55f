/* SPDX-License-Identifier: MIT */
/* ui/actions/export-c - asks which frames of the opened trace, or of the recording, are to be
 * written as a program in C, and into which folder. */
#ifndef GS_UI_EXPORT_C_H
#define GS_UI_EXPORT_C_H

#include "frontend/controller.h"
#include "ui/panel.h"

#define GS_TYPE_EXPORT_C (gs_export_c_get_type())
G_DECLARE_FINAL_TYPE(GsExportC, gs_export_c, GS, EXPORT_C, GtkPopover)

/* Adds the action export-c; relative to the menu's button. */
GsExportC *gs_export_c_new(
	GtkApplicationWindow *window, GtkMenuButton *menu, struct gs_controller *controller);
/* Whenever the state changes. */
void gs_export_c_set(GsExportC *export, const struct gs_ui_state *state);

#endif

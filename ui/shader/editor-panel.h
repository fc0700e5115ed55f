/* SPDX-License-Identifier: MIT */
/* ui/shader/editor-panel - the panel that edits the source of a shader object, compiles it, runs on
 * with it and restores the program's own; it shows the driver's messages at their lines. */
#ifndef GS_UI_EDITOR_PANEL_H
#define GS_UI_EDITOR_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_EDITOR_PANEL (gs_editor_panel_get_type())
G_DECLARE_FINAL_TYPE(GsEditorPanel, gs_editor_panel, GS, EDITOR_PANEL, GtkBox)

/* Show the shader object with the cursor on the line, from 1. */
void gs_editor_panel_go_to(
	GsEditorPanel *panel, enum gs_stage stage, unsigned object, unsigned line);
/* Return the names of the shaders whose edited source exists only in the editor (g_free), or NULL
 * if there are none. */
char *gs_editor_panel_edits(GsEditorPanel *panel);
/* Open the search, or find the next match, if the panel has the keyboard focus. Return whether it
 * has. */
bool gs_editor_panel_find(GsEditorPanel *panel);
bool gs_editor_panel_find_next(GsEditorPanel *panel);

#endif

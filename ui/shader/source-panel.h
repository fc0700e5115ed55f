/* SPDX-License-Identifier: MIT */
/* ui/shader/source-panel - the panel of the shaders' sources, one page an object, with the current
 * expression and breakpoints. */
#ifndef GS_UI_SOURCE_PANEL_H
#define GS_UI_SOURCE_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_SOURCE_PANEL (gs_source_panel_get_type())
G_DECLARE_FINAL_TYPE(GsSourcePanel, gs_source_panel, GS, SOURCE_PANEL, GtkBox)

/* Get the cursor's position, lines from 1. Return false if no source is shown. */
bool gs_source_panel_cursor(
	GsSourcePanel *panel, enum gs_stage *stage, unsigned *object, unsigned *line);

/* Show the shader object and move the cursor to a line and column, from 1. */
void gs_source_panel_go_to(
	GsSourcePanel *panel, enum gs_stage stage, unsigned object, unsigned line, unsigned column);
/* Show the value of the expression under the pointer; NULL: it has none. */
void gs_source_panel_hover(GsSourcePanel *panel, const struct gs_value_node *node);
void gs_source_panel_definition(GsSourcePanel *panel); /* go to that of the name at the cursor */
/* Show the next stage, which becomes the one to debug; after the last, show the first. */
void gs_source_panel_next_stage(GsSourcePanel *panel);
/* Open the search, or find the next match. */
void gs_source_panel_find(GsSourcePanel *panel);
void gs_source_panel_find_next(GsSourcePanel *panel);
/* Return the panel's part without the bars above and below; the panel owns it. */
GtkWidget *gs_source_panel_text(GsSourcePanel *panel);
/* Get the area of the cursor's line in that part, where it may be out of sight, and the top of
 * the text. While a shader is debugged that line is the marked one. Return false if no source is
 * shown. */
bool gs_source_panel_cursor_area(GsSourcePanel *panel, GdkRectangle *area, int *top);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/shader/source-panel - the shaders' sources, one page an object, with the current expression
 * and breakpoints. */
#ifndef GS_UI_SOURCE_PANEL_H
#define GS_UI_SOURCE_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_SOURCE_PANEL (gs_source_panel_get_type())
G_DECLARE_FINAL_TYPE(GsSourcePanel, gs_source_panel, GS, SOURCE_PANEL, GtkBox)

/* The cursor's position, lines from 1; false: no source is shown. */
bool gs_source_panel_cursor(
	GsSourcePanel *panel, enum gs_stage *stage, unsigned *object, unsigned *line);

/* Puts the cursor there. */
void gs_source_panel_go_to(
	GsSourcePanel *panel, enum gs_stage stage, unsigned object, unsigned line, unsigned column);
/* Sets the value of the expression under the pointer (NULL: none). */
void gs_source_panel_hover(GsSourcePanel *panel, const struct gs_value_node *node);
void gs_source_panel_definition(GsSourcePanel *panel); /* of the name at the cursor */
/* Shows the next stage, which is the one to debug then; behind the last comes the first. */
void gs_source_panel_next_stage(GsSourcePanel *panel);
void gs_source_panel_find(GsSourcePanel *panel);
void gs_source_panel_find_next(GsSourcePanel *panel);
/* Its part without the bars above and below; the panel's. */
GtkWidget *gs_source_panel_text(GsSourcePanel *panel);
/* Finds where the cursor's line lies in that part, of which it may be out of sight, and where the
 * text begins; while a shader is debugged the line is the marked one. Returns false if no source is
 * shown. */
bool gs_source_panel_cursor_area(GsSourcePanel *panel, GdkRectangle *area, int *top);

#endif

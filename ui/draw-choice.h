/* SPDX-License-Identifier: MIT */
/* ui/draw-choice - an entry that selects which draw of the pending glMultiDraw* or glCallList to
 * debug. It is hidden at other calls. */
#ifndef GS_UI_DRAW_CHOICE_H
#define GS_UI_DRAW_CHOICE_H

#include "ui/panel.h"

#define GS_TYPE_DRAW_CHOICE (gs_draw_choice_get_type())
G_DECLARE_FINAL_TYPE(GsDrawChoice, gs_draw_choice, GS, DRAW_CHOICE, GtkBox)

/* Show the state. Call whenever it changes. */
void gs_draw_choice_set(GsDrawChoice *choice, const struct gs_ui_state *state);

#endif

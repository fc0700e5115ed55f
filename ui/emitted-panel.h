/* SPDX-License-Identifier: MIT */
/*
 * ui/emitted-panel - what a geometry shader emits: each input primitive, its output primitives,
 * their vertices, their values. The one in focus is open; a double click on another takes that into
 * focus.
 */
#ifndef GS_UI_EMITTED_PANEL_H
#define GS_UI_EMITTED_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_EMITTED_PANEL (gs_emitted_panel_get_type())
G_DECLARE_FINAL_TYPE(GsEmittedPanel, gs_emitted_panel, GS, EMITTED_PANEL, GtkBox)

void gs_emitted_panel_set(GsEmittedPanel *panel, const struct gs_ui_state *state, unsigned parts);

#endif

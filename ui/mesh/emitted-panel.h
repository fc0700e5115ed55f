/* SPDX-License-Identifier: MIT */
/*
 * ui/mesh/emitted-panel - the output of a geometry shader: each input primitive, its output
 * primitives, their vertices, their values. The primitive in focus is expanded; double-click
 * another one to focus it.
 */
#ifndef GS_UI_EMITTED_PANEL_H
#define GS_UI_EMITTED_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_EMITTED_PANEL (gs_emitted_panel_get_type())
G_DECLARE_FINAL_TYPE(GsEmittedPanel, gs_emitted_panel, GS, EMITTED_PANEL, GtkBox)

#endif

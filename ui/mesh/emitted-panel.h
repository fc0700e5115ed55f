/* SPDX-License-Identifier: MIT */
/*
 * ui/mesh/emitted-panel - the panel of a geometry shader's output: each input primitive, its output
 * primitives, their vertices and values. The focus primitive is expanded; a double click moves the
 * focus to another one.
 */
#ifndef GS_UI_EMITTED_PANEL_H
#define GS_UI_EMITTED_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_EMITTED_PANEL (gs_emitted_panel_get_type())
G_DECLARE_FINAL_TYPE(GsEmittedPanel, gs_emitted_panel, GS, EMITTED_PANEL, GtkBox)

#endif

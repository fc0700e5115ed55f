/* SPDX-License-Identifier: MIT */
/* ui/mesh/elements-panel - the panel that shows vertices, primitives or invocations as a table and
 * as points. */
#ifndef GS_UI_ELEMENTS_PANEL_H
#define GS_UI_ELEMENTS_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_ELEMENTS_PANEL (gs_elements_panel_get_type())
G_DECLARE_FINAL_TYPE(GsElementsPanel, gs_elements_panel, GS, ELEMENTS_PANEL, GtkBox)

#endif

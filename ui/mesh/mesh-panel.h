/* SPDX-License-Identifier: MIT */
/* ui/mesh/mesh-panel - the panel of the pending draw call's vertices before and after the vertex
 * shader: a table, and a plot with the primitives' edges. */
#ifndef GS_UI_MESH_PANEL_H
#define GS_UI_MESH_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_MESH_PANEL (gs_mesh_panel_get_type())
G_DECLARE_FINAL_TYPE(GsMeshPanel, gs_mesh_panel, GS, MESH_PANEL, GtkBox)

#endif

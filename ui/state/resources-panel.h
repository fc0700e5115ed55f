/* SPDX-License-Identifier: MIT */
/* ui/state/resources-panel - the panel of bound attachments, textures and buffers, and the contents
 * of the selected one. */
#ifndef GS_UI_RESOURCES_PANEL_H
#define GS_UI_RESOURCES_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_RESOURCES_PANEL (gs_resources_panel_get_type())
G_DECLARE_FINAL_TYPE(GsResourcesPanel, gs_resources_panel, GS, RESOURCES_PANEL, GtkBox)

#endif

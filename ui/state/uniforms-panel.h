/* SPDX-License-Identifier: MIT */
/* ui/state/uniforms-panel - the panel of the uniforms of the program in use, which can be
 * edited. */
#ifndef GS_UI_UNIFORMS_PANEL_H
#define GS_UI_UNIFORMS_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_UNIFORMS_PANEL (gs_uniforms_panel_get_type())
G_DECLARE_FINAL_TYPE(GsUniformsPanel, gs_uniforms_panel, GS, UNIFORMS_PANEL, GtkBox)

#endif

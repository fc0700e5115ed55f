/* SPDX-License-Identifier: MIT */
/* ui/state/gl-panel - GL state by group, with changes since the previous stop marked. */
#ifndef GS_UI_GL_PANEL_H
#define GS_UI_GL_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_GL_PANEL (gs_gl_panel_get_type())
G_DECLARE_FINAL_TYPE(GsGlPanel, gs_gl_panel, GS, GL_PANEL, GtkBox)

#endif

/* SPDX-License-Identifier: MIT */
/* ui/state/gl-panel - the panel of GL's state by group, with the changes since the previous stop or
 * the frame's start marked. */
#ifndef GS_UI_GL_PANEL_H
#define GS_UI_GL_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_GL_PANEL (gs_gl_panel_get_type())
G_DECLARE_FINAL_TYPE(GsGlPanel, gs_gl_panel, GS, GL_PANEL, GtkBox)

#endif

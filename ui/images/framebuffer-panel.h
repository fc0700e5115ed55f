/* SPDX-License-Identifier: MIT */
/* ui/images/framebuffer-panel - the panel that shows the draw framebuffer, and what the pending
 * draw call does to it. */
#ifndef GS_UI_FRAMEBUFFER_PANEL_H
#define GS_UI_FRAMEBUFFER_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_FRAMEBUFFER_PANEL (gs_framebuffer_panel_get_type())
G_DECLARE_FINAL_TYPE(GsFramebufferPanel, gs_framebuffer_panel, GS, FRAMEBUFFER_PANEL, GtkBox)

#endif

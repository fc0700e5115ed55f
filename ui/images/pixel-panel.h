/* SPDX-License-Identifier: MIT */
/* ui/images/pixel-panel - the panel that lists the calls of a frame which touch a pixel, with its
 * colours; a double click debugs a call's fragment. */
#ifndef GS_UI_PIXEL_PANEL_H
#define GS_UI_PIXEL_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_PIXEL_PANEL (gs_pixel_panel_get_type())
G_DECLARE_FINAL_TYPE(GsPixelPanel, gs_pixel_panel, GS, PIXEL_PANEL, GtkBox)

#endif

/* SPDX-License-Identifier: MIT */
/* ui/images/pixel-panel - the calls of a frame that touch a pixel, with its colours; in a trace a
 * double click debugs the fragment of one. */
#ifndef GS_UI_PIXEL_PANEL_H
#define GS_UI_PIXEL_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_PIXEL_PANEL (gs_pixel_panel_get_type())
G_DECLARE_FINAL_TYPE(GsPixelPanel, gs_pixel_panel, GS, PIXEL_PANEL, GtkBox)

#endif

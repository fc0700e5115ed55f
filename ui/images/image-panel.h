/* SPDX-License-Identifier: MIT */
/* ui/images/image-panel - the panel that shows watched values at every pixel as an image, with a
 * choice of channels and ranges. */
#ifndef GS_UI_IMAGE_PANEL_H
#define GS_UI_IMAGE_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_IMAGE_PANEL (gs_image_panel_get_type())
G_DECLARE_FINAL_TYPE(GsImagePanel, gs_image_panel, GS, IMAGE_PANEL, GtkBox)

#endif

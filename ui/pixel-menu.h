/* SPDX-License-Identifier: MIT */
/* ui/pixel-menu - the menu of a pixel in a picture of the framebuffer: from it to what draws it. */
#ifndef GS_UI_PIXEL_MENU_H
#define GS_UI_PIXEL_MENU_H

#include "ui/image-view.h"

/* The view's pixels are those of the framebuffer that is bound. */
void gs_pixel_menu_attach(GsImageView *view);
/* Once, of a pixel of a layer and sample of what is attached to it. */
void gs_pixel_menu_show(GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample);
/* The menu's first entry. */
void gs_pixel_menu_debug(
	GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample);

#endif

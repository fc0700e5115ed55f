/* SPDX-License-Identifier: MIT */
/* ui/images/pixel-menu - the menu of a pixel in a picture: copies its position and value, and, for
 * a pixel of the framebuffer, goes to what draws it. */
#ifndef GS_UI_PIXEL_MENU_H
#define GS_UI_PIXEL_MENU_H

#include "ui/images/image-view.h"

struct gs_menu_pixel {
	unsigned x, y;
	/* The picture is a layer and sample of something that is drawn into. */
	bool is_drawn;
	unsigned layer, sample;
	bool is_resource; /* the picture is in Resources */
	/* The picture is this level of a texture, in that layer; 0: of none. */
	unsigned texture, level;
	const char *text; /* position and value, to copy; NULL: unknown */
};

/* Show the menu. */
void gs_pixel_menu_show(GsImageView *view, const struct gs_menu_pixel *pixel);
/* Debug the pixel, as the first entry of that menu does. */
void gs_pixel_menu_debug(
	GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample);

#endif

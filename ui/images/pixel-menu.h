/* SPDX-License-Identifier: MIT */
/* ui/images/pixel-menu - the menu of a pixel in a picture: what it holds, and from a pixel of what
 * is drawn into to what draws it. */
#ifndef GS_UI_PIXEL_MENU_H
#define GS_UI_PIXEL_MENU_H

#include "ui/images/image-view.h"

struct gs_pixel_place {
	unsigned x, y;
	/* Of a picture of what is drawn into, one of its layers and samples. */
	bool is_drawn;
	unsigned layer, sample;
	bool is_resource; /* the picture is in Resources */
	const char *text; /* position and value, to copy; NULL: not known */
};

void gs_pixel_menu_show(GsImageView *view, const struct gs_pixel_place *place);
/* The menu's first entry, of what is drawn into. */
void gs_pixel_menu_debug(
	GsImageView *view, unsigned x, unsigned y, unsigned layer, unsigned sample);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/images/image-outline - a line round some pixels of an image that is shown at any zoom: one
 * pixel of the screen wide, bright, with a dark one outside of it, so that it is seen on anything.
 */
#ifndef GS_UI_IMAGE_OUTLINE_H
#define GS_UI_IMAGE_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <cairo.h>

/* Of the bright line, 0xRRGGBB. */
enum { GS_OUTLINE_COLOUR = 0x3df58a };

/* Where the image is in a widget. */
struct gs_outline_place {
	int image_width, image_height;
	bool flip;		  /* row 0 is shown as the lowest */
	double zoom, left, top;	  /* of its upper left corner, in the widget's pixels */
	int width, height, scale; /* of the widget; device pixels each of its pixels is wide */
};

struct gs_outline;
void gs_outline_free(struct gs_outline *outline);
/* Of pixels: a byte each, row after row, 0: outside. Made anew only if *outline, which may be NULL,
 * is of another place. Where several pixels share one of the screen, that is inside if one of them
 * is. At zooms below 2 what lies near to each other, as letters do, has one line round it. */
void gs_outline_make(
	struct gs_outline **outline, const uint8_t *inside, const struct gs_outline_place *at);
/* Of the widget's size, transparent but for the line. Borrowed. */
cairo_surface_t *gs_outline_surface(const struct gs_outline *outline);

#endif

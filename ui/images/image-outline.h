/* SPDX-License-Identifier: MIT */
/* ui/images/image-outline - a line around some pixels of an image, which is shown at any zoom: one
 * screen pixel wide, bright, with a dark line outside it, so that it is visible on any colour. */
#ifndef GS_UI_IMAGE_OUTLINE_H
#define GS_UI_IMAGE_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <cairo.h>

/* Colour of the bright line, 0xRRGGBB. */
enum { GS_OUTLINE_COLOUR = 0x3df58a };

/* How a widget shows the image. */
struct gs_outline_view {
	int image_width, image_height;
	bool flip;		  /* row 0 is shown lowest */
	double zoom, left, top;	  /* position of its upper left corner, in the widget's pixels */
	int width, height, scale; /* size of the widget; device pixels per widget pixel */
};

struct gs_outline;
void gs_outline_free(struct gs_outline *outline);
/* Make the outline of pixels, unless *outline (may be NULL) is of the same view. inside: a byte
 * for each pixel, row after row, 0: outside. A screen pixel that several pixels share is inside if
 * one of them is. At zooms below 2, pixels close to each other, as in letters, get one line around
 * all. */
void gs_outline_make(
	struct gs_outline **outline, const uint8_t *inside, const struct gs_outline_view *at);
/* Return a surface of the widget's size, transparent except for the line; borrowed. */
cairo_surface_t *gs_outline_surface(const struct gs_outline *outline);

#endif

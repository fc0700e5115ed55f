/* SPDX-License-Identifier: MIT */
/* frontend/pictures/image-levels - halvings of a large image, kept with its surface, so that
 * drawing it small costs what the small one costs. */
#ifndef GS_FRONTEND_IMAGE_LEVELS_H
#define GS_FRONTEND_IMAGE_LEVELS_H

#include <stdbool.h>
#include <cairo.h>

/* Builds the levels, once, before any other code has the ARGB32 surface; takes about as long as
 * copying it. keep_marks: a pixel that is marked as NaN or Inf (frontend/pictures/image.h)
 * outweighs those beside it, so that it is seen at any zoom. */
void gs_image_add_levels(cairo_surface_t *surface, bool keep_marks);
/* The level to draw at that zoom (device pixels per image pixel). factor: width of a pixel of the
 * level in image pixels. Without levels, the surface itself, with factor 1. Borrowed. */
cairo_surface_t *gs_image_level_at(cairo_surface_t *surface, double zoom, int *factor);

#endif

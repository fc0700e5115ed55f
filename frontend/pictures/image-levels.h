/* SPDX-License-Identifier: MIT */
/* frontend/pictures/image-levels - reduced sizes (mipmap levels) of a large image, kept with its
 * surface, so that drawing the image small is quick. */
#ifndef GS_FRONTEND_IMAGE_LEVELS_H
#define GS_FRONTEND_IMAGE_LEVELS_H

#include <stdbool.h>
#include <cairo.h>

/* Build the levels of an ARGB32 surface. Call once, before other code uses the surface; takes about
 * as long as copying it. keep_marks: a pixel with a mark of NaN or infinity
 * (frontend/pictures/image.h) replaces those beside it, so that it is visible at any zoom. */
void gs_image_add_levels(cairo_surface_t *surface, bool keep_marks);
/* Return the level to draw at that zoom (device pixels per image pixel), borrowed; the surface
 * itself if it has no levels. *factor: the width of a pixel of the level in image pixels. */
cairo_surface_t *gs_image_level_at(cairo_surface_t *surface, double zoom, int *factor);

#endif

/* SPDX-License-Identifier: MIT */
/* frontend/image-levels - halvings of a large image, kept with its surface, so that drawing it
 * small costs what the small one costs. */
#ifndef GS_FRONTEND_IMAGE_LEVELS_H
#define GS_FRONTEND_IMAGE_LEVELS_H

#include <stdbool.h>
#include <cairo.h>

/* Makes them, once, before anybody else has the ARGB32 surface; takes about as long as copying it.
 * keep_marks: a pixel that is marked as NaN or Inf (frontend/image.h) outweighs those beside it, so
 * that it is seen at any zoom. */
void gs_image_add_levels(cairo_surface_t *surface, bool keep_marks);
/* What to draw at that zoom (device pixels for a pixel of the image). factor: how many pixels of
 * the image one of the level is wide. The surface itself, factor 1, where there are no levels.
 * Borrowed. */
cairo_surface_t *gs_image_level_at(cairo_surface_t *surface, double zoom, int *factor);

#endif

/* SPDX-License-Identifier: MIT */
/* frontend/pictures/image-thumb - a value at every pixel as a thumbnail for a row of a list. */
#ifndef GS_FRONTEND_IMAGE_THUMB_H
#define GS_FRONTEND_IMAGE_THUMB_H

#include <cairo.h>
#include "debugger/session/session.h"

/* In logical pixels; rendered at twice this size for high-resolution screens. */
enum { GS_THUMB_WIDTH = 36, GS_THUMB_HEIGHT = 24, GS_THUMB_MAX_SCALARS = 4 };

/* One scalar as grey, else the first two or three as red, green, blue, over the range of the data;
 * NaN and Inf are seen however few they are. Of several layers or samples the first with an element
 * is shown; of that a part, which is magnified where it is small. In any thread. NULL: it has too
 * many scalars, or no pixels. */
cairo_surface_t *gs_image_thumb(const struct gs_field *field, const struct gs_rect *part);
/* Likewise of an image of GL: luminance and the like is grey, colours that are stored from 0 to 1
 * are shown so. is_stretched: the range, from black on, is another one. */
cairo_surface_t *gs_image_thumb_of_texels(
	const struct gs_field *field, bool *is_stretched, double range[2]);
/* Of so many texels in either direction one is enough for that. */
unsigned gs_image_thumb_step(unsigned width, unsigned height);
/* An empty thumbnail of the same size, as a placeholder. */
cairo_surface_t *gs_image_thumb_blank(void);

#endif

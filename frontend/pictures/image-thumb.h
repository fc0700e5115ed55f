/* SPDX-License-Identifier: MIT */
/* frontend/pictures/image-thumb - thumbnails of fields for rows of lists. */
#ifndef GS_FRONTEND_IMAGE_THUMB_H
#define GS_FRONTEND_IMAGE_THUMB_H

#include <cairo.h>
#include "debugger/session/session.h"

/* Largest size in logical pixels. Thumbnails are rendered at twice this size for high-resolution
 * screens. */
enum { GS_THUMB_WIDTH = 36, GS_THUMB_HEIGHT = 24, GS_THUMB_MAX_SCALARS = 4 };

/* Return a thumbnail of a part of the field: one scalar as grey, else the first two or three as
 * red, green and blue, over the range of the data. A NaN or infinity is visible even if only one
 * element has it. Of several layers or samples the first with an element is shown. A small part is
 * magnified. Callable from any thread. Return NULL if the field has too many scalars, no pixels, or
 * was not written. */
cairo_surface_t *gs_image_thumb(const struct gs_field *field, const struct gs_rect *part);
/* Return a thumbnail of a whole GL image: luminances and intensities as grey; formats whose values
 * are from 0 to 1 over that range. Set *is_stretched, and range to the values shown black and
 * white, if another range is used. NULL as above. */
cairo_surface_t *gs_image_thumb_of_texels(
	const struct gs_field *field, bool *is_stretched, double range[2]);
/* Return the step, in texels in either direction, at which reading one texel is enough for a
 * thumbnail of an image of this size. */
unsigned gs_image_thumb_step(unsigned width, unsigned height);
/* Return an empty thumbnail as a placeholder. */
cairo_surface_t *gs_image_thumb_blank(void);

#endif

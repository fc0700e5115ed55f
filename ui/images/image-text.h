/* SPDX-License-Identifier: MIT */
/* ui/images/image-text - texts about an image: values of pixels, alone or compared. */
#ifndef GS_UI_IMAGE_TEXT_H
#define GS_UI_IMAGE_TEXT_H

#include "frontend/pictures/image.h"

/* Planes of an image: for each layer those of its samples, each of so many rows, from y = 0 on. */
struct gs_image_planes {
	unsigned layers, samples, rows; /* rows 0: there is one plane */
};

/* All returned texts are freed with g_free. A field on several channels is listed once. */

/* Return a pixel's position, such as "12, 30", with its layer and sample. */
char *gs_image_position_text(const struct gs_image_planes *planes, unsigned x, unsigned y);
/* Return a pixel's position and all scalars, such as "12, 30   color = 0.5, 1, 0". mask: used if
 * there is no field. */
char *gs_image_pixel_text(const struct gs_image_channel channel[3], const struct gs_mask *mask,
	const struct gs_image_planes *planes, unsigned x, unsigned y);
/* Return a table of two pixels: a line for each, and one for the difference. */
char *gs_image_compared_text(const struct gs_image_channel channel[3],
	const struct gs_image_planes *planes, unsigned x, unsigned y, unsigned pinned_x,
	unsigned pinned_y);
/* Return the channels' scalars, one per line, or NULL if there are none. */
char *gs_image_cell_text(const struct gs_image_channel channel[3], unsigned x, unsigned y);
/* Return a limit of the channel's range as text, in the type of its field. */
char *gs_image_range_text(const struct gs_image_channel *channel, double number);
/* Return how many elements are here, such as "7 of 10 here", and how many are NaN or infinite. */
char *gs_image_field_statistics(const struct gs_field *field);
/* Return how many elements are at the position or, if `condition`, go each way. */
char *gs_image_mask_statistics(const struct gs_mask *mask, bool condition);
/* Return the field of the first channel that has one, or NULL. */
const struct gs_field *gs_image_first_field(const struct gs_image_channel channel[3]);

#endif

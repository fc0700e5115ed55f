/* SPDX-License-Identifier: MIT */
/* ui/images/image-text - text about an image: values of pixels, alone or compared. */
#ifndef GS_UI_IMAGE_TEXT_H
#define GS_UI_IMAGE_TEXT_H

#include "frontend/pictures/image.h"

/* Pictures in one: of each layer those of its samples, each of some rows, from y = 0 on. */
struct gs_image_planes {
	unsigned layers, samples, rows; /* rows 0: there is one picture */
};

/* In all, g_free. A field on several channels is listed once. */

/* "12, 30", and of which layer and sample. */
char *gs_image_place_text(const struct gs_image_planes *planes, unsigned x, unsigned y);
/* "12, 30   color = 0.5, 1, 0" of all scalars; mask: used if there is no field. */
char *gs_image_pixel_text(const struct gs_image_channel channel[3], const struct gs_mask *mask,
	const struct gs_image_planes *planes, unsigned x, unsigned y);
/* Two pixels side by side: a line for each, and one for the difference, in columns. */
char *gs_image_compared_text(const struct gs_image_channel channel[3],
	const struct gs_image_planes *planes, unsigned x, unsigned y, unsigned pinned_x,
	unsigned pinned_y);
/* The channels' scalars, one per line; NULL: there is none. */
char *gs_image_cell_text(const struct gs_image_channel channel[3], unsigned x, unsigned y);
/* Return an end of the range of the channel's field, as that has it. */
char *gs_image_range_text(const struct gs_image_channel *channel, double number);
/* "7 of 10 here", and how many are NaN or Inf. */
char *gs_image_field_statistics(const struct gs_field *field);
char *gs_image_mask_statistics(const struct gs_mask *mask, bool condition);
/* The field of the first channel that has one; NULL. */
const struct gs_field *gs_image_first_field(const struct gs_image_channel channel[3]);

#endif

/* SPDX-License-Identifier: MIT */
/* frontend/pictures/image - fields, masks and pictures to cairo surfaces (ARGB32, top row first;
 * inactive elements are transparent). */
#ifndef GS_FRONTEND_IMAGE_H
#define GS_FRONTEND_IMAGE_H

#include <cairo.h>
#include "debugger/session/session.h"
#include "frontend/pictures/colour-map.h"

/* One colour of the image: a scalar of a field, from min (0) to max (1). */
struct gs_image_channel {
	const struct gs_field *field; /* NULL: this colour stays 0 */
	size_t scalar;
	double min, max;
};

/* 0xRRGGBB of values that no range can show. */
enum { GS_IMAGE_NAN = 0xff00ff, GS_IMAGE_INF = 0x00e5ff, GS_IMAGE_NEGATIVE = 0x2f6bff };
/* Of conditions. */
enum {
	GS_IMAGE_TRUE = 0x3fae49,
	GS_IMAGE_FALSE = 0xd64541,
	GS_IMAGE_LEFT = 0xf39c12,
	GS_IMAGE_HERE = 0xe8e8e8
};

/* 0 to 255; value finite. An empty range gives 0 below and at it, 255 above. */
unsigned gs_image_level(double value, double min, double max);
/* Sets min and max of three from the data: channels of the same field share a range, so that
 * colours stay colours. A range is never empty. */
void gs_image_auto_range(struct gs_image_channel *channel);
/* Whether three floats of a field of three or four are on the channels, and lie in or near 0 to 1,
 * as colours do: between -0.1 and 1.5, the greatest at least 0.02. */
bool gs_image_is_colour(const struct gs_image_channel *channel);
/* Sets min and max of three to 0 and 1 of a colour, else from the data; whether it was a colour. */
bool gs_image_choose_range(struct gs_image_channel *channel);

struct gs_image_look {
	enum gs_colour_map map; /* other than CHANNELS: of the first channel that has a field */
	enum gs_scale scale;
	bool mark_negative;
	bool alpha; /* that of the field is how opaque a pixel is, where it has one */
};

/* channel: three. look NULL: channels, linear. NULL: no channel has a field, or their sizes differ.
 */
cairo_surface_t *gs_image_from_fields(
	const struct gs_image_channel *channel, const struct gs_image_look *look);
/* Counts the values of active elements, of large fields of a sample of them, in each of n parts of
 * the range; n_in: the total of these. */
void gs_image_histogram(const struct gs_image_channel *channel, enum gs_scale scale, unsigned *bins,
	unsigned n, uint64_t *n_in);
/* Minimum and maximum of the finite values in a rectangle of pixels (inclusive, y from the bottom);
 * false: there is none. */
bool gs_image_range_within(const struct gs_image_channel *channel, unsigned x0, unsigned y0,
	unsigned x1, unsigned y1, double *min, double *max);
/* a - b for each element that is active in both; NULL: their shapes differ. */
struct gs_field *gs_field_difference(const struct gs_field *a, const struct gs_field *b);
struct gs_field *gs_field_copy(const struct gs_field *field);
/* condition: the side that each element takes; otherwise which elements are at the position. */
cairo_surface_t *gs_image_from_mask(const struct gs_mask *mask, bool condition);
/* opaque: alpha taken as 1. NULL: no picture. */
cairo_surface_t *gs_image_from_picture(const struct gs_picture *picture, bool opaque);
/* Makes the other pixels of an image paler: `fourths` of their colour over light grey.
 * vivid: a byte for each pixel, row after row from the top, 0: paler. */
void gs_image_ghost(cairo_surface_t *surface, const uint8_t *vivid, unsigned fourths);

#endif

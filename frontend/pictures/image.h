/* SPDX-License-Identifier: MIT */
/* frontend/pictures/image - converts fields, masks and pictures to cairo surfaces (ARGB32, top row
 * first; inactive elements are transparent). */
#ifndef GS_FRONTEND_IMAGE_H
#define GS_FRONTEND_IMAGE_H

#include <cairo.h>
#include "debugger/session/session.h"
#include "frontend/pictures/colour-map.h"

/* One colour component of the image: a scalar of a field, from min (0) to max (full). */
struct gs_image_channel {
	const struct gs_field *field; /* NULL: the component stays 0 */
	size_t scalar;
	double min, max;
};

/* Colours, 0xRRGGBB, of values that are outside any range. */
enum { GS_IMAGE_NAN = 0xff00ff, GS_IMAGE_INF = 0x00e5ff, GS_IMAGE_NEGATIVE = 0x2f6bff };
/* Colours of the flags of a mask. */
enum {
	GS_IMAGE_TRUE = 0x3fae49,
	GS_IMAGE_FALSE = 0xd64541,
	GS_IMAGE_LEFT = 0xf39c12,
	GS_IMAGE_HERE = 0xe8e8e8
};

/* Return the level, from 0 to 255, of a finite value. In an empty range values up to min give 0,
 * others 255. */
unsigned gs_image_level(double value, double min, double max);
/* Set min and max of three channels from the data. Channels of the same field share a range, so
 * that colours stay right. The range is never empty. */
void gs_image_auto_range(struct gs_image_channel *channel);
/* Return whether the three channels show three floats of one field of three or four, whose values
 * are like colours: between -0.1 and 1.5, with a greatest one of at least 0.02. */
bool gs_image_is_colour(const struct gs_image_channel *channel);
/* Set min and max of three channels: to 0 and 1 if gs_image_is_colour, else from the data. Return
 * whether it was a colour. */
bool gs_image_choose_range(struct gs_image_channel *channel);

struct gs_image_look {
	enum gs_colour_map map; /* not CHANNELS: shows the first channel that has a field */
	enum gs_scale scale;
	bool mark_negative;
	bool alpha; /* draw pixels with the opacity of the field's alpha, if it has one */
};

/* Return an image of three channels; look NULL: GS_MAP_CHANNELS with a linear scale. Return NULL if
 * no channel has a field, if their sizes differ, or without memory. */
cairo_surface_t *gs_image_from_fields(
	const struct gs_image_channel *channel, const struct gs_image_look *look);
/* Count how many values of active elements are in each of n equal parts of the scale, using a
 * sample of the elements of a large field. *n_in: the number of values counted. */
void gs_image_histogram(const struct gs_image_channel *channel, enum gs_scale scale, unsigned *bins,
	unsigned n, uint64_t *n_in);
/* Set *min and *max to the least and greatest finite value in a rectangle of pixels (inclusive, y
 * from the bottom). Return false if there is none. */
bool gs_image_range_within(const struct gs_image_channel *channel, unsigned x0, unsigned y0,
	unsigned x1, unsigned y1, double *min, double *max);
/* Return a - b, active where both are; free it with gs_field_free. Return NULL if their sizes or
 * numbers of scalars differ. */
struct gs_field *gs_field_difference(const struct gs_field *a, const struct gs_field *b);
/* Return a copy of the field with its values, names and statistics; gs_field_free. */
struct gs_field *gs_field_copy(const struct gs_field *field);
/* Return an image of the mask, or NULL without memory. condition: show which way each element goes,
 * else which elements are at the position. */
cairo_surface_t *gs_image_from_mask(const struct gs_mask *mask, bool condition);
/* Return an image of the picture, or NULL if it is empty. opaque: ignore alpha. */
cairo_surface_t *gs_image_from_picture(const struct gs_picture *picture, bool opaque);
/* Make pixels of an image paler: `fourths` fourths of their colour over light grey. vivid: a byte
 * for each pixel, row after row from the top; 0: make it paler. */
void gs_image_ghost(cairo_surface_t *surface, const uint8_t *vivid, unsigned fourths);

#endif

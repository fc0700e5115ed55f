/* SPDX-License-Identifier: MIT */
#include "ui/image.h"

#include <math.h>

enum { OPAQUE = (int)0xff000000u };

unsigned gs_image_level(double value, double min, double max)
{
	if (value <= min)
		return 0;
	if (value >= max)
		return 255;
	return (unsigned)lround((value - min) / (max - min) * 255.0);
}

static void widen(double *min, double *max)
{
	if (isnan(*min) || isnan(*max)) {
		*min = 0;
		*max = 1;
	} else if (*min == *max) {
		if (*min == 0) {
			*max = 1;
		} else {
			*min = fmin(*min, 0);
			*max = fmax(*max, 0);
		}
	}
}

void gs_image_auto_range(struct gs_image_channel channel[3])
{
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = channel[i].field;
		double min = NAN, max = NAN;
		for (int k = 0; field && k < 3; k++) {
			if (channel[k].field != field || channel[k].scalar >= field->n_scalars)
				continue;
			min = fmin(min, field->min[channel[k].scalar]); /* fmin ignores a NaN */
			max = fmax(max, field->max[channel[k].scalar]);
		}
		widen(&min, &max);
		channel[i].min = min;
		channel[i].max = max;
	}
}

static const struct gs_field *common_field(const struct gs_image_channel channel[3])
{
	const struct gs_field *first = NULL;
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = channel[i].field;
		if (!field)
			continue;
		if (channel[i].scalar >= field->n_scalars)
			return NULL;
		if (first && (first->width != field->width || first->height != field->height))
			return NULL;
		if (!first)
			first = field;
	}
	return first;
}

static uint32_t pixel(const struct gs_image_channel channel[3], size_t at)
{
	uint32_t colour = 0;
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = channel[i].field;
		colour <<= 8;
		if (!field)
			continue;
		if (!field->active[at])
			return 0;
		double value = field->values[at * field->n_scalars + channel[i].scalar];
		if (isnan(value))
			return (uint32_t)OPAQUE | GS_IMAGE_NAN;
		if (isinf(value))
			return (uint32_t)OPAQUE | GS_IMAGE_INF;
		colour |= gs_image_level(value, channel[i].min, channel[i].max);
	}
	return (uint32_t)OPAQUE | colour;
}

static cairo_surface_t *new_surface(unsigned width, unsigned height)
{
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, (int)width, (int)height);
	if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
		return surface;
	cairo_surface_destroy(surface);
	return NULL;
}

static uint32_t *row_of(cairo_surface_t *surface, unsigned row)
{
	return (uint32_t *)(void *)(cairo_image_surface_get_data(surface) +
				    (size_t)row * (size_t)cairo_image_surface_get_stride(surface));
}

cairo_surface_t *gs_image_from_fields(const struct gs_image_channel channel[3])
{
	const struct gs_field *field = common_field(channel);
	cairo_surface_t *surface = field ? new_surface(field->width, field->height) : NULL;
	if (!surface)
		return NULL;
	for (unsigned y = 0; y < field->height; y++) {
		uint32_t *row = row_of(surface, field->height - 1 - y);
		for (unsigned x = 0; x < field->width; x++)
			row[x] = pixel(channel, (size_t)y * field->width + x);
	}
	cairo_surface_mark_dirty(surface);
	return surface;
}

static uint32_t mask_pixel(unsigned flags, bool condition)
{
	if (!condition)
		return flags & GS_ELEMENT_HERE ? (uint32_t)OPAQUE | GS_IMAGE_HERE : 0;
	if (flags & GS_ELEMENT_LEFT)
		return (uint32_t)OPAQUE | GS_IMAGE_LEFT;
	if (!(flags & GS_ELEMENT_HERE))
		return 0;
	if (flags & GS_ELEMENT_TRUE)
		return (uint32_t)OPAQUE | GS_IMAGE_TRUE;
	return flags & GS_ELEMENT_FALSE ? (uint32_t)OPAQUE | GS_IMAGE_FALSE : 0;
}

cairo_surface_t *gs_image_from_mask(const struct gs_mask *mask, bool condition)
{
	cairo_surface_t *surface = new_surface(mask->width, mask->height);
	if (!surface)
		return NULL;
	for (unsigned y = 0; y < mask->height; y++) {
		uint32_t *row = row_of(surface, mask->height - 1 - y);
		for (unsigned x = 0; x < mask->width; x++)
			row[x] = mask_pixel(mask->flags[(size_t)y * mask->width + x], condition);
	}
	cairo_surface_mark_dirty(surface);
	return surface;
}

cairo_surface_t *gs_image_from_picture(const struct gs_picture *picture, bool opaque)
{
	gsize size = 0;
	const uint8_t *rgba = picture->rgba ? g_bytes_get_data(picture->rgba, &size) : NULL;
	if (!rgba || !picture->width || !picture->height ||
		size / 4 / picture->width < picture->height)
		return NULL;
	cairo_surface_t *surface = new_surface(picture->width, picture->height);
	for (unsigned y = 0; surface && y < picture->height; y++) {
		uint32_t *row = row_of(surface, y);
		for (unsigned x = 0; x < picture->width; x++, rgba += 4) {
			unsigned a = opaque ? 255 : rgba[3];
			row[x] = a << 24 | (rgba[0] * a / 255) << 16 | (rgba[1] * a / 255) << 8 |
				 rgba[2] * a / 255;
		}
	}
	if (surface)
		cairo_surface_mark_dirty(surface);
	return surface;
}

/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/image.h"

#include <math.h>
#include <string.h>
#include "debugger/base/halves.h"
#include "debugger/base/image-memory.h"

enum { OPAQUE = (int)0xff000000u };

unsigned gs_image_level(double value, double min, double max)
{
	if (value <= min)
		return 0;
	if (value >= max)
		return 255;
	return (unsigned)((value - min) / (max - min) * 255.0 + 0.5);
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

void gs_image_auto_range(struct gs_image_channel *channel)
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

bool gs_image_is_colour(const struct gs_image_channel *channel)
{
	const struct gs_field *field = channel[0].field;
	double least = INFINITY, most = -INFINITY;
	unsigned seen = 0;
	for (int i = 0; i < 3; i++) {
		if (!field || channel[i].field != field || field->bits || field->n_scalars < 3 ||
			field->n_scalars > 4 || channel[i].scalar >= field->n_scalars)
			return false;
		least = fmin(least, field->min[channel[i].scalar]);
		most = fmax(most, field->max[channel[i].scalar]);
		seen |= 1u << channel[i].scalar;
	}
	return __builtin_popcount(seen) == 3 && least >= -0.1 && most >= 0.02 && most <= 1.5;
}

bool gs_image_choose_range(struct gs_image_channel *channel)
{
	bool is_colour = gs_image_is_colour(channel);
	if (!is_colour)
		gs_image_auto_range(channel);
	for (int i = 0; is_colour && i < 3; i++) {
		channel[i].min = 0;
		channel[i].max = 1;
	}
	return is_colour;
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

static const struct gs_image_look plain_look = {.map = GS_MAP_CHANNELS, .scale = GS_SCALE_LINEAR};

/* Return the mark's colour of a NaN, an infinity or, if marked, a negative value; else 0. */
static uint32_t special(double value, const struct gs_image_look *look)
{
	if (isnan(value))
		return (uint32_t)OPAQUE | GS_IMAGE_NAN;
	if (isinf(value))
		return (uint32_t)OPAQUE | GS_IMAGE_INF;
	return look->mark_negative && value < 0 ? (uint32_t)OPAQUE | GS_IMAGE_NEGATIVE : 0;
}

static unsigned level(
	double value, const struct gs_image_channel *channel, const struct gs_image_look *look)
{
	if (look->scale == GS_SCALE_LINEAR)
		return gs_image_level(value, channel->min, channel->max);
	return (unsigned)lround(
		gs_scale_position(look->scale, value, channel->min, channel->max) * 255);
}

static uint32_t pixel(
	const struct gs_image_channel channel[3], const struct gs_image_look *look, size_t at)
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
		uint32_t mark = special(value, look);
		if (mark)
			return mark;
		colour |= level(value, &channel[i], look);
	}
	return (uint32_t)OPAQUE | colour;
}

enum { TABLE = 1024 };

static uint32_t mapped_pixel(const struct gs_image_channel *channel,
	const struct gs_image_look *look, const uint32_t *table, size_t at)
{
	const struct gs_field *field = channel->field;
	if (!field->active[at])
		return 0;
	double value = field->values[at * field->n_scalars + channel->scalar];
	uint32_t mark = special(value, look);
	if (mark)
		return mark;
	double fraction = gs_scale_position(look->scale, value, channel->min, channel->max);
	return (uint32_t)OPAQUE | table[(int)(fraction * (TABLE - 1) + 0.5)];
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

/* Some of an image's rows. */
struct rows {
	cairo_surface_t *surface;
	const struct gs_image_channel *channel; /* three; with a table, the shown one */
	const struct gs_image_look *look;
	const uint32_t *table; /* the colours of a map; NULL: show channels */
	unsigned width, height;
	const struct gs_field
		*alpha; /* field whose last scalar is the opacity; NULL: all pixels are opaque */
};

/* Return whether the image shows scalars of one field on a linear scale without marks of negative
 * values or alpha. Most images do, and fill_plain_row is quicker for them. */
static bool is_plain(const struct rows *r)
{
	if (r->table || r->alpha || r->look->scale != GS_SCALE_LINEAR || r->look->mark_negative)
		return false;
	const struct gs_field *field = common_field(r->channel);
	for (int i = 0; i < 3; i++)
		if (r->channel[i].field && r->channel[i].field != field)
			return false;
	return true;
}

/* A channel for fill_plain_row. One without a field copies another's, masked out. */
struct plain_channel {
	size_t scalar;
	double min, max;
	uint32_t shown; /* 0xff, or 0 to leave the component out */
};

static struct plain_channel plain_channel(const struct gs_image_channel *c, int i)
{
	const struct gs_image_channel *of = &c[i];
	for (int k = 0; k < 3 && !of->field; k++)
		of = &c[k];
	return (struct plain_channel){of->scalar, of->min, of->max, c[i].field ? 0xff : 0};
}

static uint32_t plain_level(double value, const struct plain_channel *of)
{
	return gs_image_level(value, of->min, of->max) & of->shown;
}

/* Write a row, quicker than fill_row but with the same result. */
static void fill_plain_row(const struct rows *r, unsigned y)
{
	const struct gs_image_channel *c = r->channel;
	const struct gs_field *field = common_field(c);
	const struct plain_channel of_red = plain_channel(c, 0), of_green = plain_channel(c, 1),
				   of_blue = plain_channel(c, 2);
	const size_t n = field->n_scalars, first = (size_t)y * r->width;
	const uint8_t *active = field->active + first;
	const double *values = field->values + first * n;
	uint32_t *row = row_of(r->surface, r->height - 1 - y);
	for (unsigned x = 0; x < r->width; x++, values += n) {
		double red = values[of_red.scalar], green = values[of_green.scalar],
		       blue = values[of_blue.scalar];
		if (!active[x] || !isfinite(red) || !isfinite(green) || !isfinite(blue))
			row[x] = pixel(c, r->look, first + x);
		else
			row[x] = (uint32_t)OPAQUE | plain_level(red, &of_red) << 16 |
				 plain_level(green, &of_green) << 8 | plain_level(blue, &of_blue);
	}
}

static uint32_t with_alpha(uint32_t colour, unsigned alpha)
{
	return alpha << 24 | ((colour >> 16 & 255) * alpha / 255) << 16 |
	       ((colour >> 8 & 255) * alpha / 255) << 8 | (colour & 255) * alpha / 255;
}

/* Return whether the pixel has the colour of a mark. */
static bool is_marked(const struct rows *r, size_t at)
{
	for (int i = 0; i < (r->table ? 1 : 3); i++) {
		const struct gs_field *field = r->channel[i].field;
		if (field && special(field->values[at * field->n_scalars + r->channel[i].scalar],
				     r->look))
			return true;
	}
	return false;
}

static uint32_t seen_through(const struct rows *r, uint32_t colour, size_t at)
{
	const struct gs_field *field = r->alpha;
	double alpha = field->values[(at + 1) * field->n_scalars - 1];
	if (!colour || isnan(alpha) || is_marked(r, at))
		return colour;
	return with_alpha(colour, gs_image_level(alpha, 0, 1));
}

static void fill_row(const struct rows *r, unsigned y)
{
	uint32_t *row = row_of(r->surface, r->height - 1 - y);
	for (unsigned x = 0; x < r->width; x++) {
		size_t at = (size_t)y * r->width + x;
		row[x] = r->table ? mapped_pixel(r->channel, r->look, r->table, at)
				  : pixel(r->channel, r->look, at);
		if (r->alpha)
			row[x] = seen_through(r, row[x], at);
	}
}

static void fill_rows(void *data, unsigned first, unsigned last)
{
	const struct rows *r = data;
	bool plain = is_plain(r);
	for (unsigned y = first; y < last; y++)
		if (plain)
			fill_plain_row(r, y);
		else
			fill_row(r, y);
}

/* Return the field of a channel whose last scalar is an alpha: the fourth of four, or one named "a"
 * beside others. NULL: none. */
static const struct gs_field *alpha_of(const struct gs_image_channel channel[3])
{
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = channel[i].field;
		size_t n = field ? field->n_scalars : 0;
		bool is_named = n > 1 && field->scalar_names && field->scalar_names[n - 1] &&
				!strcmp(field->scalar_names[n - 1], "a");
		if (n == 4 || is_named)
			return field;
	}
	return NULL;
}

cairo_surface_t *gs_image_from_fields(
	const struct gs_image_channel *channel, const struct gs_image_look *look)
{
	const struct gs_field *field = common_field(channel);
	unsigned width = field ? field->width : 0, height = field ? field->height : 0;
	cairo_surface_t *surface = field ? new_surface(width, height) : NULL;
	uint32_t table[TABLE];
	look = look ? look : &plain_look;
	if (!surface)
		return NULL;
	struct rows rows = {.surface = surface,
		.channel = channel,
		.look = look,
		.width = width,
		.height = height,
		.alpha = look->alpha ? alpha_of(channel) : NULL};
	if (look->map != GS_MAP_CHANNELS) {
		for (int i = 0; i < TABLE; i++)
			table[i] = gs_colour_map_at(look->map, i / (double)(TABLE - 1));
		rows.table = table;
		rows.channel = &channel[channel[0].field ? 0 : channel[1].field ? 1 : 2];
	}
	gs_in_halves(width, height, fill_rows, &rows, &rows);
	cairo_surface_mark_dirty(surface);
	return surface;
}

/* Return whether every step-th cell of consecutive rows comes to all columns: step and width have
 * no common divisor. */
static bool meets_all_columns(size_t step, size_t width)
{
	while (width) {
		size_t rest = step % width;
		step = width;
		width = rest;
	}
	return step == 1;
}

void gs_image_histogram(const struct gs_image_channel *channel, enum gs_scale scale, unsigned *bins,
	unsigned n, uint64_t *n_in)
{
	const struct gs_field *field = channel->field;
	size_t n_cells = (size_t)field->width * field->height;
	size_t step = (n_cells >> 18) + 1; /* a sample is enough */
	while (!meets_all_columns(step, field->width))
		step++;
	memset(bins, 0, n * sizeof(*bins));
	*n_in = 0;
	for (size_t i = 0; i < n_cells; i += step) {
		double value = field->values[i * field->n_scalars + channel->scalar];
		if (!field->active[i] || !isfinite(value))
			continue;
		double fraction = gs_scale_position(scale, value, channel->min, channel->max);
		unsigned bin = (unsigned)(fraction * n);
		bins[bin < n ? bin : n - 1]++;
		++*n_in;
	}
}

bool gs_image_range_within(const struct gs_image_channel *channel, unsigned x0, unsigned y0,
	unsigned x1, unsigned y1, double *min, double *max)
{
	const struct gs_field *field = channel->field;
	*min = *max = NAN;
	for (unsigned y = y0; y <= y1 && y < field->height; y++)
		for (unsigned x = x0; x <= x1 && x < field->width; x++) {
			size_t at = (size_t)y * field->width + x;
			double value = field->values[at * field->n_scalars + channel->scalar];
			if (!field->active[at] || !isfinite(value))
				continue;
			*min = fmin(*min, value);
			*max = fmax(*max, value);
		}
	return !isnan(*min);
}

/* ---- fields ---- */

struct gs_field *gs_field_copy(const struct gs_field *from)
{
	struct gs_field *field = g_new0(struct gs_field, 1);
	size_t n = (size_t)from->width * from->height;
	field->width = from->width;
	field->height = from->height;
	field->planes = from->planes;
	field->type_name = g_strdup(from->type_name);
	field->expression = g_strdup(from->expression);
	field->n_scalars = from->n_scalars;
	field->scalar_names = g_new0(char *, from->n_scalars + 1);
	for (size_t i = 0; i < from->n_scalars; i++)
		field->scalar_names[i] = g_strdup(from->scalar_names[i]);
	field->bases = gs_field_bases(from);
	gs_field_reserve(field, !from->bits);
	memcpy(field->values, from->values, n * from->n_scalars * sizeof(double));
	if (from->bits)
		memcpy(field->bits, from->bits, n * from->n_scalars * sizeof(*from->bits));
	memcpy(field->active, from->active, n);
	field->min = g_memdup2(from->min, from->n_scalars * sizeof(double));
	field->max = g_memdup2(from->max, from->n_scalars * sizeof(double));
	if (from->elements)
		field->elements = g_memdup2(from->elements, n * sizeof(*from->elements));
	field->n_total = from->n_total;
	field->n_active = from->n_active;
	field->n_nan = from->n_nan;
	field->n_inf = from->n_inf;
	return field;
}

/* Set the field's counts and ranges from its values. */
static void count_field(struct gs_field *field)
{
	size_t n = (size_t)field->width * field->height;
	field->n_active = field->n_nan = field->n_inf = 0;
	for (size_t k = 0; k < field->n_scalars; k++)
		field->min[k] = field->max[k] = NAN;
	for (size_t i = 0; i < n; i++) {
		bool nan = false, inf = false;
		field->n_active += field->active[i] != 0;
		for (size_t k = 0; field->active[i] && k < field->n_scalars; k++) {
			double value = field->values[i * field->n_scalars + k];
			nan |= isnan(value);
			inf |= isinf(value) != 0;
			if (!isfinite(value))
				continue;
			field->min[k] = fmin(field->min[k], value);
			field->max[k] = fmax(field->max[k], value);
		}
		field->n_nan += nan;
		field->n_inf += inf;
	}
}

struct gs_field *gs_field_difference(const struct gs_field *a, const struct gs_field *b)
{
	if (a->width != b->width || a->height != b->height || a->n_scalars != b->n_scalars)
		return NULL;
	struct gs_field *field = gs_field_copy(a);
	size_t n = (size_t)a->width * a->height;
	g_clear_pointer(&field->bits, gs_image_memory_free);
	for (size_t i = 0; i < n; i++) {
		field->active[i] = a->active[i] && b->active[i];
		for (size_t k = 0; k < a->n_scalars; k++)
			field->values[i * a->n_scalars + k] =
				field->active[i] ? a->values[i * a->n_scalars + k] -
							   b->values[i * a->n_scalars + k]
						 : NAN;
	}
	count_field(field);
	return field;
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
			row[x] = with_alpha(
				(uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2],
				opaque ? 255 : rgba[3]);
		}
	}
	if (surface)
		cairo_surface_mark_dirty(surface);
	return surface;
}

void gs_image_ghost(cairo_surface_t *surface, const uint8_t *vivid, unsigned fourths)
{
	unsigned width = (unsigned)cairo_image_surface_get_width(surface),
		 height = (unsigned)cairo_image_surface_get_height(surface);
	for (unsigned y = 0; y < height; y++) {
		uint32_t *row = row_of(surface, y);
		for (unsigned x = 0; x < width; x++, vivid++) {
			uint32_t ghost = 0, grey = 160 * (row[x] >> 24) / 255;
			for (unsigned k = 0; k < 24; k += 8)
				ghost |= ((row[x] >> k & 255) * fourths + grey * (4 - fourths)) / 4
					 << k;
			if (!*vivid)
				row[x] = (row[x] & 0xff000000u) | ghost;
		}
	}
	cairo_surface_mark_dirty(surface);
}

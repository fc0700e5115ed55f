/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/image-thumb.h"

#include <math.h>
#include <string.h>
#include "frontend/pictures/image.h"

enum {
	FINER = 2,
	FRAME = 2, /* border, in pixels */
	LEAST = 16 /* least width and height in pixels, as for an image with one row */
};

/* The cells of a field that one pixel represents: from x0, y0 to before x1, y1. */
struct block {
	unsigned x0, y0, x1, y1;
};

static bool is_finite(const struct gs_field *field, size_t at)
{
	bool finite = true;
	for (size_t k = 0; k < field->n_scalars; k++)
		finite &= isfinite(field->values[at * field->n_scalars + k]) != 0;
	return finite;
}

/* Choose the cell to show for a block: one with a value that is not finite, else the middle one,
 * else any active one. Return false if none is active. */
static bool choose(const struct gs_field *field, const struct block *block, size_t *chosen)
{
	size_t middle = (size_t)((block->y0 + block->y1) / 2) * field->width +
			(block->x0 + block->x1) / 2;
	bool any = field->active[middle];
	*chosen = middle;
	for (unsigned y = block->y0; y < block->y1; y++)
		for (unsigned x = block->x0; x < block->x1; x++) {
			size_t at = (size_t)y * field->width + x;
			if (!field->active[at])
				continue;
			if (!is_finite(field, at)) {
				*chosen = at;
				return true;
			}
			if (!any)
				*chosen = at;
			any = true;
		}
	return any;
}

static unsigned part(unsigned i, unsigned n, unsigned of)
{
	return (unsigned)((uint64_t)i * of / n);
}

/* Fill the values of `small`, whose size may also be larger than that part of the field. It has its
 * own arrays; its other members are those of the field. */
static void resize(const struct gs_field *field, const struct gs_rect *of, struct gs_field *small)
{
	for (unsigned y = 0; y < small->height; y++)
		for (unsigned x = 0; x < small->width; x++) {
			struct block block = {of->x + part(x, small->width, of->width),
				of->y + part(y, small->height, of->height),
				of->x + part(x + 1, small->width, of->width),
				of->y + part(y + 1, small->height, of->height)};
			size_t to = (size_t)y * small->width + x, from;
			small->active[to] = choose(field, &block, &from);
			for (size_t k = 0; k < field->n_scalars; k++)
				small->values[to * field->n_scalars + k] =
					field->values[from * field->n_scalars + k];
		}
}

static bool has_thumb(const struct gs_field *field)
{
	return field->width && field->height && field->n_scalars &&
	       field->n_scalars <= GS_THUMB_MAX_SCALARS;
}

/* Return the factor by which an image of that size fits into a thumbnail. */
static double zoom_of(unsigned width, unsigned height, int frame)
{
	return fmin((FINER * GS_THUMB_WIDTH - 2 * frame) / (double)width,
		(FINER * GS_THUMB_HEIGHT - 2 * frame) / (double)height);
}

/* Return that part of the field at the largest size that fits; free its values and active with
 * g_free. */
static struct gs_field resized(const struct gs_field *field, const struct gs_rect *of, int frame)
{
	struct gs_field other = *field;
	double zoom = zoom_of(of->width, of->height, frame);
	other.width = (unsigned)fmax(of->width * zoom, LEAST);
	other.height = (unsigned)fmax(of->height * zoom, LEAST);
	other.values = g_new(double, (size_t)other.width *other.height * field->n_scalars);
	other.active = g_new(uint8_t, (size_t)other.width * other.height);
	resize(field, of, &other);
	return other;
}

/* Return whether nothing in the shader writes the scalar, so that it has no value to show. */
static bool is_undefined(const struct gs_field *field, size_t scalar)
{
	return field->undefined && field->undefined[scalar];
}

/* Set the channels to the field's first scalars. Return false if none can be shown. */
static bool set_channels(
	struct gs_image_channel channel[3], const struct gs_field *field, bool is_grey)
{
	bool any = false;
	for (size_t i = 0; i < 3; i++) {
		size_t scalar = is_grey ? 0 : i;
		if (scalar >= field->n_scalars || is_undefined(field, scalar))
			continue;
		channel[i] = (struct gs_image_channel){.field = field, .scalar = scalar};
		any = true;
	}
	return any;
}

static cairo_surface_t *surface_of(struct gs_field *resized, struct gs_image_channel channel[3])
{
	cairo_surface_t *surface = gs_image_from_fields(channel, NULL);
	g_free(resized->values);
	g_free(resized->active);
	if (surface)
		cairo_surface_set_device_scale(surface, FINER, FINER);
	return surface;
}

/* Return the first layer and sample in which an element is active; it borrows the field's
 * arrays. */
static struct gs_field first_plane(const struct gs_field *field)
{
	struct gs_field one = *field;
	unsigned planes = MAX(field->planes, 1);
	one.height = field->height / planes;
	size_t cells = (size_t)one.width * one.height;
	for (unsigned i = 0; i + 1 < planes && !memchr(one.active, 1, cells); i++) {
		one.active += cells;
		one.values += cells * field->n_scalars;
	}
	return one;
}

/* Return whether the focus element has written nothing of it and all active elements have the same
 * value: it then is what the driver has for unwritten variables. */
static bool is_unwritten(const struct gs_field *field)
{
	bool is_same = field->unwritten;
	for (size_t k = 0; k < field->n_scalars; k++)
		is_same &= !(field->min[k] < field->max[k]);
	return is_same;
}

cairo_surface_t *gs_image_thumb(const struct gs_field *field, const struct gs_rect *part)
{
	if (!has_thumb(field) || is_unwritten(field))
		return NULL;
	struct gs_field one = first_plane(field);
	struct gs_field small = resized(&one, part, 0);
	struct gs_image_channel channel[3] = {{0}};
	if (set_channels(channel, &small, field->n_scalars == 1))
		gs_image_choose_range(channel);
	return surface_of(&small, channel);
}

/* Return the image with a grey border, so that a white one is visible on white. Frees image. */
static cairo_surface_t *framed(cairo_surface_t *image)
{
	int width = cairo_image_surface_get_width(image) + 2 * FRAME;
	int height = cairo_image_surface_get_height(image) + 2 * FRAME;
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	cairo_t *cairo = cairo_create(surface);
	cairo_surface_set_device_scale(image, 1, 1);
	cairo_set_source_rgb(cairo, 0.6, 0.6, 0.6);
	cairo_paint(cairo);
	cairo_rectangle(cairo, FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME);
	cairo_clip(cairo);
	cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
	cairo_set_source_surface(cairo, image, FRAME, FRAME);
	cairo_paint(cairo);
	cairo_destroy(cairo);
	cairo_surface_destroy(image);
	cairo_surface_set_device_scale(surface, FINER, FINER);
	return surface;
}

cairo_surface_t *gs_image_thumb_of_texels(
	const struct gs_field *field, bool *is_stretched, double range[2])
{
	*is_stretched = false;
	if (!has_thumb(field))
		return NULL;
	const struct gs_rect all = {0, 0, field->width, field->height};
	struct gs_field other = resized(field, &all, FRAME);
	struct gs_image_channel channel[3] = {{0}};
	const char *first = field->scalar_names[0];
	set_channels(channel, &other, field->n_scalars == 1 || strchr("li", first[0]));
	if (!field->unit_range && !gs_image_choose_range(channel)) {
		*is_stretched = true;
		range[0] = channel[0].min;
		range[1] = channel[0].max;
	}
	for (int i = 0; field->unit_range && i < 3; i++)
		channel[i].max = 1;
	cairo_surface_t *image = surface_of(&other, channel);
	return image ? framed(image) : NULL;
}

unsigned gs_image_thumb_step(unsigned width, unsigned height)
{
	double zoom = zoom_of(MAX(width, 1), MAX(height, 1), FRAME);
	return zoom < 1 ? (unsigned)(1 / zoom) : 1;
}

cairo_surface_t *gs_image_thumb_blank(void)
{
	return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, GS_THUMB_WIDTH, GS_THUMB_HEIGHT);
}

/* SPDX-License-Identifier: MIT */
#include "frontend/image-thumb.h"

#include <math.h>
#include "frontend/image.h"

enum { FINER = 2 };

/* The cells of the field that one pixel represents; x1 and y1 excluded. */
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

/* The cell to show for them: one that is not finite, else the one in the middle, else any that is
 * here; false: none is. */
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

/* small has its own arrays and size; all other members are those of the field. */
static void shrink(const struct gs_field *field, struct gs_field *small)
{
	for (unsigned y = 0; y < small->height; y++)
		for (unsigned x = 0; x < small->width; x++) {
			struct block block = {part(x, small->width, field->width),
				part(y, small->height, field->height),
				part(x + 1, small->width, field->width),
				part(y + 1, small->height, field->height)};
			size_t to = (size_t)y * small->width + x, from;
			small->active[to] = choose(field, &block, &from);
			for (size_t k = 0; k < field->n_scalars; k++)
				small->values[to * field->n_scalars + k] =
					field->values[from * field->n_scalars + k];
		}
}

cairo_surface_t *gs_image_thumb(const struct gs_field *field)
{
	if (!field->width || !field->height || !field->n_scalars ||
		field->n_scalars > GS_THUMB_MAX_SCALARS)
		return NULL;
	struct gs_field small = *field;
	double zoom = fmin(1, fmin(FINER * GS_THUMB_WIDTH / (double)field->width,
				      FINER * GS_THUMB_HEIGHT / (double)field->height));
	small.width = (unsigned)fmax(1, field->width * zoom);
	small.height = (unsigned)fmax(1, field->height * zoom);
	small.values = g_new(double, (size_t)small.width *small.height * field->n_scalars);
	small.active = g_new(uint8_t, (size_t)small.width * small.height);
	shrink(field, &small);
	struct gs_image_channel channel[3] = {{0}};
	for (size_t i = 0; i < 3; i++)
		if (field->n_scalars == 1 || i < field->n_scalars)
			channel[i] = (struct gs_image_channel){
				.field = &small, .scalar = field->n_scalars == 1 ? 0 : i};
	gs_image_choose_range(channel);
	cairo_surface_t *surface = gs_image_from_fields(channel, NULL);
	g_free(small.values);
	g_free(small.active);
	if (surface)
		cairo_surface_set_device_scale(surface, FINER, FINER);
	return surface;
}

cairo_surface_t *gs_image_thumb_blank(void)
{
	return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, GS_THUMB_WIDTH, GS_THUMB_HEIGHT);
}

/* SPDX-License-Identifier: MIT */
#include "debugger/engine/field.h"

#include <math.h>
#include <string.h>
#include "debugger/base/image-memory.h"

void gs_field_reserve(struct gs_field *field, bool floats)
{
	size_t n = (size_t)field->width * field->height, numbers = n * field->n_scalars;
	field->values = gs_image_memory_new(numbers * sizeof(*field->values));
	field->bits = floats ? NULL : gs_image_memory_new(numbers * sizeof(*field->bits));
	field->active = gs_image_memory_new0(n);
}

struct gs_field *gs_field_new(
	unsigned width, unsigned height, const struct gs_type *type, char **names, char *title)
{
	struct gs_field *field = g_new0(struct gs_field, 1);
	size_t n = (size_t)width * height;
	field->width = width;
	field->height = height;
	field->planes = 1;
	field->type = *type;
	field->type_name = gs_type_string(type);
	field->expression = title;
	field->scalar_names = names;
	field->n_scalars = g_strv_length(names);
	gs_field_reserve(field, true);
	memset(field->values, 0, n * field->n_scalars * sizeof(double));
	memset(field->active, 1, n);
	field->n_total = field->n_active = n;
	field->min = g_new0(double, field->n_scalars + 1);
	field->max = g_new0(double, field->n_scalars + 1);
	return field;
}

void gs_field_count(struct gs_field *field)
{
	size_t n = (size_t)field->width * field->height, k = field->n_scalars;
	for (size_t c = 0; c < k; c++)
		field->min[c] = field->max[c] = NAN;
	for (size_t i = 0; i < n; i++) {
		bool nan = false, inf = false;
		for (size_t c = 0; c < k; c++) {
			double v = field->values[i * k + c];
			nan = nan || isnan(v);
			inf = inf || isinf(v);
			if (!isfinite(v))
				continue;
			if (!(v >= field->min[c]))
				field->min[c] = v;
			if (!(v <= field->max[c]))
				field->max[c] = v;
		}
		field->n_nan += nan;
		field->n_inf += inf;
	}
}

bool gs_field_is_undefined(const struct gs_field *field, size_t cell, size_t scalar)
{
	return (field->undefined && field->undefined[scalar]) ||
	       (field->undefined_on_path && field->undefined_on_path[scalar] &&
		       cell == field->focus);
}

void gs_field_free(struct gs_field *field)
{
	if (!field)
		return;
	for (size_t i = 0; field->scalar_names && i < field->n_scalars; i++)
		g_free(field->scalar_names[i]);
	g_free(field->scalar_names);
	g_free(field->type_name);
	g_free(field->expression);
	gs_image_memory_free(field->values);
	gs_image_memory_free(field->bits);
	gs_image_memory_free(field->active);
	g_free(field->elements);
	g_free(field->undefined);
	g_free(field->undefined_on_path);
	g_free(field->min);
	g_free(field->max);
	g_free(field);
}

void gs_mask_free(struct gs_mask *mask)
{
	if (!mask)
		return;
	gs_image_memory_free(mask->flags);
	g_free(mask);
}

void gs_picture_clear(struct gs_picture *picture)
{
	if (picture->rgba)
		g_bytes_unref(picture->rgba);
	memset(picture, 0, sizeof *picture);
}

/* SPDX-License-Identifier: MIT */
#include "debugger/engine/show/field.h"

#include <math.h>
#include <stdio.h>
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

/* ---- its numbers ---- */

bool gs_base_is_real(enum gs_base base)
{
	return base == GS_BASE_FLOAT || base == GS_BASE_DOUBLE || base == GS_BASE_FLOAT16;
}

static bool is_unsigned(enum gs_base base)
{
	return base == GS_BASE_UINT || base == GS_BASE_UINT64 || base == GS_BASE_UINT16 ||
	       base == GS_BASE_UINT8;
}

/* Of the k-th scalar of a type. */
static enum gs_base base_in(const struct gs_type *type, size_t k)
{
	struct gs_type element;
	unsigned count;
	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			const struct gs_type *member = &type->structure->members[i].type;
			size_t n = gs_type_scalars(member);
			if (k < n)
				return base_in(member, k);
			k -= n;
		}
		return GS_BASE_FLOAT;
	}
	if (!gs_type_element(type, &element, &count))
		return type->base;
	size_t n = gs_type_scalars(&element);
	return base_in(&element, n ? k % n : 0);
}

static enum gs_base base_of(const struct gs_field *field, size_t k)
{
	return field->bases ? field->bases[k] : base_in(&field->type, k);
}

enum gs_base *gs_field_bases(const struct gs_field *field)
{
	enum gs_base *bases = g_new(enum gs_base, field->n_scalars + 1);
	for (size_t k = 0; k < field->n_scalars; k++)
		bases[k] = base_of(field, k);
	return bases;
}

double gs_scalar_number(const struct gs_scalar *scalar)
{
	return gs_base_is_real(scalar->base) ? scalar->number
	       : is_unsigned(scalar->base)   ? (double)scalar->natural
					     : (double)scalar->integer;
}

struct gs_scalar gs_number_scalar(enum gs_base base, double number)
{
	struct gs_scalar scalar = {.base = base, .number = number};
	if (gs_base_is_real(base))
		return scalar;
	if (isnan(number) || number != rint(number) || fabs(number) >= 0x1p63)
		scalar.base = GS_BASE_DOUBLE;
	else
		scalar.integer = (int64_t)number;
	if (is_unsigned(base) && number >= 0x1p63 && number < 0x1p64)
		scalar = (struct gs_scalar){.base = base, .natural = (uint64_t)number};
	else if (is_unsigned(base) && number < 0 && scalar.base == base)
		scalar.base = GS_BASE_INT64;
	return scalar;
}

struct gs_scalar gs_field_scalar(const struct gs_field *field, size_t cell, size_t k)
{
	size_t at = cell * field->n_scalars + k;
	enum gs_base base = base_of(field, k);
	bool is_wide = base == GS_BASE_INT64 || base == GS_BASE_UINT64;
	if (is_wide && field->bits && !isnan(field->values[at]))
		return (struct gs_scalar){
			.base = base, .natural = field->bits[at], .bits = field->bits[at]};
	return gs_number_scalar(base == GS_BASE_BOOL ? GS_BASE_INT : base, field->values[at]);
}

static bool is_less(const struct gs_scalar *a, const struct gs_scalar *b)
{
	return is_unsigned(a->base) ? a->natural < b->natural : a->integer < b->integer;
}

void gs_field_range(
	const struct gs_field *field, size_t k, struct gs_scalar *least, struct gs_scalar *greatest)
{
	enum gs_base base = base_of(field, k);
	size_t n = (size_t)field->width * field->height;
	bool any = false;
	*least = gs_number_scalar(base, field->min[k]);
	*greatest = gs_number_scalar(base, field->max[k]);
	if (!field->bits || (base != GS_BASE_INT64 && base != GS_BASE_UINT64))
		return;
	for (size_t cell = 0; cell < n; cell++) {
		struct gs_scalar scalar = gs_field_scalar(field, cell, k);
		if (!field->active[cell] || scalar.base != base)
			continue;
		if (!any || is_less(&scalar, least))
			*least = scalar;
		if (!any || is_less(greatest, &scalar))
			*greatest = scalar;
		any = true;
	}
}

/* Return what a number that is not finite is called; NULL: it is finite. */
static const char *odd_text(double number)
{
	return isnan(number) ? "nan" : !isinf(number) ? NULL : number < 0 ? "-inf" : "inf";
}

const char *gs_real_text(double number, bool is_float, char text[static G_ASCII_DTOSTR_BUF_SIZE])
{
	if (odd_text(number))
		return strcpy(text, odd_text(number));
	for (int digits = 6; digits <= 17; digits++) {
		char format[8];
		snprintf(format, sizeof format, "%%.%dg", digits);
		g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, format, number);
		double back = g_ascii_strtod(text, NULL);
		if (is_float ? (float)back == (float)number : back == number)
			break;
	}
	return text;
}

const char *gs_fetched_text(
	const struct gs_scalar *scalar, char text[static G_ASCII_DTOSTR_BUF_SIZE])
{
	double number = scalar->number;
	bool is_double = scalar->base == GS_BASE_DOUBLE;
	if (scalar->base == GS_BASE_BOOL)
		return strcpy(text, scalar->integer ? "1" : "0");
	if (!gs_base_is_real(scalar->base)) {
		snprintf(text, G_ASCII_DTOSTR_BUF_SIZE,
			is_unsigned(scalar->base) ? "%" G_GUINT64_FORMAT : "%" G_GINT64_FORMAT,
			scalar->natural);
		return text;
	}
	if (odd_text(number))
		return strcpy(text, odd_text(number));
	for (int digits = 9; digits <= 17; digits++) {
		char format[8];
		snprintf(format, sizeof format, "%%.%dg", digits);
		g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, format, number);
		if (!is_double || g_ascii_strtod(text, NULL) == number)
			break;
	}
	return text;
}

void gs_field_free(struct gs_field *field)
{
	if (!field)
		return;
	for (size_t i = 0; field->scalar_names && i < field->n_scalars; i++)
		g_free(field->scalar_names[i]);
	g_free(field->scalar_names);
	g_free(field->bases);
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

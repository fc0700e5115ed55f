/* SPDX-License-Identifier: MIT */
/* Fields and masks as files: .csv, .npy, .pfm and .png. */
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <string.h>
#include "debugger/base/npy.h"
#include "debugger/base/output-file.h"
#include "debugger/base/error.h"
#include "debugger/engine/show/field.h"
#include "instrument/instrument.h"

static void write_name(FILE *file, const char *name)
{
	if (!strpbrk(name, ",\"\n")) {
		fputs(name, file);
		return;
	}
	fputc('"', file);
	for (; *name; name++) {
		if (*name == '"')
			fputc('"', file);
		fputc(*name, file);
	}
	fputc('"', file);
}

/* The columns that say which element a row is of. */
static void write_columns(FILE *file, const struct gs_field *field)
{
	const struct gs_element *e = field->elements;
	if (!e)
		fputs("x,y", file);
	for (unsigned i = 0; e && i < e->n; i++)
		fprintf(file, "%s%s", i ? "," : "", e->name[i]);
}

static void write_element(FILE *file, const struct gs_field *field, unsigned x, unsigned y)
{
	if (!field->elements) {
		fprintf(file, "%u,%u", x, y);
		return;
	}
	const struct gs_element *e = &field->elements[(size_t)y * field->width + x];
	for (unsigned i = 0; i < e->n; i++)
		fprintf(file, "%s%u", i ? "," : "", e->at[i]);
}

static bool save_csv(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error)
{
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	write_columns(file, field);
	for (size_t k = 0; k < field->n_scalars; k++) {
		fputc(',', file);
		write_name(file, field->scalar_names[k]);
	}
	fputc('\n', file);
	for (unsigned y = 0; y < field->height; y++) {
		for (unsigned x = 0; x < field->width; x++) {
			size_t at = (size_t)y * field->width + x;
			if (!field->active[at])
				continue;
			write_element(file, field, x, y);
			for (size_t k = 0; k < field->n_scalars; k++) {
				char text[G_ASCII_DTOSTR_BUF_SIZE];
				const struct gs_scalar scalar = gs_field_scalar(field, at, k);
				bool undefined = gs_field_is_undefined(field, at, k);
				fprintf(file, ",%s",
					undefined ? "undefined" : gs_fetched_text(&scalar, text));
			}
			fputc('\n', file);
		}
	}
	return gs_output_close(output, error);
}

static bool fits_double(const struct gs_scalar *scalar)
{
	double number = gs_scalar_number(scalar);
	if (scalar->base == GS_BASE_UINT64)
		return number < 0x1p64 && (uint64_t)number == scalar->natural;
	return scalar->base != GS_BASE_INT64 ||
	       (number < 0x1p63 && (int64_t)number == scalar->integer);
}

/* Integers of 64 bits may have more digits than the doubles of such a file. */
static bool fits_npy(const struct gs_field *field, GError **error)
{
	size_t n = field->bits ? (size_t)field->width * field->height : 0;
	for (size_t at = 0; at < n; at++) {
		for (size_t k = 0; field->active[at] && k < field->n_scalars; k++) {
			const struct gs_scalar scalar = gs_field_scalar(field, at, k);
			char text[G_ASCII_DTOSTR_BUF_SIZE];
			if (fits_double(&scalar))
				continue;
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				".npy holds doubles, and no double is %s, of '%s': save .csv",
				gs_fetched_text(&scalar, text), field->expression);
			return false;
		}
	}
	return true;
}

static bool save_npy(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error)
{
	if (!fits_npy(field, error))
		return false;
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	char header[256];
	int n = snprintf(header, sizeof header,
		"{'descr': '<f8', 'fortran_order': False, 'shape': (%u, %u, %zu), }", field->height,
		field->width, field->n_scalars);
	/* Magic, version and length are 10 bytes; the data begins at a multiple of 64. */
	size_t length = (10 + n + 1 + 63) / 64 * 64 - 10;
	memset(header + n, ' ', length - n);
	header[length - 1] = '\n';
	const uint8_t magic[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 255, length >> 8};
	fwrite(magic, 1, sizeof magic, file);
	fwrite(header, 1, length, file);
	for (size_t at = 0; at < (size_t)field->width * field->height; at++) {
		for (size_t k = 0; k < field->n_scalars; k++) {
			double v = field->values[at * field->n_scalars + k];
			if (!field->active[at])
				v = gs_npy_absent();
			else if (isnan(v))
				v = NAN;
			fwrite(&v, sizeof v, 1, file);
		}
	}
	return gs_output_close(output, error);
}

/* Portable float map: little-endian, bottom row first, one or three channels. */
static bool save_pfm(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error)
{
	unsigned channels = field->n_scalars == 1 ? 1 : 3;
	if (field->n_scalars > 4) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			".pfm holds 1 or 3 channels, '%s' has %zu scalars: ask for a part of it, "
			"or save .npy or .csv",
			field->expression, field->n_scalars);
		return false;
	}
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	fprintf(file, "%s\n%u %u\n-1.0\n", channels == 1 ? "Pf" : "PF", field->width,
		field->height);
	for (size_t at = 0; at < (size_t)field->width * field->height; at++) {
		for (unsigned k = 0; k < channels; k++) {
			float v = k < field->n_scalars
					  ? (float)field->values[at * field->n_scalars + k]
				  : field->active[at] ? 0
						      : NAN;
			fwrite(&v, sizeof v, 1, file);
		}
	}
	return gs_output_close(output, error);
}

/* ---- pictures ---- */

/* rgba: not premultiplied, top row first; the file holds the same bytes, also where alpha is 0. */
static bool save_rgba(const uint8_t *rgba, unsigned width, unsigned height, const char *path,
	const struct gs_patience *patience, GError **error)
{
	png_image image = {.version = PNG_IMAGE_VERSION,
		.width = width,
		.height = height,
		.format = PNG_FORMAT_RGBA};
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	if (png_image_write_to_stdio(&image, file, 0, rgba, 0, NULL) || ferror(file))
		return gs_output_close(output, error);
	gs_output_abandon(output);
	g_set_error(
		error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be written: %s", path, image.message);
	return false;
}

static uint8_t map_value(double v, double min, double max)
{
	if (isnan(v) || isnan(min))
		return 0;
	if (min == max)
		return v <= 0 ? 0 : v >= 1 ? 255 : (uint8_t)lrint(v * 255);
	double t = (v - min) / (max - min);
	return t <= 0 ? 0 : t >= 1 ? 255 : (uint8_t)lrint(t * 255);
}

static bool save_png(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error)
{
	if (field->n_scalars > 4) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a .png shows up to 4 scalars, '%s' has %zu: ask for a part of it, or save "
			".npy or .csv",
			field->expression, field->n_scalars);
		return false;
	}
	double min = NAN, max = NAN;
	unsigned channels = field->n_scalars == 1 ? 1 : MIN(field->n_scalars, 3);
	for (unsigned k = 0; k < channels; k++) {
		min = isnan(min) || field->min[k] < min ? field->min[k] : min;
		max = isnan(max) || field->max[k] > max ? field->max[k] : max;
	}
	uint8_t *rgba = g_malloc0((size_t)field->width * field->height * 4 + 1);
	for (unsigned y = 0; y < field->height; y++) {
		for (unsigned x = 0; x < field->width; x++) {
			size_t at = (size_t)y * field->width + x;
			uint8_t *p = rgba +
				     ((size_t)(field->height - 1 - y) * field->width + x) * 4;
			if (!field->active[at])
				continue;
			p[3] = 255;
			for (unsigned k = 0; k < 3; k++)
				p[k] = channels == 1
					       ? map_value(field->values[at * field->n_scalars],
							 min, max)
				       : k < channels
					       ? map_value(field->values[at * field->n_scalars + k],
							 min, max)
					       : 0;
		}
	}
	bool good = save_rgba(rgba, field->width, field->height, path, patience, error);
	g_free(rgba);
	return good;
}

bool gs_field_save(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error)
{
	if (g_str_has_suffix(path, ".csv"))
		return save_csv(field, path, patience, error);
	if (g_str_has_suffix(path, ".npy"))
		return save_npy(field, path, patience, error);
	if (g_str_has_suffix(path, ".pfm"))
		return save_pfm(field, path, patience, error);
	if (g_str_has_suffix(path, ".png"))
		return save_png(field, path, patience, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' has an unknown file extension: use .csv .npy .pfm or .png", path);
	return false;
}

/* Transparent where the draw does not go; colours as the window has them. */
static void colour_of(unsigned flags, bool condition, uint8_t rgba[4])
{
	static const uint8_t here[4] = {255, 255, 255, 255}, absent[4] = {64, 64, 64, 255},
			     stays[4] = {64, 192, 64, 255}, goes[4] = {208, 64, 64, 255},
			     left[4] = {64, 96, 208, 255}, none[4] = {0};
	const uint8_t *colour = !(flags & GS_ELEMENT_COVERED)		? none
				: condition && flags & GS_ELEMENT_TRUE	? stays
				: condition && flags & GS_ELEMENT_FALSE ? goes
				: condition && flags & GS_ELEMENT_LEFT	? left
				: !condition && flags & GS_ELEMENT_HERE ? here
									: absent;
	memcpy(rgba, colour, 4);
}

bool gs_mask_save(const struct gs_mask *mask, bool condition, const char *path,
	const struct gs_patience *patience, GError **error)
{
	if (!g_str_has_suffix(path, ".png")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' has an unknown file extension: a mask is saved as .png", path);
		return false;
	}
	uint8_t *rgba = g_malloc0((size_t)mask->width * mask->height * 4 + 1);
	for (unsigned y = 0; y < mask->height; y++)
		for (unsigned x = 0; x < mask->width; x++)
			colour_of(mask->flags[(size_t)y * mask->width + x], condition,
				rgba + ((size_t)(mask->height - 1 - y) * mask->width + x) * 4);
	bool good = save_rgba(rgba, mask->width, mask->height, path, patience, error);
	g_free(rgba);
	return good;
}

bool gs_picture_save(const struct gs_picture *picture, const char *path,
	const struct gs_patience *patience, GError **error)
{
	return save_rgba(g_bytes_get_data(picture->rgba, NULL), picture->width, picture->height,
		path, patience, error);
}

/* SPDX-License-Identifier: MIT */
/* What is at hand less what was saved as .npy before: at another position, of another variable. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "debugger/base/image-memory.h"
#include "debugger/base/input-file.h"
#include "debugger/base/npy.h"
#include "debugger/base/error.h"
#include "debugger/engine/show/field.h"

/* The numbers of a file that gs_field_save wrote; g_free. */
static double *load(const char *path, const struct gs_field *like,
	const struct gs_patience *patience, GError **error)
{
	char *bytes, shape[96];
	size_t size;
	if (!gs_input_read_all(path, patience, &bytes, &size, error))
		return NULL;
	const uint8_t *head = (const uint8_t *)bytes;
	size_t n = (size_t)like->width * like->height * like->n_scalars;
	size_t start = size >= 10 && memcmp(bytes, "\x93NUMPY\x01", 7) == 0
			       ? 10u + head[8] + 256u * head[9]
			       : 0;
	bool good = start && start <= size;
	char *header = good ? g_strndup(bytes + 10, start - 10) : g_strdup("");
	snprintf(shape, sizeof shape, "'shape': (%u, %u, %zu)", like->height, like->width,
		like->n_scalars);
	bool fits = good && strstr(header, "'<f8'") && strstr(header, shape) &&
		    size - start == n * sizeof(double);
	double *values = fits ? g_memdup2(bytes + start, n * sizeof *values) : NULL;
	if (!fits)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' does not hold %u x %u elements of %zu numbers, as `values EXPRESSION "
			"FILE.npy` saves them",
			path, like->width, like->height, like->n_scalars);
	g_free(header);
	g_free(bytes);
	return values;
}

/* False: it does not stand at both positions. A NaN on either side gives a NaN. */
static bool subtract_element(struct gs_field *field, const double *old, size_t at)
{
	size_t first = at * field->n_scalars;
	bool here = field->active[at] && !gs_npy_is_absent(old[first]);
	for (size_t k = first; k < first + field->n_scalars; k++)
		field->values[k] = here ? field->values[k] - old[k] : NAN;
	return here;
}

static void count(struct gs_field *field, size_t at)
{
	bool nan = false, inf = false;
	for (size_t k = 0; k < field->n_scalars; k++) {
		double v = field->values[at * field->n_scalars + k];
		nan = nan || isnan(v);
		inf = inf || isinf(v);
		if (isfinite(v) && !(v >= field->min[k]))
			field->min[k] = v;
		if (isfinite(v) && !(v <= field->max[k]))
			field->max[k] = v;
	}
	field->n_active++;
	field->n_nan += nan;
	field->n_inf += inf;
}

bool gs_field_subtract(struct gs_field *field, const char *path, const struct gs_patience *patience,
	GError **error)
{
	if (field->type.base == GS_BASE_STRUCT) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"structs cannot be subtracted: name a member of '%s'", field->expression);
		return false;
	}
	double *old = load(path, field, patience, error);
	if (!old)
		return false;
	field->n_active = field->n_nan = field->n_inf = 0;
	for (size_t k = 0; k < field->n_scalars; k++)
		field->min[k] = field->max[k] = NAN;
	for (size_t at = 0; at < (size_t)field->width * field->height; at++) {
		field->active[at] = subtract_element(field, old, at);
		if (field->active[at])
			count(field, at);
	}
	g_clear_pointer(&field->bits, gs_image_memory_free);
	if (field->type.base != GS_BASE_FLOAT)
		field->type.base = GS_BASE_DOUBLE; /* holds the difference of all others */
	g_free(field->type_name);
	field->type_name = gs_type_string(&field->type);
	g_free(old);
	return true;
}

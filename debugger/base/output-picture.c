/* SPDX-License-Identifier: MIT */
#include "debugger/base/output-picture.h"

#include "debugger/base/error.h"

cairo_status_t gs_output_cairo(void *output, const unsigned char *data, unsigned size)
{
	FILE *file = gs_output_stream(output);
	return fwrite(data, 1, size, file) == size ? CAIRO_STATUS_SUCCESS
						   : CAIRO_STATUS_WRITE_ERROR;
}

bool gs_output_close_cairo(struct gs_output *output, cairo_status_t status, GError **error)
{
	if (status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR)
		return gs_output_close(output, error);
	gs_output_abandon(output);
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "the picture cannot be made: %s",
		cairo_status_to_string(status));
	return false;
}

bool gs_output_png(cairo_surface_t *surface, const char *path, const struct gs_patience *patience,
	GError **error)
{
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	cairo_status_t status = cairo_surface_write_to_png_stream(surface, gs_output_cairo, output);
	return gs_output_close_cairo(output, status, error);
}

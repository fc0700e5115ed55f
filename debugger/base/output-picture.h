/* SPDX-License-Identifier: MIT */
/* debugger/base/output-picture - writes what cairo has drawn into an output file. */
#ifndef GS_OUTPUT_PICTURE_H
#define GS_OUTPUT_PICTURE_H

#include <cairo.h>
#include "debugger/base/output-file.h"

/* A cairo_write_func_t, for functions such as cairo_svg_surface_create_for_stream: its closure is
 * the struct gs_output that is written to. */
cairo_status_t gs_output_cairo(void *output, const unsigned char *data, unsigned size);
/* Close the output as gs_output_close does, if status, cairo's for the whole picture, is success or
 * a failed write; else abandon it, set error INTERNAL and return false. */
bool gs_output_close_cairo(struct gs_output *output, cairo_status_t status, GError **error);
/* Write the surface to a PNG file. Return false and set error as gs_output_open and gs_output_close
 * do. */
bool gs_output_png(cairo_surface_t *surface, const char *path, const struct gs_patience *patience,
	GError **error);

#endif

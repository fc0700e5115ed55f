/* SPDX-License-Identifier: MIT */
/* debugger/base/output-picture - writes what cairo has drawn into an output file. */
#ifndef GS_OUTPUT_PICTURE_H
#define GS_OUTPUT_PICTURE_H

#include <cairo.h>
#include "debugger/base/output-file.h"

/* For cairo's functions that take a stream: the closure is the struct gs_output. */
cairo_status_t gs_output_cairo(void *output, const unsigned char *data, unsigned size);
/* Ends what was written so. status: cairo's, of the whole. */
bool gs_output_close_cairo(struct gs_output *output, cairo_status_t status, GError **error);
/* A surface as a PNG file; errors of gs_output_open and gs_output_close. */
bool gs_output_png(cairo_surface_t *surface, const char *path, const struct gs_patience *patience,
	GError **error);

#endif

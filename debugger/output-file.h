/* SPDX-License-Identifier: MIT */
/* debugger/output-file - a file that the user asked for, written from its beginning. */
#ifndef GS_OUTPUT_FILE_H
#define GS_OUTPUT_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* NULL: USAGE, with the file's name and why. */
FILE *gs_output_open(const char *path, GError **error);
/* Closes it in any case; false: something could not be written (USAGE). */
bool gs_output_close(FILE *file, const char *path, GError **error);

#endif

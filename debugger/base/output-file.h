/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/output-file - a file that the user asked for. All files that glstep writes for its
 * user go through here.
 *
 * A regular file is replaced whole or not at all: its new contents are written beside it and take
 * its place when they are complete. Its mode and owner stay, and so do symbolic links to it.
 * Written in place are what is no regular file (/dev/stdout, a FIFO, a device), and a file in a
 * directory where we can make none, or whose owner we could not keep.
 */
#ifndef GS_OUTPUT_FILE_H
#define GS_OUTPUT_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include "debugger/base/patience.h"

struct gs_output;

/* Waits for the reader of a FIFO. NULL: USAGE (it cannot be written, and why), or TIMEOUT. */
struct gs_output *gs_output_open(
	const char *path, const struct gs_patience *patience, GError **error);
/* What is to be in the file is written here. Lives until close or abandon. */
FILE *gs_output_stream(struct gs_output *output);
/* Frees it in any case. False: something could not be written (CANNOT_WRITE, TIMEOUT). */
bool gs_output_close(struct gs_output *output, GError **error);
/* Frees it; a regular file stays as it was. */
void gs_output_abandon(struct gs_output *output);

/* Opens a stream for another process: created or truncated, in place, blocking once it is open.
 * appends: behind what is there, not truncated. -1: as gs_output_open. */
int gs_output_open_descriptor(
	const char *path, bool appends, const struct gs_patience *patience, GError **error);

#endif

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

/* Open the file; of a FIFO, wait for a reader. Return it, to be freed by gs_output_close or
 * gs_output_abandon; NULL and error USAGE (why it cannot be written) or TIMEOUT. *patience must
 * live as long as the output. */
struct gs_output *gs_output_open(
	const char *path, const struct gs_patience *patience, GError **error);
/* Return the stream to write the contents to. It is the output's, which closes it. */
FILE *gs_output_stream(struct gs_output *output);
/* Complete the file and free the output, in any case. Return false and set error CANNOT_WRITE or
 * TIMEOUT if something could not be written; unless it was written in place, a regular file is then
 * as it was before. */
bool gs_output_close(struct gs_output *output, GError **error);
/* Free the output and drop what was written; unless it was written in place, a regular file stays
 * as it was. */
void gs_output_abandon(struct gs_output *output);

/* Open a file, in place, that another process is to write. It is created or truncated; if appends,
 * what is written goes behind what is there. Return a blocking descriptor, the caller's to close;
 * -1 and an error as of gs_output_open. */
int gs_output_open_descriptor(
	const char *path, bool appends, const struct gs_patience *patience, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/base/input-file - reads a file that the user named, from its beginning to its end. */
#ifndef GS_INPUT_FILE_H
#define GS_INPUT_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>
#include "debugger/base/patience.h"

struct gs_input;

/* "-" is standard input. NULL: USAGE, it cannot be read, with the reason. */
struct gs_input *gs_input_open(const char *path, GError **error);
/* The next bytes, at most size of them; 0: the end; -1: USAGE or TIMEOUT. patience is for a FIFO
 * that nobody has opened for writing so far, and, if also_data, for each wait. */
ssize_t gs_input_read(struct gs_input *input, char *data, size_t size,
	const struct gs_patience *patience, bool also_data, GError **error);
/* Reading it does not wait: there are bytes, or it is at its end. */
bool gs_input_is_ready(const struct gs_input *input);
void gs_input_close(struct gs_input *input); /* NULL is fine */

/* All of it and a NUL; g_free. False: as gs_input_read. */
bool gs_input_read_all(const char *path, const struct gs_patience *patience, char **text,
	size_t *size, GError **error);

#endif

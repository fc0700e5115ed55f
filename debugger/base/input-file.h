/* SPDX-License-Identifier: MIT */
/* debugger/base/input-file - reads a file that the user named, from its beginning to its end. */
#ifndef GS_INPUT_FILE_H
#define GS_INPUT_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>
#include "debugger/base/patience.h"

struct gs_input;

/* Open the file of that path; "-" is standard input. Return it, to be closed by gs_input_close;
 * NULL and error USAGE, with the reason, if it cannot be read. */
struct gs_input *gs_input_open(const char *path, GError **error);
/* Read the next bytes, at most `size` of them, into `data`. Return how many; 0 at the end; -1 and
 * error USAGE or TIMEOUT on failure. patience limits the wait for a process to open a FIFO for
 * writing and, if also_data, each wait for bytes, too. */
ssize_t gs_input_read(struct gs_input *input, char *data, size_t size,
	const struct gs_patience *patience, bool also_data, GError **error);
/* Return whether the next gs_input_read returns without waiting, with bytes or at the end. */
bool gs_input_is_ready(const struct gs_input *input);
void gs_input_close(struct gs_input *input); /* NULL is fine */

/* Read the whole file: *text gets its *size bytes and a NUL after them, to be freed by g_free. Both
 * out parameters must be given. Return false and set error as gs_input_open and gs_input_read do,
 * or USAGE if what is no regular file does not end within 256 MiB. */
bool gs_input_read_all(const char *path, const struct gs_patience *patience, char **text,
	size_t *size, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* An edited trace becomes a file of its own. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace/edits/private.h"

/* Return whether the part of the file was copied; else errno says why. */
static bool copy_part(const char *part, size_t n, int to)
{
	while (n > 0) {
		ssize_t some = write(to, part, n);
		if (some < 0 && errno == EINTR)
			continue;
		if (some <= 0)
			return false;
		part += some;
		n -= (size_t)some;
	}
	return true;
}

static bool copy_bytes(int from, int to)
{
	enum { PART = 1 << 18 };
	char *part = malloc(PART);
	ssize_t n = part ? 1 : -1;

	while (n > 0) {
		n = read(from, part, PART);
		if (n > 0 && !copy_part(part, (size_t)n, to))
			n = -1;
	}
	free(part);
	return n == 0;
}

/* As gs_trace_write_file: the file's own bytes. */
static enum gs_trace_written write_same(const char *in, const char *out, const char **why)
{
	char *name = NULL;
	int from = open(in, O_RDONLY | O_CLOEXEC), to;

	*why = NULL;
	to = from >= 0 ? gs_trace_make_temporary(out, &name) : -1;
	if (to < 0) {
		*why = strerror(errno);
		if (from >= 0)
			close(from);
		free(name);
		return GS_TRACE_NO_FILE;
	}
	if (!copy_bytes(from, to))
		*why = strerror(errno);
	close(from);
	if (close(to) != 0 && !*why)
		*why = strerror(errno);
	if (!*why && rename(name, out) != 0)
		*why = strerror(errno);
	if (*why)
		unlink(name);
	free(name);
	return *why ? GS_TRACE_NOT_WRITTEN : GS_TRACE_WRITTEN;
}

enum gs_trace_written gs_trace_edits_save(
	struct gs_trace_reader *reader, const char *in, const char *out, const char **why)
{
	const struct gs_trace_parts parts = {.readers = &reader, .n = 1};
	enum gs_trace_written written;

	if (!reader->edited)
		return write_same(in, out, why);
	gs_trace_seek(reader, 0);
	written = gs_trace_write_file(out, &parts, why);
	if (written == GS_TRACE_WRITTEN || gs_trace_reader_state(reader) != GS_TRACE_DAMAGED)
		return written;
	*why = gs_trace_reader_message(reader);
	return written;
}

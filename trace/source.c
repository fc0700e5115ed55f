/* SPDX-License-Identifier: MIT */
/* The file under a trace: which container it is, and its uncompressed bytes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "trace/private.h"

enum { FIRST_INPUT = 64 << 10 };

/* Brotli has no mark of its own: it is what is nothing else. */
static void recognise(struct gs_trace_source *source, const uint8_t *first, size_t n)
{
	static const uint8_t zstd[] = {0x28, 0xb5, 0x2f, 0xfd};

	if (n >= 2 && first[0] == 'a' && first[1] == 't') {
		source->container = GS_TRACE_SNAPPY;
		source->class = &gs_trace_container_snappy;
	} else if (n >= 2 && first[0] == 0x1f && first[1] == 0x8b) {
		source->container = GS_TRACE_ZLIB;
		source->class = &gs_trace_container_zlib;
	} else if (n >= 4 && !memcmp(first, zstd, 4)) {
		source->container = GS_TRACE_ZSTD;
		source->class = &gs_trace_container_zstd;
	} else {
		source->container = GS_TRACE_BROTLI;
		source->class = &gs_trace_container_brotli;
	}
}

bool gs_trace_source_open(struct gs_trace_source *source, int fd)
{
	struct stat status;
	uint8_t first[4];
	ssize_t n;

	source->fd = fd;
	if (fstat(fd, &status) != 0)
		return false;
	if (!S_ISREG(status.st_mode)) {
		errno = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
		return false;
	}
	source->size = (uint64_t)status.st_size;
	n = pread(fd, first, sizeof(first), 0);
	if (n < 0)
		return false;
	recognise(source, first, (size_t)n);
	source->input = malloc(FIRST_INPUT);
	source->input_capacity = FIRST_INPUT;
	if (!source->input || !gs_trace_source_seek(source, 0)) {
		errno = ENOMEM;
		return false;
	}
	return true;
}

void gs_trace_source_close(struct gs_trace_source *source)
{
	if (source->class && source->class->finish)
		source->class->finish(source);
	free(source->input);
	if (source->fd >= 0)
		close(source->fd);
}

bool gs_trace_source_seek(struct gs_trace_source *source, uint64_t chunk)
{
	source->at = source->chunk = chunk;
	source->input_start = source->input_end = 0;
	source->state = GS_TRACE_READING;
	source->fault = NULL;
	return source->class->start(source);
}

bool gs_trace_source_fill(struct gs_trace_source *source, struct gs_trace_window *window)
{
	return source->state == GS_TRACE_READING && source->class->fill(source, window);
}

uint64_t gs_trace_source_left(const struct gs_trace_source *source)
{
	uint64_t left = (source->size > source->at ? source->size - source->at : 0) +
			(source->input_end - source->input_start);

	if (source->state != GS_TRACE_READING)
		return 0;
	/* What a decoder still holds of bytes that it has taken. */
	return source->class->expansion ? (left + (64 << 10)) * source->class->expansion
					: UINT64_MAX;
}

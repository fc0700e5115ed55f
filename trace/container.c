/* SPDX-License-Identifier: MIT */
/* What all containers do: read the file, make room in the window, and stop. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "trace/private.h"

enum { SMALL_WINDOW = 64 << 10 };

bool gs_trace_source_stop(
	struct gs_trace_source *source, enum gs_trace_state state, const char *fault)
{
	source->state = state;
	source->fault = fault;
	return false;
}

size_t gs_trace_source_read(struct gs_trace_source *source, size_t n)
{
	size_t got = 0;

	source->input_start = source->input_end = 0;
	if (n > source->input_capacity) {
		uint8_t *input = realloc(source->input, n);
		if (!input) {
			gs_trace_source_stop(source, GS_TRACE_DAMAGED, "there is no memory left");
			return 0;
		}
		source->input = input;
		source->input_capacity = n;
	}
	while (got < n) {
		ssize_t more = pread(source->fd, source->input + got, n - got, (off_t)source->at);
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			break;
		got += (size_t)more;
		source->at += (uint64_t)more;
	}
	source->input_end = got;
	return got;
}

bool gs_trace_source_room(struct gs_trace_source *source, struct gs_trace_window *window, size_t n)
{
	size_t capacity = window->capacity ? window->capacity : SMALL_WINDOW;
	uint8_t *data;

	if (n <= window->capacity - window->end)
		return true;
	while (capacity < window->end + n)
		capacity *= 2;
	data = realloc(window->data, capacity);
	if (!data)
		return gs_trace_source_stop(source, GS_TRACE_DAMAGED, "there is no memory left");
	window->data = data;
	window->capacity = capacity;
	return true;
}

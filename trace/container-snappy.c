/* SPDX-License-Identifier: MIT */
/* Snappy: the bytes "at", then chunks: the compressed length in 4 bytes, low ones first, and a
 * block of snappy's format. */
#include <snappy-c.h>
#include "trace/private.h"

enum { HEADER = 2, LENGTH = 4, LARGEST = 32 << 20, EXPANSION = 24 };

static bool start(struct gs_trace_source *source)
{
	if (source->at < HEADER)
		source->at = source->chunk = HEADER;
	return true;
}

/* The file ends within the chunk: what its beginning says, as far as it goes. */
static bool fill_cut(struct gs_trace_source *source, struct gs_trace_window *window, size_t n)
{
	size_t room = n * EXPANSION, got;

	gs_trace_source_stop(source, GS_TRACE_CUT, NULL);
	if (!gs_trace_source_room(source, window, room))
		return false;
	got = gs_trace_snappy_prefix(source->input, n, window->data + window->end, room);
	window->end += got;
	return got > 0;
}

static bool fill(struct gs_trace_source *source, struct gs_trace_window *window)
{
	size_t n = gs_trace_source_read(source, LENGTH), length, uncompressed;
	const uint8_t *in = source->input;

	source->chunk = source->at - n;
	if (source->state != GS_TRACE_READING)
		return false;
	if (n < LENGTH)
		return gs_trace_source_stop(source, n ? GS_TRACE_CUT : GS_TRACE_END, NULL);
	length = in[0] | in[1] << 8 | in[2] << 16 | (size_t)in[3] << 24;
	if (length == 0) /* also what a file system leaves behind after a crash */
		return gs_trace_source_stop(source,
			source->at < source->size ? GS_TRACE_DAMAGED : GS_TRACE_END,
			"a chunk of no bytes has others behind it");
	if (length > LARGEST)
		return gs_trace_source_stop(source, GS_TRACE_DAMAGED,
			"a chunk is longer than any that a recorder writes");
	n = gs_trace_source_read(source, length < source->size ? length : (size_t)source->size);
	if (source->state != GS_TRACE_READING)
		return false;
	if (n < length)
		return fill_cut(source, window, n);
	in = source->input;
	if (snappy_uncompressed_length((const char *)in, n, &uncompressed) != SNAPPY_OK ||
		uncompressed > LARGEST || uncompressed > n * EXPANSION)
		return gs_trace_source_stop(
			source, GS_TRACE_DAMAGED, "a chunk cannot be uncompressed");
	if (!gs_trace_source_room(source, window, uncompressed))
		return false;
	if (snappy_uncompress((const char *)in, n, (char *)window->data + window->end,
		    &uncompressed) != SNAPPY_OK)
		return gs_trace_source_stop(
			source, GS_TRACE_DAMAGED, "a chunk cannot be uncompressed");
	window->end += uncompressed;
	source->input_start = source->input_end = 0;
	return true;
}

const struct gs_trace_container_class gs_trace_container_snappy = {
	.name = "snappy", .expansion = EXPANSION, .has_chunks = true, .start = start, .fill = fill};

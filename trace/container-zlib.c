/* SPDX-License-Identifier: MIT */
/* gzip files, one member or several: what recorders wrote before snappy. */
#include <stdlib.h>
#include <zlib.h>
#include "trace/private.h"

enum { INPUT = 64 << 10, EXPANSION = 1040, GZIP_ONLY = 15 + 16 };

static void finish(struct gs_trace_source *source)
{
	if (source->decoder)
		inflateEnd(source->decoder);
	free(source->decoder);
	source->decoder = NULL;
}

static bool start(struct gs_trace_source *source)
{
	finish(source);
	source->decoder = calloc(1, sizeof(z_stream));
	return source->decoder && inflateInit2(source->decoder, GZIP_ONLY) == Z_OK;
}

static bool more_input(struct gs_trace_source *source)
{
	return source->input_start < source->input_end || gs_trace_source_read(source, INPUT) > 0;
}

/* Behind a member: another, or what is no part of the trace. */
static bool next_member(struct gs_trace_source *source)
{
	if (!more_input(source))
		return gs_trace_source_stop(source, GS_TRACE_END, NULL);
	if (source->input[source->input_start] != 0x1f)
		return gs_trace_source_stop(
			source, GS_TRACE_END, "bytes that are no gzip stand behind the trace");
	return inflateReset(source->decoder) == Z_OK;
}

static bool fill(struct gs_trace_source *source, struct gs_trace_window *window)
{
	z_stream *z = source->decoder;
	size_t before = window->end;

	if (!gs_trace_source_room(source, window, GS_TRACE_CHUNK))
		return false;
	z->next_out = window->data + window->end;
	z->avail_out = GS_TRACE_CHUNK;
	while (z->avail_out > 0 && source->state == GS_TRACE_READING) {
		int result;
		if (!more_input(source)) {
			gs_trace_source_stop(source, GS_TRACE_CUT, NULL);
			break;
		}
		z->next_in = source->input + source->input_start;
		z->avail_in = (uInt)(source->input_end - source->input_start);
		result = inflate(z, Z_NO_FLUSH);
		source->input_start = source->input_end - z->avail_in;
		if (result == Z_STREAM_END)
			next_member(source);
		else if (result != Z_OK && result != Z_BUF_ERROR)
			gs_trace_source_stop(
				source, GS_TRACE_DAMAGED, "the file cannot be uncompressed");
	}
	window->end += GS_TRACE_CHUNK - z->avail_out;
	return window->end > before;
}

const struct gs_trace_container_class gs_trace_container_zlib = {
	.name = "zlib", .expansion = EXPANSION, .start = start, .fill = fill, .finish = finish};

/* SPDX-License-Identifier: MIT */
/* Zstandard: frames one behind the other; a seek table, where there is one, is a frame to be
 * skipped. */
#include <zstd.h>
#include "trace/private.h"

enum { INPUT = 64 << 10 };

static void finish(struct gs_trace_source *source)
{
	ZSTD_freeDCtx(source->decoder);
	source->decoder = NULL;
}

static bool start(struct gs_trace_source *source)
{
	finish(source);
	source->between_frames = true;
	source->decoder = ZSTD_createDCtx();
	return source->decoder != NULL;
}

static bool fill(struct gs_trace_source *source, struct gs_trace_window *window)
{
	ZSTD_outBuffer out = {NULL, GS_TRACE_CHUNK, 0};

	if (!gs_trace_source_room(source, window, out.size))
		return false;
	out.dst = window->data + window->end;
	while (out.pos < out.size && source->state == GS_TRACE_READING) {
		ZSTD_inBuffer in = {source->input, source->input_end, source->input_start};
		size_t before = out.pos, result;
		result = ZSTD_decompressStream(source->decoder, &out, &in);
		if (result == 0 || in.pos > source->input_start)
			source->between_frames = result == 0;
		source->input_start = in.pos;
		if (ZSTD_isError(result))
			gs_trace_source_stop(
				source, GS_TRACE_DAMAGED, "the file cannot be uncompressed");
		else if (in.pos == in.size && out.pos == before &&
			 gs_trace_source_read(source, INPUT) == 0)
			gs_trace_source_stop(
				source, source->between_frames ? GS_TRACE_END : GS_TRACE_CUT, NULL);
	}
	window->end += out.pos;
	return out.pos > 0;
}

const struct gs_trace_container_class gs_trace_container_zstd = {
	.name = "zstd", .start = start, .fill = fill, .finish = finish};

/* SPDX-License-Identifier: MIT */
#include <brotli/decode.h>
#include "trace/private.h"

enum { INPUT = 64 << 10 };

static void finish(struct gs_trace_source *source)
{
	if (source->decoder)
		BrotliDecoderDestroyInstance(source->decoder);
	source->decoder = NULL;
}

static bool start(struct gs_trace_source *source)
{
	finish(source);
	source->decoder = BrotliDecoderCreateInstance(NULL, NULL, NULL);
	return source->decoder != NULL;
}

static void end_of_stream(struct gs_trace_source *source)
{
	bool more = source->input_start < source->input_end || source->at < source->size;

	gs_trace_source_stop(
		source, GS_TRACE_END, more ? "other bytes stand behind the trace" : NULL);
}

static bool fill(struct gs_trace_source *source, struct gs_trace_window *window)
{
	size_t room = GS_TRACE_CHUNK, before = window->end;
	uint8_t *out;

	if (!gs_trace_source_room(source, window, room))
		return false;
	out = window->data + window->end;
	while (room > 0 && source->state == GS_TRACE_READING) {
		const uint8_t *in = source->input + source->input_start;
		size_t n = source->input_end - source->input_start;
		BrotliDecoderResult result = BrotliDecoderDecompressStream(
			source->decoder, &n, &in, &room, &out, NULL);
		source->input_start = source->input_end - n;
		if (result == BROTLI_DECODER_RESULT_SUCCESS)
			end_of_stream(source);
		else if (result == BROTLI_DECODER_RESULT_ERROR)
			gs_trace_source_stop(
				source, GS_TRACE_DAMAGED, "the file cannot be uncompressed");
		else if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT &&
			 gs_trace_source_read(source, INPUT) == 0)
			gs_trace_source_stop(source, GS_TRACE_CUT, NULL);
	}
	window->end = (size_t)(out - window->data);
	return window->end > before;
}

const struct gs_trace_container_class gs_trace_container_brotli = {
	.name = "brotli", .start = start, .fill = fill, .finish = finish};

/* SPDX-License-Identifier: MIT */
#include "preload/capture/stage.h"

uint64_t gs_answer_size(unsigned n, uint64_t elements)
{
	return GS_ANSWER_ALIGN +
	       n * ((elements * 16 + GS_ANSWER_ALIGN - 1) / GS_ANSWER_ALIGN * GS_ANSWER_ALIGN);
}

bool gs_has_memory(void *answer, uint64_t size, struct gs_refusal *refusal)
{
	return gs_reserve(answer, size) || gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
						   "there is no memory left for the answer: ask "
						   "for less at a time, or close other programs");
}

bool gs_answer_begin(struct gs_stream *answer, unsigned n, const struct gs_rectangle *area,
	uint8_t **images, void **samples, struct gs_refusal *refusal)
{
	uint64_t elements = (uint64_t)area->width * area->height;
	uint64_t all = gs_answer_size(n, elements), each = (all - GS_ANSWER_ALIGN) / n;
	gs_stream_put_u32(answer, n);
	gs_stream_put_u32(answer, area->x);
	gs_stream_put_u32(answer, area->y);
	gs_stream_put_u32(answer, area->width);
	gs_stream_put_u32(answer, area->height);
	for (unsigned i = 0; i < n; i++) {
		gs_stream_put_u64(answer, GS_ANSWER_ALIGN + i * each);
		images[i] = answer->data + GS_ANSWER_ALIGN + i * each;
	}
	*samples = gs_stream_claim(answer, sizeof(uint64_t));
	if (answer->failed || all > answer->size)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the values of %llu elements do not fit into the memory that glstep shares "
			"with the program: let it draw into a smaller window or texture",
			(unsigned long long)elements);
	if (!gs_has_memory(answer->data, all, refusal))
		return false;
	answer->at = all;
	return true;
}

/* SPDX-License-Identifier: MIT */
#include "debugger/open/needed.h"

#include <stdlib.h>
#include "content/content.h"
#include "debugger/base/error.h"
#include "debugger/base/patience.h"

enum { ASK_EVERY = 4096 }; /* calls, whether the user has enough of it */

struct gs_needed {
	struct gs_trace_reader *reader; /* whose words the content has */
	struct gs_content *content;
	uint8_t *bytes; /* what was found last, for the frame that begins at that place; NULL */
	uint64_t n, from, calls; /* calls: of them, before that place */
};

static bool read_calls(struct gs_needed *needed, const struct gs_patience *patience, GError **error)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(needed->reader))) {
		if (call->has_left)
			gs_content_add(needed->content, call);
		if (++n % ASK_EVERY == 0 && patience && patience->gives_up(patience->data, error))
			return false;
	}
	return true;
}

struct gs_needed *gs_needed_new(
	const char *path, const struct gs_patience *patience, GError **error)
{
	struct gs_needed *needed = g_new0(struct gs_needed, 1);
	char *why = NULL;
	needed->content = gs_content_new(0);
	gs_content_keep_bound(needed->content);
	needed->reader = gs_trace_open(path, NULL, NULL, &why);
	if (!needed->reader)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s: %s", path,
			why ? why : "there is no memory left");
	free(why);
	if (needed->reader && read_calls(needed, patience, error))
		return needed;
	gs_needed_free(needed);
	return NULL;
}

void gs_needed_free(struct gs_needed *needed)
{
	if (!needed)
		return;
	gs_content_free(needed->content);
	free(needed->bytes);
	if (needed->reader)
		gs_trace_close(needed->reader);
	g_free(needed);
}

static uint64_t frame_start(const struct gs_content *content, uint64_t place)
{
	uint64_t frame = gs_content_frames_before(content, place), first, last;
	return gs_content_frame(content, frame, &first, &last) ? first : place;
}

uint64_t gs_needed_count(const uint8_t *bytes, uint64_t n, uint64_t number)
{
	uint64_t calls = 0;
	for (uint64_t i = 0; bytes && i < n && i < number; i++)
		calls += bytes[i];
	return calls;
}

const uint8_t *gs_needed_known(
	const struct gs_needed *needed, uint64_t number, uint64_t *n, uint64_t *calls)
{
	uint64_t place = gs_content_place(needed->content, number);
	bool is_known = needed->bytes && place != UINT64_MAX &&
			needed->from == frame_start(needed->content, place);
	*n = is_known ? needed->n : 0;
	*calls = is_known ? needed->calls : 0;
	return is_known ? needed->bytes : NULL;
}

const uint8_t *gs_needed_for(struct gs_needed *needed, uint64_t number, uint64_t *n)
{
	uint64_t place = gs_content_place(needed->content, number), calls;
	*n = 0;
	if (place == UINT64_MAX)
		return NULL;
	if (!gs_needed_known(needed, number, n, &calls)) {
		uint64_t from = frame_start(needed->content, place);
		free(needed->bytes);
		/* whole: the user may look at any object */
		needed->bytes = gs_content_needed(needed->content, from,
			gs_content_calls(needed->content) - 1, true, &needed->n);
		needed->from = from;
		needed->calls = gs_needed_count(
			needed->bytes, needed->n, gs_content_number_of(needed->content, from));
	}
	*n = needed->n;
	return needed->bytes;
}

bool gs_needed_frame(const struct gs_needed *needed, uint64_t number, const uint8_t *bytes,
	uint64_t n, struct gs_needed_frame *frame)
{
	uint64_t place = gs_content_place(needed->content, number);
	if (place == UINT64_MAX)
		return false;
	frame->index = gs_content_frames_before(needed->content, place);
	place = frame_start(needed->content, place);
	frame->first = gs_content_number_of(needed->content, place);
	frame->before = UINT64_MAX;
	while (frame->before == UINT64_MAX && place-- > 0) {
		uint64_t before = gs_content_number_of(needed->content, place);
		if (!bytes || before >= n || bytes[before])
			frame->before = before;
	}
	return true;
}

/* SPDX-License-Identifier: MIT */
/* GS_REQUEST_STATE: the state now, or as it was when the context's last frame began. */
#include "preload/inspect/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "preload/capture/requests/inspection.h"
#include "preload/capture/requests/request-dispatch.h"
#include "preload/capture/stage.h"
#include "preload/inspect/gl-state.h"

struct gs_noted_state {
	struct gs_text text;
	uint64_t call; /* the frame's first one */
};

/* free its data. False: no memory. */
static bool dump(struct gs_inspection *q, struct gs_text *text)
{
	gs_inspection_restore_debug(q); /* it tells of that too */
	gs_state_dump(text, &q->caps, false);
	return !text->failed;
}

static bool put(struct gs_serving *s, const struct gs_text *text)
{
	if (text->failed || text->size >= s->bulk_size ||
		!gs_has_memory(s->bulk, text->size + 1, &s->query->refusal))
		return false;
	memcpy(s->bulk, text->data, text->size + 1);
	s->size = text->size;
	return true;
}

/* Of the frame that the thread draws now, whichever frames of other windows have ended meanwhile.
 */
static bool is_current(const struct gs_serving *s, const struct gs_noted_state *noted)
{
	return noted && gs_frame_last_end(s->thread->drawable) + 1 == noted->call;
}

static bool put_noted(struct gs_serving *s, const struct gs_noted_state *noted)
{
	s->answer->number[1] = is_current(s, noted) ? s->thread->slot->call.frame : UINT64_MAX;
	s->answer->number[2] = noted ? noted->call : 0;
	if (!noted || !noted->text.data)
		return gs_refusal_set(&s->query->refusal, GS_STATUS_USAGE,
			"the state at the start of this frame was not recorded");
	return put(s, &noted->text);
}

bool gs_serve_state(struct gs_serving *s)
{
	struct gs_text text = {0};
	s->answer->number[0] = (uint64_t)(uintptr_t)s->query->own;
	if (s->request->number[0])
		return put_noted(s, gs_context_current(s->thread)->noted);
	bool ok = dump(s->query, &text) && put(s, &text);
	free(text.data);
	return ok;
}

static bool note(struct gs_serving *s)
{
	struct gs_context *context = gs_context_current(s->thread);
	struct gs_text text = {0};
	if (!context->noted)
		context->noted = calloc(1, sizeof *context->noted);
	struct gs_noted_state *noted = context->noted;
	if (!noted)
		return false;
	if (!dump(s->query, &text)) {
		free(text.data);
		text = (struct gs_text){0};
	}
	free(noted->text.data);
	*noted = (struct gs_noted_state){text, s->request->number[0]};
	return true;
}

void gs_state_note(struct gs_thread *thread, uint64_t call)
{
	static const struct gs_request kind = {
		GS_REQUEST_STATE, GS_NEEDS_QUERY | GS_NEEDS_BINDINGS, note};
	const struct gs_wire_request request = {.number = {call}};
	struct gs_wire_answer answer; /* nobody reads it */
	struct gs_serving serving = {.thread = thread, .request = &request, .answer = &answer};
	answer.status = GS_STATUS_OK;
	gs_request_serve(&kind, &serving);
}

void gs_state_forget(struct gs_context *context)
{
	if (context->noted)
		free(context->noted->text.data);
	free(context->noted);
}

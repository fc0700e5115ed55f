/* SPDX-License-Identifier: MIT */
#include "preload/core/gl.h"
#include "preload/capture/requests/inspection.h"

#include <stdlib.h>
#include <string.h>

#include "preload/capture/requests/held-vertices.h"
#include "preload/capture/program/program-hooks.h"
#include "preload/capture/requests/read-window.h"
#include "preload/capture/program/source-override.h"
#include "preload/core/core.h"
#include "preload/core/x-guard.h"
#include "preload/lists/pending-draw.h"

/* Its GL objects go with it: programs of a share group stay until the group does. */
void gs_capture_context_gone(struct gs_context *context)
{
	if (!context->capture)
		return;
	gs_queries_forget(context);
	gs_sifts_finish(&context->capture->debugging.sifts);
	free(context->capture);
	context->capture = NULL;
}

static bool draw(void *data, int mode, const char **why)
{
	bool edited = gs_source_override_count && gs_source_override_swap(data);
	gs_read_window_lend(true);
	bool drawn = gs_pending_exec(data, mode, why);
	gs_read_window_lend(false);
	if (edited)
		gs_source_override_swap_back();
	return drawn;
}

static const struct gs_link *link_of(void *data, uint32_t program)
{
	return gs_shadow_link(data, program);
}

static bool in_list(void *data)
{
	struct gs_thread *thread = data;
	return thread->call && thread->before && gs_list_may_use_program(thread);
}

static uint32_t edited(void *data, uint32_t program)
{
	return gs_source_override_count ? gs_shadow_override(data, program) : 0;
}

/* ---- around what serves a request ---- */

static GLint copied_from(const struct gs_thread *thread, const struct gs_caps *c)
{
	unsigned function = thread->call ? thread->call->function : GS_N_FUNCTIONS;
	GLint framebuffer = -1;

	if (c->framebuffers && (function == GS_FN_glCopyPixels || function == GS_FN_glCallList ||
				       function == GS_FN_glCallLists))
		GL(glGetIntegerv)(GL_READ_FRAMEBUFFER_BINDING, &framebuffer);
	return framebuffer;
}

/* Copied from where the answer will be written. */
static struct gs_stream copy_input(const struct gs_serving *s)
{
	uint64_t size = s->request->bulk_size <= s->bulk_size ? s->request->bulk_size : 0;
	struct gs_stream input = {.data = malloc(size + 1), .size = size};
	if (input.data)
		memcpy(input.data, s->bulk, size);
	else
		input.failed = true;
	return input;
}

bool gs_inspection_begin(struct gs_inspection *q, struct gs_serving *s, bool input)
{
	struct gs_context *context = gs_context_current(s->thread);
	memset(q, 0, sizeof *q);
	q->own = gs_capture_context(s->thread);
	if (!q->own)
		return gs_refuse(
			s->answer, GS_STATUS_INTERNAL, "the program is out of memory", NULL);
	gs_inspection_set_thread(s->thread);
	gs_x_guard(context);
	gs_read_window_take(s->thread);
	if (!q->own->caps.version) /* of one context they stay what they are */
		gs_caps_get(&q->own->caps);
	q->caps = q->own->caps;
	q->holds_vertices = q->caps.api == GS_API_COMPATIBILITY && !context->list_mode &&
			    gs_held_vertices();
	/* Our questions are not its callback's business. In a display list the switch would be
	 * compiled. */
	q->debug = q->caps.debug && !context->list_mode && GL(glIsEnabled)(GL_DEBUG_OUTPUT);
	if (q->debug)
		GL(glDisable)(GL_DEBUG_OUTPUT);
	q->redraw = (struct gs_redraw){.draw = draw,
		.link = link_of,
		.edited = edited,
		.in_list = in_list,
		.data = s->thread,
		.conditional_query = q->own->conditional_query,
		.conditional_mode = q->own->conditional_mode,
		.feedback_mode = q->own->feedback_mode,
		.copied = copied_from(s->thread, &q->caps)};
	if (input)
		q->in = copy_input(s);
	q->out = (struct gs_stream){.data = s->bulk, .size = s->bulk_size, .reserve = gs_reserve};
	s->query = q;
	return true;
}

void gs_inspection_restore_debug(struct gs_inspection *q)
{
	if (q->debug)
		GL(glEnable)(GL_DEBUG_OUTPUT);
	q->debug = false;
}

void gs_inspection_end(struct gs_inspection *q, struct gs_serving *s, bool served)
{
	gs_inspection_set_thread(NULL);
	gs_query_hooks_enable(gs_queries_any());
	if (q->holds_vertices)
		gs_held_vertices_again();
	gs_inspection_restore_debug(q);
	gs_read_window_drop();
	gs_x_unguard();
	free(q->in.data);
	s->query = NULL;
	if (q->out.at)
		s->size = q->out.at;
	if (!served && s->answer->status == GS_STATUS_OK)
		gs_refuse(s->answer, q->refusal.status ? q->refusal.status : GS_STATUS_INTERNAL,
			*q->refusal.text ? q->refusal.text
					 : "the answer does not fit into the shared memory, or "
					   "there is no memory left for it",
			NULL);
}

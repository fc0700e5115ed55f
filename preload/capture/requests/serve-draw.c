/* SPDX-License-Identifier: MIT */
/* The requests about the pending draw: which of its draws, and debugging it. */
#include "preload/core/gl.h"
#include "preload/capture/requests/serve-draw.h"

#include <string.h>

#include "preload/capture/requests/inspection.h"
#include "preload/capture/requests/draw-extent.h"
#include "preload/capture/stage.h"
#include "preload/lists/pending-draw.h"

/* Draws whose redraw shows what the call will draw. The others are told why not. */
static const char *why_not(unsigned function, enum gs_stage stage)
{
	unsigned flags = gs_data_flags(function);
	bool dispatches = flags & GS_FUNCTION_DISPATCHES;
	if (dispatches && stage != GS_STAGE_COMPUTE)
		return "the pending call dispatches compute work: `shader compute`";
	if (!dispatches && stage == GS_STAGE_COMPUTE)
		return "the pending call draws and dispatches no compute work: `next draw` stops "
		       "at dispatches, too";
	return NULL;
}

static bool is_list(unsigned function)
{
	return function == GS_FN_glCallList || function == GS_FN_glCallLists;
}

static enum gs_test test_of(uint64_t tests, unsigned i)
{
	unsigned test = tests >> (8 * i) & 0xff;
	return test <= GS_TEST_OFF ? test : GS_TEST_PROGRAM;
}

struct gs_fragment_options gs_request_options(const struct gs_wire_request *request)
{
	uint32_t depth = (uint32_t)request->number[3], alpha = request->number[3] >> 32;
	struct gs_fragment_options options = {
		.clear_depth = request->number[2] & GS_CLEAR_DEPTH,
		.clear_stencil = request->number[2] & GS_CLEAR_STENCIL,
		.clear_alpha = request->number[2] & GS_CLEAR_ALPHA,
		.names_samples = request->number[2] & GS_NAMES_SAMPLES,
		.stands_in = request->number[2] & GS_STANDS_IN,
		.stencil = request->number[4],
	};
	for (unsigned i = 0; i < GS_N_TESTED; i++)
		options.test[i] = test_of(request->number[1], i);
	memcpy(&options.depth, &depth, sizeof depth);
	memcpy(&options.alpha, &alpha, sizeof alpha);
	return options;
}

bool gs_serve_choose_draw(struct gs_serving *s)
{
	struct gs_list_position at;
	const char *why;
	unsigned choice = (unsigned)s->request->number[0];
	bool ok = gs_multi_is(s->thread->call) ? gs_multi_choose(s->thread, choice, &at, &why)
					       : gs_list_choose(s->thread, choice,
							 s->request->number[1] == 1, &at, &why);
	gs_error_take(gs_context_current(s->thread)); /* of what was executed: the program's */
	if (!ok)
		return gs_refuse(s->answer, at.nothing ? GS_STATUS_NO_DRAW : GS_STATUS_UNSUPPORTED,
			why, NULL);
	struct gs_wire_draws draws = {
		.draws = at.draws, .draw = at.draw, .all = at.all, .differs = at.differs};
	memcpy(s->bulk, &draws, sizeof draws);
	s->size = sizeof draws;
	return true;
}

enum { MOST_COMMANDS = 1 << 16 };

/* False: refused. */
static bool can_begin(const struct gs_serving *s, enum gs_stage stage)
{
	struct gs_thread *thread = s->thread;
	if (!thread->call || !thread->before || !gs_pending_is_draw(thread)) {
		const char *name = thread->call ? gs_data_name(thread->call->function) : NULL;
		return gs_refuse(s->answer, GS_STATUS_NO_DRAW, "the pending call", name ? ", " : "",
			name ? name : "", name ? "," : "",
			" does not draw: run to a draw call first", NULL);
	}
	int list_draws = 0;
	const char *why = why_not(thread->call->function, stage);
	bool list = !thread->list_run && is_list(thread->call->function);
	if (!why && list)
		list_draws = gs_list_draws(thread, thread->call, &why);
	if (!why && list && !list_draws)
		return gs_refuse(s->answer, GS_STATUS_NO_DRAW,
			"the display list draws nothing: `next draw` leads on", NULL);
	return !why || gs_refuse(s->answer, GS_STATUS_UNSUPPORTED, why, NULL);
}

bool gs_serve_debug_begin(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	struct gs_debugging *debugging = &q->own->debugging;
	const uint64_t *number = s->request->number;
	if (!can_begin(s, number[0]))
		return false;
	gs_extent_get(s->thread->call, &q->caps, &q->redraw.extent);
	q->redraw.options = gs_request_options(s->request);
	q->redraw.options.fragment = number[5] <= 255 ? (unsigned)number[5] : 0;
	if (!gs_has_memory(s->bulk, sizeof debugging->info + 8 * MOST_COMMANDS, &q->refusal) ||
		!gs_debugging_begin(debugging, &q->redraw, number[0], &q->refusal))
		return false;
	debugging->info.mode = gs_pending_mode(s->thread);
	s->size = sizeof debugging->info;
	memcpy(s->bulk, &debugging->info, s->size);
	uint64_t room = (s->bulk_size - s->size) / 8;
	if (number[0] == GS_STAGE_VERTEX)
		s->size += 8 * gs_extent_commands(s->thread->call, &q->caps,
				       (uint32_t(*)[2])((uint8_t *)s->bulk + s->size),
				       room < MOST_COMMANDS ? room : MOST_COMMANDS);
	return true;
}

bool gs_serve_capture(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	struct gs_draw_times times = {.rounds = (unsigned)s->request->number[0]};
	gs_extent_get(s->thread->call, &q->caps, &q->redraw.extent);
	q->own->debugging.times = times.rounds ? &times : NULL;
	bool ok = gs_debugging_capture(
		&q->own->debugging, &q->redraw, &q->in, &q->out, &q->refusal);
	q->own->debugging.times = NULL;
	s->answer->number[0] = q->own->debugging.variants.n_built;
	if (ok && times.rounds) {
		s->answer->number[1] = times.rounds;
		s->answer->number[2] = times.least;
		s->answer->number[3] = times.median;
		s->answer->number[4] = times.idle;
	}
	return ok;
}

bool gs_serve_debug_end(struct gs_serving *s)
{
	gs_debugging_end(&s->query->own->debugging, s->request->number[0] & GS_KEEPS_VARIANTS);
	return true;
}

bool gs_serve_keep_sift(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return gs_sift_keep(&q->own->debugging, &q->in, &q->refusal);
}

bool gs_serve_sift(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	struct gs_wire_sifted sifted;
	const struct gs_wire_call *call = s->thread->call;
	bool dispatches = call && gs_data_flags(call->function) & GS_FUNCTION_DISPATCHES;
	unsigned compute = 1u << GS_STAGE_COMPUTE, stages = (unsigned)s->request->number[0];
	if (!can_begin(s, dispatches ? GS_STAGE_COMPUTE : GS_STAGE_VERTEX))
		return false;
	gs_extent_get(s->thread->call, &q->caps, &q->redraw.extent);
	gs_sift(&q->own->debugging, &q->redraw, dispatches ? stages & compute : stages & ~compute,
		&q->out, &sifted);
	q->out.at = 0;
	if (!gs_has_memory(s->bulk, sizeof sifted, &q->refusal))
		return false;
	memcpy(s->bulk, &sifted, sizeof sifted);
	s->size = sizeof sifted;
	return true;
}

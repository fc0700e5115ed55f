/* SPDX-License-Identifier: MIT */
/* The requests about GL, as the event loop hands them over (preload/core/requests.h), and the hooks
 * that they need. */
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/core/requests.h"
#include "preload/lists/pending-draw.h"

#include <stdlib.h>
#include <string.h>
#include <GL/glx.h>

#include "preload/capture/shape.h"
#include "preload/capture/stage.h"
#include "preload/inspect/inspect.h"
#include "preload/inspect/program.h"
#include "preload/capture/source-override.h"
#include "preload/inspect/gl-state.h"
#include "preload/capture/target-picture.h"
#include "preload/capture/window.h"

/* What we keep with each context (gs_context.capture). */
struct per_context {
	struct gs_debugging debugging;
	GLuint conditional_query;
	GLenum conditional_mode;
	bool condition_replaced; /* glBeginConditionalRender's arguments while it is executed */
	uint64_t condition[2];	 /* what they were */
	GLenum feedback_mode;
	struct gs_text noted; /* the state when a frame began (gs_note_state) */
	uint64_t noted_frame, noted_call;
};

static struct per_context *per_context(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	if (context && !context->capture)
		context->capture = calloc(1, sizeof(struct per_context));
	return context ? context->capture : NULL;
}

/* ---- what the core asks of us ---- */

/* Of the thread that is being served: replays and drawables are its own. */
static __thread struct gs_thread *served __attribute__((tls_model("initial-exec")));

static bool draw(void *data, int mode, const char **why)
{
	bool edited = gs_source_override_count && gs_source_override_swap(data);
	bool drawn = gs_pending_exec(data, mode, why);
	if (edited)
		gs_source_override_swap_back();
	return drawn;
}

static const struct gs_link *link_of(void *data, uint32_t program)
{
	return gs_shadow_link(data, program);
}

static uint32_t edited(void *data, uint32_t program)
{
	return gs_source_override_count ? gs_shadow_override(data, program) : 0;
}

void *gs_queries_context(void)
{
	return served ? gs_context_current(served) : NULL;
}

bool gs_drawable_window_size(unsigned *width, unsigned *height)
{
	struct gs_context *context = served ? gs_context_current(served) : NULL;
	if (!context)
		return false;
	if (context->egl) {
		EGLint w = 0, h = 0;
		EGLDisplay display = GL(eglGetCurrentDisplay)();
		EGLSurface surface = GL(eglGetCurrentSurface)(EGL_DRAW);
		GL(eglQuerySurface)(display, surface, EGL_WIDTH, &w);
		GL(eglQuerySurface)(display, surface, EGL_HEIGHT, &h);
		*width = w;
		*height = h;
	} else {
		Display *display = GL(glXGetCurrentDisplay)();
		GLXDrawable drawable = GL(glXGetCurrentDrawable)();
		*width = *height = 0;
		if (!display || !drawable)
			return false;
		GL(glXQueryDrawable)(display, drawable, GLX_WIDTH, width);
		GL(glXQueryDrawable)(display, drawable, GLX_HEIGHT, height);
	}
	return *width && *height;
}

/* ---- requests ---- */

struct served {
	struct per_context *own;
	struct gs_redraw replay;
	struct gs_caps caps;
	struct gs_refusal refusal;
	bool debug; /* the program has debug output on, and we off */
};

static GLint copied_from(const struct gs_thread *thread, const struct gs_caps *c)
{
	unsigned function = thread->call ? thread->call->function : GS_N_FUNCTIONS;
	GLint framebuffer = -1;

	if (c->framebuffers && (function == GS_FN_glCopyPixels || function == GS_FN_glCallList ||
				       function == GS_FN_glCallLists))
		GL(glGetIntegerv)(GL_READ_FRAMEBUFFER_BINDING, &framebuffer);
	return framebuffer;
}

/* False: refused already. Otherwise leave() must follow. preload/core/requests.c has seen to it
 * that GL can be asked, and holds the program's error flags. */
static bool enter(struct served *s, struct gs_thread *thread, struct gs_wire_answer *answer)
{
	memset(s, 0, sizeof *s);
	s->own = per_context(thread);
	if (!s->own) {
		gs_refuse(answer, GS_STATUS_INTERNAL, "the program is out of memory", NULL);
		return false;
	}
	served = thread;
	gs_window_guard(gs_context_current(thread));
	gs_caps_get(&s->caps);
	/* Our questions are not its callback's business. In a display list the switch would be
	 * compiled. */
	s->debug = s->caps.debug && !gs_context_current(thread)->list_mode &&
		   GL(glIsEnabled)(GL_DEBUG_OUTPUT);
	if (s->debug)
		GL(glDisable)(GL_DEBUG_OUTPUT);
	s->replay = (struct gs_redraw){.draw = draw,
		.link = link_of,
		.edited = edited,
		.data = thread,
		.conditional_query = s->own->conditional_query,
		.conditional_mode = s->own->conditional_mode,
		.feedback_mode = s->own->feedback_mode,
		.copied = copied_from(thread, &s->caps)};
	return true;
}

static void enable_query_hooks(bool on);

static void leave(struct served *s, bool ok, struct gs_wire_answer *answer, uint64_t size)
{
	served = NULL;
	enable_query_hooks(gs_queries_any());
	if (s->debug)
		GL(glEnable)(GL_DEBUG_OUTPUT);
	gs_window_unguard();
	if (ok)
		answer->bulk_size = size;
	else
		gs_refuse(answer, s->refusal.status ? s->refusal.status : GS_STATUS_INTERNAL,
			*s->refusal.text ? s->refusal.text
					 : "the answer does not fit into the shared memory, or "
					   "there is no memory left for it",
			NULL);
}

/* The input, copied from where the answer will be written; free its data. */
static struct gs_stream copy_input(
	const struct gs_wire_request *request, const void *bulk, uint64_t bulk_size)
{
	uint64_t size = request->bulk_size <= bulk_size ? request->bulk_size : 0;
	struct gs_stream input = {.data = malloc(size + 1), .size = size};
	if (input.data)
		memcpy(input.data, bulk, size);
	else
		input.failed = true;
	return input;
}

void gs_serve_program(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	struct gs_stream out = {.data = bulk, .size = bulk_size, .reserve = gs_reserve};
	if (!enter(&s, thread, answer))
		return;
	bool ok = gs_program_describe(&s.caps, &s.replay, &out);
	leave(&s, ok, answer, out.at);
}

void gs_serve_framebuffer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	uint64_t size = 0;
	if (enter(&s, thread, answer)) {
		bool ok = gs_picture_get(&s.caps, s.replay.conditional_query,
			s.replay.conditional_mode, bulk, bulk_size, &size, &s.refusal);
		leave(&s, ok, answer, size);
	}
}

void gs_serve_resources(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	struct gs_stream out = {.data = bulk, .size = bulk_size, .reserve = gs_reserve};
	if (enter(&s, thread, answer)) {
		bool ok = gs_resources_list(&s.caps, &s.replay, &out);
		leave(&s, ok, answer, out.at);
	}
}

void gs_serve_texels(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	uint64_t size = 0;
	if (enter(&s, thread, answer)) {
		bool ok = gs_texels_get(&s.caps, &s.replay, request->number, bulk, bulk_size, &size,
			answer->number, &s.refusal);
		leave(&s, ok, answer, size);
	}
}

void gs_serve_buffer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	uint64_t size = 0;
	if (enter(&s, thread, answer)) {
		bool ok = gs_buffer_read(&s.caps, &s.replay, request->number, bulk, bulk_size,
			&size, &answer->number[0], &s.refusal);
		leave(&s, ok, answer, size);
	}
}

/* The state in text; free its data. False: refused. */
static bool dump_state(struct served *s, struct gs_text *text)
{
	if (s->debug) /* it tells of that too */
		GL(glEnable)(GL_DEBUG_OUTPUT);
	s->debug = false;
	gs_state_dump(text, &s->caps, false);
	return !text->failed;
}

static bool answer_state(
	struct served *s, const struct gs_text *text, void *bulk, uint64_t bulk_size)
{
	bool ok = !text->failed && text->size < bulk_size &&
		  gs_has_memory(bulk, text->size + 1, &s->refusal);
	if (ok)
		memcpy(bulk, text->data, text->size + 1);
	return ok;
}

/* As it was when this context's last frame began. */
static void answer_noted(
	struct served *s, struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct per_context *own = s->own;
	bool ok = own->noted.data ? answer_state(s, &own->noted, bulk, bulk_size)
				  : gs_refusal_set(&s->refusal, GS_STATUS_USAGE,
					    "the state at the start of this frame was not noted");
	answer->number[1] = own->noted_frame;
	answer->number[2] = own->noted_call;
	leave(s, ok, answer, own->noted.size);
}

void gs_serve_state(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	struct gs_text text = {0};
	struct gs_context *context = gs_context_current(thread);
	if (context && context->list_mode) { /* glActiveTexture would go into it */
		gs_refuse(answer, GS_STATUS_UNSUPPORTED,
			"a display list is being compiled, and what glstep would do to answer "
			"would go into it; step to the call after glEndList",
			NULL);
		return;
	}
	if (!enter(&s, thread, answer))
		return;
	answer->number[0] = (uint64_t)(uintptr_t)s.own;
	if (request->number[0]) {
		answer_noted(&s, answer, bulk, bulk_size);
		return;
	}
	bool ok = dump_state(&s, &text) && answer_state(&s, &text, bulk, bulk_size);
	leave(&s, ok, answer, text.size);
	free(text.data);
}

void gs_note_state(struct gs_thread *thread, uint64_t frame, uint64_t call)
{
	struct served s;
	struct gs_text text = {0};
	struct gs_wire_answer unused;
	unused.status = GS_STATUS_OK;
	if (!enter(&s, thread, &unused))
		return;
	if (!dump_state(&s, &text)) {
		free(text.data);
		text = (struct gs_text){0};
	}
	free(s.own->noted.data);
	s.own->noted = text;
	s.own->noted_frame = frame;
	s.own->noted_call = call;
	leave(&s, true, &unused, 0);
}

void gs_serve_blocks(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	struct gs_stream out = {.data = bulk, .size = bulk_size, .reserve = gs_reserve};
	if (enter(&s, thread, answer)) {
		bool ok = gs_blocks_list(&s.caps, &s.replay, &out);
		leave(&s, ok, answer, out.at);
	}
}

void gs_serve_set_buffer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!enter(&s, thread, answer))
		return;
	struct gs_stream in = copy_input(request, bulk, bulk_size);
	bool ok = gs_buffer_write(&s.caps, &s.replay, request->number[0], &in, &s.refusal);
	leave(&s, ok, answer, 0);
	free(in.data);
}

void gs_serve_macros(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!enter(&s, thread, answer))
		return;
	struct gs_stream in = copy_input(request, bulk, bulk_size),
			 out = {.data = bulk, .size = bulk_size, .reserve = gs_reserve};
	bool ok = gs_program_macros(&s.caps, &in, &out, &s.refusal);
	leave(&s, ok, answer, out.at);
	free(in.data);
}

void gs_serve_set_uniform(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!enter(&s, thread, answer))
		return;
	struct gs_stream in = copy_input(request, bulk, bulk_size);
	bool ok = gs_program_set_uniform(&s.caps, &s.replay, &in, &s.refusal);
	gs_variants_stale(&s.own->debugging.variants);
	leave(&s, ok, answer, 0);
	free(in.data);
}

void gs_serve_set_source(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!enter(&s, thread, answer))
		return;
	struct gs_stream in = copy_input(request, bulk, bulk_size);
	bool ok = gs_program_set_source(thread, &s.caps, &s.replay, &in, &s.refusal);
	leave(&s, ok, answer, 0);
	free(in.data);
}

/* ---- the pending draw ---- */

/* Draws whose replay shows what the call will draw. The others are told why not. */
static const char *why_not(unsigned function, enum gs_stage stage)
{
	unsigned flags = gs_data_flags(function);
	bool dispatches = flags & GS_FUNCTION_DISPATCHES;
	if (dispatches && stage != GS_STAGE_COMPUTE)
		return "the pending call dispatches compute work: `shader compute`";
	if (!dispatches && stage == GS_STAGE_COMPUTE)
		return "the pending call draws, it dispatches no compute work: `next draw` stops "
		       "at "
		       "dispatches too";
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

/* All but the number of the fragment. */
static struct gs_fragment_options options_of(const struct gs_wire_request *request)
{
	uint32_t depth = (uint32_t)request->number[3], alpha = request->number[3] >> 32;
	struct gs_fragment_options options = {
		.depth_test = test_of(request->number[1], 0),
		.stencil_test = test_of(request->number[1], 1),
		.alpha_test = test_of(request->number[1], 2),
		.blend = test_of(request->number[1], 3),
		.clear_depth = request->number[2] & GS_CLEAR_DEPTH,
		.clear_stencil = request->number[2] & GS_CLEAR_STENCIL,
		.clear_alpha = request->number[2] & GS_CLEAR_ALPHA,
		.stencil = request->number[4],
	};
	memcpy(&options.depth, &depth, sizeof depth);
	memcpy(&options.alpha, &alpha, sizeof alpha);
	return options;
}

void gs_serve_choose_draw(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct gs_list_position at;
	const char *why;
	unsigned choice = (unsigned)request->number[0];
	bool ok = gs_multi_is(thread->call)
			  ? gs_multi_choose(thread, choice, &at, &why)
			  : gs_list_choose(thread, choice, request->number[1] == 1, &at, &why);
	gs_error_take(gs_context_current(thread)); /* of what was executed: the program's */
	if (!ok) {
		gs_refuse(
			answer, at.nothing ? GS_STATUS_NO_DRAW : GS_STATUS_UNSUPPORTED, why, NULL);
		return;
	}
	struct gs_wire_draws draws = {.draws = at.draws, .draw = at.draw, .all = at.all};
	memcpy(bulk, &draws, sizeof draws);
	answer->bulk_size = sizeof draws;
}

enum { MOST_COMMANDS = 1 << 16 };

void gs_serve_debug_begin(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!thread->call || !thread->before || !gs_pending_is_draw(thread)) {
		const char *name = thread->call ? gs_data_name(thread->call->function) : NULL;
		gs_refuse(answer, GS_STATUS_NO_DRAW, "the pending call", name ? ", " : "",
			name ? name : "", name ? "," : "",
			" does not draw: run to a draw call first", NULL);
		return;
	}
	int list_draws = 0;
	const char *why = why_not(thread->call->function, request->number[0]);
	if (!why && !thread->list_run && is_list(thread->call->function))
		list_draws = gs_list_draws(thread, thread->call, &why);
	if (!why && !list_draws && !thread->list_run && is_list(thread->call->function)) {
		gs_refuse(answer, GS_STATUS_NO_DRAW,
			"the display list draws nothing: `next draw` leads on", NULL);
		return;
	}
	if (why) {
		gs_refuse(answer, GS_STATUS_UNSUPPORTED, why, NULL);
		return;
	}
	if (!enter(&s, thread, answer))
		return;
	gs_shape_get(thread->call, &s.caps, &s.replay.shape);
	s.replay.options = options_of(request);
	s.replay.options.fragment = request->number[5] <= 255 ? (unsigned)request->number[5] : 0;
	bool ok = gs_has_memory(
			  bulk, sizeof s.own->debugging.info + 8 * MOST_COMMANDS, &s.refusal) &&
		  gs_debugging_begin(&s.own->debugging, &s.replay, request->number[0], &s.refusal);
	s.own->debugging.info.mode = gs_pending_mode(thread);
	uint64_t size = sizeof s.own->debugging.info;
	if (ok)
		memcpy(bulk, &s.own->debugging.info, size);
	if (ok && request->number[0] == GS_STAGE_VERTEX)
		size += 8 * gs_shape_commands(thread->call, &s.caps,
				    (uint32_t(*)[2])((uint8_t *)bulk + size),
				    (bulk_size - size) / 8 < MOST_COMMANDS ? (bulk_size - size) / 8
									   : MOST_COMMANDS);
	leave(&s, ok, answer, size);
}

void gs_serve_drawn(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	uint64_t size = 0;
	if (!thread->call || !thread->before || !gs_pending_is_draw(thread) ||
		(gs_data_flags(thread->call->function) & GS_FUNCTION_DISPATCHES)) {
		gs_refuse(answer, GS_STATUS_NO_DRAW,
			"the pending call does not draw: run to a draw call first", NULL);
		return;
	}
	if (!enter(&s, thread, answer))
		return;
	gs_shape_get(thread->call, &s.caps, &s.replay.shape);
	uint64_t area = request->number[5];
	const uint64_t number = request->number[0];
	struct gs_drawn_wish wish = {.what = number & 0xff,
		.buffer = number >> 8 & 0xff,
		.sample = number >> 16 & 0xff,
		.aspect = number >> 24 & 0xff,
		.layer = number >> 32,
		.options = options_of(request),
		.area = {area & 0xffff, area >> 16 & 0xffff, area >> 32 & 0xffff, area >> 48}};
	bool ok = gs_drawn_get(
		&s.caps, &s.replay, &wish, bulk, bulk_size, &size, &answer->number[0], &s.refusal);
	leave(&s, ok, answer, size);
}

void gs_serve_capture(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!enter(&s, thread, answer))
		return;
	struct gs_stream in = copy_input(request, bulk, bulk_size),
			 out = {.data = bulk, .size = bulk_size, .reserve = gs_reserve};
	gs_shape_get(thread->call, &s.caps, &s.replay.shape);
	bool ok = gs_debugging_capture(&s.own->debugging, &s.replay, &in, &out, &s.refusal);
	answer->number[0] = s.own->debugging.variants.n_built;
	leave(&s, ok, answer, out.at);
	free(in.data);
}

void gs_serve_debug_end(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct served s;
	if (!enter(&s, thread, answer))
		return;
	gs_debugging_end(&s.own->debugging);
	leave(&s, true, answer, 0);
}

/* ---- hooks ---- */

static void replace_condition(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct per_context *own = per_context(thread);
	GLuint id = (GLuint)call->args[0];
	GLenum mode = (GLenum)call->args[1];
	if (!own || !gs_queries_any())
		return;
	served = thread; /* whose context's queries */
	gs_error_take(gs_context_current(thread));
	own->condition_replaced = gs_queries_condition(&id, &mode);
	gs_error_drop();
	served = NULL;
	if (!own->condition_replaced)
		return;
	memcpy(own->condition, call->args, sizeof own->condition);
	call->args[0] = id;
	call->args[1] = mode;
}

/* A second glBeginConditionalRender is an error, unless the first was one: only GL knows. */
static void check_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	struct per_context *own = per_context(thread);
	if (!own || !own->conditional_query || context->in_block)
		return;
	gs_error_take(context);
	GL(glEndConditionalRender)();
	if (GL(glGetError)() == GL_NO_ERROR)
		GL(glBeginConditionalRender)(own->conditional_query, own->conditional_mode);
	else
		own->conditional_query = 0;
	gs_error_drop();
}

static void begins_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	check_conditional(thread, call);
	replace_condition(thread, call);
}

static void begun_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct per_context *own = per_context(thread);
	if (own && !own->conditional_query) { /* a second one is an error, and the first goes on */
		own->conditional_query = call->args[0];
		own->conditional_mode = call->args[1];
	}
	if (own && own->condition_replaced)
		memcpy(call->args, own->condition, sizeof own->condition);
	if (own)
		own->condition_replaced = false;
}

static void ended_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct per_context *own = per_context(thread);
	if (own)
		own->conditional_query = 0;
}

static void begins_feedback(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	struct per_context *own = per_context(thread);
	GLboolean active = GL_FALSE;
	if (!own || context->in_block)
		return;
	gs_context_info(context);
	if (context->version >= (context->es ? 30 : 40))
		GL(glGetBooleanv)(GL_TRANSFORM_FEEDBACK_ACTIVE, &active);
	if (!active)
		own->feedback_mode = call->args[0];
}

/* Which query is active at a target; 0 none. */
static GLuint active_query(const struct gs_wire_call *call)
{
	GLint id = 0;
	if (call->n_args == 3) /* glBeginQueryIndexed(target, index, id) */
		GL(glGetQueryIndexediv)(call->args[0], call->args[1], GL_CURRENT_QUERY, &id);
	else
		GL(glGetQueryiv)(call->args[0], GL_CURRENT_QUERY, &id);
	return id;
}

/* The target of a glBeginQuery that is about to fail, at any rate: it does not exist, or has a
 * query. */
static __thread bool query_fails __attribute__((tls_model("initial-exec")));

static void query_begins(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	query_fails = true;
	if (!context || context->in_block)
		return;
	gs_error_take(context);
	bool active = active_query(call) != 0;
	query_fails = GL(glGetError)() != GL_NO_ERROR || active;
	gs_error_drop();
}

static void query_begun(struct gs_thread *thread, struct gs_wire_call *call)
{
	GLuint id = call->args[call->n_args == 3 ? 2 : 1];
	if (query_fails || active_query(call) != id)
		return;
	struct gs_thread *outer = served;
	served = thread;
	gs_queries_begun(id);
	served = outer;
}

/* A query's result, as wide as the program asked for it. */
struct result {
	GLuint id;
	GLenum pname;
	bool wide, is_signed;
};

/* Adds what we kept of the query to it. */
static bool add_kept(struct gs_thread *thread, const struct result *r, void *at)
{
	uint64_t value = 0, limit = r->is_signed ? INT32_MAX : UINT32_MAX;
	memcpy(&value, at, r->wide ? 8 : 4); /* little-endian */
	served = thread;
	bool added = gs_queries_add(r->id, r->pname, &value);
	served = NULL;
	if (!r->wide && value > limit)
		value = limit;
	if (added)
		memcpy(at, &value, r->wide ? 8 : 4);
	return added;
}

/* buffer 0: the one bound to GL_QUERY_BUFFER. One that only the GPU may write keeps the driver's
 * result. */
static void add_in_buffer(
	struct gs_thread *thread, const struct result *r, GLuint buffer, GLintptr offset)
{
	unsigned char value[8] = {0};
	GLsizeiptr size = r->wide ? 8 : 4;
	GLint immutable = 0, flags = 0, bound = 0;
	if (r->pname !=
		GL_QUERY_RESULT) /* it may not be there, and asking would write to the buffer */
		return;
	if (buffer) {
		GL(glGetIntegerv)(GL_QUERY_BUFFER_BINDING, &bound);
		GL(glBindBuffer)(GL_QUERY_BUFFER, buffer);
	}
	GL(glGetBufferParameteriv)(GL_QUERY_BUFFER, GL_BUFFER_IMMUTABLE_STORAGE, &immutable);
	GL(glGetBufferParameteriv)(GL_QUERY_BUFFER, GL_BUFFER_STORAGE_FLAGS, &flags);
	if (!immutable || (flags & GL_DYNAMIC_STORAGE_BIT)) {
		GL(glGetBufferSubData)(GL_QUERY_BUFFER, offset, size, value);
		if (add_kept(thread, r, value))
			GL(glBufferSubData)(GL_QUERY_BUFFER, offset, size, value);
	}
	if (buffer)
		GL(glBindBuffer)(GL_QUERY_BUFFER, bound);
}

/* After glGetQueryObject{i,ui,i64,ui64}v, and glGetQueryBufferObject{i,ui,i64,ui64}v. Nothing is
 * asked here that could raise an error: an error flag is the program's. */
static void query_read(
	struct gs_thread *thread, struct gs_wire_call *call, bool wide, bool is_signed)
{
	struct gs_context *context = gs_context_current(thread);
	GLint buffer = 0;
	if (!gs_queries_any() || !context || context->in_block)
		return;
	if (call->n_args == 4) {
		struct result r = {call->args[0], call->args[2], wide, is_signed};
		add_in_buffer(thread, &r, call->args[1], call->args[3]);
		return;
	}
	struct result r = {call->args[0], call->args[1], wide, is_signed};
	gs_context_info(context);
	if (!context->es &&
		(context->version >= 44 || gs_context_has(context, "GL_ARB_query_buffer_object")))
		GL(glGetIntegerv)(GL_QUERY_BUFFER_BINDING, &buffer);
	if (buffer)
		add_in_buffer(thread, &r, 0, call->args[2]);
	else if (call->args[2])
		add_kept(thread, &r, (void *)(uintptr_t)call->args[2]);
}

static void read_int(struct gs_thread *thread, struct gs_wire_call *call)
{
	query_read(thread, call, false, true);
}

static void read_uint(struct gs_thread *thread, struct gs_wire_call *call)
{
	query_read(thread, call, false, false);
}

static void read_wide(struct gs_thread *thread, struct gs_wire_call *call)
{
	query_read(thread, call, true, false);
}

static const struct gs_hook conditional_hooks[] = {
	{GS_FN_glBeginConditionalRender, begins_conditional, begun_conditional},
	{GS_FN_glBeginConditionalRenderNV, begins_conditional, begun_conditional},
	{GS_FN_glEndConditionalRender, NULL, ended_conditional},
	{GS_FN_glEndConditionalRenderNV, NULL, ended_conditional},
	{GS_FN_glBeginTransformFeedback, begins_feedback, NULL},
	{GS_FN_glBeginTransformFeedbackEXT, begins_feedback, NULL},
};

/* Of use only once a query's partial result was kept: off until then. */
static const struct gs_hook query_hooks[] = {
	{GS_FN_glBeginQuery, query_begins, query_begun},
	{GS_FN_glBeginQueryARB, query_begins, query_begun},
	{GS_FN_glBeginQueryEXT, query_begins, query_begun},
	{GS_FN_glBeginQueryIndexed, query_begins, query_begun},
	{GS_FN_glGetQueryObjectiv, NULL, read_int},
	{GS_FN_glGetQueryObjectivARB, NULL, read_int},
	{GS_FN_glGetQueryObjectuiv, NULL, read_uint},
	{GS_FN_glGetQueryObjectuivARB, NULL, read_uint},
	{GS_FN_glGetQueryObjectuivEXT, NULL, read_uint},
	{GS_FN_glGetQueryObjecti64v, NULL, read_wide},
	{GS_FN_glGetQueryObjectui64v, NULL, read_wide},
	{GS_FN_glGetQueryObjecti64vEXT, NULL, read_wide},
	{GS_FN_glGetQueryObjectui64vEXT, NULL, read_wide},
	{GS_FN_glGetQueryBufferObjectiv, NULL, read_int},
	{GS_FN_glGetQueryBufferObjectuiv, NULL, read_uint},
	{GS_FN_glGetQueryBufferObjecti64v, NULL, read_wide},
	{GS_FN_glGetQueryBufferObjectui64v, NULL, read_wide},
};
enum { N_QUERY_HOOKS = sizeof query_hooks / sizeof *query_hooks };

static void enable_query_hooks(bool on)
{
	for (unsigned i = 0; i < N_QUERY_HOOKS; i++)
		gs_hooks_enable(query_hooks[i].function, on);
}

void gs_capture_init(void)
{
	gs_hooks_add(conditional_hooks, sizeof conditional_hooks / sizeof *conditional_hooks);
	gs_hooks_add(query_hooks, N_QUERY_HOOKS);
	enable_query_hooks(false);
}

/* Its GL objects go with it: programs of a share group stay until the group does. */
void gs_capture_context_gone(struct gs_context *context)
{
	if (!context->capture)
		return;
	free(((struct per_context *)context->capture)->noted.data);
	gs_queries_forget(context);
	free(context->capture);
	context->capture = NULL;
}

/* SPDX-License-Identifier: MIT */
#include "analysis/checklist.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <EGL/egl.h>
#include <string.h>
#include "analysis/checks.h"
#include "analysis/measured.h"
#include "trace/raw.h"

enum {
	RUN = 3, /* frames in a row with a query, for it to count as made each frame */
	UNSHARED = 100,
	LARGE = 1000, /* triangles */
	ROW = 8,      /* draws in a row */
	GLX_SAMPLES_VALUE = 100001,
};

struct query {
	uint64_t serial; /* serial of the frame in which it ended */
	bool is_available;
};

static void end_frame(struct gs_checklist *s)
{
	struct gs_check_frame *frame = gs_check_frames_end(&s->frames, s->effects);
	for (unsigned i = 0; i < GS_N_CHECKS; i++) {
		struct gs_check_item *item = &s->items[i];
		for (uint64_t k = 0; k < frame->pending[i] && item->n + k < GS_CHECK_CALLS; k++)
			item->calls[item->n + k] = frame->calls[i][k];
		item->n += frame->pending[i];
		item->frames += frame->pending[i] > 0;
	}
	gs_check_frames_begin(&s->frames, frame);
}

/* Return the serial of the current frame, as tables hold it. */
static gpointer this_frame(const struct gs_checklist *s)
{
	return (gpointer)(uintptr_t)s->frames.now->serial;
}

/* ---- what waits ---- */

/* Find a read map of a buffer that pixels were read into in the same frame: it waits until all
 * before is drawn. */
static void look_at_read_map(
	struct gs_checklist *s, uint32_t buffer, uint64_t access, bool is_range)
{
	gpointer frame = g_hash_table_lookup(s->packed, GUINT_TO_POINTER(buffer));
	bool reads = is_range ? access & GL_MAP_READ_BIT && !(access & GL_MAP_UNSYNCHRONIZED_BIT)
			      : access != GL_WRITE_ONLY;
	if (reads && frame == this_frame(s))
		gs_check_found(s, GS_CHECK_READ_BACK, s->call->number);
}

static void look_at_map(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	uint64_t access = gs_analysed_number(analysed, "access");
	uint32_t buffer = gs_analysed_buffer(s->effects, analysed);
	bool is_range = access < GL_READ_ONLY;
	uint64_t last = (uint64_t)(uintptr_t)g_hash_table_lookup(s->used, GUINT_TO_POINTER(buffer));
	bool writes = is_range ? access & GL_MAP_WRITE_BIT : access != GL_READ_ONLY;
	look_at_read_map(s, buffer, access, is_range);
	if (is_range && access & (GL_MAP_UNSYNCHRONIZED_BIT | GL_MAP_INVALIDATE_BUFFER_BIT |
					 GL_MAP_INVALIDATE_RANGE_BIT))
		return;
	if (buffer && writes && last &&
		(last == s->frames.now->serial || last == s->frames.now->last))
		gs_check_found(s, GS_CHECK_MAP_WAIT, s->call->number);
}

static uint32_t query_named(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	return gs_effects_object_named(
		s->effects, GS_OBJECT_QUERY, gs_analysed_number(analysed, "id"));
}

static void end_query(struct gs_checklist *s, uint32_t object)
{
	struct query *query = g_new0(struct query, 1);
	query->serial = s->frames.now->serial;
	g_hash_table_insert(s->queries, GUINT_TO_POINTER(object), query);
}

static void look_at_query(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	unsigned plain = analysed->function->plain;
	gpointer target = GUINT_TO_POINTER((guint)gs_analysed_number(analysed, "target"));
	if (plain == GS_FN_glBeginQuery || plain == GS_FN_glBeginQueryIndexed) {
		g_hash_table_insert(s->active, target, GUINT_TO_POINTER(query_named(s, analysed)));
	} else if (plain == GS_FN_glEndQuery || plain == GS_FN_glEndQueryIndexed) {
		end_query(s, GPOINTER_TO_UINT(g_hash_table_lookup(s->active, target)));
	} else if (plain == GS_FN_glQueryCounter) {
		end_query(s, query_named(s, analysed));
	} else if (analysed->function->kinds & GS_KIND_RESULT) {
		struct query *query = g_hash_table_lookup(
			s->queries, GUINT_TO_POINTER(query_named(s, analysed)));
		const struct gs_trace_value *answer = gs_analysed_value(analysed, "params");
		uint64_t pname = gs_analysed_number(analysed, "pname");
		if (!query)
			return;
		if (answer && answer->class == GS_TRACE_ARRAY && answer->n == 1)
			answer = &answer->items[0];
		if (pname == GL_QUERY_RESULT_AVAILABLE && answer && gs_trace_number(answer))
			query->is_available = true;
		if (pname == GL_QUERY_RESULT && !query->is_available &&
			query->serial == s->frames.now->serial &&
			gs_analysed_waits(s->effects, analysed))
			gs_check_found(s, GS_CHECK_QUERY_WAIT, s->call->number);
	}
}

/* Find waits for a fence of the same frame. One of an earlier frame only limits how far the program
 * runs ahead; one that was seen signaled needs no wait; that another one happens to need none is
 * chance. */
static void look_at_fence(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	gpointer sync = (gpointer)(uintptr_t)gs_analysed_number(analysed, "sync");
	uint64_t result = gs_trace_number(&analysed->call->result);
	bool waits = gs_analysed_number(analysed, "timeout") != 0;
	if (g_hash_table_lookup(s->fences, sync) != this_frame(s) ||
		(!waits && result != GL_ALREADY_SIGNALED))
		return;
	if (waits)
		gs_check_found(s, GS_CHECK_FENCE_WAIT, s->call->number);
	else
		g_hash_table_remove(s->fences, sync);
	g_hash_table_remove_all(s->packed);
}

static void look_at_syncs(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	unsigned plain = analysed->function->plain;
	if (plain == GS_FN_glFenceSync || plain == GS_FN_eglCreateSync ||
		plain == GS_FN_eglCreateSyncKHR) {
		gpointer sync = (gpointer)(uintptr_t)gs_trace_number(&analysed->call->result);
		g_hash_table_insert(s->fences, sync, this_frame(s));
	} else if (plain == GS_FN_glClientWaitSync || plain == GS_FN_eglClientWaitSync) {
		look_at_fence(s, analysed);
	} else if (plain == GS_FN_glDeleteSync || plain == GS_FN_eglDestroySync) {
		g_hash_table_remove(
			s->fences, (gpointer)(uintptr_t)gs_analysed_number(analysed, "sync"));
	} else if (gs_analysed_finishes(analysed)) {
		s->finish_call = s->call->number;
		g_hash_table_remove_all(s->packed);
	}
}

static void look_at_waits(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	if (kinds & (GS_KIND_READS_PIXELS | GS_KIND_READS_BUFFER)) {
		uint32_t buffer = gs_effects_bound(
			s->effects, GS_OBJECT_BUFFER, GL_PIXEL_PACK_BUFFER);
		if (gs_analysed_waits(s->effects, analysed))
			gs_check_found(s, GS_CHECK_READ_BACK, s->call->number);
		else
			g_hash_table_insert(s->packed, GUINT_TO_POINTER(buffer), this_frame(s));
	} else if (kinds & GS_KIND_MAPS) {
		look_at_map(s, analysed);
	} else if (kinds & GS_KIND_BUFFER_DATA) {
		g_hash_table_remove(
			s->used, GUINT_TO_POINTER(gs_analysed_buffer(s->effects, analysed)));
		g_hash_table_remove(
			s->packed, GUINT_TO_POINTER(gs_analysed_buffer(s->effects, analysed)));
	} else {
		look_at_syncs(s, analysed);
	}
}

/* ---- what is asked ---- */

struct asked {
	uint64_t frame, run;
};

static void look_at_question(
	struct gs_checklist *s, const struct gs_analysed_call *analysed, enum gs_check_id id)
{
	const struct gs_check_frame *frame = s->frames.now;
	struct asked *asked = g_hash_table_lookup(frame->asked, analysed->function);
	if (!asked) {
		asked = g_new0(struct asked, 1);
		asked->frame = UINT64_MAX;
		g_hash_table_insert(frame->asked, (gpointer)analysed->function, asked);
	}
	if (asked->frame != frame->number)
		asked->run = asked->frame + 1 == frame->number ? asked->run + 1 : 1;
	asked->frame = frame->number;
	if (asked->run >= RUN)
		gs_check_found(s, id, s->call->number);
}

static void look_at_questions(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	unsigned plain = analysed->function->plain;
	const uint64_t others = GS_KIND_RESULT | GS_KIND_READS_PIXELS | GS_KIND_READS_BUFFER;
	uint64_t pname = gs_analysed_number(analysed, "pname");
	if (plain == GS_FN_glGetError)
		look_at_question(s, analysed, GS_CHECK_ERROR_ASKED);
	else if (analysed->function->kinds & GS_KIND_ASKS && !(analysed->function->kinds & others))
		look_at_question(s, analysed, GS_CHECK_STATE_ASKED);
	if (plain == GS_FN_glGetString || plain == GS_FN_glGetStringi ||
		pname == GL_MAJOR_VERSION || pname == GL_NUM_EXTENSIONS)
		s->asks_strings = true;
}

/* ---- draws ---- */

static void look_at_row(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	uint64_t mode = gs_analysed_number(analysed, "mode");
	if (analysed->function == s->row_function && mode == s->row_mode) {
		if (s->row < ROW)
			s->row_calls[s->row] = s->call->number;
		s->row++;
		for (unsigned i = 0; s->row == ROW && i < ROW; i++)
			gs_check_found(s, GS_CHECK_DRAWS_IN_A_ROW, s->row_calls[i]);
		if (s->row > ROW)
			gs_check_found(s, GS_CHECK_DRAWS_IN_A_ROW, s->call->number);
		return;
	}
	s->row_function = analysed->function->kinds & GS_KIND_PIXELS ? NULL : analysed->function;
	s->row_mode = mode;
	s->row = 1;
	s->row_calls[0] = s->call->number;
}

static void note_used(struct gs_checklist *s, bool is_indexed)
{
	uint32_t buffers[GS_ARRAYS + 1];
	unsigned n = gs_arrays_buffers(s->arrays, buffers);
	if (is_indexed)
		buffers[n++] = gs_effects_bound(
			s->effects, GS_OBJECT_BUFFER, GL_ELEMENT_ARRAY_BUFFER);
	for (unsigned i = 0; i < n; i++)
		g_hash_table_insert(s->used, GUINT_TO_POINTER(buffers[i]), this_frame(s));
}

static bool tests_depth(struct gs_checklist *s)
{
	gpointer context = GUINT_TO_POINTER(gs_effects_context(s->effects));
	return !gs_effects_target_name(s->effects) &&
	       gs_effects_is_enabled(s->effects, GL_DEPTH_TEST) &&
	       !gs_effects_is_enabled(s->effects, GL_SCISSOR_TEST) &&
	       g_hash_table_lookup(s->depth_funcs, context) != GUINT_TO_POINTER(GL_ALWAYS);
}

static void look_at_multisample(struct gs_checklist *s)
{
	uint64_t samples = (uint64_t)(uintptr_t)g_hash_table_lookup(
		s->configs, (gpointer)(uintptr_t)s->config);
	if (!samples || s->has_multisample)
		return;
	s->has_multisample = true;
	s->items[GS_CHECK_MULTISAMPLE].is_told = true;
	if (samples == 1)
		gs_check_found_at_once(s, GS_CHECK_MULTISAMPLE, s->call->number, 0);
}

static bool is_client_indexed(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *indices = gs_analysed_value(analysed, "indices");
	return indices && indices->class != GS_TRACE_NULL && indices->class != GS_TRACE_NONE &&
	       !gs_effects_bound(s->effects, GS_OBJECT_BUFFER, GL_ELEMENT_ARRAY_BUFFER);
}

/* Find draws whose indices share vertices badly, where the indices are known. */
static void look_at_sharing(struct gs_checklist *s, const struct gs_submission *submission)
{
	if (!submission->is_indexed || !submission->is_known || !submission->knows_sharing)
		return;
	if (submission->mode == GL_TRIANGLES && submission->draws == 1 &&
		submission->triangles >= UNSHARED * submission->instances &&
		submission->distinct == submission->vertices)
		gs_check_found(s, GS_CHECK_INDICES_UNSHARED, s->call->number);
	if (submission->triangles >= LARGE * submission->instances &&
		submission->shaded >= submission->distinct + submission->distinct / 2)
		gs_check_found(s, GS_CHECK_VERTEX_ORDER, s->call->number);
}

/* Find draws without indices that repeat vertices, by the bytes of the vertices. */
static void look_at_repeated(struct gs_checklist *s, const struct gs_analysed_call *analysed,
	const struct gs_submission *submission)
{
	const struct gs_draw_rule *rule = gs_data_draw(analysed->function->number);
	if (!gs_draw_is_direct(rule) || rule->source != GS_DRAW_ARRAYS ||
		s->frames.now->number < GS_CHECK_FRAME || submission->mode != GL_TRIANGLES ||
		!submission->is_known || submission->draws != 1 || !submission->instances ||
		submission->triangles < UNSHARED * submission->instances)
		return;
	uint64_t count = gs_trace_argument(analysed->call, rule->count), distinct;
	if (count * submission->instances != submission->vertices)
		return;
	distinct = gs_vertices_distinct(s->vertices, gs_draws_contents(s->draws),
		gs_trace_argument(analysed->call, rule->first), count);
	if (distinct && distinct <= count / 2)
		gs_check_found(s, GS_CHECK_VERTICES_REPEATED, s->call->number);
}

static void look_at_draw(struct gs_checklist *s, const struct gs_analysed_call *analysed,
	const struct gs_submission *submission, unsigned depth)
{
	uint64_t call = s->call->number;
	if (submission->is_pixels)
		return;
	s->first_draw = MIN(s->first_draw, call);
	if (submission->is_known && !submission->primitives)
		gs_check_found(s, GS_CHECK_DRAW_EMPTY, call);
	else
		look_at_sharing(s, submission);
	if (!depth)
		look_at_repeated(s, analysed, submission);
	if (!depth && analysed->function->kinds & GS_KIND_DRAW &&
		(s->has_client_array || is_client_indexed(s, analysed)))
		gs_check_found(s, GS_CHECK_CLIENT_ARRAYS, call);
	note_used(s, submission->is_indexed);
	gs_check_textures_drawn(s);
	if (!tests_depth(s))
		return;
	look_at_multisample(s);
	if (!s->frames.now->depth_is_cleared && !s->frames.now->depth_is_found)
		gs_check_found(s, GS_CHECK_DEPTH_CLEAR, call);
	s->frames.now->depth_is_found = true;
}

static void look_at_clear(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	uint64_t buffer = gs_analysed_number(analysed, "buffer");
	bool clears = analysed->function->number == GS_FN_glClear
			      ? gs_analysed_number(analysed, "mask") & GL_DEPTH_BUFFER_BIT
			      : buffer == GL_DEPTH || buffer == GL_DEPTH_STENCIL;
	if (clears && !gs_effects_target_name(s->effects))
		s->frames.now->depth_is_cleared = true;
}

/* ---- other calls ---- */

static void look_at_config(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	unsigned plain = analysed->function->plain;
	gpointer config = (gpointer)(uintptr_t)gs_analysed_number(analysed, "config");
	uint64_t attribute = gs_analysed_number(analysed, "attribute");
	const struct gs_trace_value *value = gs_analysed_value(analysed, "value");
	if (analysed->function->kinds & GS_KIND_CREATES_CONTEXT) {
		s->makes_context = true;
		s->config = (uint64_t)(uintptr_t)config;
		return;
	}
	if ((plain == GS_FN_glXGetFBConfigAttrib && attribute == GLX_SAMPLES_VALUE) ||
		(plain == GS_FN_eglGetConfigAttrib && attribute == EGL_SAMPLES)) {
		if (value && value->class == GS_TRACE_ARRAY && value->n == 1)
			value = &value->items[0];
		if (value && value->class != GS_TRACE_NULL)
			g_hash_table_insert(s->configs, config,
				(gpointer)(uintptr_t)(gs_trace_number(value) > 1 ? 2 : 1));
	}
}

static bool fetches_texels(const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *texts = gs_analysed_value(analysed, "string|strings");
	for (uint32_t i = 0; texts && texts->class == GS_TRACE_ARRAY && i < texts->n; i++)
		if (texts->items[i].class == GS_TRACE_STRING &&
			strstr(texts->items[i].text, "texelFetch"))
			return true;
	return false;
}

static void look_at_call(struct gs_checklist *s, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	uint64_t call = s->call->number;
	if (kinds & GS_KIND_SHADER)
		s->fetches_texels |= fetches_texels(analysed);
	if (kinds & GS_KIND_COMPILES)
		gs_check_found(s, GS_CHECK_COMPILED, call);
	if (analysed->function->number == GS_FN_glBegin)
		gs_check_found(s, GS_CHECK_IMMEDIATE, call);
	if (kinds & GS_KIND_CLEARS)
		look_at_clear(s, analysed);
	if (kinds & GS_KIND_WINDOW)
		look_at_config(s, analysed);
	if (kinds & GS_KIND_UNIFORM && gs_analysed_has(analysed, "location") &&
		(int32_t)gs_analysed_number(analysed, "location") == -1)
		gs_check_found(s, GS_CHECK_UNIFORM_UNUSED, call);
	if (analysed->function->number == GS_FN_glNewList)
		gs_check_found(s, GS_CHECK_LIST_COMPILED, call);
	if (analysed->function->number == GS_FN_glDepthFunc)
		g_hash_table_insert(s->depth_funcs,
			GUINT_TO_POINTER(gs_effects_context(s->effects)),
			GUINT_TO_POINTER((guint)gs_analysed_number(analysed, "func")));
}

static void watch(void *data, const struct gs_trace_call *call, unsigned depth)
{
	struct gs_checklist *s = data;
	const struct gs_analysed_call analysed = {
		gs_known_function_of(&s->known, call->function), call};
	struct gs_submission submission;
	bool draws;
	gs_check_frames_stand(&s->frames, s->effects);
	gs_arrays_add(s->arrays, &analysed);
	gs_vertices_add(s->vertices, &analysed);
	draws = gs_draws_add(s->draws, &analysed, &submission);
	if (call->is_fake)
		return;
	gs_samplers_add(s->samplers, &analysed);
	if (!depth) {
		look_at_call(s, &analysed);
		look_at_waits(s, &analysed);
		look_at_query(s, &analysed);
		look_at_questions(s, &analysed);
		gs_check_textures(s, &analysed);
	}
	if (draws)
		look_at_draw(s, &analysed, &submission, depth);
}

/* ---- all ---- */

static void look_at_measured(struct gs_checklist *s)
{
	const struct gs_measured_row *row = s->measured
						    ? gs_measured_find(s->measured, s->call->number)
						    : NULL;
	if (row && row->values[GS_FIGURE_UNSEEN_DRAWS] && !s->call->is_fake)
		gs_check_found(s, GS_CHECK_DRAW_UNSEEN, s->call->number);
}

void gs_checklist_set_measured(struct gs_checklist *s, const struct gs_measured *measured)
{
	s->measured = measured;
}

void gs_checklist_add(struct gs_checklist *s, const struct gs_trace_call *call)
{
	const struct gs_analysed_call analysed = {
		gs_known_function_of(&s->known, call->function), call};
	bool is_array = call->is_fake && analysed.function->kinds & GS_KIND_ARRAY;
	if (s->finish_call != UINT64_MAX && !(call->is_fake && call->ends_frame))
		gs_check_found(s, GS_CHECK_FINISH, s->finish_call);
	s->finish_call = UINT64_MAX;
	s->call = call;
	if (gs_trace_is_comment(call, GS_COMMENT_BEGINS)) {
		s->is_part = true;
		gs_check_textures_begin_part(s);
	}
	gs_effects_add(s->effects, call);
	gs_check_frames_stand(&s->frames, s->effects);
	if (gs_repeats_add(s->repeats, call) == GS_REPEAT_IS)
		gs_check_found(s, GS_CHECK_STATE_REPEATED, call->number);
	if (analysed.function->kinds & GS_KIND_DRAW && !call->is_fake)
		look_at_row(s, &analysed);
	else
		s->row_function = NULL;
	if (!call->is_fake || is_array)
		s->has_client_array = is_array;
	look_at_measured(s);
	if (call->ends_frame)
		end_frame(s);
}

struct gs_checklist *gs_checklist_new(void)
{
	struct gs_checklist *s = g_new0(struct gs_checklist, 1);
	s->effects = gs_effects_new(0);
	gs_effects_keep_last(s->effects);
	s->repeats = gs_repeats_new(s->effects);
	s->draws = gs_draws_new(s->effects);
	s->arrays = gs_arrays_new(s->effects);
	s->samplers = gs_samplers_new(s->effects);
	s->vertices = gs_vertices_new(s->effects, s->arrays);
	gs_known_functions_init(&s->known);
	memcpy(s->items, gs_check_items, sizeof(s->items));
	gs_check_frames_init(&s->frames);
	s->queries = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	s->textures = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	s->used = g_hash_table_new(NULL, NULL);
	s->packed = g_hash_table_new(NULL, NULL);
	s->fences = g_hash_table_new(NULL, NULL);
	s->configs = g_hash_table_new(NULL, NULL);
	s->active = g_hash_table_new(NULL, NULL);
	s->depth_funcs = g_hash_table_new(NULL, NULL);
	s->first_draw = s->finish_call = UINT64_MAX;
	gs_effects_set_watch(s->effects, watch, s);
	return s;
}

void gs_checklist_free(struct gs_checklist *s)
{
	GHashTable *tables[] = {s->queries, s->textures, s->used, s->packed, s->fences, s->configs,
		s->active, s->depth_funcs};
	for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
		g_hash_table_destroy(tables[i]);
	gs_check_frames_clear(&s->frames);
	gs_repeats_free(s->repeats);
	gs_draws_free(s->draws);
	gs_arrays_free(s->arrays);
	gs_vertices_free(s->vertices);
	gs_samplers_free(s->samplers);
	gs_effects_free(s->effects);
	gs_known_functions_clear(&s->known);
	g_free(s);
}

/* Clear the items that an extracted part cannot tell of: what the program did once or never, since
 * a part lacks what it does not need. */
static void leave_out_of_part(struct gs_checklist *s)
{
	static const enum gs_check_id ids[] = {GS_CHECK_STRINGS, GS_CHECK_MIPMAPS_MISSING,
		GS_CHECK_MIPMAPS_UNUSED, GS_CHECK_UNCOMPRESSED};
	for (size_t i = 0; i < G_N_ELEMENTS(ids); i++) {
		struct gs_check_item *item = &s->items[ids[i]];
		item->is_told = false;
		item->n = item->frames = item->bytes = 0;
	}
}

const struct gs_check_item *gs_checklist_end(struct gs_checklist *s, size_t *n)
{
	bool has_frames = s->frames.most > GS_CHECK_FRAME;
	bool has_multisample = s->items[GS_CHECK_MULTISAMPLE].is_told;
	gs_check_textures_end(s);
	if (s->makes_context && s->first_draw != UINT64_MAX && !s->asks_strings)
		gs_check_found_at_once(s, GS_CHECK_STRINGS, s->first_draw, 0);
	for (unsigned i = 0; i < GS_N_CHECKS; i++)
		s->items[i].is_told = has_frames;
	s->items[GS_CHECK_MIPMAPS_MISSING].is_told = s->items[GS_CHECK_MIPMAPS_UNUSED].is_told =
		!s->has_samplers && !s->fetches_texels;
	s->items[GS_CHECK_UNCOMPRESSED].is_told = true;
	s->items[GS_CHECK_MULTISAMPLE].is_told = has_multisample;
	s->items[GS_CHECK_DRAW_UNSEEN].is_told = has_frames && s->measured;
	s->items[GS_CHECK_STRINGS].is_told = s->makes_context && s->first_draw != UINT64_MAX;
	if (s->is_part)
		leave_out_of_part(s);
	*n = GS_N_CHECKS;
	return s->items;
}

struct gs_quality gs_checklist_quality(const struct gs_check_item *items, size_t n)
{
	struct gs_quality quality = {0};
	for (size_t i = 0; i < n; i++) {
		quality.rules += items[i].is_told;
		quality.kept += items[i].is_told && !items[i].n;
	}
	quality.name = quality.kept == quality.rules	       ? "good"
		       : 5 * quality.kept >= 4 * quality.rules ? "fair"
							       : "poor";
	return quality;
}

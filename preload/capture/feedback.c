/* SPDX-License-Identifier: MIT */
/*
 * Vertex, tessellation and geometry shaders: the later stages are left out, what the variant writes
 * comes back through transform feedback, and nothing is rasterised. A vertex shader is run once for
 * each index and instance by drawing GL_POINTS instead of the draw's primitives.
 */
#include "preload/capture/stage.h"

#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* OpenGL 3.0 has the functions, contexts below it those of EXT_transform_feedback. */
static bool is_core(const struct gs_caps *c)
{
	return c->version >= 30;
}

static void bind_base(const struct gs_caps *c, GLuint buffer)
{
	if (is_core(c))
		GL(glBindBufferBase)(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
	else
		GL(glBindBufferBaseEXT)(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
}

static void bind_range(const struct gs_caps *c, GLuint buffer, GLintptr start, GLsizeiptr size)
{
	if (is_core(c))
		GL(glBindBufferRange)(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, start, size);
	else
		GL(glBindBufferRangeEXT)(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, start, size);
}

static void begin_feedback(const struct gs_caps *c, GLenum mode)
{
	if (is_core(c))
		GL(glBeginTransformFeedback)(mode);
	else
		GL(glBeginTransformFeedbackEXT)(mode);
}

static void end_feedback(const struct gs_caps *c)
{
	if (is_core(c))
		GL(glEndTransformFeedback)();
	else
		GL(glEndTransformFeedbackEXT)();
}

/* ---- what the program has bound ---- */

struct bound {
	GLint object, generic;
	GLint buffer; /* binding point 0, where there are no feedback objects */
	GLint64 start, size;
};

static bool has_objects(const struct gs_caps *c)
{
	return c->feedback_pause;
}

static void get_range(const struct gs_caps *c, struct bound *b)
{
	GLint start = 0, size = 0;
	if (c->version >= (c->api == GS_API_ES ? 30 : 32)) {
		GL(glGetIntegeri_v)(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &b->buffer);
		GL(glGetInteger64i_v)(GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &b->start);
		GL(glGetInteger64i_v)(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &b->size);
		return;
	}
	if (is_core(c)) {
		GL(glGetIntegeri_v)(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &b->buffer);
		GL(glGetIntegeri_v)(GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &start);
		GL(glGetIntegeri_v)(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &size);
	} else {
		GL(glGetIntegerIndexedvEXT)(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &b->buffer);
		GL(glGetIntegerIndexedvEXT)(GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &start);
		GL(glGetIntegerIndexedvEXT)(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &size);
	}
	b->start = start;
	b->size = size;
}

/* The program's feedback is paused, and another object bound (gs_saved_enter). */
static void bind_ours(struct gs_debugging *d, struct bound *b)
{
	memset(b, 0, sizeof *b);
	b->generic = get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING);
	if (has_objects(&d->caps)) {
		b->object = get(GL_TRANSFORM_FEEDBACK_BINDING);
		if (!d->channel.feedback)
			GL(glGenTransformFeedbacks)(1, &d->channel.feedback);
		GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, d->channel.feedback);
	} else {
		get_range(&d->caps, b);
	}
	if (!d->channel.buffer)
		GL(glGenBuffers)(1, &d->channel.buffer);
	bind_base(&d->caps, d->channel.buffer);
	gs_caps_drain();
}

static void bind_theirs(struct gs_debugging *d, const struct bound *b)
{
	if (has_objects(&d->caps))
		GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, b->object);
	else if (b->size)
		bind_range(&d->caps, b->buffer, b->start, b->size);
	else
		bind_base(&d->caps, b->buffer);
	if (get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING) != b->generic)
		GL(glBindBuffer)(GL_TRANSFORM_FEEDBACK_BUFFER, b->generic);
	gs_caps_drain();
}

/* ---- drawing ---- */

static void discard(const struct gs_saved *saved, bool ours)
{
	if (ours || saved->discard)
		GL(glEnable)(GL_RASTERIZER_DISCARD);
	else
		GL(glDisable)(GL_RASTERIZER_DISCARD);
}

static int redraw_mode(const struct gs_debugging *d)
{
	return d->stage == GS_STAGE_VERTEX ? GL_POINTS : -1;
}

static bool has_generated(const struct gs_caps *c)
{
	return c->api != GS_API_ES || c->version >= 32;
}

static uint64_t result_of(GLuint query)
{
	GLuint n = 0;
	GL(glGetQueryObjectuiv)(query, GL_QUERY_RESULT, &n);
	return n;
}

/* Mesa keeps the mode of transform feedback in the context, not in the object, and would compare
 * the program's draws with ours. */
static void restore_mode(const struct gs_saved *saved, const struct gs_redraw *redraw)
{
	if (!saved->own_feedback || !redraw->feedback_mode || redraw->feedback_mode == GL_POINTS)
		return;
	GL(glBeginTransformFeedback)(redraw->feedback_mode);
	GL(glEndTransformFeedback)();
}

/* Without a fragment shader - the variant has none - nothing may be drawn into integers, not even
 * nothing. */
static void avoid_integers(struct gs_debugging *d)
{
	struct gs_output_channel_objects *channel = &d->channel;
	bool integers = d->caps.api == GS_API_COMPATIBILITY && d->caps.framebuffers &&
			get(GL_RGBA_INTEGER_MODE_EXT);
	gs_caps_drain();
	if (!integers)
		return;
	if (!channel->framebuffer) {
		GL(glGenFramebuffers)(1, &channel->framebuffer);
		GL(glGenRenderbuffers)(1, &channel->renderbuffer);
		GL(glBindRenderbuffer)(GL_RENDERBUFFER, channel->renderbuffer);
		GL(glRenderbufferStorage)(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
	}
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, channel->framebuffer);
	GL(glFramebufferRenderbuffer)
	(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, channel->renderbuffer);
}

/* One redraw into the buffer. *records: how many there were, also those that found no room; without
 * a query for that, those written. */
static bool draw_once(struct gs_debugging *d, const struct gs_saved *saved,
	const struct gs_redraw *redraw, uint64_t *records, struct gs_refusal *refusal)
{
	struct gs_output_channel_objects *channel = &d->channel;
	if (!channel->query[0])
		GL(glGenQueries)(2, channel->query);
	discard(saved, true);
	GL(glBeginQuery)(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, channel->query[0]);
	if (has_generated(&d->caps))
		GL(glBeginQuery)(GL_PRIMITIVES_GENERATED, channel->query[1]);
	gs_caps_drain();
	begin_feedback(&d->caps, GL_POINTS);
	GLenum error = gs_caps_drain();
	bool ok = error == GL_NO_ERROR && gs_redraw_execute(redraw, saved, redraw_mode(d), refusal);
	end_feedback(&d->caps);
	restore_mode(saved, redraw);
	GL(glEndQuery)(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	if (has_generated(&d->caps))
		GL(glEndQuery)(GL_PRIMITIVES_GENERATED);
	discard(saved, false);
	gs_caps_drain();
	if (error != GL_NO_ERROR)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the instrumented shader's transform feedback does not begin: %s",
			gs_caps_error_name(error));
	if (ok)
		*records = result_of(channel->query[has_generated(&d->caps)]);
	return ok;
}

/* ES before 3.2 has no query for what found no room: there a full buffer may have been too small.
 */
static bool had_room(const struct gs_debugging *d, uint64_t room, uint64_t records)
{
	return has_generated(&d->caps) ? records <= room : records < room;
}

static bool grow(struct gs_debugging *d, uint64_t size, struct gs_refusal *refusal)
{
	if (size <= d->channel.size)
		return true;
	gs_caps_drain();
	GL(glBufferData)(GL_TRANSFORM_FEEDBACK_BUFFER, size, NULL, GL_STREAM_READ);
	GLenum error = gs_caps_drain();
	d->channel.size = error ? 0 : size;
	return error == GL_NO_ERROR ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "a buffer of %llu bytes for the captured values could not be created: %s",
		       (unsigned long long)size, gs_caps_error_name(error));
}

/* Redraws until all records have room. */
static bool draw_all(struct gs_debugging *d, const struct gs_saved *saved,
	const struct gs_redraw *redraw, uint64_t stride, uint64_t limit, uint64_t *records,
	struct gs_refusal *refusal)
{
	enum { FIRST_ROOM = 4096 };
	uint64_t room = d->channel.records > FIRST_ROOM ? d->channel.records + 1 : FIRST_ROOM;
	for (;;) {
		if (!grow(d, room * stride, refusal))
			return false;
		if (!draw_once(d, saved, redraw, records, refusal))
			return false;
		if (*records > limit)
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"the draw runs this shader for %llu elements, whose values do not "
				"fit into the shared memory",
				(unsigned long long)*records);
		if (had_room(d, d->channel.size / stride, *records))
			break;
		room = has_generated(&d->caps) ? *records : *records * 4;
	}
	d->channel.records = *records;
	return true;
}

/* ---- reading back ---- */

/* The vertices of an instance side by side, instances below each other. */
static struct gs_rectangle grid(
	const struct gs_debugging *d, const struct gs_redraw *redraw, uint64_t records)
{
	unsigned rows = d->stage == GS_STAGE_VERTEX ? redraw->extent.instances : 1;
	if (rows == 0 || records % rows || !records)
		rows = 1;
	return (struct gs_rectangle){0, 0, records / rows, rows};
}

/* Records hold an element's words one attachment after the other. */
static void separate(const uint8_t *from, uint64_t records, unsigned n, uint8_t *const *images)
{
	for (unsigned a = 0; a < n; a++)
		for (uint64_t i = 0; i < records; i++)
			memcpy(images[a] + 16 * i, from + 16 * (i * n + a), 16);
}

static bool read_back(struct gs_debugging *d, const struct gs_redraw *redraw, unsigned n,
	uint64_t records, struct gs_stream *answer, struct gs_refusal *refusal)
{
	uint8_t *images[GS_MAX_ATTACHMENTS];
	void *count;
	struct gs_rectangle area = grid(d, redraw, records);
	if (!gs_answer_begin(answer, n, &area, images, &count, refusal))
		return false;
	memcpy(count, &records, sizeof records);
	if (!records)
		return true;
	const void *data = GL(glMapBufferRange)(
		GL_TRANSFORM_FEEDBACK_BUFFER, 0, records * n * 16, GL_MAP_READ_BIT);
	if (data)
		separate(data, records, n, images);
	if (data)
		GL(glUnmapBuffer)(GL_TRANSFORM_FEEDBACK_BUFFER);
	return (gs_caps_drain() == GL_NO_ERROR && data) ||
	       gs_refusal_set(
		       refusal, GS_STATUS_INTERNAL, "the captured values could not be read back");
}

bool gs_feedback_capture(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r,
	struct gs_stream *answer, struct gs_refusal *refusal)
{
	struct bound bound;
	uint64_t stride = 16 * r->n_attachments, records = 0, limit = answer->size / stride;
	bind_ours(d, &bound);
	avoid_integers(d);
	GL(glDisable)(GL_BLEND); /* some equations need a fragment shader that says so */
	bool ok = gs_variants_use(&d->variants, saved, &d->used, &r->variant[0], refusal) &&
		  draw_all(d, saved, redraw, stride, limit, &records, refusal) &&
		  read_back(d, redraw, r->n_attachments, records, answer, refusal);
	bind_theirs(d, &bound);
	return ok;
}

/* ---- beginning ---- */

/* Four words each: what one record may have, and what the stage may write besides the position. */
static unsigned max_words(const struct gs_debugging *d)
{
	static const GLenum limits[] = {
		[GS_STAGE_VERTEX] = GL_MAX_VERTEX_OUTPUT_COMPONENTS,
		[GS_STAGE_TESS_CONTROL] = GL_MAX_TESS_CONTROL_OUTPUT_COMPONENTS,
		[GS_STAGE_TESS_EVALUATION] = GL_MAX_TESS_EVALUATION_OUTPUT_COMPONENTS,
		[GS_STAGE_GEOMETRY] = GL_MAX_GEOMETRY_OUTPUT_COMPONENTS,
	};
	GLint words = get(GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS);
	GLint stage = get(limits[d->stage]);
	if (gs_caps_drain() == GL_NO_ERROR && stage > 0 && stage < words)
		words = stage;
	return words > 4 * GS_MAX_ATTACHMENTS ? 4 * GS_MAX_ATTACHMENTS : words / 4 * 4;
}

/* Of an input patch: an evaluation shader's has as many as a control shader puts out, if there is
 * one. */
static unsigned patch_vertices(const struct gs_debugging *d)
{
	GLint n = 0, control = (GLint)d->used.program;
	if (d->stage != GS_STAGE_TESS_CONTROL && d->stage != GS_STAGE_TESS_EVALUATION)
		return 0;
	if (d->used.pipeline)
		GL(glGetProgramPipelineiv)(d->used.pipeline, GL_TESS_CONTROL_SHADER, &control);
	if (d->stage == GS_STAGE_TESS_EVALUATION && control)
		GL(glGetProgramiv)(control, GL_TESS_CONTROL_OUTPUT_VERTICES, &n);
	if (gs_caps_drain() != GL_NO_ERROR || n <= 0)
		n = get(GL_PATCH_VERTICES);
	return n > 0 ? (unsigned)n : 0;
}

static bool check_context(const struct gs_debugging *d, struct gs_refusal *refusal)
{
	const struct gs_caps *c = &d->caps;
	if (!c->feedback)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this context has no transform feedback (OpenGL 3.0, "
			"GL_EXT_transform_feedback, or OpenGL ES 3.0), which is needed to read a "
			"%s shader's values back",
			gs_stage_text(d->stage));
	return true;
}

bool gs_feedback_begin(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	if (!check_context(d, refusal))
		return false;
	GLint viewport[4] = {0};
	GL(glGetIntegerv)(GL_VIEWPORT, viewport);
	d->info = (struct gs_wire_debug){
		.viewport = {(uint32_t)viewport[2], (uint32_t)viewport[3]},
		.glsl_version = d->caps.glsl,
		.max_draw_buffers = d->caps.n_draw_buffers,
		.float_renderable = true,
		.uint_renderable = true,
		.planes = 1,
		.max_feedback_words = max_words(d),
		.patch_vertices = patch_vertices(d),
	};
	discard(saved, true);
	bool ok = gs_redraw_execute(redraw, saved, -1, refusal);
	discard(saved, false);
	return ok;
}

void gs_feedback_finish(struct gs_debugging *d)
{
	struct gs_output_channel_objects *channel = &d->channel;
	if (channel->feedback)
		GL(glDeleteTransformFeedbacks)(1, &channel->feedback);
	if (channel->buffer)
		GL(glDeleteBuffers)(1, &channel->buffer);
	if (channel->query[0])
		GL(glDeleteQueries)(2, channel->query);
	if (channel->framebuffer) {
		GL(glDeleteFramebuffers)(1, &channel->framebuffer);
		GL(glDeleteRenderbuffers)(1, &channel->renderbuffer);
	}
	memset(channel, 0, sizeof *channel);
}

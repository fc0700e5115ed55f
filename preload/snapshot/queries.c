/* SPDX-License-Identifier: MIT */
/* Queries, conditional rendering and transform feedback: objects first, then what is under way. */
#include "preload/snapshot/snapshot.h"

#include "preload/capture/requests/inspection.h"

/* ---- queries ---- */

static const GLenum targets[] = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED,
	GL_ANY_SAMPLES_PASSED_CONSERVATIVE, GL_PRIMITIVES_GENERATED,
	GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_TIME_ELAPSED, GL_TRANSFORM_FEEDBACK_OVERFLOW,
	GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED,
	GL_VERTEX_SHADER_INVOCATIONS, GL_TESS_CONTROL_SHADER_PATCHES,
	GL_TESS_EVALUATION_SHADER_INVOCATIONS, GL_GEOMETRY_SHADER_INVOCATIONS,
	GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED, GL_FRAGMENT_SHADER_INVOCATIONS,
	GL_COMPUTE_SHADER_INVOCATIONS, GL_CLIPPING_INPUT_PRIMITIVES, GL_CLIPPING_OUTPUT_PRIMITIVES};
enum { N_TARGETS = sizeof targets / sizeof *targets, MOST_STREAMS = 4 };

static bool has_streams(GLenum target)
{
	return target == GL_PRIMITIVES_GENERATED ||
	       target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN ||
	       target == GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW;
}

static GLuint active_at(struct gs_live_snapshot *s, GLenum target, GLuint stream)
{
	GLint id = 0;
	if (s->caps.indexed_queries)
		GL(glGetQueryIndexediv)(target, stream, GL_CURRENT_QUERY, &id);
	else if (!stream)
		GL(glGetQueryiv)(target, GL_CURRENT_QUERY, &id);
	return gs_caps_drain() == GL_NO_ERROR ? (GLuint)id : 0;
}

static bool is_active(struct gs_live_snapshot *s, GLuint query)
{
	for (unsigned i = 0; i < N_TARGETS; i++)
		for (GLuint stream = 0; stream < (has_streams(targets[i]) ? MOST_STREAMS : 1u);
			stream++)
			if (active_at(s, targets[i], stream) == query)
				return true;
	return false;
}

/* The counted result is 0 then; what the program's was is said. */
static void add_query(struct gs_live_snapshot *s, GLuint name)
{
	GLint target = 0;
	gs_snapshot_put_name(s, GS_FN_glGenQueries, true, name);
	if (is_active(s, name) || s->caps.version < (s->gl.is_es ? 99u : 45u))
		return;
	GL(glGetQueryObjectiv)(name, GL_QUERY_TARGET, &target);
	if (gs_caps_drain() != GL_NO_ERROR || !target)
		return;
	if (target == GL_TIMESTAMP) {
		GS_PUT(s, glQueryCounter, name, GL_TIMESTAMP);
		return;
	}
	GS_PUT(s, glBeginQuery, (uint64_t)target, name);
	GS_PUT(s, glEndQuery, (uint64_t)target);
	gs_snapshot_put_label(s, GL_QUERY, name);
}

static void put_active(struct gs_live_snapshot *s, GLenum target, GLuint stream)
{
	GLuint name = active_at(s, target, stream);
	if (!name)
		return;
	if (stream)
		GS_PUT(s, glBeginQueryIndexed, target, stream, name);
	else
		GS_PUT(s, glBeginQuery, target, name);
	gs_snapshot_miss(s, "query", name, "it is active, and counts from here on alone");
}

static void put_active_queries(struct gs_live_snapshot *s)
{
	for (unsigned i = 0; i < N_TARGETS; i++)
		for (GLuint stream = 0; stream < (has_streams(targets[i]) ? MOST_STREAMS : 1u);
			stream++)
			put_active(s, targets[i], stream);
}

static void put_condition(struct gs_live_snapshot *s, const struct gs_capture_context *own)
{
	if (!own->conditional_query)
		return;
	GS_PUT(s, glBeginConditionalRender, own->conditional_query, own->conditional_mode);
	gs_snapshot_miss(s, "query", own->conditional_query,
		"draws depend on its result, which no call of GL gives to it");
}

/* ---- transform feedback ---- */

static void put_feedback_buffers(struct gs_live_snapshot *s)
{
	static const GLenum names[3] = {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
		GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE};
	gs_snapshot_indexed_buffers(s, GL_TRANSFORM_FEEDBACK_BUFFER,
		s->gl.is_es || s->caps.version < 40 ? GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS
						    : GL_MAX_TRANSFORM_FEEDBACK_BUFFERS,
		names);
}

static void add_feedback(struct gs_live_snapshot *s, GLuint name)
{
	gs_snapshot_put_name(s, GS_FN_glGenTransformFeedbacks, true, name);
	GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, name);
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	GS_PUT(s, glBindTransformFeedback, GL_TRANSFORM_FEEDBACK, name);
	put_feedback_buffers(s);
	if (gs_snapshot_get(GL_TRANSFORM_FEEDBACK_ACTIVE))
		gs_snapshot_miss(s, "transform feedback", name,
			"it is paused: what it has captured is in its buffers, and it begins anew");
	gs_snapshot_put_label(s, GL_TRANSFORM_FEEDBACK, name);
}

void gs_snapshot_feedbacks(struct gs_live_snapshot *s)
{
	GLint held = gs_snapshot_get(GL_TRANSFORM_FEEDBACK_BINDING);
	bool is_held_here = gs_snapshot_get(GL_TRANSFORM_FEEDBACK_ACTIVE) &&
			    !gs_snapshot_get(GL_TRANSFORM_FEEDBACK_PAUSED);
	if (!s->caps.feedback)
		return;
	if (!s->caps.feedback_pause) {
		put_feedback_buffers(s);
		return;
	}
	if (is_held_here)
		GL(glPauseTransformFeedback)();
	GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, 0);
	put_feedback_buffers(s);
	gs_snapshot_each(s, GS_FN_glIsTransformFeedback, add_feedback);
	GL(glBindTransformFeedback)(GL_TRANSFORM_FEEDBACK, (GLuint)held);
	GS_PUT(s, glBindTransformFeedback, GL_TRANSFORM_FEEDBACK, (uint64_t)held);
	if (is_held_here)
		GL(glResumeTransformFeedback)();
	gs_caps_drain();
}

static void put_active_feedback(struct gs_live_snapshot *s, const struct gs_capture_context *own)
{
	if (!s->caps.feedback || !gs_snapshot_get(GL_TRANSFORM_FEEDBACK_ACTIVE))
		return;
	GS_PUT(s, glBeginTransformFeedback, own->feedback_mode);
	if (gs_snapshot_get(GL_TRANSFORM_FEEDBACK_PAUSED))
		gs_snapshot_put(s, GS_FN_glPauseTransformFeedback, NULL, 0, NULL, 0);
	gs_snapshot_miss(s, "transform feedback",
		(GLuint)gs_snapshot_get(GL_TRANSFORM_FEEDBACK_BINDING),
		"it is active, and writes from its buffers' beginning on again");
}

/* ---- all ---- */

void gs_snapshot_queries(struct gs_live_snapshot *s)
{
	if (s->caps.queries)
		gs_snapshot_each(s, GS_FN_glIsQuery, add_query);
}

void gs_snapshot_under_way(struct gs_live_snapshot *s)
{
	const struct gs_capture_context *own = gs_capture_context(s->thread);
	if (!own)
		return;
	put_active_feedback(s, own);
	if (s->caps.queries)
		put_active_queries(s);
	put_condition(s, own);
}

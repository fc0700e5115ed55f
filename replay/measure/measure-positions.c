/* SPDX-License-Identifier: MIT */
/* Finds the positions of a call's vertices by transform feedback, and what becomes of its
 * shapes. */
#include "replay/measure/measuring.h"

enum {
	POSITION = 4 * sizeof(float),
	ROOM_LEAST = 1 << 10,	/* corners */
	ROOM_UNASKED = 1 << 20, /* corners, where GL does not tell the number beforehand */
	MOST_CORNERS = 16 << 20,
	CLIP_DISTANCES = 8
};

static unsigned corners_of(GLenum mode)
{
	return mode == GL_POINTS ? 1 : mode == GL_LINES ? 2 : 3;
}

/* ---- the rules ---- */

static void read_culling(struct gs_measure *measure, struct gs_shape_rules *rules)
{
	int face = gs_measuring_get(measure, GL_CULL_FACE_MODE);
	rules->front_is_clockwise = gs_measuring_get(measure, GL_FRONT_FACE) == GL_CW;
	if (!gs_measuring_is_enabled(measure, GL_CULL_FACE))
		return;
	rules->culls_front = face != GL_BACK;
	rules->culls_back = face != GL_FRONT;
}

static void read_volume(struct gs_measure *measure, struct gs_shape_rules *rules)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	float viewport[4] = {0};
	measure->gl.GetFloatv(GL_VIEWPORT, viewport);
	rules->width = (double)viewport[2];
	rules->height = (double)viewport[3];
	if (context->is_es)
		return;
	rules->clamps_depth = gs_measuring_is_enabled(measure, GL_DEPTH_CLAMP);
	if (context->version < 45)
		return;
	rules->zero_to_one = gs_measuring_get(measure, GL_CLIP_DEPTH_MODE) == GL_ZERO_TO_ONE;
	rules->y_is_down = gs_measuring_get(measure, GL_CLIP_ORIGIN) == GL_UPPER_LEFT;
}

static bool has_clip_distances(struct gs_measure *measure)
{
	bool any = false;
	for (GLenum i = 0; i < CLIP_DISTANCES; i++)
		any |= gs_measuring_is_enabled(measure, GL_CLIP_DISTANCE0 + i);
	/* Without an extension OpenGL ES has no clip distances: forget the errors. */
	gs_measuring_forget_errors(measure);
	return any;
}

/* ---- the positions ---- */

/* Execute the call with its positions captured in our buffer. Return the number of shapes;
 * UINT64_MAX: it failed. */
static uint64_t run(struct gs_measure *measure)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	struct gs_measured_context *context = measure->context;
	bool discards = gs_measuring_is_enabled(measure, GL_RASTERIZER_DISCARD);
	gs_measuring_switch(measure, GL_RASTERIZER_DISCARD, true);
	gl->BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, context->written);
	gl->BeginTransformFeedback(measure->mode);
	bool is_good = gs_measuring_forget_errors(measure);
	if (is_good) {
		gs_measuring_repeat(measure);
		is_good = gs_measuring_forget_errors(measure);
		gl->EndTransformFeedback();
	}
	gl->EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	gs_measuring_switch(measure, GL_RASTERIZER_DISCARD, discards);
	uint64_t n = gs_measuring_result(measure, context->written);
	return gs_measuring_forget_errors(measure) && is_good ? n : UINT64_MAX;
}

static void make_objects(struct gs_measure *measure)
{
	struct gs_measured_context *context = measure->context;
	if (context->feedback)
		return;
	measure->gl.GenTransformFeedbacks(1, &context->feedback);
	context->positions = gs_measuring_name(measure, context, 0, measure->gl.GenBuffers);
	context->written = gs_measuring_name(
		measure, context, GS_N_COUNTERS, measure->gl.GenQueries);
}

static void add_shapes(struct gs_measure *measure, const struct gs_shape_rules *rules, uint64_t n,
	struct gs_shapes *shapes)
{
	unsigned corners = corners_of(measure->mode);
	const float(*positions)[4] = measure->gl.MapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0,
		(GLsizeiptr)(n * corners * POSITION), GL_MAP_READ_BIT);
	if (!positions)
		return;
	for (uint64_t i = 0; i < n; i++)
		gs_shapes_add(shapes, rules, &positions[i * corners], corners);
	measure->gl.UnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
}

/* Capture the positions and add the shapes. Return false if not all of them could be had. */
static bool capture(
	struct gs_measure *measure, const struct gs_shape_rules *rules, struct gs_shapes *shapes)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	struct gs_measured_context *context = measure->context;
	unsigned corners = corners_of(measure->mode);
	bool knows = measure->primitives != UINT64_MAX;
	/* GL's counter counts a quad once, but it is captured as two triangles. */
	uint64_t room = ROOM_LEAST + (knows ? 2 * corners * measure->primitives : ROOM_UNASKED), n;
	int feedback = gs_measuring_get(measure, GL_TRANSFORM_FEEDBACK_BINDING);
	int buffer = gs_measuring_get(measure, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING);
	if (room > MOST_CORNERS)
		return false;
	make_objects(measure);
	gl->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, context->feedback);
	gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, context->positions);
	gl->BufferData(
		GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)(room * POSITION), NULL, GL_STREAM_READ);
	n = run(measure);
	if (n < room && (n + 1) * corners < room)
		add_shapes(measure, rules, n, shapes);
	gl->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, (GLuint)feedback);
	gl->BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)buffer);
	return gs_measuring_forget_errors(measure) && n == shapes->assembled &&
	       (!knows || n >= measure->primitives);
}

/* ---- the fixed-function pipeline ---- */

/* Return a program that transforms vertices as fixed function does; 0: there is none. */
static GLuint fixed_program(struct gs_measure *measure)
{
	static const char *const text = "#version 120\nvoid main() { gl_Position = ftransform(); }";
	static const GLchar *const names[] = {"gl_Position"};
	const struct gs_measuring_gl *gl = &measure->gl;
	struct gs_measured_context *context = measure->context;
	int linked = 0;
	if (context->fixed)
		return context->fixed;
	GLuint shader = gl->CreateShader(GL_VERTEX_SHADER), program = gl->CreateProgram();
	gl->ShaderSource(shader, 1, &text, NULL);
	gl->CompileShader(shader);
	gl->AttachShader(program, shader);
	gl->TransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
	gl->LinkProgram(program);
	gl->DetachShader(program, shader);
	gl->DeleteShader(shader);
	gl->GetProgramiv(program, GL_LINK_STATUS, &linked);
	context->fixed = linked ? program : 0;
	return context->fixed;
}

/* Use a program whose positions can be captured, and store the one that was in use in *was. Return
 * false if there is none. */
static bool use_program(
	struct gs_measure *measure, const struct gs_measured_program *program, GLuint *was)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	*was = (GLuint)gs_measuring_get(measure, GL_CURRENT_PROGRAM);
	if (program->has_positions)
		return true;
	if (*was || program->has_effects || context->is_es || context->is_core ||
		gs_measuring_get(measure, GL_PROGRAM_PIPELINE_BINDING) ||
		gs_measuring_is_enabled(measure, GL_VERTEX_PROGRAM_ARB) || !fixed_program(measure))
		return false;
	measure->gl.UseProgram(measure->context->fixed);
	return true;
}

void gs_measuring_positions(struct gs_measure *measure, const struct gs_measured_program *program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	struct gs_shape_rules rules = {0};
	struct gs_shapes shapes = {0};
	bool is_good = false;
	GLuint was = 0;
	if (program->output != GS_NO_SHAPE)
		measure->mode = program->output;
	if (measure->mode == GS_NO_SHAPE || context->version < (context->is_es ? 30u : 40u))
		return gs_measuring_tell(measure, "its positions cannot be had");
	if (program->has_cull_distances || has_clip_distances(measure))
		return gs_measuring_tell(measure, "it has clip distances or several viewports");
	read_culling(measure, &rules);
	read_volume(measure, &rules);
	if (measure->primitives == 0) {
		is_good = true;
	} else if (use_program(measure, program, &was)) {
		is_good = capture(measure, &rules, &shapes);
		if (!program->has_positions)
			measure->gl.UseProgram(was);
	}
	if (!is_good)
		return gs_measuring_tell(measure, "its positions cannot be had");
	gs_measure_set(measure, GS_MEASURED_ASSEMBLED, shapes.assembled);
	gs_measure_set(measure, GS_MEASURED_DEGENERATE, shapes.degenerate);
	gs_measure_set(measure, GS_MEASURED_OUTSIDE, shapes.outside);
	gs_measure_set(measure, GS_MEASURED_CULLED, shapes.culled);
	gs_measure_set(measure, GS_MEASURED_CLIPPED, shapes.clipped);
	gs_measure_set(measure, GS_MEASURED_RASTERIZED, shapes.rasterized);
	gs_measure_set(measure, GS_MEASURED_TRIANGLES, shapes.triangles);
	gs_measure_set(measure, GS_MEASURED_AREA, (uint64_t)(shapes.area + 0.5));
}

/* SPDX-License-Identifier: MIT */
/* Ways of drawing for test-state: each is set up once, and draws once. */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

GLenum state_mode = GL_TRIANGLES;

static GLuint names[4];

static GLuint filled(GLenum target, size_t size, const void *data)
{
	GLuint buffer;

	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferData(target, size, data, GL_STATIC_DRAW);
	return buffer;
}

/* What nothing records into a buffer stays what it was. */
static GLuint zeroed(GLenum target, size_t size)
{
	static const char zeros[1024];

	if (size > sizeof(zeros))
		abort();
	return filled(target, size, zeros);
}

/* ---- from arrays ---- */

static void draw_arrays(struct scene_run *run)
{
	(void)run;
	glDrawArrays(state_mode, 0, scene_vertices);
}

static void set_elements(struct scene_run *run)
{
	static const unsigned short indices[] = {0, 1, 2, 3, 4, 5, 77, 6, 7, 8};

	(void)run;
	filled(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices);
}

static void draw_elements(struct scene_run *run)
{
	(void)run;
	glDrawElements(state_mode, 10, GL_UNSIGNED_SHORT, NULL);
}

static void draw_range(struct scene_run *run)
{
	(void)run;
	glDrawRangeElements(state_mode, 0, 80, 10, GL_UNSIGNED_SHORT, NULL);
}

static void draw_elements_base(struct scene_run *run)
{
	(void)run;
	glDrawElementsBaseVertex(state_mode, 3, GL_UNSIGNED_SHORT, NULL, 3);
}

static void draw_elements_instanced(struct scene_run *run)
{
	(void)run;
	glDrawElementsInstancedBaseVertexBaseInstance(
		state_mode, 10, GL_UNSIGNED_SHORT, NULL, 2, 2, 3);
}

/* The third command has the restart index in the midst, the second is empty. */
static void draw_multi_elements(struct scene_run *run)
{
	static const GLsizei count[] = {3, 0, 7};
	static const void *const indices[] = {(void *)6, NULL, (void *)6};
	static const GLint base[] = {3, 0, 2};

	(void)run;
	glMultiDrawElementsBaseVertex(state_mode, count, GL_UNSIGNED_SHORT, indices, 3, base);
}

/* Indices of the program's own memory. */
static void draw_client_elements(struct scene_run *run)
{
	static const unsigned indices[] = {8, 7, 6, 77, 77, 0, 1, 2, 9, 10, 11};

	(void)run;
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
	glDrawElements(state_mode, 11, GL_UNSIGNED_INT, indices);
}

static void draw_range_base(struct scene_run *run)
{
	(void)run;
	glDrawRangeElementsBaseVertex(state_mode, 0, 80, 10, GL_UNSIGNED_SHORT, NULL, 1);
}

static void draw_instanced(struct scene_run *run)
{
	(void)run;
	glDrawArraysInstancedBaseInstance(state_mode, 0, scene_vertices, 3, 1);
}

static void draw_multi(struct scene_run *run)
{
	static const GLint first[] = {3, 0};
	static const GLsizei count[] = {3, 9};

	(void)run;
	glMultiDrawArrays(state_mode, first, count, 2);
}

/* ---- counts in buffers ---- */

static void set_indirect(struct scene_run *run)
{
	static const unsigned commands[] = {3, 1, 0, 0, 3, 2, 3, 0};

	(void)run;
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands);
}

static void draw_indirect(struct scene_run *run)
{
	(void)run;
	glDrawArraysIndirect(state_mode, (void *)16);
}

static void draw_multi_indirect(struct scene_run *run)
{
	(void)run;
	glMultiDrawArraysIndirect(state_mode, NULL, 2, 0);
}

static void set_elements_indirect(struct scene_run *run)
{
	static const unsigned commands[] = {9, 1, 0, 0, 0};

	set_elements(run);
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands);
}

static void draw_elements_indirect(struct scene_run *run)
{
	(void)run;
	glDrawElementsIndirect(state_mode, GL_UNSIGNED_SHORT, NULL);
}

static void set_multi_elements_indirect(struct scene_run *run)
{
	static const unsigned commands[] = {10, 1, 0, 0, 0, 88, 6, 2, 0, 3, 1, 88};

	set_elements(run);
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands);
}

static void draw_multi_elements_indirect(struct scene_run *run)
{
	(void)run;
	glMultiDrawElementsIndirect(state_mode, GL_UNSIGNED_SHORT, NULL, 2, 24);
}

static void set_elements_indirect_count(struct scene_run *run)
{
	static const unsigned count = 1;

	state_need(46, "GL_ARB_indirect_parameters");
	set_multi_elements_indirect(run);
	filled(GL_PARAMETER_BUFFER, sizeof(count), &count);
}

static void draw_elements_indirect_count(struct scene_run *run)
{
	(void)run;
	glMultiDrawElementsIndirectCount(state_mode, GL_UNSIGNED_SHORT, NULL, 0, 2, 24);
}

static void set_indirect_count(struct scene_run *run)
{
	static const unsigned count = 2;

	state_need(46, "GL_ARB_indirect_parameters");
	set_indirect(run);
	filled(GL_PARAMETER_BUFFER, sizeof(count), &count);
}

static void draw_indirect_count(struct scene_run *run)
{
	(void)run;
	glMultiDrawArraysIndirectCount(state_mode, NULL, 0, 2, 0);
}

static void record(GLenum mode, GLsizei n)
{
	bool discards = glIsEnabled(GL_RASTERIZER_DISCARD);

	glEnable(GL_RASTERIZER_DISCARD);
	glBeginTransformFeedback(mode);
	glDrawArrays(mode, 0, n);
	glEndTransformFeedback();
	if (!discards)
		glDisable(GL_RASTERIZER_DISCARD);
}

/* The program's own vertices, recorded, give the count. */
static void set_feedback(struct scene_run *run)
{
	static const char *const varyings[] = {"gl_Position", "gl_SkipComponents2"};
	static const char fragment[] =
		"#version 330\nout vec4 color;\nvoid main() { color = vec4(0.0); }\n";
	GLuint program = scene_program(scene_vert_330, fragment);

	/* llvmpipe counts what was recorded in strides of what is drawn: both are 24 bytes */
	filled(GL_ARRAY_BUFFER, 24 * (size_t)scene_vertices, scene_triangles);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, NULL);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, NULL);
	glTransformFeedbackVaryings(program, 2, varyings, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glUseProgram(program);
	glGenTransformFeedbacks(1, names);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, names[0]);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0,
		zeroed(GL_TRANSFORM_FEEDBACK_BUFFER, 24 * (size_t)scene_vertices));
	record(GL_TRIANGLES, 6);
	glUseProgram(run->program);
}

static void draw_feedback(struct scene_run *run)
{
	(void)run;
	glDrawTransformFeedback(state_mode, names[0]);
}

static void draw_feedback_instanced(struct scene_run *run)
{
	(void)run;
	glDrawTransformFeedbackInstanced(state_mode, names[0], 2);
}

/* Nothing in stream 0, nine vertices in stream 1. */
static void set_feedback_stream(struct scene_run *run)
{
	static const char *const varyings[] = {"gl_NextBuffer", "kept", "more"};
	static const char vertex[] = "layout(location = 0) in vec3 position;\nvoid main() { "
				     "gl_Position = vec4(position, 1.0); }\n";
	static const char geometry[] = "layout(points) in;\n"
				       "layout(points, max_vertices = 1) out;\n"
				       "layout(stream = 1) out vec4 kept;\n"
				       "layout(stream = 1) out vec2 more;\n"
				       "void main()\n"
				       "{\n"
				       "	kept = gl_in[0].gl_Position;\n"
				       "	more = vec2(0.0);\n"
				       "	EmitStreamVertex(1);\n"
				       "}\n";
	GLuint program = state_program(GL_VERTEX_SHADER, vertex, GL_GEOMETRY_SHADER, geometry, 0);

	filled(GL_ARRAY_BUFFER, 24 * (size_t)scene_vertices, scene_triangles);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, NULL);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, (void *)12);
	glTransformFeedbackVaryings(program, 3, varyings, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glUseProgram(program);
	glGenTransformFeedbacks(1, names);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, names[0]);
	for (int i = 0; i < 2; i++)
		glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i,
			zeroed(GL_TRANSFORM_FEEDBACK_BUFFER, 24 * (size_t)scene_vertices));
	record(GL_POINTS, 9);
	glUseProgram(run->program);
}

static void draw_feedback_stream(struct scene_run *run)
{
	(void)run;
	glDrawTransformFeedbackStream(state_mode, names[0], 1);
}

static void draw_feedback_stream_instanced(struct scene_run *run)
{
	(void)run;
	glDrawTransformFeedbackStreamInstanced(state_mode, names[0], 1, 2);
}

/* What it draws is recorded meanwhile. */
static void set_recording(struct scene_run *run)
{
	static const char *const varyings[] = {"gl_Position", "shade"};
	static const char fragment[] = "#version 330\n"
				       "in vec3 shade;\n"
				       "layout(location = 0) out vec4 color;\n"
				       "layout(location = 1) out vec4 second;\n"
				       "void main()\n"
				       "{\n"
				       "	vec3 c = shade.brg;\n"
				       "	if (c.r > 0.5)\n"
				       "		c.r = 1.0 - c.r;\n"
				       "	color = second = vec4(c, 1.0);\n"
				       "}\n";
	GLuint program = scene_program(scene_vert_330, fragment);

	(void)run;
	glTransformFeedbackVaryings(program, 2, varyings, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glUseProgram(program);
	glGenTransformFeedbacks(1, names);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, names[0]);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0,
		zeroed(GL_TRANSFORM_FEEDBACK_BUFFER, 28 * (size_t)scene_vertices));
	glBeginTransformFeedback(GL_TRIANGLES);
}

static void draw_recording(struct scene_run *run)
{
	draw_arrays(run);
	glEndTransformFeedback();
}

static void set_paused(struct scene_run *run)
{
	set_recording(run);
	glPauseTransformFeedback();
}

static void draw_paused(struct scene_run *run)
{
	draw_arrays(run);
	glResumeTransformFeedback();
	glEndTransformFeedback();
}

static void set_conditional(struct scene_run *run)
{
	(void)run;
	glGenQueries(1, names);
	glPushAttrib(GL_COLOR_BUFFER_BIT);
	glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
	glBeginQuery(GL_ANY_SAMPLES_PASSED, names[0]);
	glDrawArrays(state_mode, 0, scene_vertices);
	glEndQuery(GL_ANY_SAMPLES_PASSED);
	glPopAttrib();
	glBeginConditionalRender(names[0], GL_QUERY_WAIT);
	glBeginConditionalRender(names[0] + 1, GL_QUERY_WAIT); /* an error, and the first goes on */
	glGetError();
}

/* Its beginning fails: what is drawn then is not conditional. */
static void set_failed_conditional(struct scene_run *run)
{
	(void)run;
	glBeginConditionalRender(4711, GL_QUERY_WAIT);
	glGetError();
}

/* ---- dispatches ---- */

static const char compute_text[] =
	"layout(local_size_x = 4, local_size_y = 2) in;\n"
	"layout(std430, binding = 1) buffer results { uint result[]; };\n"
	"uniform uint scale;\n"
	"void main()\n"
	"{\n"
	"	uint n = gl_LocalInvocationIndex + 8u * (gl_WorkGroupID.x + 3u * "
	"gl_WorkGroupID.y);\n"
	"	uint value = scale * n + 1u;\n"
	"	result[n] = value;\n"
	"	touch(4u);\n"
	"}\n";

static void set_dispatch(struct scene_run *run)
{
	static const unsigned groups[] = {9, 3, 2, 1};

	(void)run;
	names[0] = state_program(GL_COMPUTE_SHADER, compute_text, 0);
	glUseProgram(names[0]);
	glUniform1ui(glGetUniformLocation(names[0], "scale"), 3);
	filled(GL_DISPATCH_INDIRECT_BUFFER, sizeof(groups), groups);
	glBindBufferBase(
		GL_SHADER_STORAGE_BUFFER, 1, filled(GL_SHADER_STORAGE_BUFFER, 48 * 4, NULL));
}

static void dispatch(struct scene_run *run)
{
	(void)run;
	glDispatchCompute(3, 2, 1);
}

static void dispatch_indirect(struct scene_run *run)
{
	(void)run;
	glDispatchComputeIndirect(4);
}

static const struct state_draw state_draws[] = {
	{"arrays", NULL, draw_arrays},
	{"elements", set_elements, draw_elements},
	{"elements-base", set_elements, draw_elements_base},
	{"range", set_elements, draw_range},
	{"range-base", set_elements, draw_range_base},
	{"client-elements", NULL, draw_client_elements},
	{"instanced", NULL, draw_instanced},
	{"elements-instanced", set_elements, draw_elements_instanced},
	{"multi", NULL, draw_multi},
	{"multi-elements", set_elements, draw_multi_elements},
	{"indirect", set_indirect, draw_indirect},
	{"multi-indirect", set_indirect, draw_multi_indirect},
	{"elements-indirect", set_elements_indirect, draw_elements_indirect},
	{"multi-elements-indirect", set_multi_elements_indirect, draw_multi_elements_indirect},
	{"indirect-count", set_indirect_count, draw_indirect_count},
	{"elements-indirect-count", set_elements_indirect_count, draw_elements_indirect_count},
	{"feedback", set_feedback, draw_feedback},
	{"feedback-instanced", set_feedback, draw_feedback_instanced},
	{"feedback-stream", set_feedback_stream, draw_feedback_stream},
	{"feedback-stream-instanced", set_feedback_stream, draw_feedback_stream_instanced},
	{"recording", set_recording, draw_recording},
	{"paused", set_paused, draw_paused},
	{"conditional", set_conditional, draw_arrays},
	{"failed-conditional", set_failed_conditional, draw_arrays},
	{"dispatch", set_dispatch, dispatch},
	{"dispatch-indirect", set_dispatch, dispatch_indirect},
	{NULL, NULL, NULL},
};

static const struct state_draw *find(const struct state_draw *draw, const char *name)
{
	while (draw->name && strcmp(draw->name, name) != 0)
		draw++;
	return draw->name ? draw : NULL;
}

const struct state_draw *state_draw_find(const char *name)
{
	const struct state_draw *draw = find(state_draws, name);

	return draw ? draw : find(state_draws_legacy, name);
}

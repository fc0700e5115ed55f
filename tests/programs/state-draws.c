/* SPDX-License-Identifier: MIT */
/* Ways of drawing for test-state: each is set up once, and draws once. */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <stddef.h>
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

static void set_indirect_count(struct scene_run *run)
{
	static const unsigned count = 2;

	set_indirect(run);
	filled(GL_PARAMETER_BUFFER, sizeof(count), &count);
}

static void draw_indirect_count(struct scene_run *run)
{
	(void)run;
	glMultiDrawArraysIndirectCount(state_mode, NULL, 0, 2, 0);
}

/* The program's own vertices, recorded, give the count. */
static void set_feedback(struct scene_run *run)
{
	static const char *const varyings[] = {"gl_Position", "gl_SkipComponents2"};
	static const char fragment[] = "#version 330\nout vec4 color;\nvoid main() { color = vec4(0.0); }\n";
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
		filled(GL_TRANSFORM_FEEDBACK_BUFFER, 24 * (size_t)scene_vertices, NULL));
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginTransformFeedback(GL_TRIANGLES);
	glDrawArrays(GL_TRIANGLES, 0, 6);
	glEndTransformFeedback();
	glDisable(GL_RASTERIZER_DISCARD);
	glUseProgram(run->program);
}

static void draw_feedback(struct scene_run *run)
{
	(void)run;
	glDrawTransformFeedback(state_mode, names[0]);
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
		filled(GL_TRANSFORM_FEEDBACK_BUFFER, 28 * (size_t)scene_vertices, NULL));
	glBeginTransformFeedback(GL_TRIANGLES);
}

static void draw_recording(struct scene_run *run)
{
	draw_arrays(run);
	glEndTransformFeedback();
}

static void set_conditional(struct scene_run *run)
{
	(void)run;
	glGenQueries(1, names);
	glBeginQuery(GL_ANY_SAMPLES_PASSED, names[0]);
	glDrawArrays(state_mode, 0, scene_vertices);
	glEndQuery(GL_ANY_SAMPLES_PASSED);
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

/* ---- legacy ---- */

static void block(void)
{
	glBegin(state_mode);
	for (int i = 0; i < scene_vertices; i++) {
		glVertexAttrib3fv(1, scene_triangles + 6 * i + 3);
		glColor4f(0.25f * (i % 3), 0.5f, 0.75f, 1);
		glNormal3f(0, i, 1);
		glMaterialf(GL_FRONT, GL_SHININESS, 3 + i);
		glVertexAttrib3fv(0, scene_triangles + 6 * i);
	}
	glEnd();
}

static void draw_block(struct scene_run *run)
{
	(void)run;
	block();
}

static void set_lists(struct scene_run *run)
{
	(void)run;
	names[0] = glGenLists(3);
	glNewList(names[0], GL_COMPILE);
	block();
	glEndList();
	glNewList(names[0] + 1, GL_COMPILE);
	glPushAttrib(GL_ENABLE_BIT | GL_TRANSFORM_BIT);
	glDisable(GL_CULL_FACE);
	glMatrixMode(GL_PROJECTION);
	glPushMatrix();
	glLoadIdentity();
	glRotatef(20, 1, 2, 3);
	glCallList(names[0]);
	glPopMatrix();
	glPopAttrib();
	glMatrixMode(GL_TEXTURE);
	glScalef(2, 3, 4);
	glActiveTexture(GL_TEXTURE2);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glLineWidth(2);
	glDepthFunc(GL_ALWAYS);
	glRectf(-0.5f, -0.5f, 0.25f, 0.25f);
	glEndList();
	glNewList(names[0] + 2, GL_COMPILE);
	glUseProgram(0);
	glDisable(GL_SCISSOR_TEST);
	glColorMask(GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE);
	glUseProgram(run->program);
	glUniform1i(glGetUniformLocation(run->program, "choice[2]"), 5);
	glCallList(names[0]);
	glPatchParameteri(GL_PATCH_VERTICES, 5);
	glDepthMask(GL_FALSE);
	glStencilMask(0x33);
	glFrontFace(GL_CCW);
	glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
	glRectf(-0.5f, -0.5f, 0.25f, 0.25f);
	glEndList();
}

static void draw_list(struct scene_run *run)
{
	(void)run;
	glCallList(names[0]);
}

static void draw_lists(struct scene_run *run)
{
	static const GLbyte lists[] = {1, 0};

	(void)run;
	glListBase(names[0]);
	glCallLists(2, GL_BYTE, lists);
}

static void draw_list_program(struct scene_run *run)
{
	(void)run;
	glCallList(names[0] + 2);
}

static void draw_rect(struct scene_run *run)
{
	(void)run;
	glRectf(0.5f, -0.5f, -0.75f, 0.25f);
}

/* The unpack state is unusual: enough rows of enough bytes. */
static unsigned char pixels[40 * 40 * 4];

static void set_pixels(struct scene_run *run)
{
	(void)run;
	for (size_t i = 0; i < sizeof(pixels); i++)
		pixels[i] = 7 * i;
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glMatrixMode(GL_PROJECTION);
	glLoadIdentity();
	glMatrixMode(GL_TEXTURE);
	glRasterPos2f(-0.5f, -0.5f);
	glColor4f(0.9f, 0.6f, 0.5f, 0.4f);
}

static void draw_pixels(struct scene_run *run)
{
	(void)run;
	glDrawPixels(16, 12, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static void draw_bitmap(struct scene_run *run)
{
	(void)run;
	glBitmap(32, 20, 1, 2, 35, 3, pixels);
}

/* ---- dispatches ---- */

static const char compute_text[] = "layout(local_size_x = 4, local_size_y = 2) in;\n"
				   "layout(std430, binding = 1) buffer results { uint result[]; };\n"
				   "uniform uint scale;\n"
				   "void main()\n"
				   "{\n"
				   "	uint n = gl_LocalInvocationIndex + 8u * (gl_WorkGroupID.x + 3u * gl_WorkGroupID.y);\n"
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
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, filled(GL_SHADER_STORAGE_BUFFER, 48 * 4, NULL));
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

const struct state_draw state_draws[] = {
	{"arrays", NULL, draw_arrays},
	{"elements", set_elements, draw_elements},
	{"range-base", set_elements, draw_range_base},
	{"instanced", NULL, draw_instanced},
	{"multi", NULL, draw_multi},
	{"indirect", set_indirect, draw_indirect},
	{"multi-indirect", set_indirect, draw_multi_indirect},
	{"elements-indirect", set_elements_indirect, draw_elements_indirect},
	{"indirect-count", set_indirect_count, draw_indirect_count},
	{"feedback", set_feedback, draw_feedback},
	{"recording", set_recording, draw_recording},
	{"conditional", set_conditional, draw_arrays},
	{"failed-conditional", set_failed_conditional, draw_arrays},
	{"block", NULL, draw_block},
	{"list", set_lists, draw_list},
	{"lists", set_lists, draw_lists},
	{"list-program", set_lists, draw_list_program},
	{"rect", NULL, draw_rect},
	{"pixels", set_pixels, draw_pixels},
	{"bitmap", set_pixels, draw_bitmap},
	{"dispatch", set_dispatch, dispatch},
	{"dispatch-indirect", set_dispatch, dispatch_indirect},
	{NULL, NULL, NULL},
};

const struct state_draw *state_draw_find(const char *name)
{
	const struct state_draw *draw = state_draws;

	while (draw->name && strcmp(draw->name, name) != 0)
		draw++;
	return draw->name ? draw : NULL;
}

/* ---- what is drawn into ---- */

GLuint state_target(const char *kind, int width, int height, GLenum format)
{
	GLuint framebuffer, colors[2], depth;
	bool samples = strcmp(kind, "multisampled") == 0, layers = strcmp(kind, "layered") == 0;

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenTextures(2, colors);
	for (int i = 0; i < 2; i++) {
		GLenum target = samples ? GL_TEXTURE_2D_MULTISAMPLE : layers ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;

		glBindTexture(target, colors[i]);
		if (samples)
			glTexStorage2DMultisample(target, 4, format, width, height, GL_TRUE);
		else if (layers)
			glTexStorage3D(target, 1, format, width, height, 3);
		else
			glTexStorage2D(target, 1, format, width, height);
		glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, colors[i], 0);
		glBindTexture(target, 0);
	}
	if (layers) {
		glGenTextures(1, &depth);
		glBindTexture(GL_TEXTURE_2D_ARRAY, depth);
		glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_DEPTH24_STENCIL8, width, height, 3);
		glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, depth, 0);
		glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
	} else {
		glGenRenderbuffers(1, &depth);
		glBindRenderbuffer(GL_RENDERBUFFER, depth);
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples ? 4 : 0, GL_DEPTH24_STENCIL8, width, height);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
	}
	glDrawBuffers(2, (const GLenum[]){GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1});
	glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
	glClearStencil(3);
	if (format == GL_RGBA8UI)
		for (int i = 0; i < 2; i++)
			glClearBufferuiv(GL_COLOR, i, (const GLuint[]){11, 22, 33, 44});
	glClear((format == GL_RGBA8UI ? 0 : GL_COLOR_BUFFER_BIT) | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	return framebuffer;
}

/* One whose pixels can be read. */
GLuint state_resolved(GLuint framebuffer, const char *kind, int width, int height)
{
	GLuint resolved;

	if (strcmp(kind, "multisampled") != 0)
		return framebuffer;
	resolved = state_target("plain", width, height, GL_RGBA8);
	glDisable(GL_SCISSOR_TEST);
	glDisable(GL_FRAMEBUFFER_SRGB);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	for (int i = 0; i < 2; i++) {
		glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
		glDrawBuffer(GL_COLOR_ATTACHMENT0 + i);
		glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	}
	glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
	return resolved;
}

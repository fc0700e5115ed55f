/* SPDX-License-Identifier: MIT */
/* Scenes that draw from what GL itself has written into buffers, once. */
#include "config.h"
#include "tests/programs/scenes.h"

#include <string.h>

enum { BYTES = 1024, COMMAND = 64 };

static int frame; /* drawn so far */

static GLuint make_buffer(GLenum target)
{
	unsigned char bytes[BYTES];
	GLuint buffer;
	for (int i = 0; i < BYTES; i++)
		bytes[i] = (unsigned char)(i * 7 + 3);
	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferData(target, BYTES, bytes, GL_DYNAMIC_DRAW);
	return buffer;
}

/* ---- answers: how many instances to draw is what queries have counted ---- */

static GLuint queries[2];

static void init_answers(struct scene_run *run)
{
	const GLuint commands[2][4] = {{6, 0, 0, 0}, {6, 0, 6, 0}};
	GLuint arrays;
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	run->program = scene_program(scene_vert_330, scene_frag_330);
	scene_bind_triangles(run, true);
	glUseProgram(run->program);
	run->other = make_buffer(GL_DRAW_INDIRECT_BUFFER);
	glBufferSubData(GL_DRAW_INDIRECT_BUFFER, COMMAND, sizeof commands, commands);
	glGenQueries(2, queries);
}

/* One answer goes to the buffer that is named, the other to the one that is bound. */
static void ask(struct scene_run *run)
{
	for (int i = 0; i < 2; i++) {
		glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[i]);
		if (scene_draws(run))
			glDrawArrays(GL_TRIANGLES, 0, 3);
		glEndQuery(GL_ANY_SAMPLES_PASSED);
	}
	glGetQueryBufferObjectuiv(queries[0], run->other, GL_QUERY_RESULT, COMMAND + 4);
	glBindBuffer(GL_QUERY_BUFFER, run->other);
	glGetQueryObjectuiv(queries[1], GL_QUERY_RESULT, (GLuint *)(uintptr_t)(COMMAND + 20));
	glBindBuffer(GL_QUERY_BUFFER, 0);
}

static void draw_answers(struct scene_run *run)
{
	if (frame++ == 0)
		ask(run);
	for (uintptr_t i = 0; i < 2; i++)
		if (scene_draws(run))
			glDrawArraysIndirect(GL_TRIANGLES, (const void *)(COMMAND + 16 * i));
}

/* ---- captured: a draw's vertices, of which the others are ---- */

static const char captured_vert[] = "#version 330 core\n"
				    "layout(location = 0) in vec4 place;\n"
				    "out vec4 moved;\n"
				    "void main()\n"
				    "{\n"
				    "	moved = vec4(place.x * 0.5, place.y * 0.75, 0.0, 1.0);\n"
				    "	gl_Position = moved;\n"
				    "}\n";

static const char captured_frag[] = "#version 330 core\n"
				    "out vec4 color;\n"
				    "void main()\n"
				    "{\n"
				    "	color = vec4(1.0, 0.5, 0.25, 1.0);\n"
				    "}\n";

static GLuint feedback, sources[2]; /* what is drawn, and what is captured */

static void make_captured(struct scene_run *run)
{
	static const char *const varyings[] = {"moved"};
	const float corners[3][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {0, 1, 0, 1}};
	GLuint arrays;
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	glEnableVertexAttribArray(0);
	for (int i = 0; i < 2; i++)
		sources[i] = make_buffer(GL_ARRAY_BUFFER);
	glBindBuffer(GL_ARRAY_BUFFER, sources[0]);
	glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof corners, corners);
	run->program = scene_program(captured_vert, captured_frag);
	glTransformFeedbackVaryings(run->program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(run->program);
	glUseProgram(run->program);
}

static void draw_from(struct scene_run *run, GLuint source)
{
	glBindBuffer(GL_ARRAY_BUFFER, source);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void init_captured(struct scene_run *run)
{
	make_captured(run);
	glCreateTransformFeedbacks(1, &feedback);
	glTransformFeedbackBufferBase(feedback, 0, sources[1]);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
}

static void draw_captured(struct scene_run *run)
{
	if (frame++ == 0) {
		glTransformFeedbackBufferRange(feedback, 0, sources[1], 0, BYTES);
		glBeginTransformFeedback(GL_TRIANGLES);
		draw_from(run, sources[0]);
		glEndTransformFeedback();
		glTransformFeedbackBufferBase(feedback, 0, 0);
	}
	draw_from(run, sources[1]);
}

/* ---- paused: as before, and one draw more that is not captured; the buffer stays bound ---- */

static void init_paused(struct scene_run *run)
{
	make_captured(run);
	glGenTransformFeedbacks(1, &feedback);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sources[1]);
}

static void draw_paused(struct scene_run *run)
{
	if (frame++ == 0) {
		glBeginTransformFeedback(GL_TRIANGLES);
		draw_from(run, sources[0]);
		glPauseTransformFeedback();
		draw_from(run, sources[0]);
		glResumeTransformFeedback();
		draw_from(run, sources[0]);
		glEndTransformFeedback();
	}
	draw_from(run, sources[1]);
}

/* ---- dispatched: a compute shader's image, drawn; a framebuffer object is bound meanwhile ---- */

static const char dispatched_text[] =
	"#version 430 core\n"
	"layout(local_size_x = 8, local_size_y = 8) in;\n"
	"layout(rgba8, binding = 1) uniform writeonly image2D picture;\n"
	"layout(std430, binding = 2) buffer Counts { uint counts[]; };\n"
	"layout(std140, binding = 3) uniform Colors { uvec4 colors[64]; };\n"
	"void main()\n"
	"{\n"
	"	ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
	"	uint turn = atomicAdd(counts[gl_LocalInvocationIndex], 1u);\n"
	"	uint byte = colors[at.x].y + uint(at.y) * 16u + turn;\n"
	"	imageStore(picture, at, vec4(byte & 255u, at.x * 30, 99, 255) / 255.0);\n"
	"}\n";

static const char shown_frag[] =
	"#version 430 core\n"
	"uniform sampler2D picture;\n"
	"out vec4 color;\n"
	"void main()\n"
	"{\n"
	"	color = texelFetch(picture, ivec2(gl_FragCoord.xy) / 16 & 7, 0);\n"
	"}\n";

static GLuint textures[2], target;

static void init_dispatched(struct scene_run *run)
{
	static const char *const text = dispatched_text;
	GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
	make_captured(run);
	glUseProgram(0);
	glDeleteProgram(run->program);
	run->program = scene_program(captured_vert, shown_frag);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	run->other = glCreateProgram();
	glAttachShader(run->other, shader);
	glLinkProgram(run->other);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, make_buffer(GL_SHADER_STORAGE_BUFFER));
	glBindBufferBase(GL_UNIFORM_BUFFER, 3, make_buffer(GL_UNIFORM_BUFFER));
	glGenTextures(2, textures);
	for (int i = 0; i < 2; i++) {
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
	}
	glBindImageTexture(1, textures[1], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
	glGenFramebuffers(1, &target);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_dispatched(struct scene_run *run)
{
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glClear(GL_COLOR_BUFFER_BIT);
	glUseProgram(run->other);
	if (scene_draws(run))
		glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glUseProgram(run->program);
	draw_from(run, sources[0]);
	frame++;
}

/* ---- returned: pixels that are read into a buffer, and drawn from it as vertices ---- */

static void init_returned(struct scene_run *run)
{
	make_captured(run);
	run->buffer = make_buffer(GL_PIXEL_PACK_BUFFER);
	glGenTextures(2, textures);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
	glBindTexture(GL_TEXTURE_2D, textures[1]);
	glGenFramebuffers(1, &target);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
	glClearColor(0.5f, 0.75f, 0.25f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT);
	glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_returned(struct scene_run *run)
{
	draw_from(run, sources[0]);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, target);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, run->buffer);
	if (frame++ == 0) {
		glPixelStorei(GL_PACK_ALIGNMENT, 8);
		glReadPixels(1, 1, 3, 3, GL_RGB, GL_UNSIGNED_BYTE, (void *)(uintptr_t)16);
		glPixelStorei(GL_PACK_ALIGNMENT, 1);
		glReadPixels(0, 2, 3, 3, GL_RGB, GL_UNSIGNED_BYTE, (void *)(uintptr_t)100);
	}
	/* A copy leaves the buffer alone. */
	glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glVertexAttribPointer(0, 4, GL_UNSIGNED_BYTE, GL_TRUE, 4, (void *)(uintptr_t)16);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 200);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/* ---- swapped: a vertex array that gets another buffer in each frame ---- */

static void init_swapped(struct scene_run *run)
{
	make_captured(run);
	glBindBuffer(GL_ARRAY_BUFFER, sources[1]);
	glBufferSubData(GL_ARRAY_BUFFER, 0, 12 * 4,
		(const float[12]){-1, -1, 0, 1, 1, 1, 0, 1, -1, 1, 0, 1});
	glVertexAttribFormat(0, 4, GL_FLOAT, GL_FALSE, 0);
	glVertexAttribBinding(0, 3);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void draw_swapped(struct scene_run *run)
{
	const GLuint buffers[2] = {0, sources[frame & 1]};
	const GLintptr offsets[2] = {0, 0};
	const GLsizei strides[2] = {16, 16};
	GLint arrays;
	glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &arrays);
	if (frame++ & 2)
		glVertexArrayVertexBuffers((GLuint)arrays, 2, 2, buffers, offsets, strides);
	else
		glBindVertexBuffers(2, 2, buffers, offsets, strides);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- picked: what is drawn to be picked leaves the picture as it is ---- */

static void init_picked(struct scene_run *run)
{
	const float corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}, {1, 1}};
	const float priority = 0.5f;
	GLuint target;
	glGenTextures(1, &run->texture);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glPrioritizeTextures(1, &run->texture, &priority);
	glBindTexture(GL_TEXTURE_2D, 0);
	glGenFramebuffers(1, &target);
	run->other = target;
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glFramebufferTexture2D(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, run->texture, 0);
	glNamedFramebufferParameteri(target, GL_FRAMEBUFFER_DEFAULT_WIDTH, 32);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	glEnableClientState(GL_VERTEX_ARRAY);
}

static void pick(struct scene_run *run)
{
	GLuint hits[64];
	glSelectBuffer(64, hits);
	glRenderMode(GL_SELECT);
	glInitNames();
	glPushName(1);
	glLoadName(2);
	glColorP4ui(GL_UNSIGNED_INT_2_10_10_10_REV, 0xc00003ff);
	glClear(GL_COLOR_BUFFER_BIT);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 6);
	glPopName();
	glRenderMode(GL_RENDER);
}

static void draw_picked(struct scene_run *run)
{
	int width = run->window.options.width, height = run->window.options.height;
	glBindFramebuffer(GL_FRAMEBUFFER, run->other);
	glViewport(0, 0, 64, 64);
	glColorP3ui(GL_UNSIGNED_INT_2_10_10_10_REV, 1023u << 10 | 300);
	if (frame++ == 0 && scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 6);
	if (frame > 1)
		pick(run);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
	glBlitFramebuffer(0, 0, 64, 64, 0, 0, width, height / 2, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glViewport(width / 4, height / 4, width / 2, height / 2);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 6);
}

const struct scene written_scenes[] = {
	{"answers", "draws whose instances queries have counted", 45, true, init_answers,
		draw_answers},
	{"captured", "draws of vertices that were captured in the first frame", 45, true,
		init_captured, draw_captured},
	{"paused", "the same, where the buffer stays bound", 45, true, init_paused, draw_paused},
	{"dispatched", "draws of what a compute shader has written", 45, true, init_dispatched,
		draw_dispatched},
	{"returned", "draws of pixels that were read into a buffer", 45, true, init_returned,
		draw_returned},
	{"swapped", "a vertex array that gets another buffer in each frame", 45, true, init_swapped,
		draw_swapped},
	{"picked", "a picture of the first frame, from which objects are picked", 30, false,
		init_picked, draw_picked},
	{NULL},
};

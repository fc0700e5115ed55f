/* SPDX-License-Identifier: MIT */
/*
 * test-analysis WAY - eight frames of a program without a fault, or with the one that WAY names:
 * the words of `ways` below, each the id of what `glstep-trace checklist` or `report` finds.
 * "figures": a frame of draws, each within queries that count its vertices and primitives.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, FRAMES = 8, BIG = 512 };

static const char *way;
static EGLDisplay display;
static EGLSurface surface;
static EGLConfig config;
static GLbitfield cleared = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT;
static GLuint program, buffer, elements, texture;
static GLint shift;

static void make_current(void)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	EGLint n = 0;
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		exit(99);
	surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
}

static const char vertex_text[] =
	"#version 130\n"
	"in vec2 position;\n"
	"uniform float shift;\n"
	"out vec2 at;\n"
	"void main()\n"
	"{\n"
	"	at = 0.5 * position + 0.5;\n"
	"	gl_Position = vec4(position + vec2(shift, 0.0), 0.0, 1.0);\n"
	"}\n";
static const char fragment_text[] = "#version 130\n"
				    "uniform sampler2D picture;\n"
				    "in vec2 at;\n"
				    "out vec4 colour;\n"
				    "void main()\n"
				    "{\n"
				    "	colour = texture(picture, at);\n"
				    "}\n";

static GLuint shader_of(GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	return shader;
}

static GLuint make_program(const char *fragment)
{
	GLuint made = glCreateProgram();
	glAttachShader(made, shader_of(GL_VERTEX_SHADER, vertex_text));
	glAttachShader(made, shader_of(GL_FRAGMENT_SHADER, fragment));
	glBindAttribLocation(made, 0, "position");
	glLinkProgram(made);
	return made;
}

static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
static const GLushort order[] = {0, 1, 2, 2, 1, 3};
static GLubyte pixels[BIG * BIG * 4];

static void fill_texture(GLuint name, int size)
{
	glBindTexture(GL_TEXTURE_2D, name);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static void set_up(void)
{
	if (strcmp(way, "strings-not-asked"))
		glGetString(GL_RENDERER);
	for (size_t i = 0; i < sizeof pixels; i++)
		pixels[i] = (GLubyte)(i * 7);
	program = make_program(fragment_text);
	glUseProgram(program);
	shift = glGetUniformLocation(program, "shift");
	glUniform1i(glGetUniformLocation(program, "picture"), 0);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glGenBuffers(1, &elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof order, order, GL_STATIC_DRAW);
	glGenTextures(1, &texture);
	fill_texture(texture, 32);
	glGenerateMipmap(GL_TEXTURE_2D);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
}

static void draw(void)
{
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
}

static void draw_frame(int frame)
{
	glUniform1f(shift, 0.1f * (float)frame);
	draw();
}

/* ---- "figures" ---- */

static GLuint queries[2];

static void begin_count(void)
{
	glBeginQuery(GL_VERTICES_SUBMITTED_ARB, queries[0]);
	glBeginQuery(GL_PRIMITIVES_SUBMITTED_ARB, queries[1]);
}

static void end_count(void)
{
	GLuint64 count;
	glEndQuery(GL_VERTICES_SUBMITTED_ARB);
	glEndQuery(GL_PRIMITIVES_SUBMITTED_ARB);
	for (int i = 0; i < 2; i++)
		glGetQueryObjectui64v(queries[i], GL_QUERY_RESULT, &count);
}

/* 48 indices: each of 8 vertices six times; then 40 vertices, and of them the first of the 32 that
 * came last, and the one before it. */
static void make_strips(GLushort *indices)
{
	for (int i = 0; i < 48; i++)
		indices[i] = (GLushort)(i % 8);
	for (int i = 0; i < 40; i++)
		indices[48 + i] = (GLushort)i;
	indices[88] = 8;
	indices[89] = 7;
}

static void figures(int frame)
{
	static const GLenum modes[] = {GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP,
		GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
	static const GLint firsts[] = {0, 0, 0};
	static const GLsizei counts[] = {3, 0, 6};
	GLushort indices[90];
	make_strips(indices);
	if (!frame) {
		glGenQueries(2, queries);
		glBufferData(GL_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
		glBufferData(GL_ELEMENT_ARRAY_BUFFER, 1000, NULL, GL_STATIC_DRAW);
		glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, 100, indices);
		glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 100, 80, (char *)indices + 100);
	}
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		begin_count();
		glDrawArrays(modes[i], 0, 6 * (GLsizei)(i + 1));
		end_count();
		begin_count();
		glDrawElementsInstanced(modes[i], 48, GL_UNSIGNED_SHORT, NULL, 3);
		end_count();
	}
	begin_count();
	glDrawElements(GL_POINTS, 90, GL_UNSIGNED_SHORT, NULL);
	end_count();
	begin_count();
	glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 3);
	end_count();
	begin_count();
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 9; i++)
		glVertex2f((float)i, 1.0f);
	glEnd();
	end_count();
}

/* What cannot be known, and indices in mapped memory and out of the program's. */
static void unknown(int frame)
{
	static const GLuint command[] = {3, 1, 0, 0};
	static GLuint commands;
	if (!frame) {
		glGenBuffers(1, &commands);
		glBindBuffer(GL_DRAW_INDIRECT_BUFFER, commands);
		glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof command, command, GL_STATIC_DRAW);
	}
	draw();
	glDrawArraysIndirect(GL_TRIANGLES, NULL);
	GLushort *map = glMapBufferRange(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof order,
		GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
	map[5] = (GLushort)(frame % 2 ? 3 : 0);
	glUnmapBuffer(GL_ELEMENT_ARRAY_BUFFER);
	draw();
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, order);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
}

/* ---- one fault each ---- */

static void immediate(int frame)
{
	draw_frame(frame);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertex2f((GLfloat)(i / 2), (GLfloat)(i % 2));
	glEnd();
}

static void client_arrays(int frame)
{
	if (!frame) {
		glBindBuffer(GL_ARRAY_BUFFER, 0);
		glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	}
	draw_frame(frame);
}

static void finish(int frame)
{
	draw_frame(frame);
	glFinish();
}

static void read_back(int frame)
{
	GLubyte pixel[4];
	draw_frame(frame);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
}

static void query_wait(int frame)
{
	GLuint passed;
	if (!frame)
		glGenQueries(1, queries);
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
	draw_frame(frame);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &passed);
}

static void map_wait(int frame)
{
	GLfloat *map = glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
	map[0] = -0.1f * (GLfloat)frame;
	glUnmapBuffer(GL_ARRAY_BUFFER);
	draw_frame(frame);
}

static void depth_not_cleared(int frame)
{
	cleared = GL_COLOR_BUFFER_BIT;
	draw_frame(frame);
}

static void texture_loaded(int frame)
{
	GLuint other;
	glGenTextures(1, &other);
	fill_texture(other, 32);
	glBindTexture(GL_TEXTURE_2D, texture);
	glDeleteTextures(1, &other);
	draw_frame(frame);
}

static void texture_changed(int frame)
{
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels + frame);
	draw_frame(frame);
}

static void shader_compiled(int frame)
{
	glDeleteShader(shader_of(GL_FRAGMENT_SHADER, fragment_text));
	draw_frame(frame);
}

static void list_compiled(int frame)
{
	glNewList(1, GL_COMPILE);
	glColor3f(0.1f * (GLfloat)frame, 0, 0);
	glEndList();
	glCallList(1);
	draw_frame(frame);
}

static void state_asked(int frame)
{
	GLint viewport[4];
	glGetIntegerv(GL_VIEWPORT, viewport);
	draw_frame(frame);
}

static void error_asked(int frame)
{
	draw_frame(frame);
	glGetError();
}

static void bind_other(int size, GLenum filter)
{
	GLuint other;
	glGenTextures(1, &other);
	fill_texture(other, size);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
}

static void mipmaps_unused(int frame)
{
	if (!frame) {
		bind_other(32, GL_LINEAR);
		glGenerateMipmap(GL_TEXTURE_2D);
	}
	draw_frame(frame);
}

static void uncompressed(int frame)
{
	if (!frame)
		bind_other(BIG, GL_LINEAR);
	draw_frame(frame);
}

static void state_repeated(int frame)
{
	glDepthFunc(GL_LEQUAL);
	draw_frame(frame);
}

static void uniform_unused(int frame)
{
	glUniform1f(-1, (GLfloat)frame);
	draw_frame(frame);
}

static void draw_empty(int frame)
{
	draw_frame(frame);
	glUniform1f(shift, 0);
	glDrawElements(GL_TRIANGLES, 0, GL_UNSIGNED_SHORT, NULL);
}

/* Beside the window. */
static void draw_unseen(int frame)
{
	draw_frame(frame);
	glUniform1f(shift, 3);
	draw();
}

static void draws_in_a_row(int frame)
{
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	for (int i = 0; i < 8; i++)
		draw();
}

static void draw_indices(int frame, const GLushort *indices, GLsizei n)
{
	if (!frame) {
		glBufferData(GL_ELEMENT_ARRAY_BUFFER, n * 2, indices, GL_STATIC_DRAW);
		glBufferData(GL_ARRAY_BUFFER, 1 << 19, NULL, GL_STATIC_DRAW);
	}
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	glDrawElements(GL_TRIANGLES, n, GL_UNSIGNED_SHORT, NULL);
}

static void indices_unshared(int frame)
{
	GLushort indices[300];
	for (int i = 0; i < 300; i++)
		indices[i] = (GLushort)i;
	draw_indices(frame, indices, 300);
}

/* A grid of so many quads a row, one row after the other: the next row comes too late, or not. */
static void draw_grid(int frame, int columns, int rows)
{
	static GLushort indices[1 << 14];
	GLsizei n = 0;
	for (int i = 0; i < columns * rows; i++) {
		int first = i / columns * (columns + 1) + i % columns;
		int quad[] = {first, first + 1, first + columns + 1, first + columns + 1, first + 1,
			first + columns + 2};
		for (int k = 0; k < 6; k++)
			indices[n++] = (GLushort)quad[k];
	}
	draw_indices(frame, indices, n);
}

static void vertex_order(int frame)
{
	draw_grid(frame, 50, 50);
}

static void clean_grid(int frame)
{
	draw_grid(frame, 10, 200);
}

static void no_multisampling(int frame)
{
	EGLint samples;
	if (!frame)
		eglGetConfigAttrib(display, config, EGL_SAMPLES, &samples);
	draw_frame(frame);
}

/* ---- what looks like a fault and is none ---- */

/* The same calls in each frame, each of which changes something. */
static void clean_state(int frame)
{
	static const GLfloat position[] = {0, 0, 1, 1};
	static GLuint other;
	if (!frame) {
		glGenBuffers(1, &other);
		glBindBuffer(GL_ARRAY_BUFFER, other);
		glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	}
	glBlendFunci(0, GL_ONE, GL_ZERO);
	glBlendFunc(GL_SRC_ALPHA, GL_ZERO);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	draw();
	glBindBuffer(GL_ARRAY_BUFFER, other);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glTranslatef(0.1f, 0, 0);
	glLightfv(GL_LIGHT0, GL_POSITION, position);
	draw_frame(frame);
}

static void clean_pushed(int frame)
{
	glPushAttrib(GL_DEPTH_BUFFER_BIT);
	glDepthFunc(GL_ALWAYS);
	glPopAttrib();
	draw_frame(frame);
}

static GLuint packed, unpacked, moving;

static void set_up_clean(void)
{
	glGenQueries(1, queries);
	glGenBuffers(1, &packed);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, packed);
	glBufferData(GL_PIXEL_PACK_BUFFER, SIZE * SIZE * 4, NULL, GL_STREAM_READ);
	glGenBuffers(1, &unpacked);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, unpacked);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof pixels, pixels, GL_STREAM_DRAW);
	glGenTextures(1, &moving);
	glBindTexture(GL_TEXTURE_2D, moving);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, BIG, BIG, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glNewList(1, GL_COMPILE);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertex2f((GLfloat)(i / 2), (GLfloat)(i % 2));
	glEnd();
	glEndList();
	glFinish();
	glGetError();
}

static void ask_late(int frame)
{
	GLuint answer = 0;
	if (frame)
		glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &answer);
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
	draw();
	glEndQuery(GL_SAMPLES_PASSED);
}

static void clean_all(int frame)
{
	GLubyte pixel[4];
	GLint viewport[4];
	if (!frame)
		set_up_clean();
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	ask_late(frame);
	GLfloat *map = glMapBufferRange(GL_ARRAY_BUFFER, 0, sizeof corners,
		GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
	memcpy(map, corners, sizeof corners);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, BIG, BIG, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glEnable(GL_BLEND);
	draw();
	glDisable(GL_BLEND);
	glCallList(1);
	glBindTexture(GL_TEXTURE_2D, texture);
	draw();
	glBindTexture(GL_TEXTURE_2D, moving);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	if (frame == 4)
		glGetIntegerv(GL_VIEWPORT, viewport);
	if (frame == FRAMES - 1) {
		eglSwapBuffers(display, surface);
		glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
		glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
		glFinish();
		exit(0);
	}
}

/* ---- what `glstep-trace report` finds ---- */

static void gl_error(int frame)
{
	if (frame == 3) {
		glGetError();
		glEnable(0x1234);
		glGetError();
	}
	draw_frame(frame);
}

static void not_compiled(int frame)
{
	char log[1000];
	GLint ok;
	if (!frame) {
		GLuint shader = shader_of(GL_FRAGMENT_SHADER, "void main() { wrong; }\n");
		glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
		glGetShaderInfoLog(shader, sizeof log, NULL, log);
	}
	draw_frame(frame);
}

static void not_linked(int frame)
{
	GLint ok;
	if (!frame) {
		GLuint other = make_program("#version 130\nout vec4 colour;\nvec4 nowhere();\n"
					    "void main() { colour = nowhere(); }\n");
		glGetProgramiv(other, GL_LINK_STATUS, &ok);
	}
	draw_frame(frame);
}

static void framebuffer_incomplete(int frame)
{
	GLuint framebuffer;
	if (!frame) {
		glGenFramebuffers(1, &framebuffer);
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
		glCheckFramebufferStatus(GL_FRAMEBUFFER);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
	}
	draw_frame(frame);
}

static void debug_message(int frame)
{
	static const char words[] = "these words";
	GLenum source, type, severity;
	GLuint id;
	GLsizei length;
	char log[1000];
	if (!frame) {
		glEnable(GL_DEBUG_OUTPUT);
		glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_PERFORMANCE, 7,
			GL_DEBUG_SEVERITY_HIGH, -1, words);
		glGetDebugMessageLog(1, sizeof log, &source, &type, &id, &severity, &length, log);
	}
	draw_frame(frame);
}

static void texture_missing(int frame)
{
	if (!frame)
		glBindTexture(GL_TEXTURE_2D, 0);
	draw_frame(frame);
}

static void texture_incomplete(int frame)
{
	if (!frame)
		bind_other(32, GL_LINEAR_MIPMAP_LINEAR);
	draw_frame(frame);
}

/* Level 1 has a wrong size. */
static void texture_uneven(int frame)
{
	if (!frame) {
		bind_other(2, GL_LINEAR_MIPMAP_LINEAR);
		glTexImage2D(
			GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	}
	draw_frame(frame);
}

static void mapped_buffer(int frame)
{
	glMapBufferRange(
		GL_ARRAY_BUFFER, 0, sizeof corners, GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
	draw_frame(frame);
	glUnmapBuffer(GL_ARRAY_BUFFER);
}

static void feedback_loop(int frame)
{
	static GLuint framebuffer;
	if (!frame) {
		glGenFramebuffers(1, &framebuffer);
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	} else {
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	}
	draw();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	draw_frame(frame);
}

static void without_array(int frame)
{
	if (!frame)
		glEnableVertexAttribArray(5);
	draw_frame(frame);
}

static void unmap_failed(int frame)
{
	if (!frame)
		glUnmapBuffer(GL_ARRAY_BUFFER);
	draw_frame(frame);
}

static void window_error(int frame)
{
	if (!frame)
		eglSwapBuffers(display, EGL_NO_SURFACE);
	draw_frame(frame);
}

/* As libepoxy asks in a program with GLX. */
static void ask_of_none(void)
{
	EGLint value;
	eglQueryContext(EGL_NO_DISPLAY, EGL_NO_CONTEXT, EGL_CONTEXT_CLIENT_TYPE, &value);
	eglGetError();
}

static void egl_error(int frame)
{
	EGLint value;
	if (!frame) {
		eglQuerySurface(display, EGL_NO_SURFACE, EGL_WIDTH, &value);
		eglGetError();
	}
	draw_frame(frame);
}

/* ---- textures that are complete, each for another reason ---- */

static GLuint complete[4], chain;

static void make_complete(void)
{
	GLuint sampler;
	glGenTextures(4, complete);
	fill_texture(complete[0], 32);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	glBindTexture(GL_TEXTURE_2D, complete[1]);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 32, 32);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glBindTexture(GL_TEXTURE_2D, complete[2]);
	for (int level = 0; level < 4; level++)
		glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 8 >> level,
			4 >> level ? 4 >> level : 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	fill_texture(complete[3], 32);
	glGenSamplers(1, &sampler);
	glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glBindSampler(1, sampler);
	/* The first level is drawn from the second, and looked up alone. */
	glGenFramebuffers(1, &chain);
	glBindFramebuffer(GL_FRAMEBUFFER, chain);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, complete[2], 1);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_textured(GLenum target, GLuint name)
{
	glBindTexture(target, name);
	draw();
}

static void clean_textures(int frame)
{
	static GLint picture;
	if (!frame) {
		picture = glGetUniformLocation(program, "picture");
		make_complete();
		ask_of_none();
	}
	for (int i = 0; i < 3; i++)
		draw_textured(GL_TEXTURE_2D, complete[i]);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	glBindFramebuffer(GL_FRAMEBUFFER, chain);
	draw();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1000);
	glActiveTexture(GL_TEXTURE1);
	glUniform1i(picture, 1);
	draw_textured(GL_TEXTURE_2D, complete[3]);
	glBindTexture(GL_TEXTURE_2D, 0);
	glActiveTexture(GL_TEXTURE0);
	glUniform1i(picture, 0);
	glUseProgram(0);
	glEnable(GL_TEXTURE_2D);
	draw_textured(GL_TEXTURE_2D, texture);
	glDisable(GL_TEXTURE_2D);
	glUseProgram(program);
	draw_frame(frame);
}

/* What the middle of the window shows, black or not. */
static void print_middle(void)
{
	GLubyte pixel[4] = {0};
	glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("%s\n", pixel[0] || pixel[1] || pixel[2] ? "colour" : "black");
}

static const struct {
	const char *name;
	void (*frame)(int frame);
} ways[] = {
	{"clean", draw_frame},
	{"figures", figures},
	{"unknown", unknown},
	{"clean-all", clean_all},
	{"immediate-mode", immediate},
	{"client-arrays", client_arrays},
	{"finish", finish},
	{"read-back", read_back},
	{"query-wait", query_wait},
	{"map-wait", map_wait},
	{"depth-not-cleared", depth_not_cleared},
	{"texture-loaded", texture_loaded},
	{"texture-changed", texture_changed},
	{"shader-compiled", shader_compiled},
	{"list-compiled", list_compiled},
	{"state-asked", state_asked},
	{"error-asked", error_asked},
	{"mipmaps-unused", mipmaps_unused},
	{"texture-uncompressed", uncompressed},
	{"state-repeated", state_repeated},
	{"uniform-unused", uniform_unused},
	{"draw-empty", draw_empty},
	{"draw-unseen", draw_unseen},
	{"draws-in-a-row", draws_in_a_row},
	{"indices-unshared", indices_unshared},
	{"vertex-order", vertex_order},
	{"clean-grid", clean_grid},
	{"clean-state", clean_state},
	{"clean-pushed", clean_pushed},
	{"no-multisampling", no_multisampling},
	{"strings-not-asked", draw_frame},
	{"clean-textures", clean_textures},
	{"gl-error", gl_error},
	{"shader-not-compiled", not_compiled},
	{"program-not-linked", not_linked},
	{"framebuffer-incomplete", framebuffer_incomplete},
	{"debug-message", debug_message},
	{"texture-missing", texture_missing},
	{"texture-incomplete", texture_incomplete},
	{"texture-uneven", texture_uneven},
	{"mapped-buffer", mapped_buffer},
	{"feedback-loop", feedback_loop},
	{"attribute-without-array", without_array},
	{"unmap-failed", unmap_failed},
	{"window-error", window_error},
	{"egl-error", egl_error},
};

int main(int argc, char **argv)
{
	size_t i = 0;
	way = argc > 1 ? argv[1] : "clean";
	while (i < sizeof ways / sizeof *ways && strcmp(ways[i].name, way))
		i++;
	if (i == sizeof ways / sizeof *ways)
		return 2;
	make_current();
	set_up();
	for (int frame = 0; frame < FRAMES; frame++) {
		glClear(cleared);
		ways[i].frame(frame);
		eglSwapBuffers(display, surface);
	}
	print_middle();
	return 0;
}

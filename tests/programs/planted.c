/* SPDX-License-Identifier: MIT */
/*
 * test-planted [WORD...] - six frames of a program with two threads, in which each word plants one
 * difference, or something that is none:
 *
 *	argument  a colour of frame 3 is another          uniform  a uniform's value in frame 2
 *	texel     a byte of the third texture             shader   a letter in a shader's third line
 *	insert    one more draw in frame 1                remove   one draw less in frame 1
 *	frame     one more frame behind frame 2           object   frame 4 draws with another
 *texture offset    an array of frame 5 begins elsewhere    mapped   a byte that is written in frame
 *2 names     names of textures are generated in another order address   the program's memory is
 *elsewhere polls     GL is asked more often whether it has finished threads   the other thread
 *calls GL at other times
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include "tests/programs/pbuffer.h"

enum { SIZE = 64, FRAMES = 6, TEXTURES = 4, SIDE = 8, LOADED = 8, BYTES = 256 };

static char *const *words;
static EGLDisplay display;
static GLuint textures[TEXTURES], program, vertices, written;
static GLint tint, weights;

static bool is_planted(const char *word)
{
	for (char *const *at = words; *at; at++)
		if (strcmp(*at, word) == 0)
			return true;
	return false;
}

static const char vertex_text[] = "#version 120\n"
				  "attribute vec2 place;\n"
				  "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n";
static const char fragment_text[] =
	"#version 120\n"
	"uniform sampler2D picture; uniform float tint; uniform vec4 weights[3];\n"
	"void main() { gl_FragColor = (tint + 0.%d) * texture2D(picture, vec2(0.5)) + weights[1] "
	"+\n"
	"	weights[2]; }\n";

static GLuint make_shader(GLenum stage, const char *text)
{
	GLuint shader = glCreateShader(stage);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	return shader;
}

static void make_program(void)
{
	char text[512];
	snprintf(text, sizeof text, fragment_text, is_planted("shader") ? 2 : 1);
	program = glCreateProgram();
	glAttachShader(program, make_shader(GL_VERTEX_SHADER, vertex_text));
	glAttachShader(program, make_shader(GL_FRAGMENT_SHADER, text));
	glBindAttribLocation(program, 0, "place");
	glLinkProgram(program);
	glUseProgram(program);
	tint = glGetUniformLocation(program, "tint");
	weights = glGetUniformLocation(program, "weights[0]");
}

static void make_textures(void)
{
	GLubyte pixels[SIDE * SIDE * 4];
	for (int i = 0; i < TEXTURES; i++)
		glGenTextures(1, &textures[is_planted("names") ? TEXTURES - 1 - i : i]);
	for (int i = 0; i < TEXTURES; i++) {
		memset(pixels, 50 + i, sizeof pixels);
		if (i == 2 && is_planted("texel"))
			pixels[37] = 1;
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
			pixels);
	}
}

static void make_buffers(void)
{
	static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1, 0, 0};
	glGenBuffers(1, &vertices);
	glBindBuffer(GL_ARRAY_BUFFER, vertices);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glGenBuffers(1, &written);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, written);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, BYTES, NULL, GL_STREAM_DRAW);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static void write_mapped(int frame)
{
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, written);
	GLubyte *bytes = glMapBufferRange(
		GL_PIXEL_UNPACK_BUFFER, 0, BYTES, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
	for (int i = 0; i < BYTES; i++)
		bytes[i] = (GLubyte)(i + frame);
	if (frame == 2 && is_planted("mapped"))
		bytes[100] = 0;
	glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static void wait_for_gl(void)
{
	GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	for (int i = is_planted("polls") ? 3 : 0; i > 0; i--)
		glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
	while (glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED)
		;
	glDeleteSync(sync);
}

static void draw_counted(void)
{
	GLuint query, passed;
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
	glDeleteQueries(1, &query);
}

/* From memory of the program. */
static void draw_own(void)
{
	static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1};
	GLfloat *own = malloc(is_planted("address") ? 4096 : sizeof corners);
	memcpy(own, corners, sizeof corners);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, own);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindBuffer(GL_ARRAY_BUFFER, vertices);
	if (!is_planted("address"))
		free(own);
}

static void draw_frame(int frame)
{
	static const GLfloat colours[8] = {0.25f, 0.5f};
	glClearColor(0, 0, frame == 3 && is_planted("argument") ? 0.5f : 0.0f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glUniform1f(tint, frame == 2 && is_planted("uniform") ? 9.0f : (GLfloat)frame);
	glUniform4fv(weights, 1, colours);
	glUniform4fv(weights + 1, 2, colours);
	glEnableVertexAttribArray(0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0,
		(void *)(frame == 5 && is_planted("offset") ? 2 * sizeof(GLfloat) : 0));
	for (int i = 0; i < TEXTURES; i++) {
		bool is_other = frame == 4 && i == 1 && is_planted("object");
		glBindTexture(GL_TEXTURE_2D, textures[is_other ? 2 : i]);
		if (!(frame == 1 && i == 0 && is_planted("remove")))
			glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
		if (frame == 1 && i == 2 && is_planted("insert"))
			glDrawArrays(GL_TRIANGLE_STRIP, 0, 3);
	}
	write_mapped(frame);
	draw_counted();
	draw_own();
	wait_for_gl();
}

static EGLConfig config_of(EGLContext context)
{
	EGLint id = 0, n;
	EGLConfig config = NULL;
	eglQueryContext(display, context, EGL_CONFIG_ID, &id);
	eglChooseConfig(display, (EGLint[]){EGL_CONFIG_ID, id, EGL_NONE}, &config, 1, &n);
	return config;
}

/* Loads buffers beside the first thread. */
static void *load(void *context)
{
	char bytes[BYTES];
	eglBindAPI(EGL_OPENGL_API);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
	for (int i = 0; i < LOADED; i++) {
		GLuint buffer;
		if (is_planted("threads"))
			usleep(2000);
		memset(bytes, i, sizeof bytes);
		glGenBuffers(1, &buffer);
		glBindBuffer(GL_ARRAY_BUFFER, buffer);
		glBufferData(GL_ARRAY_BUFFER, sizeof bytes, bytes, GL_STATIC_DRAW);
	}
	glFinish();
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t loader;
	words = argv + (argc > 0);
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, PBUFFER_COMPATIBILITY, SIZE);
	EGLContext own = eglGetCurrentContext();
	EGLContext other = eglCreateContext(display, config_of(own), own, NULL);
	if (!other || pthread_create(&loader, NULL, load, other))
		return 99;
	make_textures();
	make_program();
	make_buffers();
	for (int frame = 0; frame < FRAMES; frame++) {
		draw_frame(frame);
		eglSwapBuffers(display, surface);
		if (frame == 2 && is_planted("frame")) {
			glClearColor(1, 1, 0, 1);
			glClear(GL_COLOR_BUFFER_BIT);
			glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
			draw_counted();
			eglSwapBuffers(display, surface);
		}
		if (is_planted("threads"))
			usleep(1000);
	}
	pthread_join(loader, NULL);
	return glGetError() ? 1 : 0;
}

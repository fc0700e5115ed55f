/* SPDX-License-Identifier: MIT */
/*
 * test-feedback FRAMES FILE [WORD...] - a texture that is never cleared: each draw into it mixes
 * with what all draws before it have left there, in all frames. Each frame shows it in the window.
 * The window's pixels of the last frame, RGBA, bottom row first, are written to FILE. Each draw
 * needs the calls that set its weights, so that many calls are needed for few draws. Words:
 *
 *     egl            by EGL
 *     clear          the window is cleared, so that nothing but the texture goes from one frame to
 *                    the next; and each frame writes some texels, whose rows lie apart in memory as
 *                    was said before the first frame
 *     front          it has once chosen the front buffer
 *     es             in a context of OpenGL ES 3
 *     renderbuffers  a colour and a depth renderbuffer are in the texture's place, and the window
 *                    gets a copy: whether a draw passes the depth test depends on which draws have
 *                    passed it before
 *     samples        likewise, of four samples a pixel
 *     lists          a display list, three deep, sets what each draw depends on: the innermost is
 *                    made anew for each draw, and deleted, the outermost in every third frame
 *     window         the window itself is in the texture's place, with its depths but in ES; a
 *                    part of it is left alone
 */
#include "tests/programs/own-window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 48, DRAWS = 20, WEIGHTS = 18, ROW = 8 };

static const char vertex_text[] =
	"out vec2 at;\n"
	"void main()\n"
	"{\n"
	"	at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);\n"
	"	gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);\n"
	"}\n";
static const char mix_text[] =
	"uniform float phase;\n"
	"uniform float weights[18];\n"
	"in vec2 at;\n"
	"out vec4 colour;\n"
	"void main()\n"
	"{\n"
	"	float wave = fract(phase * (1.0 + at.x) + at.y), sum = 0.0;\n"
	"	for (int i = 0; i < 18; i++)\n"
	"		sum += weights[i];\n"
	"	colour = vec4(wave, wave * at.x, 1.0 - wave, sum);\n"
	"}\n";
static const char show_text[] = "uniform sampler2D picture;\n"
				"in vec2 at;\n"
				"out vec4 colour;\n"
				"void main()\n"
				"{\n"
				"	vec4 mixed = texture(picture, at);\n"
				"	colour = vec4(mixed.rgb, 1.0);\n"
				"}\n";

static bool is_es, has_renderbuffers, has_depth, has_lists;
static GLsizei samples;
static GLuint framebuffer, texture;
static GLint phase, weights[WEIGHTS];

static GLuint make_program(const char *fragment_text)
{
	const struct {
		GLenum type;
		const char *text;
	} stages[] = {{GL_VERTEX_SHADER, vertex_text}, {GL_FRAGMENT_SHADER, fragment_text}};
	GLuint program = glCreateProgram();
	GLint linked;
	for (int i = 0; i < 2; i++) {
		const char *texts[] = {
			is_es ? "#version 300 es\nprecision highp float;\n" : "#version 130\n",
			stages[i].text};
		GLuint shader = glCreateShader(stages[i].type);
		glShaderSource(shader, 2, texts, NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	if (!linked)
		exit(99);
	return program;
}

static void attach_texture(void)
{
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, is_es ? GL_RGBA8 : GL_RGBA16F, SIZE, SIZE, 0, GL_RGBA,
		GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

static void attach_renderbuffers(void)
{
	static const GLenum formats[] = {GL_RGBA8, GL_DEPTH24_STENCIL8};
	static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_STENCIL_ATTACHMENT};
	GLuint renderbuffers[2];
	glGenRenderbuffers(2, renderbuffers);
	for (int i = 0; i < 2; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, formats[i], SIZE, SIZE);
		glFramebufferRenderbuffer(
			GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, renderbuffers[i]);
	}
}

static void make_framebuffer(void)
{
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	if (has_renderbuffers)
		attach_renderbuffers();
	else
		attach_texture();
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		exit(99);
}

static void find_uniforms(GLuint program)
{
	phase = glGetUniformLocation(program, "phase");
	for (int i = 0; i < WEIGHTS; i++) {
		char name[32];
		snprintf(name, sizeof name, "weights[%d]", i);
		weights[i] = glGetUniformLocation(program, name);
	}
}

/* Two rows of two. */
static void write_texels(int frame)
{
	GLubyte texels[2][ROW][4];
	for (int i = 0; i < 2 * ROW * 4; i++)
		(&texels[0][0][0])[i] = (GLubyte)(37 * i + 11 * frame);
	glTexSubImage2D(GL_TEXTURE_2D, 0, frame % (SIZE - 2), frame / 8, 2, 2, GL_RGBA,
		GL_UNSIGNED_BYTE, texels);
}

/* All of its fragments have this depth; every fourth draw passes. */
static void choose_depth(int draw)
{
	static const GLenum tests[] = {GL_GEQUAL, GL_LEQUAL, GL_GEQUAL, GL_ALWAYS};
	double depth = 0.61803 * draw - (int)(0.61803 * draw);
	glDepthRange(depth, depth);
	glDepthFunc(tests[draw % 4]);
}

static void show_frame(GLuint show)
{
	if (!framebuffer)
		return;
	if (has_renderbuffers) {
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
		glBlitFramebuffer(
			0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		return;
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glUseProgram(show);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void set_all(int draw, int i)
{
	if (has_depth)
		choose_depth(draw);
	glUniform1f(phase, 0.37f * (float)draw);
	for (int k = 0; k < WEIGHTS; k++)
		glUniform1f(weights[k], 0.0005f * (float)(1 + (i + k) % 3));
}

static void make_list(GLuint list, GLuint called)
{
	glNewList(list, GL_COMPILE);
	glCallList(called);
	glEndList();
}

static void set_by_lists(int draw, int i)
{
	enum { INNER = 1, MIDDLE, OUTER };
	if (i == 0 && draw / DRAWS % 3 == 0)
		make_list(OUTER, MIDDLE);
	if (i == 0)
		make_list(MIDDLE, INNER);
	glNewList(INNER, GL_COMPILE);
	set_all(draw, i);
	glEndList();
	glCallList(OUTER);
	glDeleteLists(INNER, 1);
}

static void draw_frame(GLuint mix, GLuint show, int frame)
{
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glUseProgram(mix);
	glEnable(GL_BLEND);
	if (has_depth)
		glEnable(GL_DEPTH_TEST);
	for (int i = 0; i < DRAWS; i++) {
		if (has_lists)
			set_by_lists(frame * DRAWS + i, i);
		else
			set_all(frame * DRAWS + i, i);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
	glDisable(GL_BLEND);
	show_frame(show);
}

static void write_pixels(const char *path)
{
	static unsigned char pixels[SIZE * SIZE * 4];
	FILE *file = fopen(path, "wb");
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	if (!file || fwrite(pixels, sizeof pixels, 1, file) != 1 || fclose(file))
		exit(99);
}

/* In place of the window's own. */
static void choose_es(const struct own_window *own)
{
	const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
	EGLint number, n = 0;
	EGLConfig config;
	eglQuerySurface(own->egl, own->surface, EGL_CONFIG_ID, &number);
	const EGLint wanted[] = {EGL_CONFIG_ID, number, EGL_NONE};
	eglBindAPI(EGL_OPENGL_ES_API);
	eglChooseConfig(own->egl, wanted, &config, 1, &n);
	EGLContext context = n ? eglCreateContext(own->egl, config, EGL_NO_CONTEXT, version)
			       : EGL_NO_CONTEXT;
	if (!context || !eglMakeCurrent(own->egl, own->surface, own->surface, context))
		exit(99);
}

static bool has_word(char **argv, const char *word)
{
	for (argv += 3; *argv; argv++)
		if (!strcmp(*argv, word))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	int frames = argc > 2 ? atoi(argv[1]) : 0;
	struct own_window own;
	if (!frames)
		return 99;
	is_es = has_word(argv, "es");
	samples = has_word(argv, "samples") ? 4 : 0;
	has_renderbuffers = samples || has_word(argv, "renderbuffers");
	has_lists = has_word(argv, "lists");
	bool has_window = has_word(argv, "window");
	bool clears = has_word(argv, "clear");
	has_depth = has_renderbuffers || (has_window && !is_es);
	own_window_open(&own, SIZE, SIZE, is_es || has_word(argv, "egl"), false);
	if (is_es)
		choose_es(&own);
	if (own.egl)
		eglSwapInterval(own.egl, 0);
	GLuint mix = make_program(mix_text), show = make_program(show_text), array;
	find_uniforms(mix);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glViewport(0, 0, SIZE, SIZE);
	if (has_word(argv, "front")) {
		glReadBuffer(GL_FRONT);
		glReadBuffer(GL_BACK);
	}
	if (!has_window)
		make_framebuffer();
	if (has_window)
		glScissor(0, 0, SIZE - 8, SIZE);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); /* the only one */
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	if (has_window)
		glEnable(GL_SCISSOR_TEST);
	if (clears)
		glPixelStorei(GL_UNPACK_ROW_LENGTH, ROW);
	for (int frame = 0; frame < frames; frame++) {
		if (clears) {
			glClear(GL_COLOR_BUFFER_BIT);
			write_texels(frame);
		}
		draw_frame(mix, show, frame);
		if (frame == frames - 1)
			write_pixels(argv[2]);
		own_window_swap(&own);
	}
	return 0;
}

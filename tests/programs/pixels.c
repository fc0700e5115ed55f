/* SPDX-License-Identifier: MIT */
/*
 * test-pixels - frames whose calls touch the pixel 20 20 of a window of 64 x 64 in every way, and
 * some that do not; tests/real/pixel-history.py has the list, in the order of the calls here.
 * test-pixels two: frames that draw into two windows in turn.
 * test-pixels targets: frames that draw into R32UI: 300 in the left half and 150 in the right, 600
 * in 4 x 4 pixels; into RGBA16F: 2 everywhere, 3 in 4 x 4; and into RGBA8 of 4 samples.
 * test-pixels arrays: frames whose draws of arrays are rejected, each by one test; the last draws
 * two quads: a red one for which the depth test is, and a blue one that is culled.
 *
 * test-pixels turns: frames whose only draw into the window is their first glDrawArrays or their
 * second, behind one of another program into a texture; that one alone is in each fourth, and from
 * the 18th on.
 *
 * test-pixels window-samples: frames that draw into single samples of a window. Prints what the
 * pixel 20 20 is after each draw.
 *
 * test-pixels planes: frames that draw into single samples, and into layers through two
 * framebuffers; draw_planes is what tests/real/pixel-history.py expects. Prints where a pixel's
 * samples are.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, FRAMES = 8 };

static GLuint plain, discarding, other, picture, list;
static EGLSurface second;
static EGLContext context;

static EGLSurface make_current(EGLDisplay display, int samples)
{
	const EGLint wanted[] = {EGL_SAMPLES, samples, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
		EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8,
		EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		exit(99);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	second = eglCreatePbufferSurface(display, config, size);
	context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
	return surface;
}

static const char vertex_text[] = "#version 120\n"
				  "void main()\n"
				  "{\n"
				  "	gl_FrontColor = gl_BackColor = gl_Color;\n"
				  "	gl_Position = gl_Vertex;\n"
				  "}\n";
static const char plain_text[] = "#version 120\n"
				 "void main()\n"
				 "{\n"
				 "	gl_FragColor = gl_Color;\n"
				 "}\n";
static const char discarding_text[] = "#version 120\n"
				      "void main()\n"
				      "{\n"
				      "	if (gl_FragCoord.x < 32.0)\n"
				      "		discard;\n"
				      "	gl_FragColor = gl_Color;\n"
				      "}\n";

static GLuint make_program(const char *fragment)
{
	const char *texts[] = {vertex_text, fragment};
	GLuint program = glCreateProgram();
	char log[100];
	for (int i = 0; i < 2; i++) {
		GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
		glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glGetShaderInfoLog(shader, sizeof log, NULL, log);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	return program;
}

/* Seen from the front; from left to right in normalized coordinates. */
static void quad(float left, float right, float z)
{
	glBegin(GL_QUADS);
	glVertex3f(left, -1, z);
	glVertex3f(right, -1, z);
	glVertex3f(right, 1, z);
	glVertex3f(left, 1, z);
	glEnd();
}

static void quads_of_arrays(int n)
{
	static const GLfloat corners[] = {-1, -1, 1, -1, 1, 1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1};
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, corners);
	glDrawArrays(GL_QUADS, 0, 4 * n);
	glDisableClientState(GL_VERTEX_ARRAY);
}

static void set_up(void)
{
	plain = make_program(plain_text);
	discarding = make_program(discarding_text);
	glGenTextures(1, &picture);
	glBindTexture(GL_TEXTURE_2D, picture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glGenFramebuffers(1, &other);
	glBindFramebuffer(GL_FRAMEBUFFER, other);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
	glClearColor(1, 0, 1, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	list = glGenLists(1);
	glNewList(list, GL_COMPILE);
	glColor4f(0.25f, 0.25f, 0.75f, 1);
	quad(-1, 1, 0);
	glEndList();
	glUseProgram(plain);
	glDepthFunc(GL_LESS);
}

static void rejected(void)
{
	glEnable(GL_DEPTH_TEST);
	glColor4f(0, 1, 0, 1);
	quad(-1, 1, 0);
	glColor4f(1, 0, 0, 1);
	quad(-1, 1, 0.5f); /* depth */
	glDisable(GL_DEPTH_TEST);
	glEnable(GL_CULL_FACE);
	quad(1, -1, 0); /* culled */
	glDisable(GL_CULL_FACE);
	glEnable(GL_SCISSOR_TEST);
	glScissor(40, 40, 8, 8);
	quad(-1, 1, 0);		      /* scissor */
	glClear(GL_COLOR_BUFFER_BIT); /* nothing */
	glDisable(GL_SCISSOR_TEST);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, 0.5f);
	glColor4f(1, 0, 0, 0.25f);
	quad(-1, 1, 0); /* alpha */
	glDisable(GL_ALPHA_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_EQUAL, 1, 255);
	glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
	quad(-1, 1, 0); /* stencil */
	glDisable(GL_STENCIL_TEST);
	glUseProgram(discarding);
	quad(-1, 1, 0); /* discarded */
	glUseProgram(plain);
	glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
	quad(-1, 1, 0); /* masked */
	glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	quad(0, 1, 0); /* nothing */
}

static void written(void)
{
	static const GLfloat grey[] = {0.5f, 0.5f, 0.5f, 1};
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glColor4f(1, 1, 1, 0.5f);
	quad(-1, 1, 0);
	glColor4f(1, 0, 0, 0.5f);
	quads_of_arrays(2); /* two fragments */
	glDisable(GL_BLEND);
	glClearBufferfv(GL_COLOR, 0, grey);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, other);
	glBlitFramebuffer(0, 0, 16, 16, 40, 40, 56, 56, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBlitFramebuffer(0, 0, 16, 16, 32, 32, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, other);
	glColor4f(0, 1, 1, 1);
	quad(-1, 1, 0); /* into another buffer */
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glColor4f(0.75f, 0.5f, 0, 1);
	/* its own first fragment lets its second one pass */
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_EQUAL, 1, 255);
	glStencilOp(GL_REPLACE, GL_KEEP, GL_KEEP);
	quads_of_arrays(2);
	glStencilFunc(GL_EQUAL, 2, 255); /* and here none */
	glStencilOp(GL_ZERO, GL_KEEP, GL_KEEP);
	quads_of_arrays(2);
	glDisable(GL_STENCIL_TEST);
	glCallList(list);
}

static void draw_both(EGLDisplay display, EGLSurface first)
{
	glColor4f(1, 0, 0, 1);
	quad(-1, 1, 0);
	eglMakeCurrent(display, second, second, context);
	glColor4f(0, 1, 0, 1);
	quad(-1, 1, 0);
	eglMakeCurrent(display, first, first, context);
	glColor4f(0, 0, 1, 1);
	quad(-1, 1, 0);
}

static GLuint target(GLenum format, int samples)
{
	GLuint framebuffer, buffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &buffer);
	glBindRenderbuffer(GL_RENDERBUFFER, buffer);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
	return framebuffer;
}

static void draw_within(GLfloat value, int size)
{
	glColor4f(value, value, value, 1);
	glScissor(0, 0, size, size);
	quad(-1, 1, 0);
}

static void draw_targets(EGLDisplay display, EGLSurface surface)
{
	static const char integer_text[] = "#version 130\n"
					   "out uvec4 color;\n"
					   "void main()\n"
					   "{\n"
					   "	float x = gl_Color.r > 0.5 ? 4.0 : 2.0;\n"
					   "	color = uvec4(gl_FragCoord.x < 32.0 ? 150.0 * x : "
					   "150.0);\n"
					   "}\n";
	GLuint integer = make_program(integer_text);
	GLuint integers = target(GL_R32UI, 0), floats = target(GL_RGBA16F, 0);
	GLuint several = target(GL_RGBA8, 4);
	glObjectLabel(GL_FRAMEBUFFER, floats, -1, "halves");
	glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE);
	glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE);
	glEnable(GL_SCISSOR_TEST);
	for (int i = 0; i < FRAMES; i++) {
		glBindFramebuffer(GL_FRAMEBUFFER, integers);
		glUseProgram(integer);
		draw_within(0, SIZE);
		draw_within(1, 4);
		glBindFramebuffer(GL_FRAMEBUFFER, floats);
		glUseProgram(plain);
		draw_within(2, SIZE);
		draw_within(3, 4);
		glBindFramebuffer(GL_FRAMEBUFFER, several);
		draw_within(1, 4);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		eglSwapBuffers(display, surface);
	}
	glDisable(GL_SCISSOR_TEST);
}

/* ---- samples and layers ---- */

static GLuint make_layer_program(void)
{
	static const GLenum types[] = {GL_VERTEX_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER};
	static const char *const texts[] = {"#version 330 compatibility\n"
					    "out vec4 given;\n"
					    "void main()\n"
					    "{\n"
					    "	given = gl_Color;\n"
					    "	gl_Position = gl_Vertex;\n"
					    "}\n",
		"#version 330 compatibility\n"
		"layout(triangles) in;\n"
		"layout(triangle_strip, max_vertices = 3) out;\n"
		"uniform int layer;\n"
		"in vec4 given[];\n"
		"out vec4 tint;\n"
		"void main()\n"
		"{\n"
		"	for (int i = 0; i < 3; i++) {\n"
		"		tint = given[i];\n"
		"		gl_Position = gl_in[i].gl_Position;\n"
		"		gl_Layer = layer;\n"
		"		EmitVertex();\n"
		"	}\n"
		"}\n",
		"#version 330 compatibility\n"
		"in vec4 tint;\n"
		"out vec4 color;\n"
		"void main() { color = tint; }\n"};
	GLuint program = glCreateProgram();
	for (int i = 0; i < 3; i++) {
		GLuint shader = glCreateShader(types[i]);
		glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	return program;
}

static GLuint array_texture(GLenum format)
{
	GLuint name;
	glGenTextures(1, &name);
	glBindTexture(GL_TEXTURE_2D_ARRAY, name);
	glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, format, SIZE, SIZE, 3);
	return name;
}

static void strip(float left, float right, float z)
{
	const GLfloat corners[] = {left, -1, z, right, -1, z, left, 1, z, right, 1, z};
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(3, GL_FLOAT, 0, corners);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisableClientState(GL_VERTEX_ARRAY);
}

static void clear_to(GLfloat r, GLfloat g, GLfloat b)
{
	glClearColor(r, g, b, 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void two_quads(void)
{
	static const GLfloat corners[] = {-1, -1, 0.5f, 1, -1, 0.5f, 1, 1, 0.5f, -1, 1, 0.5f, -1, 1,
		-0.5f, 1, 1, -0.5f, 1, -1, -0.5f, -1, -1, -0.5f};
	static const GLfloat colours[] = {
		1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glVertexPointer(3, GL_FLOAT, 0, corners);
	glColorPointer(3, GL_FLOAT, 0, colours);
	glDrawArrays(GL_QUADS, 0, 8);
	glDisableClientState(GL_COLOR_ARRAY);
	glDisableClientState(GL_VERTEX_ARRAY);
}

static void reject_arrays(void)
{
	glEnable(GL_DEPTH_TEST);
	glColor4f(0, 1, 0, 1);
	strip(-1, 1, 0);
	glColor4f(1, 0, 0, 1);
	strip(-1, 1, 0.5f); /* depth */
	glEnable(GL_CULL_FACE);
	two_quads();
	glDisable(GL_DEPTH_TEST);
	glColor4f(0, 0, 1, 1);
	strip(1, -1, 0); /* culled */
	glDisable(GL_CULL_FACE);
	glEnable(GL_SCISSOR_TEST);
	glScissor(40, 40, 8, 8);
	glColor4f(1, 1, 0, 1);
	strip(-1, 1, 0); /* scissor */
	glDisable(GL_SCISSOR_TEST);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, 0.5f);
	glColor4f(1, 0, 1, 0.25f);
	strip(-1, 1, 0); /* alpha */
	glDisable(GL_ALPHA_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_EQUAL, 1, 255);
	glColor4f(0, 1, 1, 1);
	strip(-1, 1, 0); /* stencil */
	glDisable(GL_STENCIL_TEST);
}

/* To the left and to the right of the middle of the pixel 20 20. */
static void draw_samples(bool prints)
{
	const float middle = 20.5f / (SIZE / 2) - 1;
	GLfloat pixel[4];
	for (int i = 0; i < 2; i++) {
		glColor4f(!i, i, 0, 1);
		strip(i ? middle : -1, i ? 1 : middle, 0);
		if (!prints)
			continue;
		glReadPixels(20, 20, 1, 1, GL_RGBA, GL_FLOAT, pixel);
		printf("%g %g %g %g\n", pixel[0], pixel[1], pixel[2], pixel[3]);
		fflush(stdout);
	}
}

struct planes {
	GLuint several, layered, single, program;
};

static struct planes make_planes(void)
{
	struct planes p = {.several = target(GL_RGBA8, 4), .program = make_layer_program()};
	GLuint colours = array_texture(GL_RGBA8), depths = array_texture(GL_DEPTH_COMPONENT24);
	for (GLuint i = 0; i < 4; i++) {
		GLfloat place[2];
		glGetMultisamplefv(GL_SAMPLE_POSITION, i, place);
		printf("%g\n", place[0]);
	}
	fflush(stdout);
	glGenFramebuffers(1, &p.layered);
	glBindFramebuffer(GL_FRAMEBUFFER, p.layered);
	glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, colours, 0);
	glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, depths, 0);
	glGenFramebuffers(1, &p.single);
	glBindFramebuffer(GL_FRAMEBUFFER, p.single);
	glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, colours, 0, 1);
	return p;
}

static void draw_layer(const struct planes *p, GLint layer, float z)
{
	glUniform1i(glGetUniformLocation(p->program, "layer"), layer);
	strip(-1, 1, z);
}

static void draw_planes(const struct planes *p)
{
	glBindFramebuffer(GL_FRAMEBUFFER, p->several);
	clear_to(0, 0, 0);
	glUseProgram(plain);
	draw_samples(false);
	glBindFramebuffer(GL_FRAMEBUFFER, p->layered);
	clear_to(0, 0, 1);
	glUseProgram(p->program);
	glEnable(GL_DEPTH_TEST);
	glColor4f(1, 1, 0, 1);
	draw_layer(p, 0, 0);
	glColor4f(0, 1, 1, 1);
	draw_layer(p, 1, 0);
	glColor4f(1, 0, 0, 1);
	draw_layer(p, 1, 0.5f); /* depth */
	glDisable(GL_DEPTH_TEST);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, other);
	glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, p->single);
	clear_to(0, 1, 0);
	glUseProgram(plain);
	glColor4f(1, 0, 1, 1);
	strip(-1, 1, 0);
	glBindFramebuffer(GL_FRAMEBUFFER, p->layered);
	clear_to(1, 1, 1);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_in_turns(int frame)
{
	if (frame % 2) {
		glBindFramebuffer(GL_FRAMEBUFFER, other);
		glUseProgram(discarding);
		quads_of_arrays(1);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
	}
	glUseProgram(plain);
	if (frame % 4 != 3 && frame < 18)
		quads_of_arrays(1);
}

int main(int argc, char **argv)
{
	bool two = argc > 1 && !strcmp(argv[1], "two");
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLSurface surface = make_current(
		display, argc > 1 && !strcmp(argv[1], "window-samples") ? 4 : 0);
	set_up();
	if (argc > 1 && !strcmp(argv[1], "targets")) {
		draw_targets(display, surface);
		return glGetError() ? 1 : 0;
	}
	if (argc > 1 && !strcmp(argv[1], "planes")) {
		const struct planes planes = make_planes();
		for (int i = 0; i < FRAMES; i++) {
			draw_planes(&planes);
			eglSwapBuffers(display, surface);
		}
		return glGetError() ? 1 : 0;
	}
	bool turns = argc > 1 && !strcmp(argv[1], "turns");
	for (int i = 0; i < (turns ? 3 * FRAMES : FRAMES); i++) {
		glClearColor(0.25f * (i % 4), 0, 0.5f, 1);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
		if (two) {
			draw_both(display, surface);
		} else if (argc > 1 && !strcmp(argv[1], "arrays")) {
			reject_arrays();
		} else if (turns) {
			draw_in_turns(i);
		} else if (argc > 1 && !strcmp(argv[1], "window-samples")) {
			draw_samples(true);
		} else {
			rejected();
			written();
		}
		eglSwapBuffers(display, surface);
	}
	return glGetError() ? 1 : 0;
}

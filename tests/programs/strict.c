/* SPDX-License-Identifier: MIT */
/*
 * test-strict WHICH [ask] - draws three frames by something that a driver may lack, in a context of
 * OpenGL 3.2 or more, compatibility profile (WHICH es: OpenGL ES 3). ask: asks GL whether all is
 * well. Without: it does not. The last frame's colour must be green here; status 0 if it is.
 *
 *  shader      of GLSL 4.30
 *  format      a texture that is compressed as S3TC
 *  etc         a texture that is compressed as ETC2
 *  block       glBegin
 *  function    glDispatchCompute, which writes the texture that is drawn
 *  name        a uniform and an attribute by their names
 *  framebuffer a texture of floating point numbers is drawn into, and shown
 *  values      asks for this and that of GL's state
 *  times       asks how long it has taken
 *  provoked    makes an error, and asks for it
 *  careless    makes an error, and never asks
 *  refused     has a shader that no driver compiles, asks, and draws without it
 */
#include <EGL/egl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 32, FRAMES = 3 };

static EGLDisplay display;
static EGLSurface surface;
static bool asks;

static void make_context(bool is_es)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		is_es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_NONE};
	const EGLint sizes[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
		EGL_NONE};
	const EGLint es_version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (!eglInitialize(display, NULL, NULL) ||
		!eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		exit(99);
	surface = eglCreatePbufferSurface(display, config, sizes);
	EGLContext context = eglCreateContext(
		display, config, EGL_NO_CONTEXT, is_es ? es_version : version);
	if (!eglMakeCurrent(display, surface, surface, context))
		exit(99);
}

static void ask_errors(void)
{
	GLenum error;
	while (asks && (error = glGetError()))
		fprintf(stderr, "error 0x%x\n", error);
}

/* ---- programs ---- */

static GLuint shader(GLenum type, const char *text)
{
	GLuint name = glCreateShader(type);
	GLint status = 1;
	char log[2000] = "";
	glShaderSource(name, 1, &text, NULL);
	glCompileShader(name);
	if (asks)
		glGetShaderiv(name, GL_COMPILE_STATUS, &status);
	if (!status)
		glGetShaderInfoLog(name, sizeof log, NULL, log);
	fputs(log, stderr);
	return name;
}

static GLuint link_program(GLuint first, GLuint second)
{
	GLuint program = glCreateProgram();
	GLint status = 1;
	char log[2000] = "";
	glAttachShader(program, first);
	if (second)
		glAttachShader(program, second);
	glLinkProgram(program);
	if (asks)
		glGetProgramiv(program, GL_LINK_STATUS, &status);
	if (asks)
		glGetProgramInfoLog(program, sizeof log, NULL, log);
	if (!status)
		fprintf(stderr, "%s\n", log);
	return program;
}

#define CORNER                                                                                     \
	"	uv = vec2(gl_VertexID % 2 * 2, gl_VertexID / 2 * 2);\n"                                  \
	"	gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);\n"
static const char vertex[] = "#version 150\nout vec2 uv;\nvoid main() {\n" CORNER "}\n";
static const char textured[] = "#version 150\n"
			       "uniform sampler2D tex;\n"
			       "in vec2 uv;\n"
			       "out vec4 color;\n"
			       "void main() { color = texture(tex, uv); }\n";

static void draw_program(const char *vertex_text, const char *fragment)
{
	glUseProgram(link_program(
		shader(GL_VERTEX_SHADER, vertex_text), shader(GL_FRAGMENT_SHADER, fragment)));
}

static void triangle(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- what each does ---- */

static void begin_shader(void)
{
	draw_program(vertex, "#version 430\n"
			     "layout(location = 2) uniform float one = 1.0;\n"
			     "out vec4 color;\n"
			     "void main() { color = vec4(0, one, 0, 1); }\n");
}

static void bind_texture(void)
{
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
}

static void begin_format(void)
{
	static const GLubyte block[] = {0xe0, 0x07, 0xe0, 0x07, 0, 0, 0, 0};
	draw_program(vertex, textured);
	bind_texture();
	glCompressedTexImage2D(
		GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, sizeof block, block);
}

static void begin_etc(void)
{
	/* both halves the base colour 0, 31, 0 of 5 bits, with small modifiers */
	static const GLubyte block[] = {0, 0xf8, 0, 0x02, 0, 0, 0, 0};
	draw_program("#version 300 es\nout vec2 uv;\nvoid main() {\n"
		     "	uv = vec2(float(gl_VertexID % 2) * 2.0, float(gl_VertexID / 2) * 2.0);\n"
		     "	gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);\n}\n",
		"#version 300 es\nprecision mediump float;\nuniform sampler2D tex;\nin vec2 uv;\n"
		"out vec4 color;\n"
		"void main() { color = vec4(0, step(0.5, texture(tex, uv).g), 0, 1); }\n");
	bind_texture();
	glCompressedTexImage2D(
		GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, sizeof block, block);
}

static void draw_block(void)
{
	glColor3f(0, 1, 0);
	glBegin(GL_TRIANGLES);
	glVertex2f(-1, -1);
	glVertex2f(3, -1);
	glVertex2f(-1, 3);
	glEnd();
}

static void begin_function(void)
{
	GLuint program = link_program(
		shader(GL_COMPUTE_SHADER,
			"#version 430\n"
			"layout(local_size_x = 4, local_size_y = 4) in;\n"
			"layout(rgba8) writeonly uniform image2D image;\n"
			"void main() { imageStore(image, "
			"ivec2(gl_GlobalInvocationID.xy), vec4(0, 1, 0, 1)); }\n"),
		0);
	draw_program(vertex, textured);
	GLint draws;
	glGetIntegerv(GL_CURRENT_PROGRAM, &draws);
	bind_texture();
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	GLint texture;
	glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture);
	glUseProgram(program);
	glBindImageTexture(0, (GLuint)texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
	glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
	glUseProgram((GLuint)draws);
}

static void begin_name(void)
{
	draw_program("#version 150\nin vec2 corner;\n"
		     "void main() { gl_Position = vec4(corner, 0, 1); }\n",
		"#version 150\nuniform float green[3];\nout vec4 color;\n"
		"void main() { color = vec4(0, green[2], 0, 1); }\n");
	static const float corners[] = {-1, -1, 3, -1, -1, 3}, one = 1;
	GLint program;
	glGetIntegerv(GL_CURRENT_PROGRAM, &program);
	GLint at = glGetAttribLocation((GLuint)program, "corner");
	glUniform1fv(glGetUniformLocation((GLuint)program, "green[2]"), 1, &one);
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	glVertexAttribPointer((GLuint)at, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray((GLuint)at);
}

static void begin_framebuffer(void)
{
	GLuint framebuffer, texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, SIZE, SIZE, 0, GL_RGBA, GL_FLOAT, NULL);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	if (asks && glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		fprintf(stderr, "the framebuffer is not complete\n");
	glClearColor(0, 1, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glClearColor(0, 0, 0, 1);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	draw_program(vertex, textured);
}

static void begin_values(void)
{
	GLint number[16];
	GLfloat real[16];
	GLboolean truth[4];
	static const GLenum names[] = {GL_MAX_TEXTURE_SIZE, GL_DEPTH_FUNC, GL_CURRENT_PROGRAM,
		GL_VIEWPORT, GL_POLYGON_MODE, GL_NUM_EXTENSIONS, GL_MAJOR_VERSION,
		GL_COMPRESSED_TEXTURE_FORMATS, GL_ARRAY_BUFFER_BINDING, GL_RED_BITS};
	static GLint many[1000];
	begin_format();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		glGetIntegerv(names[i], names[i] == GL_COMPRESSED_TEXTURE_FORMATS ? many : number);
	glGetIntegerv(GL_VENDOR, number); /* an error, of which nothing is written */
	glGetFloatv(GL_MODELVIEW_MATRIX, real);
	glGetFloatv(GL_LINE_WIDTH_RANGE, real);
	glGetBooleanv(GL_COLOR_WRITEMASK, truth);
	glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, number);
	glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, number);
	if (!glGetString(GL_RENDERER) || !glGetStringi(GL_EXTENSIONS, 0))
		exit(1);
	while (glGetError())
		;
}

static void draw_timed(void)
{
	GLuint queries[2], n;
	glGenQueries(2, queries);
	glBeginQuery(GL_TIME_ELAPSED, queries[0]);
	glBeginQuery(GL_SAMPLES_PASSED, queries[1]);
	draw_block();
	glEndQuery(GL_SAMPLES_PASSED);
	glEndQuery(GL_TIME_ELAPSED);
	for (int i = 0; i < 2; i++)
		glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &n);
	if (n != SIZE * SIZE)
		exit(1);
	glDeleteQueries(2, queries);
}

static void draw_wrongly(void)
{
	glEnable(GL_VENDOR);
	if (asks && glGetError() != GL_INVALID_ENUM)
		exit(1);
	draw_block();
}

static void begin_refused(void)
{
	GLint status = 1;
	GLuint bad = shader(GL_FRAGMENT_SHADER, "#version 150\nvoid main() { nothing(); }\n");
	GLuint program = link_program(bad, 0);
	glGetShaderiv(bad, GL_COMPILE_STATUS, &status);
	if (status)
		exit(1);
	glGetProgramiv(program, GL_LINK_STATUS, &status);
	if (status)
		exit(1);
	glUseProgram(0);
}

static const struct {
	const char *name;
	bool is_es;
	void (*begin)(void), (*draw)(void);
} ways[] = {
	{"shader", false, begin_shader, triangle},
	{"format", false, begin_format, triangle},
	{"etc", true, begin_etc, triangle},
	{"block", false, NULL, draw_block},
	{"function", false, begin_function, triangle},
	{"name", false, begin_name, triangle},
	{"framebuffer", false, begin_framebuffer, triangle},
	{"values", false, begin_values, triangle},
	{"times", false, NULL, draw_timed},
	{"provoked", false, NULL, draw_wrongly},
	{"careless", false, NULL, draw_wrongly},
	{"refused", false, begin_refused, draw_block},
};

int main(int argc, char **argv)
{
	size_t i = 0, n = sizeof ways / sizeof *ways;
	GLubyte pixel[4];
	while (argc > 1 && i < n && strcmp(ways[i].name, argv[1]) != 0)
		i++;
	if (argc < 2 || i == n)
		return 99;
	asks = argc > 2 && strcmp(argv[2], "ask") == 0;
	make_context(ways[i].is_es);
	if (ways[i].begin)
		ways[i].begin();
	ask_errors();
	for (int frame = 0; frame < FRAMES; frame++) {
		glClear(GL_COLOR_BUFFER_BIT);
		ways[i].draw();
		ask_errors();
		if (frame < FRAMES - 1)
			eglSwapBuffers(display, surface);
	}
	/* Before the last swap: behind it nothing is there. */
	if (asks) {
		glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
		if (pixel[0] > 8 || pixel[1] < 240 || pixel[2] > 8)
			return 1;
	}
	eglSwapBuffers(display, surface);
	return 0;
}

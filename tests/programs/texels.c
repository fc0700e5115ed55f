/* SPDX-License-Identifier: MIT */
/*
 * test-texels [FRAMES] - frames whose pixels are composites: each way to write texels of a texture
 * once, of 16 x 16 in a pbuffer likewise. tests/real/texel-history.py says what each call must
 * leave where, from what stands here. Textures are made in the order of the enum, from 1 on. Prints
 * of each frame what its textures and the window hold at places.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <epoxy/gl.h>
#include "pbuffer.h"

enum { SIDE = 16 };
enum { SCENE, BLITTED, LEVELS, LAYERS, STORED, DEPTH, UNUSED, ROOTS, HALVES, N_TEXTURES };
static GLuint textures[N_TEXTURES];
enum { INTO_SCENE, INTO_BLITTED, INTO_LEVEL, INTO_LAYER, INTO_ROOTS, INTO_HALVES, N_FRAMEBUFFERS };
static GLuint framebuffers[N_FRAMEBUFFERS];
static GLuint flat, fetching, rooting, halving, storing;

#define HEAD "#version 430\n"
static const char vertex[] = HEAD "uniform vec2 across = vec2(-1.0, 1.0);\n"
				  "uniform float z;\n"
				  "void main()\n"
				  "{\n"
				  "	float x = gl_VertexID % 2 == 0 ? across.x : across.y;\n"
				  "	gl_Position = vec4(x, gl_VertexID / 2 * 2 - 1, z, 1.0);\n"
				  "}\n";
static const char flat_text[] = HEAD "uniform vec4 color;\n"
				     "out vec4 result;\n"
				     "void main()\n"
				     "{\n"
				     "	result = color;\n"
				     "}\n";
static const char fetching_text[] = HEAD
	"uniform sampler2D picture;\n"
	"out vec4 result;\n"
	"void main()\n"
	"{\n"
	"	result = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);\n"
	"}\n";
static const char rooting_text[] = HEAD "out vec4 result;\n"
					"void main()\n"
					"{\n"
					"	float root = sqrt(10.0 - gl_FragCoord.x);\n"
					"	result = vec4(root, 0.25, 0.5, 1.0);\n"
					"}\n";
static const char halving_text[] = HEAD
	"uniform sampler2D picture;\n"
	"out vec4 result;\n"
	"void main()\n"
	"{\n"
	"	vec2 place = (floor(gl_FragCoord.xy) + 0.5) / 16.0;\n"
	"	vec4 there = texture(picture, place);\n"
	"	result = 0.5 * there;\n"
	"}\n";
static const char storing_text[] = HEAD "layout(local_size_x = 1) in;\n"
					"layout(r32f) uniform writeonly image2D picture;\n"
					"uniform float value;\n"
					"void main()\n"
					"{\n"
					"	imageStore(picture, ivec2(5, 5), vec4(value));\n"
					"}\n";

static void add(GLuint program, GLenum kind, const char *text)
{
	GLuint shader = glCreateShader(kind);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static GLuint make_program(const char *fragment)
{
	GLuint program = glCreateProgram();
	add(program, GL_VERTEX_SHADER, vertex);
	add(program, GL_FRAGMENT_SHADER, fragment);
	glLinkProgram(program);
	return program;
}

static void make_textures(void)
{
	static const GLenum formats[N_TEXTURES] = {[SCENE] = GL_RGBA8,
		[BLITTED] = GL_RGBA8,
		[LEVELS] = GL_RGBA8,
		[STORED] = GL_R32F,
		[DEPTH] = GL_DEPTH24_STENCIL8,
		[UNUSED] = GL_RGBA8,
		[ROOTS] = GL_RGBA32F,
		[HALVES] = GL_RGBA32F};
	glGenTextures(N_TEXTURES, textures);
	for (unsigned i = 0; i < N_TEXTURES; i++) {
		GLenum target = i == LAYERS ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
		glBindTexture(target, textures[i]);
		glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
		if (i == LAYERS)
			glTexStorage3D(target, 1, GL_RGBA8, SIDE, SIDE, 3);
		else
			glTexStorage2D(target, i == LEVELS ? 3 : 1, formats[i], SIDE, SIDE);
	}
}

static void attach(unsigned framebuffer, GLenum point, GLuint texture, GLint level)
{
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[framebuffer]);
	glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, texture, level);
}

static void make_framebuffers(void)
{
	glGenFramebuffers(N_FRAMEBUFFERS, framebuffers);
	attach(INTO_SCENE, GL_COLOR_ATTACHMENT0, textures[SCENE], 0);
	attach(INTO_SCENE, GL_DEPTH_STENCIL_ATTACHMENT, textures[DEPTH], 0);
	attach(INTO_BLITTED, GL_COLOR_ATTACHMENT0, textures[BLITTED], 0);
	attach(INTO_LEVEL, GL_COLOR_ATTACHMENT0, textures[LEVELS], 2);
	attach(INTO_ROOTS, GL_COLOR_ATTACHMENT0, textures[ROOTS], 0);
	attach(INTO_HALVES, GL_COLOR_ATTACHMENT0, textures[HALVES], 0);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[INTO_LAYER]);
	glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[LAYERS], 0, 0);
}

/* From left to right in normalized coordinates. */
static void quad(float left, float right, float z, float red, float green, float blue)
{
	glUseProgram(flat);
	glUniform2f(glGetUniformLocation(flat, "across"), left, right);
	glUniform1f(glGetUniformLocation(flat, "z"), z);
	glUniform4f(glGetUniformLocation(flat, "color"), red, green, blue, 1);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void fetch(GLuint program, GLuint texture)
{
	glUseProgram(program);
	glBindTexture(GL_TEXTURE_2D, texture);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* A clear, and three quads: red at depth 0.5; green at 0.25, in the left half; blue behind them. */
static void draw_scene(int frame)
{
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[INTO_SCENE]);
	glClearColor(0, 0, 0.25f * (frame % 4), 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
	glStencilFunc(GL_ALWAYS, 1, 0xff);
	quad(-1, 1, 0, 1, 0, 0);
	glStencilFunc(GL_ALWAYS, 2, 0xff);
	quad(-1, 0, -0.5f, 0, 1, 0);
	glDisable(GL_STENCIL_TEST);
	quad(-1, 1, 0.5f, 0, 0, 1);
	glDisable(GL_DEPTH_TEST);
}

static void copy(void)
{
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[INTO_BLITTED]);
	glBlitFramebuffer(0, 0, SIDE, SIDE, 0, 0, SIDE, SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindTexture(GL_TEXTURE_2D, textures[LEVELS]);
	glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 2, 2, 2, 2, 8, 8);
	glGenerateMipmap(GL_TEXTURE_2D);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[INTO_LEVEL]);
	glViewport(0, 0, SIDE / 4, SIDE / 4);
	quad(-1, 1, 0, 1, 1, 1);
	glViewport(0, 0, SIDE, SIDE);
}

static void fill_layers(int frame)
{
	static GLubyte texels[4 * 4 * 4];
	static const GLubyte yellow[] = {255, 255, 0, 255};
	for (unsigned i = 0; i < sizeof texels; i++)
		texels[i] = i % 4 ? 0 : (GLubyte)frame;
	glBindTexture(GL_TEXTURE_2D_ARRAY, textures[LAYERS]);
	glTexSubImage3D(
		GL_TEXTURE_2D_ARRAY, 0, 3, 3, 1, 4, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glClearTexSubImage(
		textures[LAYERS], 0, 0, 0, 2, SIDE, SIDE, 1, GL_RGBA, GL_UNSIGNED_BYTE, yellow);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[INTO_LAYER]);
	glClearColor(0, 1, 1, 1);
	glClear(GL_COLOR_BUFFER_BIT);
}

static void store(int frame)
{
	glUseProgram(storing);
	glUniform1f(glGetUniformLocation(storing, "value"), (float)frame + 0.5f);
	glBindImageTexture(0, textures[STORED], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
	glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32F);
}

static void compose(void)
{
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[INTO_ROOTS]);
	glUseProgram(rooting);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[INTO_HALVES]);
	fetch(halving, textures[ROOTS]);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	fetch(fetching, textures[BLITTED]);
	glEnable(GL_SCISSOR_TEST);
	glScissor(12, 0, 4, SIDE);
	fetch(fetching, textures[HALVES]);
	glDisable(GL_SCISSOR_TEST);
}

static void print_at(unsigned framebuffer, int x, int y)
{
	float v[4];
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	glReadPixels(x, y, 1, 1, GL_RGBA, GL_FLOAT, v);
	printf("%g %g %g %g; ", v[0], v[1], v[2], v[3]);
}

static void print_frame(void)
{
	for (unsigned i = 0; i < N_FRAMEBUFFERS; i++)
		print_at(framebuffers[i], 2, 2);
	print_at(0, 3, 3);
	print_at(0, 13, 3);
	printf("%d\n", glGetError());
}

int main(int argc, char **argv)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, PBUFFER_CORE, SIDE);
	int frames = argc > 1 ? atoi(argv[1]) : 4;
	GLuint array;
	make_textures();
	make_framebuffers();
	flat = make_program(flat_text);
	fetching = make_program(fetching_text);
	rooting = make_program(rooting_text);
	halving = make_program(halving_text);
	storing = glCreateProgram();
	add(storing, GL_COMPUTE_SHADER, storing_text);
	glLinkProgram(storing);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glViewport(0, 0, SIDE, SIDE);
	for (int i = 0; i < frames; i++) {
		draw_scene(i);
		copy();
		fill_layers(i);
		store(i);
		compose();
		print_frame();
		eglSwapBuffers(display, surface);
	}
	return glGetError() != GL_NO_ERROR;
}

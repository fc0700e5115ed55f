/* SPDX-License-Identifier: MIT */
/*
 * test-compared [es] [stored|kept|late|curved|WORD] - four frames of draws of which each has all
 * that it reads given to it just before, and is seen in the picture: first into a framebuffer
 * object, then into the window, where every second one shows what was drawn before. A call that is
 * changed is seen in the first draw behind it, at the latest. stored: what every second draw into
 * the framebuffer object shows is written by a compute shader. kept: nothing clears the framebuffer
 * object's texture, of which the program gives the pixels; those between the draws stay, and it is
 * shown from the third frame on. late: it is shown so, too, and is drawn into in the first frame
 * alone. curved: the vertex shader computes what drivers round otherwise.
 * Another word has the program do one thing otherwise, as somebody would who edits a trace of it: a
 * uniform, a texel, a vertex of one draw of frame 1, the colour that frame is cleared to, or a
 * constant of a shader is another one; the draw is removed, or a call is inserted before it; or the
 * uniform is moved before the program is in use.
 */
#include <stdbool.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include "tests/programs/pbuffer.h"

enum { SIZE = 128, TILES = 4, TILE = SIZE / TILES, FRAMES = 4, SIDE = 8, BYTES = SIDE * SIDE * 4 };

static EGLDisplay display;
static GLuint textures[TILES], programs[2], buffer, framebuffer, target, storer, stored;
static bool is_stored, is_kept, is_late, is_curved;
static const char *word = "";

static const char vertex_text[] = "#version 100\n"
				  "attribute vec2 place;\n"
				  "varying vec2 at;\n"
				  "void main()\n"
				  "{\n"
				  "	at = place * 0.5 + 0.5;\n"
				  "	gl_Position = vec4(place, 0.25, 1.0);\n"
				  "}\n";
static const char curved_text[] = "#version 100\n"
				  "attribute vec2 place;\n"
				  "varying vec2 at;\n"
				  "float noise(float x)\n"
				  "{\n"
				  "	return fract(sin(x * 12.9898) * 4375854.53);\n"
				  "}\n"
				  "void main()\n"
				  "{\n"
				  "	at = place * 0.5 + 0.5;\n"
				  "	at.x *= noise(place.x + 0.3 * place.y);\n"
				  "	gl_Position = vec4(place, 0.25, 1.0);\n"
				  "}\n";
static const char plain_text[] = "#version 100\n"
				 "precision highp float;\n"
				 "uniform vec4 tint;\n"
				 "uniform sampler2D picture;\n"
				 "varying vec2 at;\n"
				 "void main()\n"
				 "{\n"
				 "	vec4 color = texture2D(picture, at);\n"
				 "	gl_FragColor = 0.5 * color + 0.5 * tint;\n"
				 "}\n";
static const char shader_text[] = "#version 100\n"
				  "precision highp float;\n"
				  "uniform vec4 tint;\n"
				  "uniform sampler2D picture;\n"
				  "varying vec2 at;\n"
				  "void main()\n"
				  "{\n"
				  "	vec4 color = texture2D(picture, at);\n"
				  "	gl_FragColor = 0.5 * color + 0.25 * tint;\n"
				  "}\n";
static const char waves_text[] = "#version 100\n"
				 "precision highp float;\n"
				 "uniform vec4 tint;\n"
				 "uniform sampler2D picture;\n"
				 "varying vec2 at;\n"
				 "float wave(float x)\n"
				 "{\n"
				 "	return 0.5 + 0.5 * sin(20.0 * x);\n"
				 "}\n"
				 "void main()\n"
				 "{\n"
				 "	vec4 color = texture2D(picture, at);\n"
				 "	float light = wave(at.x + at.y);\n"
				 "	gl_FragColor = mix(color, tint, 0.25 + 0.5 * light);\n"
				 "}\n";

static const char store_text[] =
	"#version 310 es\n"
	"layout(local_size_x = 8, local_size_y = 8) in;\n"
	"layout(rgba8, binding = 0) uniform writeonly highp image2D stored;\n"
	"uniform float shift;\n"
	"void main()\n"
	"{\n"
	"	ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
	"	float noise = fract(sin(dot(vec2(at), vec2(12.9898, 78.233))) * 4375854.53);\n"
	"	imageStore(stored, at, vec4(noise, float(at.y) / 8.0, shift, 1.0));\n"
	"}\n";

static GLuint make_shader(GLenum stage, const char *text)
{
	GLuint shader = glCreateShader(stage);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	return shader;
}

/* What the word says is done otherwise in one draw. */
static bool is(const char *what, int frame, int tile, int row)
{
	return frame == 1 && tile == 2 && row == 1 && strcmp(word, what) == 0;
}

static GLuint make_program(const char *text)
{
	GLuint program = glCreateProgram();
	glAttachShader(
		program, make_shader(GL_VERTEX_SHADER, is_curved ? curved_text : vertex_text));
	glAttachShader(program, make_shader(GL_FRAGMENT_SHADER, text));
	glBindAttribLocation(program, 0, "place");
	glLinkProgram(program);
	return program;
}

static GLuint make_texture(int size, const void *pixels)
{
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	return texture;
}

static void make_storer(void)
{
	storer = glCreateProgram();
	glAttachShader(storer, make_shader(GL_COMPUTE_SHADER, store_text));
	glLinkProgram(storer);
	glGenTextures(1, &stored);
	glBindTexture(GL_TEXTURE_2D, stored);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE);
}

static void store(int frame)
{
	glUseProgram(storer);
	glUniform1f(glGetUniformLocation(storer, "shift"), 0.125f * (GLfloat)frame);
	glBindImageTexture(0, stored, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
	glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

static void make_all(void)
{
	GLubyte pixels[BYTES] = {0}, kept[SIZE * SIZE * 4] = {0};
	programs[0] = make_program(strcmp(word, "shader") == 0 ? shader_text : plain_text);
	programs[1] = make_program(waves_text);
	for (int i = 0; i < TILES; i++)
		textures[i] = make_texture(SIDE, pixels);
	target = make_texture(SIZE, is_kept ? kept : NULL);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, 8 * sizeof(GLfloat), NULL, GL_DYNAMIC_DRAW);
	glEnableVertexAttribArray(0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
}

static void set_tint(GLuint program, int tile, int frame, int row)
{
	glUniform4f(glGetUniformLocation(program, "tint"),
		is("uniform", frame, tile, row) ? 1.0f : 0.25f * (GLfloat)tile,
		0.125f * (GLfloat)frame, 0.5f, 0.25f * (GLfloat)row);
}

/* Give the draw all that it reads, and draw. */
static void draw_tile(int frame, int tile, int row, GLuint texture)
{
	GLfloat corners[] = {-0.875f, -0.875f, 0.875f, -0.875f, -0.875f, 0.875f, 0.875f, 0.875f};
	GLubyte pixels[BYTES];
	GLuint program = programs[tile % 2];
	for (int i = 0; i < BYTES; i++)
		pixels[i] = (GLubyte)(i * 37 + tile * 11 + frame * 5 + row);
	if (is("texel", frame, tile, row))
		pixels[37] = 1;
	if (is("vertex", frame, tile, row))
		corners[3] = 0.25f;
	glViewport(tile * TILE, row * TILE, TILE, TILE);
	glBindTexture(GL_TEXTURE_2D, texture);
	if (texture != target && texture != stored)
		glTexSubImage2D(
			GL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof corners, corners);
	if (is("moved", frame, tile, row))
		set_tint(program, tile, frame, row);
	glUseProgram(program);
	if (!is("moved", frame, tile, row))
		set_tint(program, tile, frame, row);
	glUniform1i(glGetUniformLocation(program, "picture"), 0);
	glEnable(GL_BLEND);
	glBlendFunc(GL_ONE, GL_ONE);
	if (is("inserted", frame, tile, row))
		glBlendFunc(GL_ONE, GL_ZERO);
	if (!is("removed", frame, tile, row))
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void draw_aside(int frame)
{
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glClearColor(0.125f, 0, 0, 1);
	if (!is_kept)
		glClear(GL_COLOR_BUFFER_BIT);
	for (int row = 0; row < TILES; row++)
		draw_tile(frame, row, row, is_stored && row % 2 ? stored : textures[row]);
}

static void draw_frame(int frame)
{
	bool shows_it = (!is_late && !is_kept) || frame >= 2;
	if (is_stored)
		store(frame);
	if (!is_late || frame == 0)
		draw_aside(frame);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glClearColor(0, 0, is("colour", frame, 2, 1) ? 0.75f : 0.125f, 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	for (int i = 0; i < TILES * TILES; i++)
		draw_tile(frame, i % TILES, i / TILES,
			shows_it && i % 2 ? target : textures[i % TILES]);
}

int main(int argc, char **argv)
{
	bool is_es = argc > 1 && strcmp(argv[1], "es") == 0;
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(
		display, is_es ? PBUFFER_ES : PBUFFER_COMPATIBILITY, SIZE);
	word = argv[argc - 1];
	is_stored = strcmp(argv[argc - 1], "stored") == 0;
	is_kept = strcmp(argv[argc - 1], "kept") == 0;
	is_curved = strcmp(argv[argc - 1], "curved") == 0;
	is_late = strcmp(argv[argc - 1], "late") == 0;
	make_all();
	if (is_stored)
		make_storer();
	for (int frame = 0; frame < FRAMES; frame++) {
		draw_frame(frame);
		eglSwapBuffers(display, surface);
	}
	return glGetError() ? 1 : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-operations WAY - one draw over the whole of a 64 x 64 target, with what stands between the
 * shader and the target set up in one way each: tests/real/operations.py says what its values must
 * be. Prints the target's pixels at last.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64 };

static const char *way;
static GLuint framebuffer, texture;

static int is(const char *name)
{
	return !strcmp(way, name);
}

static void make_current(void)
{
	static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		exit(99);
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
}

/* ---- the program ---- */

static const char vertex_text[] =
	"void main()\n"
	"{\n"
	"	vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);\n"
	"	part = gl_InstanceID;\n"
	"	gl_Position = vec4(corner, 0.0, 1.0);\n"
	"	EXTRA\n"
	"}\n";

static const char fragment_text[] =
	"flat in int part;\n"
	"layout(location = 0) out KIND colour;\n"
	"layout(location = 1) out KIND second;\n"
	"layout(location = 2) out KIND third;\n"
	"void main()\n"
	"{\n"
	"	vec4 c = vec4(gl_FragCoord.xy / 64.0, float(part) / 8.0, 1.0);\n"
	"	colour = KIND(c * SCALE);\n"
	"	second = KIND(c.bgra * SCALE);\n"
	"	third = KIND(c.grba * SCALE);\n"
	"}\n";

/* Nothing in every other instance; in the last but one a vertex more. */
/* No index that varies: tests/drivers/input-index.shader_test. */
static const char geometry_text[] =
	"layout(triangles) in;\n"
	"layout(triangle_strip, max_vertices = 4) out;\n"
	"flat in int given[];\n"
	"flat out int part;\n"
	"void main()\n"
	"{\n"
	"	if (given[0] % 2 == 0)\n"
	"		for (int i = 0; i < 3 + given[0] / 2; i++) {\n"
	"			part = 10 * given[0] + i;\n"
	"			gl_Position = i == 1   ? gl_in[1].gl_Position\n"
	"				      : i == 2 ? gl_in[2].gl_Position\n"
	"					       : gl_in[0].gl_Position;\n"
	"			EmitVertex();\n"
	"		}\n"
	"}\n";

static void attach(GLuint program, GLenum type, const char *head, const char *text)
{
	const char *strings[] = {
		"#version 450 core\n#extension GL_ARB_shader_viewport_layer_array : enable\n", head,
		text};
	GLuint shader = glCreateShader(type);
	GLint ok = 0;
	char log[1000];
	glShaderSource(shader, 3, strings, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	glGetShaderInfoLog(shader, sizeof log, NULL, log);
	if (!ok) {
		fprintf(stderr, "%s", log);
		exit(99);
	}
	glAttachShader(program, shader);
}

static void make_program(void)
{
	GLuint program = glCreateProgram(), array;
	const char *head =
		is("clip") ? "flat out int part;\nout float gl_ClipDistance[1];\n"
			     "#define EXTRA gl_ClipDistance[0] = corner.x;\n"
		: is("viewports")
			? "flat out int part;\n#define EXTRA gl_ViewportIndex = gl_InstanceID;\n"
		: is("cube") ? "flat out int part;\n#define EXTRA gl_Layer = gl_InstanceID;\n"
			     : "flat out int part;\n#define EXTRA\n";
	if (is("emission")) {
		head = "flat out int given;\n#define part given\n#define EXTRA\n";
		attach(program, GL_GEOMETRY_SHADER, "", geometry_text);
	}
	attach(program, GL_VERTEX_SHADER, head, vertex_text);
	attach(program, GL_FRAGMENT_SHADER,
		is("integer") ? "#define KIND ivec4\n#define SCALE 1000.0\n"
			      : "#define KIND vec4\n#define SCALE 1.0\n",
		fragment_text);
	glLinkProgram(program);
	glUseProgram(program);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
}

/* ---- the target ---- */

static void make_target(void)
{
	static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_NONE, GL_COLOR_ATTACHMENT2};
	GLenum format = is("integer") ? GL_RGBA32I : is("srgb") ? GL_SRGB8_ALPHA8 : GL_RGBA8;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glViewport(0, 0, SIZE, SIZE);
	if (is("none")) {
		glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, SIZE);
		glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, SIZE);
		return;
	}
	for (int i = 0; i < (is("buffers") ? 3 : 1); i++) {
		GLenum target = is("samples") ? GL_TEXTURE_2D_MULTISAMPLE
				: is("cube")  ? GL_TEXTURE_CUBE_MAP
					      : GL_TEXTURE_2D;
		glGenTextures(1, &texture);
		glBindTexture(target, texture);
		if (is("samples"))
			glTexStorage2DMultisample(target, 4, format, SIZE, SIZE, GL_TRUE);
		else
			glTexStorage2D(target, 1, format, SIZE, SIZE);
		glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, texture, 0);
	}
	if (is("buffers"))
		glDrawBuffers(3, buffers);
	glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
	if (!is("integer"))
		glClear(GL_COLOR_BUFFER_BIT);
}

static void print_pixels(void)
{
	static GLubyte pixels[SIZE * SIZE * 4];
	static GLint integers[SIZE * SIZE * 4];
	unsigned long long sum = 0;
	GLuint plain;
	glFinish();
	if (is("none"))
		return;
	if (is("samples")) {
		glGenFramebuffers(1, &plain);
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain);
		glGenTextures(1, &texture);
		glBindTexture(GL_TEXTURE_2D, texture);
		glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIZE, SIZE);
		glFramebufferTexture(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
		glBlitFramebuffer(
			0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
		glBindFramebuffer(GL_READ_FRAMEBUFFER, plain);
	}
	if (is("integer"))
		glReadPixels(0, 0, SIZE, SIZE, GL_RGBA_INTEGER, GL_INT, integers);
	else
		glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (int i = 0; i < SIZE * SIZE * 4; i++)
		sum = sum * 31 + pixels[i] + (unsigned)integers[i];
	printf("pixels %llx, first %d %d, last %d %d\n", sum, pixels[0], pixels[1],
		pixels[sizeof pixels - 4], pixels[sizeof pixels - 3]);
}

/* ---- what stands between ---- */

static void set_operations(void)
{
	GLuint query;
	if (is("condition-met") || is("condition-failed")) {
		glGenQueries(1, &query);
		glBeginQuery(GL_SAMPLES_PASSED, query);
		glEnable(GL_SCISSOR_TEST);
		glScissor(0, 0, is("condition-met") ? 1 : 0, 1);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		glDisable(GL_SCISSOR_TEST);
		glEndQuery(GL_SAMPLES_PASSED);
		glBeginConditionalRender(query, GL_QUERY_WAIT);
	} else if (is("discard")) {
		glEnable(GL_RASTERIZER_DISCARD);
	} else if (is("clip")) {
		glEnable(GL_CLIP_DISTANCE0);
	} else if (is("viewports")) {
		for (int i = 0; i < 4; i++) {
			glViewportIndexedf(i, i % 2 * 32.0f, i / 2 * 32.0f, 32, 32);
			glEnablei(GL_SCISSOR_TEST, i);
			glScissorIndexed(i, i % 2 * 32, i / 2 * 32, 32, i == 3 ? 8 : 32);
		}
	} else if (is("samples")) {
		glEnable(GL_SAMPLE_MASK);
		glSampleMaski(0, 0x5);
	} else if (is("logic")) {
		glEnable(GL_COLOR_LOGIC_OP);
		glLogicOp(GL_XOR);
	} else if (is("scissor")) {
		glEnable(GL_SCISSOR_TEST);
		glScissor(10, 20, 30, 5);
	} else if (is("srgb")) {
		glEnable(GL_FRAMEBUFFER_SRGB);
	} else if (is("masked")) {
		glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
	} else if (is("blended")) {
		glEnable(GL_BLEND);
		glBlendFunc(GL_DST_COLOR, GL_ONE);
	}
}

/* Vertices, instances, first, base instance; a word between them. */
static void draw_indirect(void)
{
	static const GLuint commands[] = {3, 1, 0, 0, 77, 4, 1, 10, 0, 77, 3, 0, 0, 0, 77, 3, 2, 20,
		1, 77, 3, 2, 30, 0, 77},
			    count = 4;
	GLuint buffers[2];
	glGenBuffers(2, buffers);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[0]);
	glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands, GL_STATIC_DRAW);
	glBindBuffer(GL_PARAMETER_BUFFER_ARB, is("indirect") ? 0 : buffers[1]);
	if (is("indirect-count"))
		glBufferData(GL_PARAMETER_BUFFER_ARB, sizeof count, &count, GL_STATIC_DRAW);
	GLuint query, primitives = 0;
	glGenQueries(1, &query);
	glBeginQuery(GL_PRIMITIVES_GENERATED, query);
	if (is("indirect"))
		glMultiDrawArraysIndirect(GL_TRIANGLES, NULL, 5, 20);
	else
		glMultiDrawArraysIndirectCountARB(GL_TRIANGLES, 0, 0, 5, 20);
	glEndQuery(GL_PRIMITIVES_GENERATED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &primitives);
	printf("%u primitives\n", primitives);
}

int main(int argc, char **argv)
{
	way = argc > 1 ? argv[1] : "";
	make_current();
	make_program();
	make_target();
	set_operations();
	if (is("indirect") || is("indirect-count")) {
		draw_indirect();
		print_pixels();
		return 0;
	}
	if (is("incomplete")) {
		glDrawArrays(GL_TRIANGLES, 0, 5);
		print_pixels();
		return 0;
	}
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3,
		is("viewports") || is("emission") ? 4
		: is("cube")			  ? 6
						  : 1);
	if (is("condition-met") || is("condition-failed"))
		glEndConditionalRender();
	print_pixels();
	printf("error 0x%x\n", glGetError());
	return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-multi WAY - one call that makes five draws into a 64 x 64 target: draw k covers x >= 16 k,
 * draw 2 lies behind draw 1, the last has no vertices. Ways: arrays, elements, base, indirect,
 * elements-indirect, count, elements-count. Prints what it has drawn and counted, and its state.
 *
 * test-multi (count|elements-count) COUNT MOST ROOM OFFSET STRIDE [core] [compute] - stores COUNT
 * at the OFFSET of the parameter buffer (compute: a compute shader does), and asks for MOST draws
 * at most, of a buffer with room for ROOM commands; core: by the names of OpenGL 4.6.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, DRAWS = 5 };

static const char *way;

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

static const char vertex_text[] = "#version 450 core\n"
				  "#extension GL_ARB_shader_draw_parameters : require\n"
				  "const float depths[5] = float[](0.5, -0.5, 0.0, -0.75, -0.9);\n"
				  "flat out int part;\n"
				  "void main()\n"
				  "{\n"
				  "	int k = gl_VertexID % 3;\n"
				  "	part = gl_DrawIDARB;\n"
				  "	vec2 corner = vec2(k == 1 ? 3.0 : -1.0, k == 2 ? 3.0 : "
				  "-1.0) + vec2(0.5 * float(part), 0.0);\n"
				  "	gl_Position = vec4(corner, depths[part], 1.0);\n"
				  "}\n";
static const char fragment_text[] =
	"#version 450 core\n"
	"layout(early_fragment_tests) in;\n"
	"layout(std430, binding = 0) buffer counts { uint count[5]; };\n"
	"flat in int part;\n"
	"layout(location = 0) out vec4 colour;\n"
	"void main()\n"
	"{\n"
	"	uint seen = part > 0 ? count[part - 1] : 0u;\n"
	"	atomicAdd(count[part], 1u);\n"
	"	vec4 c = vec4(gl_FragCoord.xy / 64.0, float(part) / 8.0, 1.0);\n"
	"	colour = c;\n"
	"}\n";

static void attach(GLuint program, GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	GLint ok = 0;
	char log[1000];
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	glGetShaderInfoLog(shader, sizeof log, NULL, log);
	if (!ok) {
		fprintf(stderr, "%s", log);
		exit(99);
	}
	glAttachShader(program, shader);
}

static GLuint filled(GLenum target, size_t size, const void *data)
{
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferData(target, size, data, GL_STATIC_DRAW);
	return buffer;
}

static void make_all(void)
{
	static const GLuint zeros[DRAWS];
	GLuint program = glCreateProgram(), names[3];
	attach(program, GL_VERTEX_SHADER, vertex_text);
	attach(program, GL_FRAGMENT_SHADER, fragment_text);
	glLinkProgram(program);
	glUseProgram(program);
	glGenVertexArrays(1, names);
	glBindVertexArray(names[0]);
	glGenFramebuffers(1, names);
	glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
	glGenRenderbuffers(2, names);
	for (int i = 0; i < 2; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, names[i]);
		glRenderbufferStorage(
			GL_RENDERBUFFER, i ? GL_DEPTH24_STENCIL8 : GL_RGBA8, SIZE, SIZE);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER,
			i ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
			names[i]);
	}
	glViewport(0, 0, SIZE, SIZE);
	glEnable(GL_DEPTH_TEST);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glBindBufferBase(
		GL_SHADER_STORAGE_BUFFER, 0, filled(GL_SHADER_STORAGE_BUFFER, sizeof zeros, zeros));
}

/* What stands behind WAY. */
struct counted {
	GLuint stored, most, room, offset, stride;
	int is_core, is_computed;
};

static struct counted counted = {DRAWS, DRAWS, DRAWS, 4, 0, 0, 0};

static void read_counted(int n, char **words)
{
	GLuint *numbers = &counted.stored;
	for (int i = 0; i < n; i++) {
		if (!strcmp(words[i], "core"))
			counted.is_core = 1;
		else if (!strcmp(words[i], "compute"))
			counted.is_computed = 1;
		else
			*numbers++ = (GLuint)strtoul(words[i], NULL, 10);
	}
}

static void compute_count(GLuint buffer)
{
	static const char text[] = "#version 450 core\n"
				   "layout(local_size_x = 1) in;\n"
				   "layout(std430, binding = 1) buffer Counts { uint stored[]; };\n"
				   "uniform uint at, value;\n"
				   "void main() { stored[at] = value; }\n";
	GLuint program = glCreateProgram();
	GLint drawing = 0;
	glGetIntegerv(GL_CURRENT_PROGRAM, &drawing);
	attach(program, GL_COMPUTE_SHADER, text);
	glLinkProgram(program);
	glUseProgram(program);
	glUniform1ui(glGetUniformLocation(program, "at"), counted.offset / 4);
	glUniform1ui(glGetUniformLocation(program, "value"), counted.stored);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer);
	glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
	glUseProgram((GLuint)drawing);
}

/* Commands of so many words, with a word between them in the arrays. */
static void draw_counted(const GLuint *commands, unsigned words)
{
	static GLuint placed[64];
	GLuint stored[16], stride = counted.stride ? counted.stride : 4 * words;
	GLsizei most = (GLsizei)counted.most;
	for (unsigned i = 0; i < DRAWS; i++)
		memcpy(placed + i * stride / 4, commands + i * (words + 1), 4 * words);
	for (unsigned i = 0; i < 16; i++)
		stored[i] = 99;
	stored[counted.offset / 4] = counted.is_computed ? 99 : counted.stored;
	filled(GL_DRAW_INDIRECT_BUFFER, (size_t)counted.room * stride, placed);
	GLuint buffer = filled(GL_PARAMETER_BUFFER_ARB, sizeof stored, stored);
	if (counted.is_computed)
		compute_count(buffer);
	if (words == 5 && counted.is_core)
		glMultiDrawElementsIndirectCount(GL_TRIANGLES, GL_UNSIGNED_SHORT, 0, counted.offset,
			most, (GLsizei)counted.stride);
	else if (words == 5)
		glMultiDrawElementsIndirectCountARB(GL_TRIANGLES, GL_UNSIGNED_SHORT, 0,
			counted.offset, most, (GLsizei)counted.stride);
	else if (counted.is_core)
		glMultiDrawArraysIndirectCount(
			GL_TRIANGLES, 0, counted.offset, most, (GLsizei)counted.stride);
	else
		glMultiDrawArraysIndirectCountARB(
			GL_TRIANGLES, 0, counted.offset, most, (GLsizei)counted.stride);
}

static void draw(void)
{
	static const GLsizei counts[DRAWS] = {3, 3, 3, 3, 0};
	static const GLint first[DRAWS] = {0, 3, 6, 9, 0}, base[DRAWS] = {3, 0, 6, 9, 0};
	static const void *const offsets[DRAWS] = {
		(void *)6, (void *)0, (void *)12, (void *)6, (void *)0};
	static const GLushort indices[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
	static const GLuint commands[] = {
		3, 1, 0, 0, 77, 3, 1, 3, 0, 77, 3, 2, 6, 0, 77, 3, 1, 0, 0, 77, 0, 1, 0, 0, 77};
	static const GLuint elements[] = {3, 1, 0, 0, 0, 77, 3, 1, 3, 0, 0, 77, 3, 2, 0, 3, 0, 77,
		3, 1, 0, 6, 0, 77, 0, 1, 0, 0, 0, 77};
	filled(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices);
	if (strstr(way, "elements-"))
		filled(GL_DRAW_INDIRECT_BUFFER, sizeof elements, elements);
	else
		filled(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
	if (is("arrays"))
		glMultiDrawArrays(GL_TRIANGLES, first, counts, DRAWS);
	else if (is("elements"))
		glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_SHORT, offsets, DRAWS);
	else if (is("base"))
		glMultiDrawElementsBaseVertex(
			GL_TRIANGLES, counts, GL_UNSIGNED_SHORT, offsets, DRAWS, base);
	else if (is("indirect"))
		glMultiDrawArraysIndirect(GL_TRIANGLES, NULL, DRAWS, 20);
	else if (is("elements-indirect"))
		glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL, DRAWS, 24);
	else if (strstr(way, "count"))
		draw_counted(is("count") ? commands : elements, is("count") ? 4 : 5);
	else
		exit(2);
}

static void print(GLuint query)
{
	static const GLenum names[] = {GL_DRAW_INDIRECT_BUFFER_BINDING,
		GL_ELEMENT_ARRAY_BUFFER_BINDING, GL_COPY_WRITE_BUFFER_BINDING,
		GL_SHADER_STORAGE_BUFFER_BINDING};
	static GLubyte pixels[SIZE * SIZE * 4];
	unsigned long long sum = 0;
	GLuint passed = 0, counts[DRAWS];
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof counts, counts);
	printf("%u samples; fragments %u %u %u %u %u\n", passed, counts[0], counts[1], counts[2],
		counts[3], counts[4]);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		GLint value = -1;
		glGetIntegerv(names[i], &value);
		printf("0x%x: %d\n", names[i], value);
	}
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (size_t i = 0; i < sizeof pixels; i++)
		sum = sum * 31 + pixels[i];
	printf("pixels %llx, blue", sum);
	for (int x = 8; x < SIZE; x += 16)
		printf(" %d", pixels[(10 * SIZE + x) * 4 + 2]);
	printf("\nerror 0x%x\n", glGetError());
}

int main(int argc, char **argv)
{
	GLuint query;
	way = argc > 1 ? argv[1] : "";
	counted.stride = is("count") ? 20 : 24;
	read_counted(argc - 2, argv + 2);
	make_current();
	make_all();
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	draw();
	glEndQuery(GL_SAMPLES_PASSED);
	print(query);
	return 0;
}

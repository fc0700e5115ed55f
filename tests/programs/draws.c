/* SPDX-License-Identifier: MIT */
/*
 * test-draws KIND: one draw of that kind, whose vertices are simple numbers, into 16 by 16 pixels,
 * which are printed as a sum. Vertex k is the point (k, 100 + k), instance i has 10 + i. test-draws
 * --list names the kinds.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/gl.h>
#include "examples/headless.h"

enum { SIZE = 16, VERTICES = 64, INSTANCES = 16, POINT = 0, EACH = 1 };

struct kind {
	const char *name;
	void (*draw)(void);
};

static const char vertex_text[] = "#version 430 compatibility\n"
				  "layout(location = 0) in vec2 point;\n"
				  "layout(location = 1) in float each;\n"
				  "void main()\n"
				  "{\n"
				  "	int id = gl_VertexID;\n"
				  "	vec4 seen = vec4(point, each, float(gl_InstanceID));\n"
				  "	gl_Position = vec4(2.0 * fract(vec2(0.618, 0.377) * (point "
				  "+ each)) - 1.0, 0.0, 1.0);\n"
				  "}\n";
static const char fragment_text[] =
	"#version 430 compatibility\nvoid main() { gl_FragColor = vec4(1.0); }\n";
static const char control_text[] =
	"#version 430 compatibility\nlayout(vertices = 3) out;\n"
	"void main()\n{\n"
	"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = "
	"gl_TessLevelInner[0] = 1.0;\n"
	"}\n";
static const char evaluation_text[] = "#version 430 compatibility\nlayout(triangles) in;\n"
				      "void main() { gl_Position = gl_in[0].gl_Position * "
				      "gl_TessCoord.x + gl_in[1].gl_Position * "
				      "gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z; }\n";

static const GLushort indices[] = {5, 3, 9, 3, 0, 7, 8, 2, 11};
static float points[VERTICES][2], eaches[INSTANCES];

static GLuint filled(GLenum target, size_t size, const void *data)
{
	GLuint buffer;

	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferData(target, (GLsizeiptr)size, data, GL_STATIC_DRAW);
	return buffer;
}

static void bind_indices(void)
{
	filled(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices);
}

#define AT(i) ((const void *)((i) * sizeof(GLushort)))
#define COUNT 6

/* ---- from arrays ---- */

static void arrays(void)
{
	glDrawArrays(GL_TRIANGLES, 2, COUNT);
}
static void arrays_instanced(void)
{
	glDrawArraysInstanced(GL_TRIANGLES, 1, 3, 4);
}
static void arrays_base_instance(void)
{
	glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 1, 3, 2, 5);
}

static void elements(void)
{
	bind_indices();
	glDrawElements(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, AT(1));
}

static void elements_bytes(void)
{
	static const GLubyte bytes[] = {7, 1, 1, 6, 2, 9};

	filled(GL_ELEMENT_ARRAY_BUFFER, sizeof(bytes), bytes);
	glDrawElements(GL_TRIANGLES, COUNT, GL_UNSIGNED_BYTE, NULL);
}

static void elements_ints(void)
{
	static const GLuint ints[] = {7, 1, 1, 6, 2, 9};

	filled(GL_ELEMENT_ARRAY_BUFFER, sizeof(ints), ints);
	glDrawElements(GL_TRIANGLES, COUNT, GL_UNSIGNED_INT, NULL);
}

static void range(void)
{
	bind_indices();
	glDrawRangeElements(GL_TRIANGLES, 0, 20, COUNT, GL_UNSIGNED_SHORT, NULL);
}

static void base_vertex(void)
{
	bind_indices();
	glDrawElementsBaseVertex(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, NULL, 20);
}

static void range_base_vertex(void)
{
	bind_indices();
	glDrawRangeElementsBaseVertex(GL_TRIANGLES, 0, 20, COUNT, GL_UNSIGNED_SHORT, NULL, 20);
}

static void elements_instanced(void)
{
	bind_indices();
	glDrawElementsInstanced(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, NULL, 3);
}

static void instanced_base_vertex(void)
{
	bind_indices();
	glDrawElementsInstancedBaseVertex(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, NULL, 3, 20);
}

static void elements_base_instance(void)
{
	bind_indices();
	glDrawElementsInstancedBaseInstance(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, NULL, 2, 4);
}

static void base_vertex_base_instance(void)
{
	bind_indices();
	glDrawElementsInstancedBaseVertexBaseInstance(
		GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, NULL, 2, 20, 4);
}

/* ---- several at once ---- */

static const GLint firsts[] = {4, 30}, bases[] = {20, 0};
static const GLsizei counts[] = {3, 6};

static void multi_arrays(void)
{
	glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 2);
}

static void multi_elements(void)
{
	const void *const at[] = {AT(0), AT(3)};

	bind_indices();
	glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_SHORT, at, 2);
}

static void multi_base_vertex(void)
{
	const void *const at[] = {AT(0), AT(3)};

	bind_indices();
	glMultiDrawElementsBaseVertex(GL_TRIANGLES, counts, GL_UNSIGNED_SHORT, at, 2, bases);
}

/* ---- numbers in buffers: count, instances, first, base instance; for indices: first, base vertex,
 * base instance ---- */

static const GLuint array_commands[] = {3, 2, 4, 1, 6, 1, 30, 0};
static const GLuint element_commands[] = {3, 2, 1, 20, 1, 6, 1, 3, 0, 0};

static void arrays_indirect(void)
{
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(array_commands), array_commands);
	glDrawArraysIndirect(GL_TRIANGLES, NULL);
}

static void elements_indirect(void)
{
	bind_indices();
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(element_commands), element_commands);
	glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL);
}

static void multi_arrays_indirect(void)
{
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(array_commands), array_commands);
	glMultiDrawArraysIndirect(GL_TRIANGLES, NULL, 2, 0);
}

static void multi_elements_indirect(void)
{
	bind_indices();
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(element_commands), element_commands);
	glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL, 2, 0);
}

/* The count that the buffer holds is less than the most that is asked for. */
static void arrays_indirect_count(void)
{
	static const GLuint n[] = {9, 1};

	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(array_commands), array_commands);
	filled(GL_PARAMETER_BUFFER_ARB, sizeof(n), n);
	glMultiDrawArraysIndirectCountARB(GL_TRIANGLES, 0, 4, 2, 0);
}

static void elements_indirect_count(void)
{
	static const GLuint n = 2;

	bind_indices();
	filled(GL_DRAW_INDIRECT_BUFFER, sizeof(element_commands), element_commands);
	filled(GL_PARAMETER_BUFFER_ARB, sizeof(n), &n);
	glMultiDrawElementsIndirectCountARB(GL_TRIANGLES, GL_UNSIGNED_SHORT, 0, 0, 2, 0);
}

/* ---- as many as were recorded ---- */

static GLuint build(bool patches, const char *varying);

/* llvmpipe counts in strides of the first vertex buffer: a position is recorded into 16 bytes, and
 * points are that far apart. */
static GLuint record(void)
{
	GLuint recorder = build(false, "gl_Position"), feedback;
	GLint current;

	glGetIntegerv(GL_CURRENT_PROGRAM, &current);
	glUseProgram(recorder);
	glGenTransformFeedbacks(1, &feedback);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glBindBufferBase(
		GL_TRANSFORM_FEEDBACK_BUFFER, 0, filled(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, NULL));
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginTransformFeedback(GL_TRIANGLES);
	glDrawArrays(GL_TRIANGLES, 0, 7); /* two whole triangles */
	glEndTransformFeedback();
	glDisable(GL_RASTERIZER_DISCARD);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
	glUseProgram((GLuint)current);
	glVertexAttribPointer(POINT, 2, GL_FLOAT, GL_FALSE, 16, NULL);
	return feedback;
}

static void feedback(void)
{
	glDrawTransformFeedback(GL_TRIANGLES, record());
}
static void feedback_instanced(void)
{
	glDrawTransformFeedbackInstanced(GL_TRIANGLES, record(), 2);
}
static void feedback_stream(void)
{
	glDrawTransformFeedbackStream(GL_TRIANGLES, record(), 0);
}
static void feedback_stream_instanced(void)
{
	glDrawTransformFeedbackStreamInstanced(GL_TRIANGLES, record(), 0, 2);
}

/* ---- restart, patches ---- */

static const GLushort cut[] = {5, 3, 9, 77, 0, 7, 8, 0xffff, 1, 2, 4};

static void restart(void)
{
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(77);
	filled(GL_ELEMENT_ARRAY_BUFFER, 7 * sizeof(*cut), cut);
	glDrawElements(GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_SHORT, NULL);
}

static void restart_fixed(void)
{
	glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
	filled(GL_ELEMENT_ARRAY_BUFFER, 7 * sizeof(*cut), cut + 4);
	glDrawElementsInstanced(GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_SHORT, NULL, 2);
}

static void patches(void)
{
	glUseProgram(build(true, NULL));
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArrays(GL_PATCHES, 3, 6);
}

/* ---- from memory of the program's own ---- */

static void use_client_arrays(void)
{
	glBindVertexArray(0);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
	glVertexAttribPointer(EACH, 1, GL_FLOAT, GL_FALSE, 0, eaches);
	glVertexAttribDivisor(EACH, 1);
	glEnableVertexAttribArray(EACH);
	glVertexPointer(2, GL_FLOAT, 0, points);
	glEnableClientState(GL_VERTEX_ARRAY);
}

static void client_arrays(void)
{
	use_client_arrays();
	glDrawArrays(GL_TRIANGLES, 2, COUNT);
}

static void client_elements(void)
{
	use_client_arrays();
	glDrawElementsInstanced(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, indices, 2);
}

static void client_multi(void)
{
	const void *const at[] = {indices, indices + 3};

	use_client_arrays();
	glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_SHORT, at, 2);
}

static void interleaved(void)
{
	static float mixed[9][6]; /* normal, vertex */

	for (int k = 0; k < 9; k++) {
		mixed[k][3] = (float)k;
		mixed[k][4] = 100 + (float)k;
	}
	use_client_arrays();
	glInterleavedArrays(GL_N3F_V3F, 0, mixed);
	glDrawArrays(GL_TRIANGLES, 3, COUNT);
}

/* ---- one by one ---- */

static void vertices(int first, int n)
{
	glBegin(GL_TRIANGLES);
	for (int k = first; k < first + n; k++) {
		glVertexAttrib1f(EACH, 10 + (float)k / 2);
		glVertex2f((float)k, 100 + (float)k);
	}
	glEnd();
}

static void use_no_arrays(void)
{
	glBindVertexArray(0);
	glVertexAttrib1f(EACH, 10);
}

static void block(void)
{
	use_no_arrays();
	vertices(3, COUNT);
}

static void array_element(void)
{
	use_client_arrays();
	glDisableVertexAttribArray(EACH);
	glVertexAttrib1f(EACH, 10);
	glBegin(GL_TRIANGLES);
	for (int k = 0; k < COUNT; k++)
		glArrayElement(indices[k]);
	glEnd();
}

static void list(void)
{
	use_no_arrays();
	glNewList(1, GL_COMPILE);
	vertices(3, COUNT);
	glEndList();
	glCallList(1);
}

static void lists(void)
{
	static const GLubyte names[] = {1, 0};

	use_no_arrays();
	for (int i = 0; i < 2; i++) {
		glNewList((GLuint)(5 + i), GL_COMPILE);
		vertices(6 * i, 3 + 3 * i);
		glEndList();
	}
	glListBase(5);
	glCallLists(2, GL_UNSIGNED_BYTE, names);
}

static void list_arrays(void)
{
	use_client_arrays();
	glDisableVertexAttribArray(EACH);
	glVertexAttrib1f(EACH, 10);
	glNewList(1, GL_COMPILE);
	glDrawElements(GL_TRIANGLES, COUNT, GL_UNSIGNED_SHORT, indices);
	glEndList();
	glCallList(1);
}

static void rect(void)
{
	use_no_arrays();
	glRectf(2, 103, 9, 111);
}

static void rect_values(void)
{
	static const GLshort low[] = {2, 103}, high[] = {9, 111};

	use_no_arrays();
	glRectsv(low, high);
}

static const struct kind kinds[] = {
	{"arrays", arrays},
	{"arrays-instanced", arrays_instanced},
	{"arrays-base-instance", arrays_base_instance},
	{"elements", elements},
	{"elements-bytes", elements_bytes},
	{"elements-ints", elements_ints},
	{"range", range},
	{"base-vertex", base_vertex},
	{"range-base-vertex", range_base_vertex},
	{"elements-instanced", elements_instanced},
	{"instanced-base-vertex", instanced_base_vertex},
	{"elements-base-instance", elements_base_instance},
	{"base-vertex-base-instance", base_vertex_base_instance},
	{"multi-arrays", multi_arrays},
	{"multi-elements", multi_elements},
	{"multi-base-vertex", multi_base_vertex},
	{"arrays-indirect", arrays_indirect},
	{"elements-indirect", elements_indirect},
	{"multi-arrays-indirect", multi_arrays_indirect},
	{"multi-elements-indirect", multi_elements_indirect},
	{"arrays-indirect-count", arrays_indirect_count},
	{"elements-indirect-count", elements_indirect_count},
	{"feedback", feedback},
	{"feedback-instanced", feedback_instanced},
	{"feedback-stream", feedback_stream},
	{"feedback-stream-instanced", feedback_stream_instanced},
	{"restart", restart},
	{"restart-fixed", restart_fixed},
	{"patches", patches},
	{"client-arrays", client_arrays},
	{"client-elements", client_elements},
	{"client-multi", client_multi},
	{"interleaved", interleaved},
	{"block", block},
	{"array-element", array_element},
	{"list", list},
	{"lists", lists},
	{"list-arrays", list_arrays},
	{"rect", rect},
	{"rect-values", rect_values},
	{NULL, NULL},
};

/* ---- the rest ---- */

static void attach(GLuint program, GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	char log[1000] = "";

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	fputs(log, stderr);
	glAttachShader(program, shader);
}

static GLuint build(bool patched, const char *varying)
{
	GLuint program = glCreateProgram();
	char log[1000] = "";
	GLint good;

	attach(program, GL_VERTEX_SHADER, vertex_text);
	attach(program, GL_FRAGMENT_SHADER, fragment_text);
	if (patched) {
		attach(program, GL_TESS_CONTROL_SHADER, control_text);
		attach(program, GL_TESS_EVALUATION_SHADER, evaluation_text);
	}
	if (varying)
		glTransformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &good);
	glGetProgramInfoLog(program, sizeof(log), NULL, log);
	if (!good) {
		fprintf(stderr, "test-draws: %s\n", log);
		exit(1);
	}
	return program;
}

/* Points 16 bytes apart in their buffer, as what is recorded. */
static void set_arrays(void)
{
	static float spread[VERTICES][4];
	GLuint array;

	for (int k = 0; k < VERTICES; k++) {
		spread[k][0] = points[k][0] = (float)k;
		spread[k][1] = points[k][1] = 100 + (float)k;
	}
	for (int i = 0; i < INSTANCES; i++)
		eaches[i] = 10 + (float)i;
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	filled(GL_ARRAY_BUFFER, sizeof(eaches), eaches);
	glVertexAttribPointer(EACH, 1, GL_FLOAT, GL_FALSE, 0, NULL);
	glVertexAttribDivisor(EACH, 1);
	glEnableVertexAttribArray(EACH);
	filled(GL_ARRAY_BUFFER, sizeof(spread), spread);
	glVertexAttribPointer(POINT, 2, GL_FLOAT, GL_FALSE, 16, NULL);
	glEnableVertexAttribArray(POINT);
}

static bool print_target(void)
{
	static unsigned char pixels[4 * SIZE * SIZE];
	uint32_t sum = 0;

	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (size_t i = 0; i < sizeof(pixels); i++)
		sum = sum * 31 + pixels[i];
	printf("%08x\n", sum);
	return glGetError() == GL_NO_ERROR;
}

int main(int argc, char **argv)
{
	struct headless headless;
	const struct kind *kind = kinds;

	for (; argc == 2 && kind->name && strcmp(argv[1], kind->name) != 0; kind++)
		if (strcmp(argv[1], "--list") == 0)
			puts(kind->name);
	if (argc != 2 || !kind->name)
		return argc == 2 && strcmp(argv[1], "--list") == 0 ? 0 : 2;
	headless_open(&headless, SIZE, SIZE, 43, false);
	glUseProgram(build(false, NULL));
	set_arrays();
	kind->draw();
	bool good = print_target();
	headless_close(&headless);
	return good ? 0 : 1;
}

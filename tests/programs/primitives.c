/* SPDX-License-Identifier: MIT */
/*
 * A geometry shader on each kind of primitive: test-primitives MODE N OUTPUT FILE draws N vertices
 * in that mode. The shader packs the numbers of its vertices, four bits each, and emits two output
 * primitives of three vertices with that and a count. FILE: what came out, a line a vertex as
 * transform feedback records it. OUTPUT: points, line_strip, triangle_strip, or streams: points,
 * whose second primitive goes to stream 1 (which is not in FILE).
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/gl.h>
#include "examples/headless.h"

enum { MAX = 1000 };

static const struct mode {
	const char *name;
	GLenum mode;
	const char *input;
} modes[] = {
	{"points", GL_POINTS, "points"},
	{"lines", GL_LINES, "lines"},
	{"line_strip", GL_LINE_STRIP, "lines"},
	{"line_loop", GL_LINE_LOOP, "lines"},
	{"lines_adjacency", GL_LINES_ADJACENCY, "lines_adjacency"},
	{"line_strip_adjacency", GL_LINE_STRIP_ADJACENCY, "lines_adjacency"},
	{"triangles", GL_TRIANGLES, "triangles"},
	{"triangle_strip", GL_TRIANGLE_STRIP, "triangles"},
	{"triangle_fan", GL_TRIANGLE_FAN, "triangles"},
	{"triangles_adjacency", GL_TRIANGLES_ADJACENCY, "triangles_adjacency"},
	{"triangle_strip_adjacency", GL_TRIANGLE_STRIP_ADJACENCY, "triangles_adjacency"},
};

static const char vertex_text[] = "#version 400\n"
				  "out int number;\n"
				  "void main() { number = gl_VertexID; gl_Position = "
				  "vec4(float(gl_VertexID), 0.0, 0.0, 1.0); }\n";

static const char geometry_text[] = "in int number[];\n"
				    "void main()\n"
				    "{\n"
				    "	int seen = 0;\n"
				    "	for (int i = 0; i < gl_in.length(); i++)\n"
				    "		seen = seen * 16 + number[i];\n"
				    "	for (int k = 0; k < 6; k++) {\n"
				    "		value = ivec2(seen, k);\n"
				    "		gl_Position = gl_in[0].gl_Position;\n"
				    "		EMIT(k);\n"
				    "		if (k == 2)\n"
				    "			EndPrimitive();\n"
				    "	}\n"
				    "}\n";

static void attach(GLuint program, GLenum type, const char *const strings[2])
{
	GLuint shader = glCreateShader(type);
	char log[1000] = "";
	GLint good;

	glShaderSource(shader, 2, strings, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	if (!good) {
		fprintf(stderr, "test-primitives: %s\n", log);
		exit(1);
	}
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void build(const char *input, const char *output)
{
	static const char *const value = "value";
	bool streams = !strcmp(output, "streams");
	GLuint program = glCreateProgram();
	char head[500], log[1000] = "";
	GLint good;

	snprintf(head, sizeof(head),
		"#version 400\nlayout(%s) in;\nlayout(%s, max_vertices = 6) out;\n%s", input,
		streams ? "points" : output,
		streams ? "layout(stream = 0) out ivec2 value;\nlayout(stream = 1) out ivec2 "
			  "other;\n"
			  "void emit(int k) { if (k < 3) EmitStreamVertex(0); else { other = "
			  "ivec2(k, 7); EmitStreamVertex(1); } }\n"
			  "#define EMIT(k) emit(k)\n"
			: "out ivec2 value;\n#define EMIT(k) EmitVertex()\n");
	attach(program, GL_VERTEX_SHADER, (const char *const[2]){vertex_text, ""});
	attach(program, GL_GEOMETRY_SHADER, (const char *const[2]){head, geometry_text});
	glTransformFeedbackVaryings(program, 1, &value, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &good);
	glGetProgramInfoLog(program, sizeof(log), NULL, log);
	if (!good) {
		fprintf(stderr, "test-primitives: %s\n", log);
		exit(1);
	}
	glUseProgram(program);
}

static bool draw(GLenum mode, GLsizei n, const char *output, const char *path)
{
	static GLint values[MAX][2];
	bool lines = !strcmp(output, "line_strip"), triangles = !strcmp(output, "triangle_strip");
	GLuint array, buffer, query, written = 0;

	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof(values), NULL, GL_STREAM_READ);
	glGenQueries(1, &query);
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
	glBeginTransformFeedback(lines ? GL_LINES : triangles ? GL_TRIANGLES : GL_POINTS);
	glDrawArrays(mode, 0, n);
	glEndTransformFeedback();
	glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
	written *= lines ? 2 : triangles ? 3 : 1;
	glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, written * sizeof(*values), values);
	FILE *file = fopen(path, "w");
	for (GLuint i = 0; file && i < written && i < MAX; i++)
		fprintf(file, "%d %d\n", values[i][0], values[i][1]);
	return file && fclose(file) == 0 && glGetError() == GL_NO_ERROR;
}

int main(int argc, char **argv)
{
	struct headless headless;

	if (argc == 5) {
		for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
			if (strcmp(argv[1], modes[i].name) != 0)
				continue;
			headless_open(&headless, 16, 16, 40, true);
			build(modes[i].input, argv[3]);
			bool good = draw(modes[i].mode, atoi(argv[2]), argv[3], argv[4]);
			headless_close(&headless);
			return good ? 0 : 1;
		}
	}
	fputs("usage: test-primitives MODE N points|line_strip|triangle_strip|streams FILE\n",
		stderr);
	return 2;
}

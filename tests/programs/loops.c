/* SPDX-License-Identifier: MIT */
/*
 * A shader whose elements run through a loop differently often, and count that themselves:
 * test-loops STAGE FILE [LIMIT]. FILE: a line an element, first what it is (x y, index instance,
 * primitive invocation, patch vertex, x y z; of an evaluation shader the patch and 8 times the
 * tessellation coordinates), then the iterations of the first entry, those of both entries, and how
 * the first was left: 1 its test was false, 2 break, 3 return.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/gl.h>
#include "examples/headless.h"

enum {
	WIDTH = 16,
	HEIGHT = 8,
	POINTS = 12,
	INSTANCES = 2,
	PATCHES = 3,
	GROUPS = 5,
	LOCAL = 8,
	MAX = 1024
};

static const char version[] = "#version 430\n";

static const char loop[] = "uniform int limit;\n"
			   "int n = 0, total = 0, way = 0;\n"
			   "int walk(int seed, int most)\n"
			   "{\n"
			   "	int s = seed;\n"
			   "	n = 0;\n"
			   "	way = 1;\n"
			   "	for (int i = 0; i < most; i++) {\n"
			   "		n++;\n"
			   "		total++;\n"
			   "		s = (s * 29 + 17) & 127;\n"
			   "		if (s % 13 == 3) { way = 2; break; }\n"
			   "		if (s % 11 == 5) { way = 3; return s; }\n"
			   "	}\n"
			   "	return -s;\n"
			   "}\n"
			   "ivec3 twice(int seed)\n"
			   "{\n"
			   "	int most = limit + seed % 7;\n"
			   "	int s = walk(seed, most);\n"
			   "	int first = n, how = way;\n"
			   "	for (int k = 0; k < 2; k++)\n"
			   "		s += walk(seed + 1 + k, most);\n"
			   "	return ivec3(first, s == 1000000 ? 0 : total, how);\n"
			   "}\n";

static const char plain_vertex[] = "void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }\n";
static const char numbered_vertex[] = "flat out int number;\nvoid main() { number = gl_VertexID; "
				      "gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }\n";
static const char covering_vertex[] = "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : "
				      "-1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }\n";
static const char fragment[] = "out ivec4 color;\n"
			       "void main() { color = ivec4(twice(int(gl_FragCoord.x) * 5 + "
			       "int(gl_FragCoord.y) * 3), 0); }\n";
static const char vertex[] = "flat out ivec2 who;\nflat out ivec3 counts;\n"
			     "void main()\n{\n	who = ivec2(gl_VertexID, gl_InstanceID);\n"
			     "	counts = twice(gl_VertexID * 7 + gl_InstanceID * 13);\n	"
			     "gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n}\n";
static const char geometry[] =
	"layout(points, invocations = 3) in;\nlayout(points, max_vertices = 1) out;\nflat in int "
	"number[];\n"
	"flat out ivec2 who;\nflat out ivec3 counts;\n"
	"void main()\n{\n	ivec3 c = twice(number[0] * 7 + gl_InvocationID * 13);\n"
	"	who = ivec2(gl_PrimitiveIDIn, gl_InvocationID);\n	counts = c;\n"
	"	gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n	EmitVertex();\n}\n";
static const char control[] =
	"layout(vertices = 4) out;\nflat in int number[];\nout ivec3 found[];\n"
	"void main()\n{\n	found[gl_InvocationID] = twice(number[gl_InvocationID] * 7);\n"
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = "
	"gl_TessLevelOuter[3] = 1.0;\n"
	"	gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;\n}\n";
static const char collecting_evaluation[] =
	"layout(quads, equal_spacing, point_mode) in;\nin ivec3 found[];\nflat out ivec2 "
	"who;\nflat out ivec3 counts;\n"
	"void main()\n{\n	int k = int(gl_TessCoord.x + 2.0 * gl_TessCoord.y + 0.5);\n"
	"	who = ivec2(gl_PrimitiveID, k);\n	counts = found[k];\n	gl_Position = "
	"vec4(0.0, 0.0, 0.0, 1.0);\n}\n";
static const char plain_control[] = "layout(vertices = 4) out;\n"
				    "void main()\n{\n"
				    "	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = "
				    "gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 4.0;\n"
				    "	gl_TessLevelInner[0] = gl_TessLevelInner[1] = 4.0;\n}\n";
static const char evaluation[] = "layout(quads, equal_spacing, point_mode) in;\nflat out ivec3 "
				 "who;\nflat out ivec3 counts;\n"
				 "void main()\n{\n	ivec2 at = ivec2(gl_TessCoord.xy * 8.0 + "
				 "0.5);\n	who = ivec3(gl_PrimitiveID, at);\n"
				 "	counts = twice(gl_PrimitiveID * 31 + at.x * 7 + at.y * "
				 "13);\n	gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n}\n";
static const char compute[] =
	"layout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Counts { int counts[]; "
	"};\n"
	"void main()\n{\n	uvec3 at = gl_GlobalInvocationID;\n	ivec3 c = twice(int(at.x) "
	"* 7 + int(at.y) * 13);\n"
	"	uint k = 6u * (at.x + 40u * at.y);\n"
	"	counts[k] = int(at.x); counts[k + 1u] = int(at.y); counts[k + 2u] = int(at.z);\n"
	"	counts[k + 3u] = c.x; counts[k + 4u] = c.y; counts[k + 5u] = c.z;\n}\n";

static GLuint program;
static GLint counts[6 * MAX];

static void attach(GLenum type, const char *text, bool counting)
{
	const char *const strings[] = {version, counting ? loop : "", text};
	GLuint shader = glCreateShader(type);
	char log[1000] = "";
	GLint good;

	glShaderSource(shader, 3, strings, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	if (!good) {
		fprintf(stderr, "test-loops: %s\n", log);
		exit(1);
	}
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void link_and_use(int limit)
{
	char log[1000] = "";
	GLint good;

	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &good);
	glGetProgramInfoLog(program, sizeof(log), NULL, log);
	if (!good) {
		fprintf(stderr, "test-loops: %s\n", log);
		exit(1);
	}
	glUseProgram(program);
	glUniform1i(glGetUniformLocation(program, "limit"), limit);
}

static void write_lines(const char *path, size_t n, size_t width)
{
	FILE *file = fopen(path, "w");

	for (size_t i = 0; file && i < n; i++)
		for (size_t k = 0; k < width; k++)
			fprintf(file, "%d%c", counts[i * width + k], k + 1 < width ? ' ' : '\n');
	if (!file || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void draw_fragments(const char *path, int limit)
{
	static GLint pixels[WIDTH * HEIGHT][4];
	GLuint framebuffer, renderbuffer;

	attach(GL_VERTEX_SHADER, covering_vertex, false);
	attach(GL_FRAGMENT_SHADER, fragment, true);
	link_and_use(limit);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32I, WIDTH, HEIGHT);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	glViewport(0, 0, WIDTH, HEIGHT);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA_INTEGER, GL_INT, pixels);
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		const GLint line[5] = {
			i % WIDTH, i / WIDTH, pixels[i][0], pixels[i][1], pixels[i][2]};
		memcpy(counts + 5 * i, line, sizeof(line));
	}
	write_lines(path, WIDTH * HEIGHT, 5);
}

/* What comes out of the last stage goes into a buffer, as points. */
static void draw_back(
	const char *path, int limit, GLenum mode, GLsizei n, GLsizei instances, size_t width)
{
	static const char *const names[] = {"who", "counts"};
	GLuint buffer, query, written = 0;

	glTransformFeedbackVaryings(program, 2, names, GL_INTERLEAVED_ATTRIBS);
	link_and_use(limit);
	glPatchParameteri(GL_PATCH_VERTICES, 4);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof(counts), NULL, GL_STREAM_READ);
	glGenQueries(1, &query);
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
	glBeginTransformFeedback(GL_POINTS);
	glDrawArraysInstanced(mode, 0, n, instances);
	glEndTransformFeedback();
	glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
	glGetBufferSubData(
		GL_TRANSFORM_FEEDBACK_BUFFER, 0, written * width * sizeof(GLint), counts);
	write_lines(path, written, width);
}

static void dispatch(const char *path, int limit)
{
	GLuint buffer;

	attach(GL_COMPUTE_SHADER, compute, true);
	link_and_use(limit);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(counts), NULL, GL_STREAM_READ);
	glDispatchCompute(GROUPS, 2, 1);
	glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
	glGetBufferSubData(
		GL_SHADER_STORAGE_BUFFER, 0, 6 * GROUPS * LOCAL * 2 * sizeof(GLint), counts);
	write_lines(path, GROUPS * LOCAL * 2, 6);
}

static bool run(const char *stage, const char *path, int limit)
{
	if (!strcmp(stage, "fragment")) {
		draw_fragments(path, limit);
	} else if (!strcmp(stage, "vertex")) {
		attach(GL_VERTEX_SHADER, vertex, true);
		draw_back(path, limit, GL_POINTS, POINTS, INSTANCES, 5);
	} else if (!strcmp(stage, "geometry")) {
		attach(GL_VERTEX_SHADER, numbered_vertex, false);
		attach(GL_GEOMETRY_SHADER, geometry, true);
		draw_back(path, limit, GL_POINTS, POINTS, 1, 5);
	} else if (!strcmp(stage, "tess-control")) {
		attach(GL_VERTEX_SHADER, numbered_vertex, false);
		attach(GL_TESS_CONTROL_SHADER, control, true);
		attach(GL_TESS_EVALUATION_SHADER, collecting_evaluation, false);
		draw_back(path, limit, GL_PATCHES, 4 * PATCHES, 1, 5);
	} else if (!strcmp(stage, "tess-evaluation")) {
		attach(GL_VERTEX_SHADER, plain_vertex, false);
		attach(GL_TESS_CONTROL_SHADER, plain_control, false);
		attach(GL_TESS_EVALUATION_SHADER, evaluation, true);
		draw_back(path, limit, GL_PATCHES, 4 * PATCHES, 1, 6);
	} else if (!strcmp(stage, "compute")) {
		dispatch(path, limit);
	} else {
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct headless headless;
	GLuint array;

	if (argc < 3 || argc > 4) {
		fputs("usage: test-loops STAGE FILE [LIMIT]\n", stderr);
		return 2;
	}
	headless_open(&headless, WIDTH, HEIGHT, 43, true);
	program = glCreateProgram();
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	if (!run(argv[1], argv[2], argc > 3 ? atoi(argv[3]) : 12))
		return 2;
	GLenum error = glGetError();
	headless_close(&headless);
	return error == GL_NO_ERROR ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * test-partners KIND: shaders whose partners are of another kind - fixed function before or after
 * them, programs of a stage each in a pipeline - dispatches with barriers, and fragments that hide
 * others. Prints what was drawn, or the results of the dispatch, as a sum. --list names the kinds.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/gl.h>
#include "examples/headless.h"

enum { SIZE = 16, GROUPS = 6, LOCAL = 8 };

struct kind {
	const char *name;
	bool core;
	void (*draw)(void);
};

static GLuint results;

static GLuint new_shader(GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	char log[1000] = "";

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	fputs(log, stderr);
	return shader;
}

static GLuint new_program(bool separable, const GLenum *types, const char *const *texts, int n)
{
	GLuint program = glCreateProgram();
	char log[1000] = "";

	for (int i = 0; i < n; i++)
		glAttachShader(program, new_shader(types[i], texts[i]));
	glProgramParameteri(program, GL_PROGRAM_SEPARABLE, separable);
	glLinkProgram(program);
	glGetProgramInfoLog(program, sizeof(log), NULL, log);
	fputs(log, stderr);
	return program;
}

/* ---- fixed function partners ---- */

static const char old_vertex[] = "#version 120\n"
				 "uniform float scale;\n"
				 "varying vec2 twice;\n"
				 "void main()\n"
				 "{\n"
				 "	vec4 place = gl_ModelViewProjectionMatrix * gl_Vertex;\n"
				 "	twice = 2.0 * gl_Vertex.xy;\n"
				 "	gl_FrontColor = gl_Color.gbra * scale;\n"
				 "	gl_Position = place;\n"
				 "}\n";
static const char old_fragment[] = "#version 120\n"
				   "uniform float scale;\n"
				   "void main()\n"
				   "{\n"
				   "	vec4 given = gl_Color;\n"
				   "	vec2 at = gl_TexCoord[0].xy * scale;\n"
				   "	gl_FragColor = vec4(at, given.b, 1.0);\n"
				   "}\n";
static const char old_geometry[] = "#version 150 compatibility\n"
				   "layout(triangles) in;\n"
				   "layout(triangle_strip, max_vertices = 3) out;\n"
				   "void main()\n"
				   "{\n"
				   "	for (int i = 0; i < 3; i++) {\n"
				   "		gl_FrontColor = gl_in[i].gl_FrontColor.brga;\n"
				   "		gl_Position = gl_in[i].gl_Position;\n"
				   "		EmitVertex();\n"
				   "	}\n"
				   "}\n";
static const char old_source[] = "#version 150 compatibility\n"
				 "void main()\n"
				 "{\n"
				 "	gl_FrontColor = gl_Color;\n"
				 "	gl_Position = gl_Vertex;\n"
				 "}\n";

static void use(const GLenum *types, const char *const *texts, int n)
{
	GLuint program = new_program(false, types, texts, n);
	GLint scale = glGetUniformLocation(program, "scale");

	glUseProgram(program);
	if (scale >= 0)
		glUniform1f(scale, 0.5f);
}

/* A corner of the target each, halved by the matrix; its number in eighths as red; where it is as
 * texture coordinate. */
static void draw_triangle(void)
{
	static const float corners[3][2] = {{-2, -2}, {6, -2}, {-2, 6}};

	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity();
	glScalef(0.5f, 0.5f, 1);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++) {
		glColor4f(0.125f * (float)i, 0.5f, 0.25f, 1);
		glTexCoord2f((corners[i][0] / 2 + 1) / 2, (corners[i][1] / 2 + 1) / 2);
		glVertex2fv(corners[i]);
	}
	glEnd();
}

static void vertex_only(void)
{
	use((GLenum[]){GL_VERTEX_SHADER}, (const char *[]){old_vertex}, 1);
	draw_triangle();
}

static void fragment_only(void)
{
	use((GLenum[]){GL_FRAGMENT_SHADER}, (const char *[]){old_fragment}, 1);
	draw_triangle();
}

static void no_fragment(void)
{
	use((GLenum[]){GL_VERTEX_SHADER, GL_GEOMETRY_SHADER},
		(const char *[]){old_source, old_geometry}, 2);
	draw_triangle();
}

/* ---- a program a stage ---- */

#define PER_VERTEX "out gl_PerVertex { vec4 gl_Position; };\n"

static const char vertex[] = "#version 410\n" PER_VERTEX "uniform float scale;\n"
			     "layout(location = 0) out vec2 corner;\n"
			     "void main()\n"
			     "{\n"
			     "	corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;\n"
			     "	gl_Position = vec4(corner * scale, 0.0, 1.0);\n"
			     "}\n";
static const char control[] =
	"#version 410\n"
	"in gl_PerVertex { vec4 gl_Position; } gl_in[];\n"
	"out gl_PerVertex { vec4 gl_Position; } gl_out[];\n"
	"layout(vertices = 3) out;\n"
	"layout(location = 0) in vec2 corner[];\n"
	"layout(location = 0) out vec2 moved[];\n"
	"uniform float level;\n"
	"void main()\n"
	"{\n"
	"	moved[gl_InvocationID] = corner[gl_InvocationID] + level;\n"
	"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = level;\n"
	"	gl_TessLevelInner[0] = level;\n"
	"}\n";
static const char evaluation[] =
	"#version 410\n"
	"in gl_PerVertex { vec4 gl_Position; } gl_in[];\n" PER_VERTEX
	"layout(triangles, equal_spacing) in;\n"
	"layout(location = 0) in vec2 moved[];\n"
	"layout(location = 0) out vec2 blended;\n"
	"void main()\n"
	"{\n"
	"	blended = mat3x2(moved[0], moved[1], moved[2]) * gl_TessCoord;\n"
	"	gl_Position = mat3x4(gl_in[0].gl_Position, gl_in[1].gl_Position, "
	"gl_in[2].gl_Position) * gl_TessCoord;\n"
	"}\n";
static const char geometry[] = "#version 410\n"
			       "in gl_PerVertex { vec4 gl_Position; } gl_in[];\n" PER_VERTEX
			       "layout(triangles) in;\n"
			       "layout(triangle_strip, max_vertices = 3) out;\n"
			       "layout(location = 0) in vec2 blended[];\n"
			       "layout(location = 0) out vec2 passed;\n"
			       "uniform float shift;\n"
			       "void main()\n"
			       "{\n"
			       "	for (int i = 0; i < 3; i++) {\n"
			       "		passed = blended[i] + shift;\n"
			       "		gl_Position = gl_in[i].gl_Position;\n"
			       "		EmitVertex();\n"
			       "	}\n"
			       "}\n";
static const char fragment[] = "#version 410\n"
			       "layout(location = 0) in vec2 passed;\n"
			       "layout(location = 0) out vec4 color;\n"
			       "uniform float blue;\n"
			       "void main()\n"
			       "{\n"
			       "	vec2 seen = passed;\n"
			       "	color = vec4(seen * 0.125, blue, 1.0);\n"
			       "}\n";

static void set_number(GLuint program, const char *name, float value)
{
	glProgramUniform1f(program, glGetUniformLocation(program, name), value);
}

static void use_pipeline(const GLuint *programs, const GLbitfield *stages, int n)
{
	GLuint pipeline;

	glGenProgramPipelines(1, &pipeline);
	for (int i = 0; i < n; i++)
		glUseProgramStages(pipeline, stages[i], programs[i]);
	glBindProgramPipeline(pipeline);
}

static void pipeline(void)
{
	static const GLenum types[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER};
	static const GLbitfield bits[] = {GL_VERTEX_SHADER_BIT, GL_TESS_CONTROL_SHADER_BIT,
		GL_TESS_EVALUATION_SHADER_BIT, GL_GEOMETRY_SHADER_BIT, GL_FRAGMENT_SHADER_BIT};
	static const char *const texts[] = {vertex, control, evaluation, geometry, fragment};
	GLuint programs[5];

	for (int i = 0; i < 5; i++) {
		programs[i] = glCreateShaderProgramv(types[i], 1, &texts[i]);
		char log[1000] = "";
		glGetProgramInfoLog(programs[i], sizeof(log), NULL, log);
		fputs(log, stderr);
	}
	set_number(programs[0], "scale", 1);
	set_number(programs[1], "level", 2);
	set_number(programs[3], "shift", 1);
	set_number(programs[4], "blue", 0.5f);
	use_pipeline(programs, bits, 5);
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArrays(GL_PATCHES, 0, 3);
}

/* The stages before the fragment shader in one program; what its fragment shader is comes from
 * another. */
static void pipeline_two(void)
{
	static const char *const texts[] = {vertex, control, evaluation, geometry};
	GLbitfield before = GL_VERTEX_SHADER_BIT | GL_TESS_CONTROL_SHADER_BIT |
			    GL_TESS_EVALUATION_SHADER_BIT | GL_GEOMETRY_SHADER_BIT;
	GLuint programs[2] = {new_program(true,
				      (GLenum[]){GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
					      GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER},
				      texts, 4),
		new_program(true, (GLenum[]){GL_FRAGMENT_SHADER}, (const char *[]){fragment}, 1)};

	set_number(programs[0], "scale", 1);
	set_number(programs[0], "level", 2);
	set_number(programs[0], "shift", 1);
	set_number(programs[1], "blue", 0.5f);
	use_pipeline(programs, (GLbitfield[]){before, GL_FRAGMENT_SHADER_BIT}, 2);
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArrays(GL_PATCHES, 0, 3);
}

/* ---- primitives that a tessellator makes ---- */

static const char patches_vertex[] = "#version 410\n" PER_VERTEX
				     "layout(location = 0) out vec2 corner;\n"
				     "void main()\n"
				     "{\n"
				     "	int k = gl_VertexID % 3;\n"
				     "	corner = vec2(k & 1, k >> 1) + 10.0 * float(gl_VertexID / "
				     "3) + 100.0 * float(gl_InstanceID);\n"
				     "	gl_Position = vec4(0.0);\n"
				     "}\n";
/* The first invocation emits nothing for a primitive that begins at a corner with an even x. */
static const char patches_geometry[] =
	"#version 410\n"
	"in gl_PerVertex { vec4 gl_Position; } gl_in[];\n" PER_VERTEX
	"layout(triangles, invocations = 2) in;\n"
	"layout(triangle_strip, max_vertices = 3) out;\n"
	"layout(location = 0) in vec2 blended[];\n"
	"layout(location = 0) out vec3 passed;\n"
	"void main()\n"
	"{\n"
	"	vec2 first = blended[0];\n"
	"	if (gl_InvocationID == 0 && mod(first.x, 2.0) == 0.0)\n"
	"		return;\n"
	"	for (int i = 0; i < 3; i++) {\n"
	"		passed = vec3(blended[i], gl_InvocationID);\n"
	"		gl_Position = vec4(mod(blended[i], 10.0) * 2.0 - 5.0, 0.0, 1.0);\n"
	"		EmitVertex();\n"
	"	}\n"
	"}\n";
static const char patches_fragment[] = "#version 410\n"
				       "layout(location = 0) in vec3 passed;\n"
				       "layout(location = 0) out vec4 color;\n"
				       "void main() { color = vec4(passed * 0.01, 1.0); }\n";

/* Two instances of two patches, each of six primitives. */
static void tessellated(void)
{
	static const GLenum types[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER};
	static const char *const texts[] = {
		patches_vertex, control, evaluation, patches_geometry, patches_fragment};
	GLuint program = new_program(false, types, texts, 5);

	set_number(program, "level", 2);
	glUseProgram(program);
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArraysInstanced(GL_PATCHES, 0, 6, 2);
}

/* ---- dispatches ---- */

static const char compute[] =
	"#version 430\n"
	"layout(local_size_x = 4, local_size_y = 2) in;\n"
	"layout(std430, binding = 0) buffer Results { uint result[]; };\n"
	"uniform uint factor;\n"
	"shared uint sums[8];\n"
	"shared uint most;\n"
	"void main()\n"
	"{\n"
	"	uint here = gl_LocalInvocationIndex;\n"
	"	uint group = gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y;\n"
	"	if (here == 0u)\n"
	"		most = 0u;\n"
	"	sums[here] = factor * here + group;\n"
	"	barrier();\n"
	"	for (uint k = 1u; k < 8u; k *= 2u) {\n"
	"		uint more = here >= k ? sums[here - k] : 0u;\n"
	"		barrier();\n"
	"		sums[here] += more;\n"
	"		memoryBarrierShared();\n"
	"		barrier();\n"
	"	}\n"
	"	atomicMax(most, sums[here]);\n"
	"	barrier();\n"
	"	uint top = most;\n"
	"	result[group * 8u + here] = sums[here] * 100u + top;\n"
	"}\n";

static void set_dispatch(GLuint program)
{
	static const GLuint zeros[GROUPS * LOCAL];

	glProgramUniform1ui(program, glGetUniformLocation(program, "factor"), 3);
	glGenBuffers(1, &results);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, results);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(zeros), zeros, GL_DYNAMIC_COPY);
}

static void use_compute(void)
{
	GLuint program = new_program(
		false, (GLenum[]){GL_COMPUTE_SHADER}, (const char *[]){compute}, 1);

	set_dispatch(program);
	glUseProgram(program);
}

static void dispatch(void)
{
	use_compute();
	glDispatchCompute(3, 2, 1);
}

static void dispatch_indirect(void)
{
	static const GLuint groups[] = {9, 3, 2, 1};
	GLuint buffer;

	use_compute();
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffer);
	glBufferData(GL_DISPATCH_INDIRECT_BUFFER, sizeof(groups), groups, GL_STATIC_DRAW);
	glDispatchComputeIndirect(4);
}

static void pipeline_compute(void)
{
	GLuint program = new_program(
		true, (GLenum[]){GL_COMPUTE_SHADER}, (const char *[]){compute}, 1);

	set_dispatch(program);
	use_pipeline(&program, (GLbitfield[]){GL_COMPUTE_SHADER_BIT}, 1);
	glDispatchCompute(3, 2, 1);
}

/* ---- fragments behind others ---- */

static const char flat_vertex[] =
	"#version 330\n"
	"flat out int rounds;\n"
	"void main()\n"
	"{\n"
	"	int corner = gl_VertexID % 4, near = gl_VertexID / 4;\n"
	"	rounds = 5 + 4 * near;\n"
	"	gl_Position = vec4(near == 1 && corner % 2 == 1 ? 0.0 : float(corner % 2) * 2.0 - "
	"1.0,\n"
	"		float(corner / 2) * 2.0 - 1.0, 0.5 - 0.5 * float(near), 1.0);\n"
	"}\n";
static const char rounds_fragment[] = "#version 330\n"
				      "flat in int rounds;\n"
				      "out vec4 color;\n"
				      "void main()\n"
				      "{\n"
				      "	int n = 0;\n"
				      "	for (int i = 0; i < rounds; i++)\n"
				      "		n += i;\n"
				      "	color = vec4(float(n) / 64.0);\n"
				      "}\n";

/* The whole target, 5 rounds a fragment; nearer, over the left half of it, 9 rounds. */
static void hidden(void)
{
	static const GLubyte indices[] = {0, 1, 2, 3, 3, 4, 4, 5, 6, 7};
	GLuint buffer;

	use((GLenum[]){GL_VERTEX_SHADER, GL_FRAGMENT_SHADER},
		(const char *[]){flat_vertex, rounds_fragment}, 2);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
	glClear(GL_DEPTH_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glDrawElements(GL_TRIANGLE_STRIP, sizeof(indices), GL_UNSIGNED_BYTE, NULL);
}

/* ---- which ---- */

static const struct kind kinds[] = {
	{"vertex-only", false, vertex_only},
	{"fragment-only", false, fragment_only},
	{"no-fragment", false, no_fragment},
	{"pipeline", true, pipeline},
	{"pipeline-two", true, pipeline_two},
	{"tessellated", true, tessellated},
	{"dispatch", true, dispatch},
	{"dispatch-indirect", true, dispatch_indirect},
	{"pipeline-compute", true, pipeline_compute},
	{"hidden", true, hidden},
	{NULL, false, NULL},
};

static bool print_sum(void)
{
	static unsigned char bytes[4 * SIZE * SIZE];
	size_t size = results ? 4 * GROUPS * LOCAL : sizeof(bytes);
	uint32_t sum = 0;

	if (results)
		glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)size, bytes);
	else
		glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
	for (size_t i = 0; i < size; i++)
		sum = sum * 31 + bytes[i];
	printf("%08x\n", sum);
	return glGetError() == GL_NO_ERROR;
}

int main(int argc, char **argv)
{
	const struct kind *kind = kinds;
	struct headless headless;
	GLuint array;

	for (; argc == 2 && kind->name && strcmp(argv[1], kind->name) != 0; kind++)
		if (strcmp(argv[1], "--list") == 0)
			puts(kind->name);
	if (argc != 2 || !kind->name)
		return argc == 2 && strcmp(argv[1], "--list") == 0 ? 0 : 2;
	headless_open(&headless, SIZE, SIZE, 43, kind->core);
	if (kind->core) {
		glGenVertexArrays(1, &array);
		glBindVertexArray(array);
	}
	kind->draw();
	bool good = print_sum();
	headless_close(&headless);
	return good ? 0 : 1;
}

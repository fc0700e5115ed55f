/* SPDX-License-Identifier: MIT */
/* Scenes whose calls read buffers where others read the program's memory, or both at once. */
#include "config.h"
#include "tests/programs/scenes.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 50 }; /* of what each way of drawing has for itself */

/* False: this way is not to be drawn. */
static bool begins_way(struct scene_run *run, int way)
{
	glViewport(SIDE * way, 0, SIDE, SIDE);
	return scene_draws(run);
}

static void init_legacy(struct scene_run *run)
{
	run->program = scene_program(scene_vert_120, scene_frag_120);
	scene_bind_triangles(run, false);
	glUseProgram(run->program);
	glEnable(GL_DEPTH_TEST);
}

/* ---- lists of offsets into an element buffer ---- */

/* The indices of all vertices twice: the last half counts from the second triangle. */
static void init_offsets(struct scene_run *run)
{
	GLubyte indices[256];
	GLuint elements;

	init_legacy(run);
	for (int i = 0; i < scene_vertices; i++) {
		indices[i] = (GLubyte)i;
		indices[scene_vertices + i] = (GLubyte)(i < 3 ? i : i - 3);
	}
	glGenBuffers(1, &elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
	glBufferData(
		GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)2 * scene_vertices, indices, GL_STATIC_DRAW);
}

static void draw_offsets(struct scene_run *run)
{
	const GLsizei counts[] = {3, scene_vertices - 3};
	const void *const plain[] = {NULL, (void *)3};
	const void *const moved[] = {NULL, (char *)NULL + scene_vertices + 3};
	const GLint bases[] = {0, 3};

	if (begins_way(run, 0))
		glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_BYTE, plain, 2);
	if (begins_way(run, 1))
		glMultiDrawElementsBaseVertex(
			GL_TRIANGLES, counts, GL_UNSIGNED_BYTE, moved, 2, bases);
}

/* ---- glArrayElement with arrays of both kinds ---- */

static void elements(void)
{
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < scene_vertices; i++)
		glArrayElement(i);
	glEnd();
}

static void init_both_kinds(struct scene_run *run)
{
	init_legacy(run);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glBufferData(
		GL_ARRAY_BUFFER, (GLsizeiptr)24 * scene_vertices, scene_triangles, GL_STATIC_DRAW);
}

/* Attributes of a program: either one in the buffer. */
static void draw_attribute_elements(struct scene_run *run, GLuint in_buffer)
{
	for (GLuint i = 0; i < 2; i++) {
		const char *base = i == in_buffer ? NULL : (const char *)scene_triangles;

		glBindBuffer(GL_ARRAY_BUFFER, i == in_buffer ? run->buffer : 0);
		glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 24, base + 12 * (size_t)i);
	}
	elements();
}

/* Of the fixed functions, with coordinates of another unit than the active one. */
static void draw_fixed_elements(struct scene_run *run)
{
	const char *base = (const char *)scene_triangles;

	glUseProgram(0);
	glDisableVertexAttribArray(0);
	glDisableVertexAttribArray(1);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glVertexPointer(3, GL_FLOAT, 24, NULL);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glColorPointer(3, GL_FLOAT, 24, base + 12);
	glClientActiveTexture(GL_TEXTURE1);
	glTexCoordPointer(3, GL_FLOAT, 24, base);
	glEnableClientState(GL_TEXTURE_COORD_ARRAY);
	glClientActiveTexture(GL_TEXTURE0);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	elements();
	glDisableClientState(GL_VERTEX_ARRAY);
	glDisableClientState(GL_COLOR_ARRAY);
	glClientActiveTexture(GL_TEXTURE1);
	glDisableClientState(GL_TEXTURE_COORD_ARRAY);
	glClientActiveTexture(GL_TEXTURE0);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
	glUseProgram(run->program);
}

static void draw_both_kinds(struct scene_run *run)
{
	if (begins_way(run, 0))
		draw_attribute_elements(run, 0);
	if (begins_way(run, 1)) /* the same arrays, on still */
		glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
	if (begins_way(run, 2))
		draw_attribute_elements(run, 1);
	if (begins_way(run, 3))
		draw_fixed_elements(run);
}

/* ---- glArrayElement from a buffer that stays mapped ---- */

static char *mapped;
static float moment; /* another one in each frame */

static void init_stored(struct scene_run *run)
{
	const GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
	const GLsizeiptr size = (GLsizeiptr)24 * scene_vertices;

	init_legacy(run);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glBufferStorage(GL_ARRAY_BUFFER, size, NULL, access);
	mapped = glMapBufferRange(GL_ARRAY_BUFFER, 0, size, access);
	if (!mapped)
		exit(1);
	for (GLuint i = 0; i < 2; i++)
		glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 24, (char *)NULL + 12 * (size_t)i);
}

static void store(int vertex)
{
	float one[6];

	memcpy(one, scene_triangles + (ptrdiff_t)6 * vertex, sizeof(one));
	one[1] += moment;
	memcpy(mapped + (ptrdiff_t)24 * vertex, one, sizeof(one));
}

/* Stored before the block; then each vertex just before it is taken, in the place of the first. */
static void draw_stored(struct scene_run *run)
{
	moment += 0.05f;
	for (int i = 0; i < scene_vertices; i++)
		store(i);
	if (begins_way(run, 0))
		elements();
	glFinish();
	moment += 0.05f;
	if (!begins_way(run, 1))
		return;
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < scene_vertices; i++) {
		float one[6];

		memcpy(one, scene_triangles + (ptrdiff_t)6 * i, sizeof(one));
		one[1] -= moment;
		memcpy(mapped, one, sizeof(one));
		glArrayElement(0);
	}
	glEnd();
	glFinish();
}

/* ---- tables of pixels from a buffer ---- */

static const void *offset(size_t bytes)
{
	return (const char *)NULL + bytes;
}

static void init_tables(struct scene_run *run)
{
	GLuint words[256];

	init_legacy(run);
	glDisable(GL_DEPTH_TEST);
	for (GLuint i = 0; i < 256; i++)
		words[i] = 0x0f0f3377u * (i + 1);
	for (int i = 0; i < 4; i++)
		((GLfloat *)words)[128 + i] = 0.25f * (GLfloat)(4 - i);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, run->buffer);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof(words), words, GL_STATIC_DRAW);
}

/* A bitmap, pixels and a pattern; the tables that the pixels' colours are looked up in. */
static void draw_tables(struct scene_run *run)
{
	static const GLubyte pixels[2][2][4] = {
		{{0, 200, 3, 255}, {85, 20, 200, 255}}, {{170, 1, 2, 3}, {255, 90, 80, 70}}};

	glUseProgram(0);
	for (size_t i = 0; i < 2; i++) {
		glBindBuffer(GL_PIXEL_UNPACK_BUFFER, run->buffer);
		glPixelStorei(GL_UNPACK_SKIP_ROWS, (GLint)i * 3);
		glPolygonStipple(offset(4 * i));
		glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
		glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 4, offset(512));
		glPixelMapuiv(GL_PIXEL_MAP_G_TO_G, 4, offset(16 * i));
		glPixelMapusv(GL_PIXEL_MAP_B_TO_B, 2, offset(8));
		if (begins_way(run, (int)i)) {
			glEnable(GL_POLYGON_STIPPLE);
			glRectf(-1, -1, 1, 0);
			glDisable(GL_POLYGON_STIPPLE);
			glRasterPos2f(-0.9f, 0.1f);
			glBitmap(32, 16, 0, 0, 0, 0, offset(64 * i));
			glRasterPos2f(0.1f, 0.6f);
			glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, offset(32 * i));
		}
		glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
		glPixelTransferi(GL_MAP_COLOR, GL_TRUE);
		glPixelZoom(6, 6);
		glRasterPos2f(0.1f, 0.1f);
		glDrawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
		glPixelZoom(1, 1);
		glPixelTransferi(GL_MAP_COLOR, GL_FALSE);
		glPixelStorei(GL_UNPACK_SKIP_ROWS, 2);
		glPolygonStipple((const GLubyte *)scene_triangles);
		glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
		glEnable(GL_POLYGON_STIPPLE);
		glRectf(-0.2f, -0.2f, 0.2f, 0.2f);
		glDisable(GL_POLYGON_STIPPLE);
	}
	glUseProgram(run->program);
}

/* ---- several indirect draws of instances, whose arrays are in memory ---- */

enum { INSTANCES = 20 };

static const char instances_vert[] = "#version 330 compatibility\n"
				     "in vec3 position;\n"
				     "in vec3 tint;\n"
				     "in vec2 place;\n"
				     "out vec3 shade;\n"
				     "void main()\n"
				     "{\n"
				     "	shade = tint;\n"
				     "	gl_Position = vec4(0.3 * position.xy + place, 0.0, 1.0);\n"
				     "}\n";

static float tints[INSTANCES][3], places[INSTANCES][2];

static void init_instances(struct scene_run *run)
{
	static const GLushort indices[] = {0, 1, 2, 3, 4, 5};

	run->program = build_program(instances_vert, scene_frag_330);
	glBindAttribLocation(run->program, 0, "position");
	glBindAttribLocation(run->program, 1, "tint");
	glBindAttribLocation(run->program, 2, "place");
	glLinkProgram(run->program);
	glUseProgram(run->program);
	for (int i = 0; i < INSTANCES; i++) {
		tints[i][0] = (float)i / INSTANCES;
		tints[i][1] = 1 - tints[i][0];
		tints[i][2] = (float)(i % 3) / 2;
		places[i][0] = (float)(i % 5) / 2.5f - 0.8f;
		places[i][1] = (float)i / INSTANCES * 1.6f - 0.8f;
	}
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, scene_triangles);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, tints);
	glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, 0, places);
	glVertexAttribDivisor(1, 1);
	glVertexAttribDivisor(2, 2);
	for (GLuint i = 0; i < 3; i++)
		glEnableVertexAttribArray(i);
	glGenBuffers(1, &run->other);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, run->other);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
	glGenBuffers(1, &run->buffer);
}

/* The commands are in memory, and then in a buffer. The second draw of each has no instances. */
static void draw_instances(struct scene_run *run)
{
	static const GLuint arrays[][4] = {{3, 4, 0, 12}, {3, 0, 0, 19}, {3, 3, 3, 2}};
	static const GLuint elements[][5] = {{3, 4, 3, 0, 13}, {3, 0, 0, 0, 19}, {3, 3, 0, 0, 1}};

	for (int way = 0; way < 4; way++) {
		const void *at = way % 2 ? (const void *)elements : arrays;
		size_t size = way % 2 ? sizeof(elements) : sizeof(arrays);

		if (way > 1) {
			glBindBuffer(GL_DRAW_INDIRECT_BUFFER, run->buffer);
			glBufferData(GL_DRAW_INDIRECT_BUFFER, (GLsizeiptr)size, at, GL_STATIC_DRAW);
			at = NULL;
		}
		if (!begins_way(run, way))
			continue;
		if (way % 2)
			glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, at, 3, 0);
		else
			glMultiDrawArraysIndirect(GL_TRIANGLES, at, 3, 0);
	}
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

/* ---- answers without a length ---- */

enum { MOST_ANSWERS = 8 };

static void say(const char *function, const GLint *values, int n)
{
	printf("%s", function);
	for (int i = 0; i < n; i++)
		printf(" %d", values[i]);
	printf("\n");
}

static const char blocks_vert[] =
	"#version 330 core\n"
	"in vec3 position;\n"
	"in vec3 tint;\n"
	"out vec3 shade;\n"
	"layout(std140) uniform numbers { vec3 sway; float swell; vec4 more; };\n"
	"void main()\n"
	"{\n"
	"	shade = tint;\n"
	"	gl_Position = vec4(position + sway + swell * more.xyz, 1.0);\n"
	"}\n";

/* Each of these functions tells how many values it has written, unless it is given no place for
 * that; what they are is printed. */
static void ask_without_length(GLuint program)
{
	const GLenum type_and_size[] = {GL_TYPE, GL_ARRAY_SIZE},
		     variables[] = {GL_ACTIVE_VARIABLES, GL_BUFFER_DATA_SIZE};
	GLint values[MOST_ANSWERS] = {0};
	GLsizei n;
	GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	GLuint block = glGetProgramResourceIndex(program, GL_UNIFORM_BLOCK, "numbers");
	GLhandleARB objects[MOST_ANSWERS];

	glGetAttachedShaders(program, MOST_ANSWERS, NULL, (GLuint *)values);
	say("glGetAttachedShaders", values, 2);
	glGetAttachedShaders(program, 1, NULL, (GLuint *)values);
	say("glGetAttachedShaders", values, 1);
	glGetAttachedObjectsARB(program, MOST_ANSWERS, NULL, objects);
	values[0] = (GLint)objects[0];
	values[1] = (GLint)objects[1];
	say("glGetAttachedObjectsARB", values, 2);
	glGetSynciv(fence, GL_OBJECT_TYPE, MOST_ANSWERS, NULL, values);
	say("glGetSynciv", values, 1);
	glGetProgramResourceiv(
		program, GL_PROGRAM_INPUT, 0, 2, type_and_size, MOST_ANSWERS, NULL, values);
	say("glGetProgramResourceiv", values, 2);
	glGetProgramResourceiv(
		program, GL_UNIFORM_BLOCK, block, 2, variables, MOST_ANSWERS, &n, values);
	say("glGetProgramResourceiv", values, n);
	glGetProgramResourceiv(
		program, GL_UNIFORM_BLOCK, block, 2, variables, MOST_ANSWERS, NULL, values);
	say("glGetProgramResourceiv", values, n);
	glGetProgramResourceiv(program, GL_UNIFORM_BLOCK, block, 2, variables, 2, NULL, values);
	say("glGetProgramResourceiv", values, 2);
	glDeleteSync(fence);
}

static void init_asked(struct scene_run *run)
{
	static const GLfloat numbers[8] = {0.1f, 0, 0, 0.5f, 0, 0.2f};
	GLuint buffer;

	init_legacy(run);
	run->program = scene_program(blocks_vert, scene_frag_330);
	glUseProgram(run->program);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
	glBufferData(GL_UNIFORM_BUFFER, sizeof(numbers), numbers, GL_STATIC_DRAW);
	ask_without_length(run->program);
}

static void draw_asked(struct scene_run *run)
{
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
}

/* Calls that are errors, so that GL reads and writes nothing of what their arguments point at. */
static void init_refused(struct scene_run *run)
{
	enum { NOTHING = 0xbad };
	GLint number = 5;
	GLuint names[4] = {7, 7, 7, 7};
	GLfloat reals[8] = {0};
	char text[8];

	init_legacy(run);
	glGenBuffers(-1, names);
	glDeleteBuffers(-1, names);
	glCallLists(-1, GL_BYTE, names);
	glUniform4fv(0, -1, reals);
	glPixelMapfv(GL_PIXEL_MAP_I_TO_I, -1, reals);
	glGetIntegerv(NOTHING, &number);
	glGetTexLevelParameteriv(NOTHING, 0, GL_TEXTURE_WIDTH, &number);
	glGetUniformfv(NOTHING, 3, reals);
	glGetMapfv(NOTHING, GL_COEFF, reals);
	glGetPixelMapfv(NOTHING, reals);
	glGetAttachedShaders(NOTHING, 4, NULL, names);
	glGetActiveUniform(NOTHING, 0, sizeof(text), NULL, &number, names, text);
	glGetShaderInfoLog(NOTHING, sizeof(text), NULL, text);
	while (glGetError())
		;
	glGetPixelMapfv(GL_PIXEL_MAP_I_TO_I, reals);
}

const struct scene mixed_scenes[] = {
	{"multi-instances", "indirect draws of instances from memory", 21, false, init_instances,
		draw_instances},
	{"pixel-tables", "tables of pixels and patterns, from a buffer", 21, false, init_tables,
		draw_tables},
	{"stored-elements", "glArrayElement from a buffer that stays mapped", 21, false,
		init_stored, draw_stored},
	{"both-kinds", "glArrayElement, arrays in memory and in a buffer", 21, false,
		init_both_kinds, draw_both_kinds},
	{"refused", "errors in calls with arrays", 21, false, init_refused, draw_asked},
	{"asked", "asks without a place for lengths", 21, false, init_asked, draw_asked},
	{"multi-offsets", "several draws a call, from an element buffer", 21, false, init_offsets,
		draw_offsets},
	{NULL},
};

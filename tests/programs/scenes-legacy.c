/* SPDX-License-Identifier: MIT */
/* Scenes of old GL: compatibility profile, GLSL 1.20. */
#include "config.h"
#include "tests/programs/scenes.h"

#include <string.h>

static void draw_triangles(struct scene_run *run)
{
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
}

static void init_legacy(struct scene_run *run)
{
	run->program = scene_program(scene_vert_120, scene_frag_120);
	scene_bind_triangles(run, false);
	glUseProgram(run->program);
	glEnable(GL_DEPTH_TEST);
}

static void init_alpha(struct scene_run *run)
{
	init_legacy(run);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, 0.4f);
}

/* ---- immediate mode and display lists ---- */

static void immediate_triangles(void)
{
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < scene_vertices; i++) {
		glVertexAttrib3fv(1, scene_triangles + 6 * i + 3);
		glVertexAttrib3fv(0, scene_triangles + 6 * i);
	}
	glEnd();
}

static void init_immediate(struct scene_run *run)
{
	init_legacy(run);
	glDisableVertexAttribArray(0);
	glDisableVertexAttribArray(1);
}

static void draw_immediate(struct scene_run *run)
{
	if (scene_draws(run))
		immediate_triangles();
}

static void init_list(struct scene_run *run)
{
	init_immediate(run);
	run->other = glGenLists(1);
	glNewList(run->other, GL_COMPILE);
	immediate_triangles();
	glEndList();
}

static void draw_list(struct scene_run *run)
{
	if (scene_draws(run))
		glCallList(run->other);
}

/* ---- no GLSL at all ---- */

static void init_fixed(struct scene_run *run)
{
	(void)run;
	glEnable(GL_DEPTH_TEST);
}

static void fixed_triangles(void)
{
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < scene_vertices; i++) {
		glColor3fv(scene_triangles + 6 * i + 3);
		glVertex3fv(scene_triangles + 6 * i);
	}
	glEnd();
}

static void draw_fixed(struct scene_run *run)
{
	if (scene_draws(run))
		fixed_triangles();
}

/* No two rows of the pattern are the same. */
static void draw_stippled(struct scene_run *run)
{
	GLubyte pattern[32 * 4];

	for (unsigned i = 0; i < sizeof(pattern); i++)
		pattern[i] = (GLubyte)(i * 167 + 5);
	glPolygonStipple(pattern);
	glEnable(GL_POLYGON_STIPPLE);
	draw_fixed(run);
	glDisable(GL_POLYGON_STIPPLE);
}

/* Names 11 to 14: three targets of unit 0, and one of unit 1. */
static void init_bound(struct scene_run *run)
{
	static const char text[] = "#version 120\n"
				   "uniform sampler2D picture;\n"
				   "varying vec3 shade;\n"
				   "void main() { gl_FragColor = texture2D(picture, shade.xy); }\n";
	static const GLubyte texels[16];

	run->program = scene_program(scene_vert_120, text);
	glBindTexture(GL_TEXTURE_2D, 11);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glBindTexture(GL_TEXTURE_RECTANGLE, 12);
	glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glBindTexture(GL_TEXTURE_1D, 13);
	glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glActiveTexture(GL_TEXTURE1);
	glBindTexture(GL_TEXTURE_2D, 14);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE_ALPHA, 1, 1, 0, GL_LUMINANCE_ALPHA,
		GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
}

/* Without a texture; with that of unit 1; with a shader that reads one of unit 0. */
static void draw_bound(struct scene_run *run)
{
	if (scene_draws(run))
		fixed_triangles();
	glEnable(GL_TEXTURE_2D);
	if (scene_draws(run))
		fixed_triangles();
	glDisable(GL_TEXTURE_2D);
	glUseProgram(run->program);
	if (scene_draws(run))
		fixed_triangles();
	glUseProgram(0);
}

static void init_assembly(struct scene_run *run)
{
	static const char text[] = "!!ARBfp1.0\n"
				   "PARAM half = {0.5, 0.5, 0.5, 1.0};\n"
				   "MUL result.color, fragment.color, half;\n"
				   "END\n";

	glGenProgramsARB(1, &run->program);
	glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, run->program);
	glProgramStringARB(
		GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, strlen(text), text);
	glEnable(GL_FRAGMENT_PROGRAM_ARB);
	glEnable(GL_DEPTH_TEST);
}

/* Only a vertex shader: fragments are fixed function. */
static void init_vertex_only(struct scene_run *run)
{
	static const char text[] = "#version 120\n"
				   "void main()\n"
				   "{\n"
				   "	gl_FrontColor = gl_Color.gbra;\n"
				   "	gl_Position = gl_Vertex;\n"
				   "}\n";

	run->program = glCreateProgram();
	glAttachShader(run->program, build_shader(GL_VERTEX_SHADER, text));
	glLinkProgram(run->program);
	glUseProgram(run->program);
}

/* ---- glArrayElement with arrays in the program's memory ---- */

enum { MOST_VERTICES = 64 };
static unsigned char bytes[MOST_VERTICES][3];
static GLshort corners[MOST_VERTICES][2];
static GLuint words[3][MOST_VERTICES];

static void elements(void)
{
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++)
		glArrayElement(i);
	glEnd();
}

enum { RESTART = 0x7fffff }; /* there is no such element */

static void elements_restarted(void)
{
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(RESTART);
	glBegin(GL_TRIANGLE_STRIP);
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++) {
		if (i && i % 3 == 0)
			glArrayElement(RESTART);
		glArrayElement(i);
	}
	glEnd();
	glDisable(GL_PRIMITIVE_RESTART);
}

static void init_elements(struct scene_run *run)
{
	init_legacy(run);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++)
		for (int k = 0; k < 3; k++)
			bytes[i][k] = (unsigned char)(255 * scene_triangles[6 * i + 3 + k]);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, scene_triangles);
	glVertexAttribPointer(1, 3, GL_UNSIGNED_BYTE, GL_TRUE, 3, bytes);
}

static GLuint half_of(float value)
{
	GLuint bits;

	memcpy(&bits, &value, sizeof(bits));
	return value == 0 ? 0
			  : (bits >> 16 & 0x8000) |
				    (((bits >> 23 & 0xff) - 112) << 10 | (bits >> 13 & 0x3ff));
}

/* Half floats, and three components in a word: signed, unsigned or floats. */
static void init_packed_elements(struct scene_run *run)
{
	static GLushort halves[MOST_VERTICES][3];

	init_elements(run);
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++) {
		const float *vertex = scene_triangles + (ptrdiff_t)6 * i, *tint = vertex + 3;

		for (int k = 0; k < 3; k++) {
			halves[i][k] = (GLushort)half_of(vertex[k]);
			words[0][i] |= (GLuint)(1023 * tint[k]) << 10 * (2 - k);
			words[1][i] |= ((GLuint)(int)(511 * (tint[k] - 0.25f)) & 0x3ff) << 10 * k;
		}
		words[2][i] = half_of(tint[0]) >> 4 | half_of(tint[1]) >> 4 << 11 |
			      half_of(tint[2]) >> 5 << 22;
	}
	glVertexAttribPointer(0, 3, GL_HALF_FLOAT, GL_FALSE, 0, halves);
}

static void draw_packed_with(struct scene_run *run, void (*draw)(void))
{
	for (int way = 0; way < 3; way++) {
		glVertexAttrib3f(1, 0, 0, 0);
		if (way == 0)
			glVertexAttribPointer(
				1, GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, 0, words[0]);
		else if (way == 1)
			glVertexAttribPointer(1, 4, GL_INT_2_10_10_10_REV, GL_TRUE, 0, words[1]);
		else
			glVertexAttribPointer(
				1, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0, words[2]);
		glViewport(60 * way, 0, 60, 150);
		if (scene_draws(run))
			draw();
	}
}

static void draw_packed_elements(struct scene_run *run)
{
	draw_packed_with(run, elements);
}

static void all_vertices(void)
{
	glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
}

static void draw_packed(struct scene_run *run)
{
	draw_packed_with(run, all_vertices);
}

static void draw_elements(struct scene_run *run)
{
	if (scene_draws(run))
		elements();
}

static void draw_restarted(struct scene_run *run)
{
	if (scene_draws(run))
		elements_restarted();
}

/* A list takes what the arrays hold while it is compiled. */
static void init_fixed_elements(struct scene_run *run)
{
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++)
		for (int k = 0; k < 2; k++)
			corners[i][k] = (GLshort)(1000 * scene_triangles[6 * i + k]);
	init_elements(run);
	glUseProgram(0);
	glDisableVertexAttribArray(0);
	glDisableVertexAttribArray(1);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glVertexPointer(2, GL_SHORT, 0, corners);
	glColorPointer(3, GL_UNSIGNED_BYTE, 0, bytes);
	run->buffer = glGenLists(1);
	glNewList(run->buffer, GL_COMPILE);
	elements();
	glEndList();
	memset(corners, 0, sizeof(corners));
	glDisable(GL_DEPTH_TEST);
	glScalef(0.001f, 0.001f, 1);
}

static void draw_fixed_elements(struct scene_run *run)
{
	if (scene_draws(run))
		glCallList(run->buffer);
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++)
		for (int k = 0; k < 2; k++)
			corners[i][k] = (GLshort)(300 * scene_triangles[6 * i + k]);
	if (scene_draws(run))
		elements();
}

/* The same indices in the program's memory in each frame, all triangles twice: 64 bytes and more.
 */
static void draw_indices(struct scene_run *run)
{
	static GLuint indices[2 * MOST_VERTICES];
	int n = 2 * (scene_vertices < MOST_VERTICES ? scene_vertices : MOST_VERTICES);

	for (int i = 0; i < n; i++)
		indices[i] = (GLuint)(i % (n / 2));
	if (scene_draws(run))
		glDrawElements(GL_TRIANGLES, n, GL_UNSIGNED_INT, indices);
}

/* Several draws in a call, of arrays and lists in the program's memory: one triangle, and the
 * others. */
static void draw_multi(struct scene_run *run)
{
	static GLuint indices[MOST_VERTICES];
	GLsizei n = scene_vertices < MOST_VERTICES ? scene_vertices : MOST_VERTICES;
	const GLsizei counts[] = {3, n - 3};
	const GLint firsts[] = {0, 3};
	const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLES};
	const void *const lists[] = {indices, indices + 3};
	bool has_modes = epoxy_has_gl_extension("GL_IBM_multimode_draw_arrays");

	for (GLsizei i = 0; i < n; i++)
		indices[i] = (GLuint)i;
	for (int way = 0; way < 3; way++) {
		glViewport(60 * way, 0, 60, 150);
		if (!scene_draws(run))
			continue;
		if (way == 0 || (way == 1 && !has_modes))
			glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_INT, lists, 2);
		else if (way == 1)
			glMultiModeDrawElementsIBM(
				modes, counts, GL_UNSIGNED_INT, lists, 2, sizeof(*modes));
		else if (has_modes)
			glMultiModeDrawArraysIBM(modes, firsts, counts, 2, sizeof(*modes));
		else
			glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 2);
	}
}

const struct scene legacy_scenes[] = {
	{"legacy", "GLSL 1.20 with client arrays", 21, false, init_legacy, draw_triangles},
	{"alpha", "the same with an alpha test", 21, false, init_alpha, draw_triangles},
	{"immediate", "GLSL 1.20 with glBegin and glEnd", 21, false, init_immediate,
		draw_immediate},
	{"list", "a draw in a display list", 21, false, init_list, draw_list},
	{"fixed", "fixed function", 21, false, init_fixed, draw_fixed},
	{"stippled", "the same with a pattern", 21, false, init_fixed, draw_stippled},
	{"bound", "textures that are bound, of which few are read", 21, false, init_bound,
		draw_bound},
	{"assembly", "an ARB fragment program", 21, false, init_assembly, draw_fixed},
	{"vertex-only", "a vertex shader, fixed function fragments", 21, false, init_vertex_only,
		draw_fixed},
	{"elements", "glArrayElement with client arrays", 21, false, init_elements, draw_elements},
	{"indices", "glDrawElements with client arrays", 21, false, init_elements, draw_indices},
	{"multi", "several draws a call with client arrays", 21, false, init_elements, draw_multi},
	{"restarted-elements", "likewise, each triangle behind a restart", 31, false, init_elements,
		draw_restarted},
	{"packed-elements", "likewise, of half floats and packed numbers", 21, false,
		init_packed_elements, draw_packed_elements},
	{"packed", "the same without glArrayElement", 21, false, init_packed_elements, draw_packed},
	{"fixed-elements", "likewise, fixed function and a list", 21, false, init_fixed_elements,
		draw_fixed_elements},
	{NULL},
};

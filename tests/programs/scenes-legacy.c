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

const struct scene legacy_scenes[] = {
	{"legacy", "GLSL 1.20 with client arrays", 21, false, init_legacy, draw_triangles},
	{"alpha", "the same with an alpha test", 21, false, init_alpha, draw_triangles},
	{"immediate", "GLSL 1.20 with glBegin and glEnd", 21, false, init_immediate,
		draw_immediate},
	{"list", "a draw in a display list", 21, false, init_list, draw_list},
	{"fixed", "fixed function", 21, false, init_fixed, draw_fixed},
	{"assembly", "an ARB fragment program", 21, false, init_assembly, draw_fixed},
	{"vertex-only", "a vertex shader, fixed function fragments", 21, false, init_vertex_only,
		draw_fixed},
	{NULL},
};

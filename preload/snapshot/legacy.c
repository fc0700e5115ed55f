/* SPDX-License-Identifier: MIT */
/* What compatibility contexts have alone: stacks of matrices, evaluators, maps of pixels, assembly
 * programs. */
#include "preload/snapshot/snapshot.h"

#include <stdlib.h>

enum { MATRIX = 16, MOST_DEPTH = 64 };

/* ---- matrices ---- */

/* The program's stack is emptied and filled again with the very numbers. */
static void put_stack(struct gs_live_snapshot *s, GLenum mode, GLenum depth_name, GLenum name)
{
	GLfloat matrices[MOST_DEPTH][MATRIX];
	GLint depth = gs_snapshot_get(depth_name);
	if (depth < 2 || depth > MOST_DEPTH)
		return;
	GL(glMatrixMode)(mode);
	for (GLint i = depth - 1; i >= 0; i--) {
		GL(glGetFloatv)(name, matrices[i]);
		if (i)
			GL(glPopMatrix)();
	}
	GS_PUT(s, glMatrixMode, mode);
	for (GLint i = 0; i < depth; i++) {
		if (i) {
			GL(glPushMatrix)();
			GL(glLoadMatrixf)(matrices[i]);
			gs_snapshot_put(s, GS_FN_glPushMatrix, NULL, 0, NULL, 0);
		}
		gs_snapshot_put_array(
			s, GS_FN_glLoadMatrixf, NULL, 0, GS_CLASS_FLOAT, 32, matrices[i], MATRIX);
	}
	gs_caps_drain();
}

static void put_matrices(struct gs_live_snapshot *s)
{
	GLint mode = gs_snapshot_get(GL_MATRIX_MODE), active = gs_caps_active_texture();
	GLint n = gs_snapshot_get(GL_MAX_TEXTURE_COORDS);
	put_stack(s, GL_MODELVIEW, GL_MODELVIEW_STACK_DEPTH, GL_MODELVIEW_MATRIX);
	put_stack(s, GL_PROJECTION, GL_PROJECTION_STACK_DEPTH, GL_PROJECTION_MATRIX);
	for (GLint unit = 0; unit < n; unit++) {
		GL(glActiveTexture)(GL_TEXTURE0 + (GLenum)unit);
		if (gs_snapshot_get(GL_TEXTURE_STACK_DEPTH) < 2)
			continue;
		GS_PUT(s, glActiveTexture, GL_TEXTURE0 + (uint64_t)unit);
		put_stack(s, GL_TEXTURE, GL_TEXTURE_STACK_DEPTH, GL_TEXTURE_MATRIX);
	}
	if (n)
		GL(glActiveTexture)((GLenum)active);
	if (n)
		GS_PUT(s, glActiveTexture, (uint64_t)active);
	GL(glMatrixMode)((GLenum)mode);
}

/* ---- evaluators ---- */

static const struct {
	GLenum first, second;
	unsigned components;
} maps[] = {{GL_MAP1_VERTEX_3, GL_MAP2_VERTEX_3, 3}, {GL_MAP1_VERTEX_4, GL_MAP2_VERTEX_4, 4},
	{GL_MAP1_INDEX, GL_MAP2_INDEX, 1}, {GL_MAP1_COLOR_4, GL_MAP2_COLOR_4, 4},
	{GL_MAP1_NORMAL, GL_MAP2_NORMAL, 3}, {GL_MAP1_TEXTURE_COORD_1, GL_MAP2_TEXTURE_COORD_1, 1},
	{GL_MAP1_TEXTURE_COORD_2, GL_MAP2_TEXTURE_COORD_2, 2},
	{GL_MAP1_TEXTURE_COORD_3, GL_MAP2_TEXTURE_COORD_3, 3},
	{GL_MAP1_TEXTURE_COORD_4, GL_MAP2_TEXTURE_COORD_4, 4}};

static void put_map(struct gs_live_snapshot *s, GLenum target, unsigned components, unsigned axes)
{
	GLint order[2] = {1, 1};
	GLfloat domain[4] = {0};
	GL(glGetMapiv)(target, GL_ORDER, order);
	GL(glGetMapfv)(target, GL_DOMAIN, domain);
	size_t n = (size_t)order[0] * (size_t)order[1] * components;
	GLfloat *points = gs_caps_drain() == GL_NO_ERROR && order[0] > 0 && order[1] > 0
				  ? calloc(n, sizeof *points)
				  : NULL;
	if (!points)
		return;
	GL(glGetMapfv)(target, GL_COEFF, points);
	const uint64_t u1 = gs_snapshot_float(domain[0]), u2 = gs_snapshot_float(domain[1]),
		       stride = components;
	if (gs_caps_drain() == GL_NO_ERROR && axes == 1)
		gs_snapshot_put_array(s, GS_FN_glMap1f,
			(const uint64_t[]){target, u1, u2, stride, (uint64_t)order[0]}, 5,
			GS_CLASS_FLOAT, 32, points, n);
	else if (axes == 2)
		gs_snapshot_put_array(s, GS_FN_glMap2f,
			(const uint64_t[]){target, u1, u2, stride * (uint64_t)order[1],
				(uint64_t)order[0], gs_snapshot_float(domain[2]),
				gs_snapshot_float(domain[3]), stride, (uint64_t)order[1]},
			9, GS_CLASS_FLOAT, 32, points, n);
	free(points);
}

static void put_pixel_map(struct gs_live_snapshot *s, GLenum map, GLenum size_name)
{
	GLint size = gs_snapshot_get(size_name);
	GLfloat *values = size > 0 ? calloc((size_t)size, sizeof *values) : NULL;
	if (!values)
		return;
	GL(glGetPixelMapfv)(map, values);
	if (gs_caps_drain() == GL_NO_ERROR && (size > 1 || values[0] != 0))
		gs_snapshot_put_array(s, GS_FN_glPixelMapfv,
			(const uint64_t[]){map, (uint64_t)size}, 2, GS_CLASS_FLOAT, 32, values,
			(size_t)size);
	free(values);
}

static void put_maps(struct gs_live_snapshot *s)
{
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		put_map(s, maps[i].first, maps[i].components, 1);
		put_map(s, maps[i].second, maps[i].components, 2);
	}
	for (GLenum i = 0; i <= GL_PIXEL_MAP_A_TO_A - GL_PIXEL_MAP_I_TO_I; i++)
		put_pixel_map(s, GL_PIXEL_MAP_I_TO_I + i, GL_PIXEL_MAP_I_TO_I_SIZE + i);
}

/* ---- assembly programs ---- */

static GLint program_value(GLenum target, GLenum name)
{
	GLint value = 0;
	GL(glGetProgramivARB)(target, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static void put_parameters(struct gs_live_snapshot *s, GLenum target, bool is_local)
{
	GLint n = program_value(target,
		is_local ? GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB : GL_MAX_PROGRAM_ENV_PARAMETERS_ARB);
	for (GLint i = 0; i < n; i++) {
		GLfloat value[4] = {0};
		if (is_local)
			GL(glGetProgramLocalParameterfvARB)(target, (GLuint)i, value);
		else
			GL(glGetProgramEnvParameterfvARB)(target, (GLuint)i, value);
		if (gs_caps_drain() != GL_NO_ERROR ||
			(value[0] == 0 && value[1] == 0 && value[2] == 0 && value[3] == 0))
			continue;
		gs_snapshot_put_array(s,
			is_local ? GS_FN_glProgramLocalParameter4fvARB
				 : GS_FN_glProgramEnvParameter4fvARB,
			(const uint64_t[]){target, (uint64_t)i}, 2, GS_CLASS_FLOAT, 32, value, 4);
	}
}

static void put_text(struct gs_live_snapshot *s, GLenum target)
{
	GLint length = program_value(target, GL_PROGRAM_LENGTH_ARB);
	char *text = length > 0 ? calloc((size_t)length + 1, 1) : NULL;
	if (!text)
		return;
	GL(glGetProgramStringARB)(target, GL_PROGRAM_STRING_ARB, text);
	const struct gs_made_up_memory memory = {
		.data = text, .count = (size_t)length, .argument = 3, .kind = GS_WIRE_TEXT};
	if (gs_caps_drain() == GL_NO_ERROR)
		gs_snapshot_put(s, GS_FN_glProgramStringARB,
			(const uint64_t[]){
				target, GL_PROGRAM_FORMAT_ASCII_ARB, (uint64_t)length, 0},
			4, &memory, 1);
	free(text);
}

static void add_assembly(struct gs_live_snapshot *s, GLuint name)
{
	static const GLenum targets[] = {GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB};
	gs_snapshot_put_name(s, GS_FN_glGenProgramsARB, true, name);
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		GLint held = program_value(targets[i], GL_PROGRAM_BINDING_ARB);
		GL(glBindProgramARB)(targets[i], name);
		if (gs_caps_drain() != GL_NO_ERROR)
			continue;
		GS_PUT(s, glBindProgramARB, targets[i], name);
		put_text(s, targets[i]);
		put_parameters(s, targets[i], true);
		GL(glBindProgramARB)(targets[i], (GLuint)held);
		break;
	}
	gs_caps_drain();
}

void gs_snapshot_assembly(struct gs_live_snapshot *s)
{
	if (gs_caps_has(&s->caps, "GL_ARB_vertex_program") ||
		gs_caps_has(&s->caps, "GL_ARB_fragment_program"))
		gs_snapshot_each(s, GS_FN_glIsProgramARB, add_assembly);
}

static void put_bound_assembly(struct gs_live_snapshot *s, GLenum target, const char *extension)
{
	if (!gs_caps_has(&s->caps, extension))
		return;
	GS_PUT(s, glBindProgramARB, target,
		(uint64_t)program_value(target, GL_PROGRAM_BINDING_ARB));
	put_parameters(s, target, false);
}

/* ---- all ---- */

void gs_snapshot_legacy(struct gs_live_snapshot *s)
{
	put_matrices(s);
	put_maps(s);
	put_bound_assembly(s, GL_VERTEX_PROGRAM_ARB, "GL_ARB_vertex_program");
	put_bound_assembly(s, GL_FRAGMENT_PROGRAM_ARB, "GL_ARB_fragment_program");
	if (gs_snapshot_get(GL_ATTRIB_STACK_DEPTH))
		gs_snapshot_miss(s, "attribute stack", 0,
			"GL tells only how deep it is: its glPopAttrib puts nothing back");
	if (gs_snapshot_get(GL_CLIENT_ATTRIB_STACK_DEPTH))
		gs_snapshot_miss(s, "client attribute stack", 0,
			"GL tells only how deep it is: its glPopClientAttrib puts nothing back");
}

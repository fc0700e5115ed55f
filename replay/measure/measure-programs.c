/* SPDX-License-Identifier: MIT */
/* Finds out what programs do that matters when their draws are executed again, and has their
 * gl_Position captured. */
#include <string.h>
#include "replay/measure/measuring.h"

static GHashTable *table_of(GHashTable **table)
{
	if (!*table)
		*table = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return *table;
}

GHashTable *gs_measuring_lists(struct gs_measure *measure)
{
	return table_of(&gs_replay_context(measure->player)->group->measured_lists);
}

static GHashTable *programs_of(struct gs_measure *measure)
{
	return table_of(&gs_replay_context(measure->player)->group->measured_programs);
}

static struct gs_measured_program *find(struct gs_measure *measure, GLuint name)
{
	return g_hash_table_lookup(programs_of(measure), GUINT_TO_POINTER(name));
}

/* ---- linking ---- */

static int get(struct gs_measure *measure, GLuint program, GLenum name)
{
	int value = 0;
	measure->gl.GetProgramiv(program, name, &value);
	return value;
}

static void want_positions(struct gs_measure *measure, GLuint program, bool wanted)
{
	static const GLchar *const names[] = {"gl_Position"};
	measure->gl.TransformFeedbackVaryings(
		program, wanted ? 1 : 0, names, GL_INTERLEAVED_ATTRIBS);
}

void gs_measuring_before_link(struct gs_measure *measure, GLuint program)
{
	struct gs_measured_program *facts = find(measure, program);
	if (!facts) {
		facts = g_new0(struct gs_measured_program, 1);
		facts->output = GS_NO_SHAPE;
		g_hash_table_insert(programs_of(measure), GUINT_TO_POINTER(program), facts);
	}
	gs_measuring_context(measure);
	gs_measuring_forget_errors(measure);
	if (gs_replay_context(measure->player)->version < 30)
		return;
	if (!facts->has_positions)
		facts->has_positions = !get(measure, program, GL_TRANSFORM_FEEDBACK_VARYINGS);
	if (facts->has_positions)
		want_positions(measure, program, true);
	facts->has_positions &= gs_measuring_forget_errors(measure);
}

static void delete_twins(struct gs_measure *measure, const struct gs_measured_program *facts)
{
	if (facts->twin)
		measure->gl.DeleteProgram(facts->twin);
	if (facts->counting)
		measure->gl.DeleteProgram(facts->counting);
	if (facts->counting_others)
		measure->gl.DeleteProgram(facts->counting_others);
}

void gs_measuring_forget_program(struct gs_measure *measure, GLuint program)
{
	const struct gs_measured_program *facts = find(measure, program);
	if (facts)
		delete_twins(measure, facts);
	g_hash_table_remove(programs_of(measure), GUINT_TO_POINTER(program));
}

static gboolean is_gone(gpointer name, gpointer value, gpointer data)
{
	struct gs_measure *measure = data;
	const struct gs_measured_program *facts = value;
	if (!facts->is_deleted || measure->gl.IsProgram(GPOINTER_TO_UINT(name)))
		return FALSE;
	delete_twins(measure, facts);
	return TRUE;
}

void gs_measuring_program_deleted(struct gs_measure *measure, GLuint program)
{
	struct gs_measured_program *facts = find(measure, program);
	if (facts)
		facts->is_deleted = true;
	g_hash_table_foreach_remove(programs_of(measure), is_gone, measure);
}

void gs_measuring_forget_positions(struct gs_measure *measure, GLuint program)
{
	struct gs_measured_program *facts = find(measure, program);
	if (facts)
		facts->has_positions = false;
}

static void look_at_text(
	struct gs_measure *measure, GLuint shader, int type, struct gs_measured_program *facts)
{
	char *text = gs_measuring_source(measure, shader);
	if (type == GL_FRAGMENT_SHADER)
		facts->can_discard |= !*text || strstr(text, "discard");
	facts->has_cull_distances |= strstr(text, "gl_CullDistance") ||
				     strstr(text, "gl_ViewportIndex");
	g_free(text);
}

static void look_at_shaders(
	struct gs_measure *measure, GLuint program, struct gs_measured_program *facts)
{
	GLuint shaders[GS_MEASURING_SHADERS];
	GLsizei n = 0;
	bool has_tessellation = false, has_geometry = false;
	measure->gl.GetAttachedShaders(program, GS_MEASURING_SHADERS, &n, shaders);
	for (GLsizei i = 0; i < n; i++) {
		int type = 0;
		measure->gl.GetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
		has_geometry |= type == GL_GEOMETRY_SHADER;
		has_tessellation |= type == GL_TESS_EVALUATION_SHADER;
		look_at_text(measure, shaders[i], type, facts);
	}
	if (has_geometry) {
		int output = get(measure, program, GL_GEOMETRY_OUTPUT_TYPE);
		facts->output = output == GL_POINTS	  ? GL_POINTS
				: output == GL_LINE_STRIP ? GL_LINES
							  : GL_TRIANGLES;
	} else if (has_tessellation) {
		facts->output = get(measure, program, GL_TESS_GEN_POINT_MODE) ? GL_POINTS
				: get(measure, program, GL_TESS_GEN_MODE) == GL_ISOLINES
					? GL_LINES
					: GL_TRIANGLES;
	}
}

static bool has_effects(struct gs_measure *measure, GLuint program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	int n = get(measure, program, GL_ACTIVE_UNIFORMS), blocks = 0, counters = 0;
	if (context->version < (context->is_es ? 31u : 42u))
		return false;
	for (int i = 0; i < n; i++) {
		GLenum type = 0;
		GLint size = 0;
		GLchar name[2];
		measure->gl.GetActiveUniform(
			program, (GLuint)i, sizeof name, NULL, &size, &type, name);
		if (gs_measuring_is_image(type))
			return true;
	}
	if (context->version < (context->is_es ? 31u : 43u))
		return get(measure, program, GL_ACTIVE_ATOMIC_COUNTER_BUFFERS);
	measure->gl.GetProgramInterfaceiv(
		program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blocks);
	measure->gl.GetProgramInterfaceiv(
		program, GL_ATOMIC_COUNTER_BUFFER, GL_ACTIVE_RESOURCES, &counters);
	return blocks || counters;
}

void gs_measuring_after_link(struct gs_measure *measure, GLuint program)
{
	struct gs_measured_program *facts = find(measure, program);
	if (!facts)
		return;
	struct gs_measured_program found = {.is_deleted = facts->is_deleted,
		.has_positions = facts->has_positions,
		.output = GS_NO_SHAPE};
	/* The link may have failed because without a vertex shader there is no gl_Position. */
	if (found.has_positions && !get(measure, program, GL_LINK_STATUS)) {
		want_positions(measure, program, false);
		measure->gl.LinkProgram(program);
		found.has_positions = false;
	}
	/* The current program keeps its old executable. */
	if (!get(measure, program, GL_LINK_STATUS)) {
		gs_measuring_forget_program(measure, program);
		gs_measuring_forget_errors(measure);
		return;
	}
	look_at_shaders(measure, program, &found);
	found.has_effects = has_effects(measure, program);
	if (found.can_discard && !found.has_effects)
		found.twin = gs_measuring_make_twin(
			measure, program, &(struct gs_measuring_twin){.is_plain = true});
	gs_measuring_find_lookups(measure, program, &found);
	delete_twins(measure, facts);
	*facts = found;
	gs_measuring_forget_errors(measure);
}

/* ---- drawing ---- */

/* Combine what is known of one program, for one stage (0: all), with the others. Nothing is known
 * of a program that was not linked here. */
static void add(
	struct gs_measure *measure, struct gs_measured_program *all, GLuint name, GLenum stage)
{
	static const struct gs_measured_program unknown = {.has_effects = true,
		.can_discard = true,
		.has_cull_distances = true,
		.output = GS_NO_SHAPE};
	const struct gs_measured_program *facts = find(measure, name);
	facts = facts ? facts : &unknown;
	all->has_effects |= facts->has_effects;
	all->has_cull_distances |= facts->has_cull_distances;
	if (!stage || stage == GL_FRAGMENT_SHADER) {
		all->can_discard |= facts->can_discard;
		all->tests_early = facts->tests_early;
		all->fetches = facts->fetches;
	}
	if (stage && all->fetches != GS_FETCHES_NONE)
		all->fetches = GS_FETCHES_UNKNOWN;
	/* In a pipeline each program's lookups must be known. */
	if (facts->others != GS_FETCHES_NONE)
		all->others = stage ? GS_FETCHES_UNKNOWN : facts->others;
	all->counting_others = stage ? 0 : facts->counting_others;
	all->twin = stage ? 0 : facts->twin;
	all->counting = stage ? 0 : facts->counting;
	if (stage == GL_FRAGMENT_SHADER)
		return;
	all->has_positions = facts->has_positions;
	all->output = facts->output != GS_NO_SHAPE ? facts->output : all->output;
}

static void add_pipeline(
	struct gs_measure *measure, struct gs_measured_program *all, GLuint pipeline)
{
	static const GLenum stages[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER};
	for (size_t i = 0; i < G_N_ELEMENTS(stages); i++) {
		int program = 0;
		measure->gl.GetProgramPipelineiv(pipeline, stages[i], &program);
		if (program)
			add(measure, all, (GLuint)program, stages[i]);
	}
}

struct gs_measured_program gs_measuring_program(struct gs_measure *measure)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	struct gs_measured_program all = {.output = GS_NO_SHAPE, .others = GS_FETCHES_NONE};
	GLuint program = (GLuint)gs_measuring_get(measure, GL_CURRENT_PROGRAM);
	GLuint pipeline = 0;
	if (!program && context->version >= (context->is_es ? 31u : 41u))
		pipeline = (GLuint)gs_measuring_get(measure, GL_PROGRAM_PIPELINE_BINDING);
	if (program)
		add(measure, &all, program, 0);
	else if (pipeline)
		add_pipeline(measure, &all, pipeline);
	/* Assembly programs can discard with KIL. */
	else if (!context->is_es && !context->is_core) {
		all.can_discard = gs_measuring_is_enabled(measure, GL_FRAGMENT_PROGRAM_ARB);
		all.fetches = all.can_discard ? GS_FETCHES_UNKNOWN : GS_FETCHES_FIXED;
		if (gs_measuring_is_enabled(measure, GL_VERTEX_PROGRAM_ARB))
			all.others = GS_FETCHES_UNKNOWN;
	}
	return all;
}

struct gs_measured_program gs_measuring_dispatched(struct gs_measure *measure)
{
	struct gs_measured_program all = {.output = GS_NO_SHAPE, .others = GS_FETCHES_NONE};
	GLuint program = (GLuint)gs_measuring_get(measure, GL_CURRENT_PROGRAM);
	GLuint pipeline = (GLuint)gs_measuring_get(measure, GL_PROGRAM_PIPELINE_BINDING);
	int of_pipeline = 0;
	if (!program && pipeline)
		measure->gl.GetProgramPipelineiv(pipeline, GL_COMPUTE_SHADER, &of_pipeline);
	if (program)
		add(measure, &all, program, 0);
	else if (of_pipeline)
		add(measure, &all, (GLuint)of_pipeline, GL_COMPUTE_SHADER);
	return all;
}

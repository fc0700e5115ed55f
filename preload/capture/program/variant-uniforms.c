/* SPDX-License-Identifier: MIT */
#include "preload/capture/program/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gs_uniform_get(GLuint program, GLint location, struct gs_uniform_shape shape, void *value)
{
	switch (shape.base) {
	case 'f':
		GL(glGetUniformfv)(program, location, value);
		break;
	case 'd':
		GL(glGetUniformdv)(program, location, value);
		break;
	case 'u':
		GL(glGetUniformuiv)(program, location, value);
		break;
	case 'I':
		GL(glGetUniformi64vARB)(program, location, value);
		break;
	case 'U':
		GL(glGetUniformui64vARB)(program, location, value);
		break;
	default:
		GL(glGetUniformiv)(program, location, value);
	}
}

/* clang-format off */
static void set_float_matrix(GLint at, struct gs_uniform_shape s, const GLfloat *v)
{
	switch (s.columns * 10 + s.rows) {
	case 22: GL(glUniformMatrix2fv)(at, 1, GL_FALSE, v); break;
	case 33: GL(glUniformMatrix3fv)(at, 1, GL_FALSE, v); break;
	case 44: GL(glUniformMatrix4fv)(at, 1, GL_FALSE, v); break;
	case 23: GL(glUniformMatrix2x3fv)(at, 1, GL_FALSE, v); break;
	case 24: GL(glUniformMatrix2x4fv)(at, 1, GL_FALSE, v); break;
	case 32: GL(glUniformMatrix3x2fv)(at, 1, GL_FALSE, v); break;
	case 34: GL(glUniformMatrix3x4fv)(at, 1, GL_FALSE, v); break;
	case 42: GL(glUniformMatrix4x2fv)(at, 1, GL_FALSE, v); break;
	case 43: GL(glUniformMatrix4x3fv)(at, 1, GL_FALSE, v); break;
	}
}

static void set_double_matrix(GLint at, struct gs_uniform_shape s, const GLdouble *v)
{
	switch (s.columns * 10 + s.rows) {
	case 22: GL(glUniformMatrix2dv)(at, 1, GL_FALSE, v); break;
	case 33: GL(glUniformMatrix3dv)(at, 1, GL_FALSE, v); break;
	case 44: GL(glUniformMatrix4dv)(at, 1, GL_FALSE, v); break;
	case 23: GL(glUniformMatrix2x3dv)(at, 1, GL_FALSE, v); break;
	case 24: GL(glUniformMatrix2x4dv)(at, 1, GL_FALSE, v); break;
	case 32: GL(glUniformMatrix3x2dv)(at, 1, GL_FALSE, v); break;
	case 34: GL(glUniformMatrix3x4dv)(at, 1, GL_FALSE, v); break;
	case 42: GL(glUniformMatrix4x2dv)(at, 1, GL_FALSE, v); break;
	case 43: GL(glUniformMatrix4x3dv)(at, 1, GL_FALSE, v); break;
	}
}

static void set_vector(GLint at, struct gs_uniform_shape s, const void *v)
{
	switch (s.base << 4 | s.rows) {
	case 'f' << 4 | 1: GL(glUniform1fv)(at, 1, v); break;
	case 'f' << 4 | 2: GL(glUniform2fv)(at, 1, v); break;
	case 'f' << 4 | 3: GL(glUniform3fv)(at, 1, v); break;
	case 'f' << 4 | 4: GL(glUniform4fv)(at, 1, v); break;
	case 'd' << 4 | 1: GL(glUniform1dv)(at, 1, v); break;
	case 'd' << 4 | 2: GL(glUniform2dv)(at, 1, v); break;
	case 'd' << 4 | 3: GL(glUniform3dv)(at, 1, v); break;
	case 'd' << 4 | 4: GL(glUniform4dv)(at, 1, v); break;
	case 'u' << 4 | 1: GL(glUniform1uiv)(at, 1, v); break;
	case 'u' << 4 | 2: GL(glUniform2uiv)(at, 1, v); break;
	case 'u' << 4 | 3: GL(glUniform3uiv)(at, 1, v); break;
	case 'u' << 4 | 4: GL(glUniform4uiv)(at, 1, v); break;
	case 'I' << 4 | 1: GL(glUniform1i64vARB)(at, 1, v); break;
	case 'I' << 4 | 2: GL(glUniform2i64vARB)(at, 1, v); break;
	case 'I' << 4 | 3: GL(glUniform3i64vARB)(at, 1, v); break;
	case 'I' << 4 | 4: GL(glUniform4i64vARB)(at, 1, v); break;
	case 'U' << 4 | 1: GL(glUniform1ui64vARB)(at, 1, v); break;
	case 'U' << 4 | 2: GL(glUniform2ui64vARB)(at, 1, v); break;
	case 'U' << 4 | 3: GL(glUniform3ui64vARB)(at, 1, v); break;
	case 'U' << 4 | 4: GL(glUniform4ui64vARB)(at, 1, v); break;
	case 'i' << 4 | 2: case 'b' << 4 | 2: GL(glUniform2iv)(at, 1, v); break;
	case 'i' << 4 | 3: case 'b' << 4 | 3: GL(glUniform3iv)(at, 1, v); break;
	case 'i' << 4 | 4: case 'b' << 4 | 4: GL(glUniform4iv)(at, 1, v); break;
	default: GL(glUniform1iv)(at, 1, v);
	}
}
/* clang-format on */

void gs_uniform_set(GLint location, struct gs_uniform_shape shape, const void *value)
{
	if (shape.columns > 1 && shape.base == 'd')
		set_double_matrix(location, shape, value);
	else if (shape.columns > 1)
		set_float_matrix(location, shape, value);
	else
		set_vector(location, shape, value);
}

static void copy_uniform(GLuint from, GLuint to, char *name, size_t room, GLint size, GLenum type)
{
	struct gs_uniform_shape shape = gs_uniform_shape(type);
	size_t n = strlen(name);
	bool array = n > 3 && !strcmp(name + n - 3, "[0]");
	for (GLint e = 0; e < size; e++) {
		double value[16];
		if (array)
			snprintf(name + n - 3, room - (n - 3), "[%d]", e);
		GLint target = GL(glGetUniformLocation)(to, name);
		GLint source = target < 0 ? -1 : GL(glGetUniformLocation)(from, name);
		if (source < 0)
			continue;
		gs_uniform_get(from, source, shape, value);
		gs_uniform_set(target, shape, value);
	}
}

void gs_variant_copy_uniforms(const struct gs_caps *caps, GLuint from, GLuint to)
{
	GLint n = 0, longest = 0;
	GL(glGetProgramiv)(to, GL_ACTIVE_UNIFORMS, &n);
	GL(glGetProgramiv)(to, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
	size_t room = (longest > 0 ? longest : 0) + 16;
	char *name = n > 0 ? malloc(room) : NULL;
	for (GLint i = 0; name && i < n; i++) {
		GLint size = 0;
		GLenum type = 0;
		GLsizei length = 0;
		GL(glGetActiveUniform)(to, i, longest, &length, &size, &type, name);
		if (length > 0 && strncmp(name, "gl_", 3))
			copy_uniform(from, to, name, room, size, type);
	}
	free(name);
	gs_caps_drain(); /* ES: images are bound by their layout only */
}

static void copy_uniform_blocks(GLuint from, GLuint to)
{
	GLint n = 0;
	GL(glGetProgramiv)(to, GL_ACTIVE_UNIFORM_BLOCKS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint binding = 0;
		GL(glGetActiveUniformBlockName)(to, i, sizeof name, NULL, name);
		GLuint index = GL(glGetUniformBlockIndex)(from, name);
		if (index == GL_INVALID_INDEX)
			continue;
		GL(glGetActiveUniformBlockiv)(from, index, GL_UNIFORM_BLOCK_BINDING, &binding);
		GL(glUniformBlockBinding)(to, i, binding);
	}
}

static void copy_storage_blocks(GLuint from, GLuint to)
{
	GLint n = 0;
	static const GLenum property = GL_BUFFER_BINDING;
	GL(glGetProgramInterfaceiv)(to, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint binding = 0;
		GL(glGetProgramResourceName)
		(to, GL_SHADER_STORAGE_BLOCK, i, sizeof name, NULL, name);
		GLuint index = GL(glGetProgramResourceIndex)(from, GL_SHADER_STORAGE_BLOCK, name);
		if (index == GL_INVALID_INDEX)
			continue;
		GL(glGetProgramResourceiv)
		(from, GL_SHADER_STORAGE_BLOCK, index, 1, &property, 1, NULL, &binding);
		GL(glShaderStorageBlockBinding)(to, i, binding);
	}
}

void gs_variant_copy_blocks(const struct gs_caps *caps, GLuint from, GLuint to)
{
	if (caps->uniform_blocks)
		copy_uniform_blocks(from, to);
	if (caps->storage_blocks && caps->api != GS_API_ES) /* ES: by layout only */
		copy_storage_blocks(from, to);
}

/* The program whose stage the pipeline or glUseProgram has. */
static GLuint stage_program(const struct gs_saved *saved, GLenum stage)
{
	GLint program = saved->program;
	if (!program && saved->pipeline)
		GL(glGetProgramPipelineiv)(saved->pipeline, stage, &program);
	return program;
}

/* A driver may count the names otherwise than the indices that layouts give. */
void gs_subroutine_name(GLuint program, GLenum stage, GLuint index, char name[1024])
{
	GLint n = 0;
	GL(glGetProgramStageiv)(program, stage, GL_ACTIVE_SUBROUTINES, &n);
	for (GLint i = 0; i < n; i++) {
		name[0] = '\0';
		GL(glGetActiveSubroutineName)(program, stage, i, 1024, NULL, name);
		if (*name && GL(glGetSubroutineIndex)(program, stage, name) == index)
			return;
	}
	name[0] = '\0';
}

/* Locations and indices are the linker's choice: by name. */
static void translate_subroutines(GLuint from, GLuint to, GLenum stage, const GLuint *old,
	GLsizei n_old, GLuint *new, GLsizei n_new)
{
	for (GLint i = 0; i < n_new; i++)
		new[i] = 0;
	GLint n = 0;
	GL(glGetProgramStageiv)(to, stage, GL_ACTIVE_SUBROUTINE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "", element[1040], routine[1024] = "";
		GLint size = 1;
		GL(glGetActiveSubroutineUniformName)(to, stage, i, sizeof name, NULL, name);
		GL(glGetActiveSubroutineUniformiv)(to, stage, i, GL_UNIFORM_SIZE, &size);
		size_t length = strlen(name);
		char *bracket = length > 3 && !strcmp(name + length - 3, "[0]") ? name + length - 3
										: NULL;
		if (bracket)
			*bracket = '\0';
		for (GLint e = 0; e < size; e++) {
			snprintf(element, sizeof element, bracket || size > 1 ? "%s[%d]" : "%s",
				name, e);
			GLint a = GL(glGetSubroutineUniformLocation)(from, stage, element);
			GLint b = GL(glGetSubroutineUniformLocation)(to, stage, element);
			if (b < 0 || b >= n_new || a < 0 || a >= n_old)
				continue;
			gs_subroutine_name(from, stage, old[a], routine);
			GLuint index = GL(glGetSubroutineIndex)(to, stage, routine);
			new[b] = index == GL_INVALID_INDEX ? 0 : index;
		}
	}
}

void gs_variant_copy_subroutines(
	const struct gs_saved *saved, const struct gs_used_program *used, GLuint to)
{
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		const GLuint *old = saved->subroutines[i].index;
		GLsizei n_old = saved->subroutines[i].n;
		if (!n_old)
			continue;
		GLuint from = stage_program(saved, gs_stage_types[i]);
		if (from != used->program) { /* a pipeline's other stage: its own program still */
			GL(glUniformSubroutinesuiv)(gs_stage_types[i], n_old, old);
			continue;
		}
		GLint n = 0;
		GL(glGetProgramStageiv)
		(to, gs_stage_types[i], GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
		GLuint *new = n > 0 ? calloc(n, sizeof *new) : NULL;
		if (!new)
			continue;
		translate_subroutines(from, to, gs_stage_types[i], old, n_old, new, n);
		GL(glUniformSubroutinesuiv)(gs_stage_types[i], n, new);
		free(new);
	}
	gs_caps_drain();
}

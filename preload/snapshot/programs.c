/* SPDX-License-Identifier: MIT */
/*
 * Shaders and programs. A program is linked from the sources of its last link, by shaders that are
 * there for that alone; then come those that the program has now, which may be others. What a
 * linked program holds is asked of GL: where attributes and outputs are, uniforms, blocks.
 */
#include "preload/snapshot/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include "preload/capture/program/variant.h"
#include "preload/shadow/shadow.h"

enum { LONGEST_NAME = 1024, MOST_SHADERS = 16 };

/* ---- shaders ---- */

/* Texts as wire/memory.h has them; owned. */
static uint8_t *texts_of(unsigned n, char *const *texts, const size_t *lengths, uint64_t *size)
{
	*size = 0;
	for (unsigned i = 0; i < n; i++)
		*size += sizeof(uint32_t) + (lengths ? lengths[i] : strlen(texts[i]));
	uint8_t *all = malloc(*size + 1), *at = all;
	for (unsigned i = 0; all && i < n; i++) {
		uint32_t length = (uint32_t)(lengths ? lengths[i] : strlen(texts[i]));
		memcpy(at, &length, sizeof length);
		memcpy(at + sizeof length, texts[i], length);
		at += sizeof length + length;
	}
	return all;
}

static void put_source(struct gs_live_snapshot *s, GLuint shader, const struct gs_source *source)
{
	uint64_t size;
	uint8_t *texts = texts_of(source->n_strings, source->strings, source->lengths, &size);
	GLint *lengths = calloc(source->n_strings + 1, sizeof *lengths);
	for (unsigned i = 0; lengths && i < source->n_strings; i++)
		lengths[i] = (GLint)source->lengths[i];
	const struct gs_made_up_memory memory[] = {{.data = texts,
							   .count = source->n_strings,
							   .argument = 2,
							   .kind = GS_WIRE_TEXTS,
							   .bytes = size},
		{.data = lengths,
			.count = source->n_strings,
			.argument = 3,
			.class = GS_CLASS_INT,
			.bits = 32}};
	if (texts && lengths)
		gs_snapshot_put(s, GS_FN_glShaderSource,
			(const uint64_t[]){shader, source->n_strings, 0, 0}, 4, memory, 2);
	free(texts);
	free(lengths);
}

static void put_new_shader(struct gs_live_snapshot *s, GLenum type, GLuint name)
{
	gs_snapshot_put_returning(
		s, GS_FN_glCreateShader, (const uint64_t[]){type}, 1, name, NULL, 0);
}

static void add_shader(struct gs_live_snapshot *s, GLuint name)
{
	const struct gs_source *given, *compiled;
	GLint type = 0;
	if (!GL(glIsShader)(name))
		return;
	GL(glGetShaderiv)(name, GL_SHADER_TYPE, &type);
	gs_shadow_shader(s->thread, name, &given, &compiled);
	put_new_shader(s, (GLenum)type, name);
	if (compiled) {
		put_source(s, name, compiled);
		GS_PUT(s, glCompileShader, name);
	}
	if (given && given != compiled)
		put_source(s, name, given);
	gs_snapshot_put_label(s, GL_SHADER, name);
}

/* ---- a link ---- */

static void put_named(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, const char *name)
{
	const struct gs_made_up_memory memory = {
		.data = name, .count = strlen(name), .argument = (uint8_t)n, .kind = GS_WIRE_TEXT};
	uint64_t all[GS_WIRE_ARGS] = {0};
	memcpy(all, args, n * sizeof *args);
	gs_snapshot_put(s, function, all, n + 1, &memory, 1);
}

/* A question of that name, which GL has answered so. */
static void put_answer(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, const char *name, uint64_t result)
{
	const struct gs_made_up_memory memory = {
		.data = name, .count = strlen(name), .argument = (uint8_t)n, .kind = GS_WIRE_TEXT};
	uint64_t all[GS_WIRE_ARGS] = {0};
	memcpy(all, args, n * sizeof *args);
	gs_snapshot_put_returning(s, function, all, n + 1, result, &memory, 1);
}

static void put_attributes(struct gs_live_snapshot *s, GLuint program)
{
	char name[LONGEST_NAME];
	GLint n = 0, size;
	GLsizei length;
	GLenum type;
	GL(glGetProgramiv)(program, GL_ACTIVE_ATTRIBUTES, &n);
	for (GLint i = 0; i < n; i++) {
		length = 0;
		GL(glGetActiveAttrib)
		(program, (GLuint)i, (GLsizei)sizeof name, &length, &size, &type, name);
		GLint at = length > 0 && strncmp(name, "gl_", 3) != 0
				   ? GL(glGetAttribLocation)(program, name)
				   : -1;
		if (at >= 0)
			put_named(s, GS_FN_glBindAttribLocation,
				(const uint64_t[]){program, (uint64_t)at}, 2, name);
	}
	gs_caps_drain();
}

/* OpenGL ES says where they are in the shader. */
static void put_outputs(struct gs_live_snapshot *s, GLuint program)
{
	char name[LONGEST_NAME];
	GLint n = 0;
	if (!s->caps.interfaces || !s->caps.frag_data_index)
		return;
	GL(glGetProgramInterfaceiv)(program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		GLsizei length = 0;
		GL(glGetProgramResourceName)
		(program, GL_PROGRAM_OUTPUT, (GLuint)i, (GLsizei)sizeof name, &length, name);
		if (length <= 0 || strncmp(name, "gl_", 3) == 0)
			continue;
		GLint at = GL(glGetFragDataLocation)(program, name);
		GLint index = GL(glGetFragDataIndex)(program, name);
		if (at >= 0 && index >= 0)
			put_named(s, GS_FN_glBindFragDataLocationIndexed,
				(const uint64_t[]){program, (uint64_t)at, (uint64_t)index}, 3,
				name);
	}
	gs_caps_drain();
}

static void put_varyings(struct gs_live_snapshot *s, GLuint program, const struct gs_link *link)
{
	uint64_t size;
	if (!link->varyings_mode)
		return;
	uint8_t *texts = texts_of(link->n_varyings, link->varyings, NULL, &size);
	const struct gs_made_up_memory memory = {.data = texts,
		.count = link->n_varyings,
		.argument = 2,
		.kind = GS_WIRE_TEXTS,
		.bytes = size};
	if (texts)
		gs_snapshot_put(s, GS_FN_glTransformFeedbackVaryings,
			(const uint64_t[]){program, link->n_varyings, 0, link->varyings_mode}, 4,
			&memory, 1);
	free(texts);
}

static void put_link(struct gs_live_snapshot *s, GLuint program, const struct gs_link *link)
{
	GLint is_separable = 0;
	unsigned n = link->n_shaders < MOST_SHADERS ? link->n_shaders : MOST_SHADERS;
	for (unsigned i = 0; i < n; i++) {
		const GLuint own = GS_SNAPSHOT_OWN_NAME + i;
		put_new_shader(s, link->shaders[i].type, own);
		put_source(s, own, link->shaders[i].source);
		GS_PUT(s, glCompileShader, own);
		GS_PUT(s, glAttachShader, program, own);
	}
	if (s->caps.pipelines)
		GL(glGetProgramiv)(program, GL_PROGRAM_SEPARABLE, &is_separable);
	if (is_separable)
		GS_PUT(s, glProgramParameteri, program, GL_PROGRAM_SEPARABLE, 1);
	put_attributes(s, program);
	put_outputs(s, program);
	put_varyings(s, program, link);
	GS_PUT(s, glLinkProgram, program);
	for (unsigned i = 0; i < n; i++) {
		GS_PUT(s, glDetachShader, program, GS_SNAPSHOT_OWN_NAME + i);
		GS_PUT(s, glDeleteShader, GS_SNAPSHOT_OWN_NAME + i);
	}
	gs_caps_drain();
}

/* NULL, or why the program cannot be linked again. */
static const char *obstacle(const struct gs_link *link)
{
	if (link->binary)
		return "it was loaded as a binary, which only the driver can read";
	for (unsigned i = 0; i < link->n_shaders; i++)
		if (!link->shaders[i].source)
			return "a shader of it has no source: it came as SPIR-V, or as a binary";
	return NULL;
}

/* ---- uniforms ---- */

static unsigned function_of(struct gs_uniform_shape shape)
{
	static const uint16_t vectors[][4] = {
		{GS_FN_glUniform1fv, GS_FN_glUniform2fv, GS_FN_glUniform3fv, GS_FN_glUniform4fv},
		{GS_FN_glUniform1dv, GS_FN_glUniform2dv, GS_FN_glUniform3dv, GS_FN_glUniform4dv},
		{GS_FN_glUniform1uiv, GS_FN_glUniform2uiv, GS_FN_glUniform3uiv,
			GS_FN_glUniform4uiv},
		{GS_FN_glUniform1i64vARB, GS_FN_glUniform2i64vARB, GS_FN_glUniform3i64vARB,
			GS_FN_glUniform4i64vARB},
		{GS_FN_glUniform1ui64vARB, GS_FN_glUniform2ui64vARB, GS_FN_glUniform3ui64vARB,
			GS_FN_glUniform4ui64vARB},
		{GS_FN_glUniform1iv, GS_FN_glUniform2iv, GS_FN_glUniform3iv, GS_FN_glUniform4iv}};
	static const uint16_t matrices[2][3][3] = {
		{{GS_FN_glUniformMatrix2fv, GS_FN_glUniformMatrix2x3fv, GS_FN_glUniformMatrix2x4fv},
			{GS_FN_glUniformMatrix3x2fv, GS_FN_glUniformMatrix3fv,
				GS_FN_glUniformMatrix3x4fv},
			{GS_FN_glUniformMatrix4x2fv, GS_FN_glUniformMatrix4x3fv,
				GS_FN_glUniformMatrix4fv}},
		{{GS_FN_glUniformMatrix2dv, GS_FN_glUniformMatrix2x3dv, GS_FN_glUniformMatrix2x4dv},
			{GS_FN_glUniformMatrix3x2dv, GS_FN_glUniformMatrix3dv,
				GS_FN_glUniformMatrix3x4dv},
			{GS_FN_glUniformMatrix4x2dv, GS_FN_glUniformMatrix4x3dv,
				GS_FN_glUniformMatrix4dv}}};
	const char *bases = "fduIU", *base = strchr(bases, shape.base);
	if (shape.columns > 1)
		return matrices[shape.base == 'd'][shape.columns - 2][shape.rows - 2];
	return vectors[base ? base - bases : 5][shape.rows - 1];
}

static const struct {
	char base;
	uint8_t class, bits;
} elements[] = {{'f', GS_CLASS_FLOAT, 32}, {'d', GS_CLASS_DOUBLE, 64}, {'u', GS_CLASS_UINT, 32},
	{'I', GS_CLASS_INT, 64}, {'U', GS_CLASS_UINT, 64}};

static void put_value(
	struct gs_live_snapshot *s, GLint at, struct gs_uniform_shape shape, const void *value)
{
	struct gs_made_up_memory memory = {.data = value,
		.count = shape.columns * shape.rows,
		.argument = shape.columns > 1 ? 3 : 2,
		.class = GS_CLASS_INT,
		.bits = 32};
	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
		if (elements[i].base == shape.base) {
			memory.class = elements[i].class;
			memory.bits = elements[i].bits;
		}
	gs_snapshot_put(s, function_of(shape), (const uint64_t[]){(uint64_t)at, 1, 0, 0},
		shape.columns > 1 ? 4 : 3, &memory, 1);
}

/* Of an array each element: name ends in "[0]" then. */
static void add_uniform(
	struct gs_live_snapshot *s, GLuint program, char *name, GLint size, GLenum type)
{
	const struct gs_uniform_shape shape = gs_uniform_shape(type);
	size_t n = strlen(name);
	bool is_array = n > 3 && strcmp(name + n - 3, "[0]") == 0;
	const uint64_t args[] = {program};
	GLint first = GL(glGetUniformLocation)(program, name);
	if (first < 0)
		return; /* in a block */
	if (is_array) {
		name[n - 3] = 0;
		put_answer(s, GS_FN_glGetUniformLocation, args, 1, name, (uint32_t)first);
		name[n - 3] = '[';
	}
	for (GLint e = 0; e < size; e++) {
		double value[16] = {0};
		if (is_array)
			snprintf(name + n - 3, LONGEST_NAME - (n - 3), "[%d]", e);
		GLint at = GL(glGetUniformLocation)(program, name);
		if (at < 0)
			continue;
		put_answer(s, GS_FN_glGetUniformLocation, args, 1, name, (uint32_t)at);
		gs_uniform_get(program, at, shape, value);
		/* in OpenGL ES, images are bound by their layout alone */
		if (gs_caps_drain() == GL_NO_ERROR && !(s->gl.is_es && gs_uniform_is_image(type)))
			put_value(s, at, shape, value);
	}
}

static void add_uniforms(struct gs_live_snapshot *s, GLuint program)
{
	char name[LONGEST_NAME + 16];
	GLint n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	GS_PUT(s, glUseProgram, program);
	for (GLint i = 0; i < n; i++) {
		GLint size = 0;
		GLenum type = 0;
		GLsizei length = 0;
		GL(glGetActiveUniform)
		(program, (GLuint)i, LONGEST_NAME, &length, &size, &type, name);
		if (length > 0 && strncmp(name, "gl_", 3) != 0)
			add_uniform(s, program, name, size, type);
	}
	GS_PUT(s, glUseProgram, 0);
	gs_caps_drain();
}

static void add_uniform_blocks(struct gs_live_snapshot *s, GLuint program)
{
	char name[LONGEST_NAME];
	GLint n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORM_BLOCKS, &n);
	for (GLint i = 0; i < n; i++) {
		GLint binding = 0;
		GLsizei length = 0;
		GL(glGetActiveUniformBlockName)
		(program, (GLuint)i, (GLsizei)sizeof name, &length, name);
		GL(glGetActiveUniformBlockiv)
		(program, (GLuint)i, GL_UNIFORM_BLOCK_BINDING, &binding);
		if (length <= 0)
			continue;
		put_answer(s, GS_FN_glGetUniformBlockIndex, (const uint64_t[]){program}, 1, name,
			(uint64_t)i);
		GS_PUT(s, glUniformBlockBinding, program, (uint64_t)i, (uint64_t)binding);
	}
	gs_caps_drain();
}

static void add_storage_blocks(struct gs_live_snapshot *s, GLuint program)
{
	static const GLenum property = GL_BUFFER_BINDING;
	char name[LONGEST_NAME];
	GLint n = 0;
	GL(glGetProgramInterfaceiv)(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		GLint binding = 0;
		GLsizei length = 0;
		GL(glGetProgramResourceName)
		(program, GL_SHADER_STORAGE_BLOCK, (GLuint)i, (GLsizei)sizeof name, &length, name);
		GL(glGetProgramResourceiv)
		(program, GL_SHADER_STORAGE_BLOCK, (GLuint)i, 1, &property, 1, NULL, &binding);
		if (length <= 0)
			continue;
		put_answer(s, GS_FN_glGetProgramResourceIndex,
			(const uint64_t[]){program, GL_SHADER_STORAGE_BLOCK}, 2, name, (uint64_t)i);
		if (!s->gl.is_es)
			GS_PUT(s, glShaderStorageBlockBinding, program, (uint64_t)i,
				(uint64_t)binding);
	}
	gs_caps_drain();
}

/* ---- programs ---- */

static void add_contents(struct gs_live_snapshot *s, GLuint program)
{
	GLint is_linked = 0;
	GL(glGetProgramiv)(program, GL_LINK_STATUS, &is_linked);
	if (!is_linked)
		return;
	add_uniforms(s, program);
	if (s->caps.uniform_blocks)
		add_uniform_blocks(s, program);
	if (s->caps.storage_blocks)
		add_storage_blocks(s, program);
}

static void add_attached(struct gs_live_snapshot *s, GLuint program)
{
	GLuint shaders[MOST_SHADERS];
	GLsizei n = 0;
	GL(glGetAttachedShaders)(program, MOST_SHADERS, &n, shaders);
	for (GLsizei i = 0; i < n; i++)
		GS_PUT(s, glAttachShader, program, shaders[i]);
	gs_caps_drain();
}

static void add_program(struct gs_live_snapshot *s, GLuint name)
{
	if (!GL(glIsProgram)(name))
		return;
	const struct gs_link *link = gs_shadow_original(s->thread, name);
	const char *why = link ? obstacle(link) : NULL;
	gs_snapshot_put_returning(s, GS_FN_glCreateProgram, NULL, 0, name, NULL, 0);
	if (why)
		gs_snapshot_miss(s, "program", name, why);
	else if (link)
		put_link(s, name, link);
	if (link && !why)
		add_contents(s, name);
	add_attached(s, name);
	gs_snapshot_put_label(s, GL_PROGRAM, name);
}

/* Those that the program has deleted, and that live while they are attached. */
static void delete_shader(struct gs_live_snapshot *s, GLuint name)
{
	GLint is_deleted = 0;
	if (!GL(glIsShader)(name))
		return;
	GL(glGetShaderiv)(name, GL_DELETE_STATUS, &is_deleted);
	if (is_deleted)
		GS_PUT(s, glDeleteShader, name);
}

static void each(struct gs_live_snapshot *s, bool are_programs,
	void (*add)(struct gs_live_snapshot *s, GLuint name))
{
	unsigned n = gs_shadow_names(s->thread, are_programs, NULL, 0), have;
	uint32_t *names = calloc(n + 1, sizeof *names);
	have = names ? gs_shadow_names(s->thread, are_programs, names, n) : 0;
	for (unsigned i = 0; i < n && i < have; i++)
		add(s, names[i]);
	free(names);
}

void gs_snapshot_programs(struct gs_live_snapshot *s)
{
	if (!GL_HAS(glCreateProgram))
		return;
	gs_shadow_hold();
	each(s, false, add_shader);
	each(s, true, add_program);
	each(s, false, delete_shader);
	gs_shadow_let_go();
	gs_caps_drain();
}

/* ---- pipelines ---- */

static void add_pipeline(struct gs_live_snapshot *s, GLuint name)
{
	GLint active = 0;
	gs_snapshot_put_name(s, GS_FN_glGenProgramPipelines, true, name);
	GS_PUT(s, glBindProgramPipeline, name);
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		GLint program = 0;
		GL(glGetProgramPipelineiv)(name, gs_stage_types[i], &program);
		if (gs_caps_drain() == GL_NO_ERROR && program)
			GS_PUT(s, glUseProgramStages, name, gs_stage_bits[i], (uint64_t)program);
	}
	GL(glGetProgramPipelineiv)(name, GL_ACTIVE_PROGRAM, &active);
	if (gs_caps_drain() == GL_NO_ERROR && active)
		GS_PUT(s, glActiveShaderProgram, name, (uint64_t)active);
	gs_snapshot_put_label(s, GL_PROGRAM_PIPELINE, name);
}

void gs_snapshot_pipelines(struct gs_live_snapshot *s)
{
	gs_snapshot_each(s, GS_FN_glIsProgramPipeline, add_pipeline);
	GS_PUT(s, glBindProgramPipeline, 0);
}

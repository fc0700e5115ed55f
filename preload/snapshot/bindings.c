/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include <stdlib.h>
#include "data/targets.h"
#include "preload/shadow/shadow.h"

/* ---- textures, samplers, images ---- */

static void put_unit(struct gs_live_snapshot *s, GLint unit)
{
	size_t n;
	const struct gs_texture_target *targets = gs_data_texture_targets(&n);
	bool is_active = false;
	GL(glActiveTexture)(GL_TEXTURE0 + (GLenum)unit);
	for (size_t i = 0; i < n; i++) {
		GLint name = gs_snapshot_get(targets[i].binding);
		if (!name || !GL(glIsTexture)((GLuint)name))
			continue;
		if (!is_active)
			GS_PUT(s, glActiveTexture, GL_TEXTURE0 + (uint64_t)unit);
		is_active = true;
		GS_PUT(s, glBindTexture, targets[i].target, (uint64_t)name);
	}
	GLint sampler = s->caps.samplers ? gs_snapshot_get(GL_SAMPLER_BINDING) : 0;
	if (sampler)
		GS_PUT(s, glBindSampler, (uint64_t)unit, (uint64_t)sampler);
}

static void put_image(struct gs_live_snapshot *s, GLuint unit)
{
	GLint name = gs_snapshot_get_at(GL_IMAGE_BINDING_NAME, unit);
	GLboolean layered = GL_FALSE;
	if (!name)
		return;
	GL(glGetBooleani_v)(GL_IMAGE_BINDING_LAYERED, unit, &layered);
	GS_PUT(s, glBindImageTexture, unit, (uint64_t)name,
		(uint64_t)gs_snapshot_get_at(GL_IMAGE_BINDING_LEVEL, unit), layered,
		(uint64_t)gs_snapshot_get_at(GL_IMAGE_BINDING_LAYER, unit),
		(uint64_t)gs_snapshot_get_at(GL_IMAGE_BINDING_ACCESS, unit),
		(uint64_t)gs_snapshot_get_at(GL_IMAGE_BINDING_FORMAT, unit));
}

static void put_textures(struct gs_live_snapshot *s)
{
	GLint n = gs_snapshot_get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
	GLint active = gs_caps_active_texture();
	n = n ? n : gs_snapshot_get(GL_MAX_TEXTURE_UNITS);
	for (GLint unit = 0; unit < n; unit++)
		put_unit(s, unit);
	GL(glActiveTexture)((GLenum)active);
	GS_PUT(s, glActiveTexture, (uint64_t)active);
	n = s->caps.images ? gs_snapshot_get(GL_MAX_IMAGE_UNITS) : 0;
	for (GLint unit = 0; unit < n; unit++)
		put_image(s, (GLuint)unit);
}

/* ---- buffers ---- */

void gs_snapshot_indexed_buffers(
	struct gs_live_snapshot *s, GLenum target, GLenum most, const GLenum names[3])
{
	GLint n = gs_snapshot_get(most);
	for (GLint i = 0; i < n; i++) {
		GLint64 start = 0, size = 0;
		GLint name = gs_snapshot_get_at(names[0], (GLuint)i);
		if (!name)
			continue;
		GL(glGetInteger64i_v)(names[1], (GLuint)i, &start);
		GL(glGetInteger64i_v)(names[2], (GLuint)i, &size);
		if (size)
			GS_PUT(s, glBindBufferRange, target, (uint64_t)i, (uint64_t)name,
				(uint64_t)start, (uint64_t)size);
		else
			GS_PUT(s, glBindBufferBase, target, (uint64_t)i, (uint64_t)name);
	}
	gs_caps_drain();
}

static void put_indexed_buffers(struct gs_live_snapshot *s)
{
	static const GLenum uniform[3] = {
		GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE};
	static const GLenum storage[3] = {GL_SHADER_STORAGE_BUFFER_BINDING,
		GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE};
	static const GLenum atomic[3] = {GL_ATOMIC_COUNTER_BUFFER_BINDING,
		GL_ATOMIC_COUNTER_BUFFER_START, GL_ATOMIC_COUNTER_BUFFER_SIZE};
	if (s->caps.uniform_blocks)
		gs_snapshot_indexed_buffers(
			s, GL_UNIFORM_BUFFER, GL_MAX_UNIFORM_BUFFER_BINDINGS, uniform);
	if (s->caps.storage_blocks)
		gs_snapshot_indexed_buffers(s, GL_SHADER_STORAGE_BUFFER,
			GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, storage);
	if (s->caps.atomic_counters)
		gs_snapshot_indexed_buffers(
			s, GL_ATOMIC_COUNTER_BUFFER, GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, atomic);
}

static void put_buffer(struct gs_live_snapshot *s, GLenum target)
{
	GLint name = gs_snapshot_get(gs_data_buffer_binding(target));
	if (name && GL(glIsBuffer)((GLuint)name))
		GS_PUT(s, glBindBuffer, target, (uint64_t)name);
}

static void put_buffers(struct gs_live_snapshot *s)
{
	static const GLenum targets[] = {GL_ARRAY_BUFFER, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
		GL_DRAW_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER, GL_QUERY_BUFFER,
		GL_PARAMETER_BUFFER, GL_TEXTURE_BUFFER, GL_UNIFORM_BUFFER, GL_SHADER_STORAGE_BUFFER,
		GL_ATOMIC_COUNTER_BUFFER};
	put_indexed_buffers(s);
	GS_PUT(s, glBindBuffer, GL_ARRAY_BUFFER, 0); /* vertex arrays have left another one */
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		put_buffer(s, targets[i]);
}

void gs_snapshot_pixel_buffers(struct gs_live_snapshot *s)
{
	put_buffer(s, GL_PIXEL_PACK_BUFFER);
	put_buffer(s, GL_PIXEL_UNPACK_BUFFER);
}

/* ---- the program in use ---- */

static void put_subroutines(struct gs_live_snapshot *s, GLuint program, unsigned stage)
{
	GLint n = 0;
	GL(glGetProgramStageiv)
	(program, gs_stage_types[stage], GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
	GLuint *chosen = gs_caps_drain() == GL_NO_ERROR && n > 0 ? calloc((size_t)n, sizeof *chosen)
								 : NULL;
	for (GLint i = 0; chosen && i < n; i++)
		GL(glGetUniformSubroutineuiv)(gs_stage_types[stage], i, &chosen[i]);
	if (chosen && gs_caps_drain() == GL_NO_ERROR)
		gs_snapshot_put_array(s, GS_FN_glUniformSubroutinesuiv,
			(const uint64_t[]){gs_stage_types[stage], (uint64_t)n}, 2, GS_CLASS_UINT,
			32, chosen, (size_t)n);
	free(chosen);
}

/* It lives while it is in use. */
static void put_deletion(struct gs_live_snapshot *s, GLuint program)
{
	GLint is_deleted = 0;
	GL(glGetProgramiv)(program, GL_DELETE_STATUS, &is_deleted);
	if (gs_caps_drain() == GL_NO_ERROR && is_deleted)
		GS_PUT(s, glDeleteProgram, program);
}

static void put_program(struct gs_live_snapshot *s)
{
	GLint program = GL_HAS(glUseProgram) ? gs_snapshot_get(GL_CURRENT_PROGRAM) : 0;
	GLint pipeline = s->caps.pipelines ? gs_snapshot_get(GL_PROGRAM_PIPELINE_BINDING) : 0;
	if (pipeline)
		GS_PUT(s, glBindProgramPipeline, (uint64_t)pipeline);
	if (!program)
		return;
	GS_PUT(s, glUseProgram, (uint64_t)program);
	for (unsigned i = 0; s->caps.subroutines && i < GS_N_STAGES; i++)
		put_subroutines(s, (GLuint)program, i);
	put_deletion(s, (GLuint)program);
}

void gs_snapshot_bindings(struct gs_live_snapshot *s)
{
	if (s->caps.framebuffers) {
		GS_PUT(s, glBindFramebuffer, GL_DRAW_FRAMEBUFFER,
			(uint64_t)gs_snapshot_get(GL_DRAW_FRAMEBUFFER_BINDING));
		GS_PUT(s, glBindFramebuffer, GL_READ_FRAMEBUFFER,
			(uint64_t)gs_snapshot_get(GL_READ_FRAMEBUFFER_BINDING));
		GS_PUT(s, glBindRenderbuffer, GL_RENDERBUFFER,
			(uint64_t)gs_snapshot_get(GL_RENDERBUFFER_BINDING));
	}
	if (s->caps.vertex_arrays)
		GS_PUT(s, glBindVertexArray, (uint64_t)gs_snapshot_get(GL_VERTEX_ARRAY_BINDING));
	put_textures(s);
	put_buffers(s);
	put_program(s);
	gs_caps_drain();
}

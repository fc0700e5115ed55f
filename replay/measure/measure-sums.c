/* SPDX-License-Identifier: MIT */
/*
 * Texture lookups of all stages but fragment shaders: shaders that count add up in a storage buffer
 * of ours what each invocation has executed (measure-lookups.c makes the program). A draw is
 * executed again this way, without rasterization; a dispatch, which always has effects, is executed
 * this way the only time.
 */
#include "replay/measure/lookups.h"
#include "replay/measure/measuring.h"

enum { WORDS = GS_LOOKUPS_WORDS * GS_N_STAGES };

/* ---- the buffer ---- */

/* Bind the buffer of sums, filled with 0. Return false if there is none. */
static bool bind_sums(struct gs_measure *measure)
{
	static const GLuint zeros[WORDS];
	const struct gs_measuring_gl *gl = &measure->gl;
	struct gs_measured_context *context = measure->context;
	struct gs_measuring_sums *saved = &measure->sums;
	GLuint at = gs_measuring_sums_binding(measure);
	gs_measuring_forget_errors(measure);
	if (!context->stage_sums)
		context->stage_sums = gs_measuring_name(measure, context, 1, gl->GenBuffers);
	saved->bound = gs_measuring_get(measure, GL_SHADER_STORAGE_BUFFER_BINDING);
	gl->GetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, at, &saved->buffer);
	gl->GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, at, &saved->offset);
	gl->GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, at, &saved->size);
	gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, at, context->stage_sums);
	gl->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof zeros, zeros, GL_DYNAMIC_READ);
	return gs_measuring_forget_errors(measure);
}

/* Read the lookups of all stages. Return false if they cannot be read. */
static bool read_sums(struct gs_measure *measure, uint64_t *sum)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
	gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, measure->context->stage_sums);
	const GLuint *words = gl->MapBufferRange(
		GL_SHADER_STORAGE_BUFFER, 0, WORDS * sizeof *words, GL_MAP_READ_BIT);
	*sum = 0;
	for (unsigned i = 0; words && i < WORDS; i += GS_LOOKUPS_WORDS)
		*sum += words[i + 2] | (uint64_t)words[i + 3] << 32;
	return words && gl->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
}

static void unbind_sums(struct gs_measure *measure)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	const struct gs_measuring_sums *saved = &measure->sums;
	GLuint at = gs_measuring_sums_binding(measure);
	if (saved->buffer && saved->size)
		gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, at, (GLuint)saved->buffer,
			(GLintptr)saved->offset, (GLsizeiptr)saved->size);
	else
		gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, at, (GLuint)saved->buffer);
	gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, (GLuint)saved->bound);
}

/* ---- both kinds of calls ---- */

/* Use the counting program and bind the sums. Return false if that fails. */
static bool begin(struct gs_measure *measure, const struct gs_measured_program *program)
{
	measure->sums.program = (GLuint)gs_measuring_get(measure, GL_CURRENT_PROGRAM);
	gs_measuring_forget_errors(measure);
	if (program->others != GS_FETCHES_COUNTED ||
		!gs_measuring_use_twin(measure, measure->sums.program, program->counting_others))
		return false;
	if (bind_sums(measure))
		return true;
	unbind_sums(measure);
	measure->gl.UseProgram(measure->sums.program);
	return false;
}

static void end(struct gs_measure *measure, bool is_good)
{
	uint64_t sum;
	is_good = read_sums(measure, &sum) && is_good;
	unbind_sums(measure);
	measure->gl.UseProgram(measure->sums.program);
	if (gs_measuring_forget_errors(measure) && is_good)
		gs_measure_set(measure, GS_MEASURED_OTHERS, sum);
	else
		gs_measuring_tell(measure, "the texture fetches of its stages cannot be read");
}

static const char untold[] =
	"the texture fetches of its stages but the fragments' cannot be counted";

void gs_measuring_other_fetches(
	struct gs_measure *measure, const struct gs_measured_program *program)
{
	bool discards;
	if (program->others == GS_FETCHES_NONE)
		return;
	if (!begin(measure, program))
		return gs_measuring_tell(measure, untold);
	discards = gs_measuring_is_enabled(measure, GL_RASTERIZER_DISCARD);
	gs_measuring_switch(measure, GL_RASTERIZER_DISCARD, true);
	gs_measuring_repeat(measure);
	gs_measuring_switch(measure, GL_RASTERIZER_DISCARD, discards);
	end(measure, gs_measuring_forget_errors(measure));
}

void gs_measuring_begin_dispatch(struct gs_measure *measure)
{
	struct gs_measured_program program = gs_measuring_dispatched(measure);
	measure->is_summing = program.others != GS_FETCHES_NONE && begin(measure, &program);
	if (program.others == GS_FETCHES_NONE)
		gs_measure_set(measure, GS_MEASURED_OTHERS, 0);
	else if (!measure->is_summing)
		gs_measuring_tell(measure, untold);
}

void gs_measuring_end_dispatch(struct gs_measure *measure)
{
	if (measure->is_summing)
		end(measure, true);
	measure->is_summing = false;
}

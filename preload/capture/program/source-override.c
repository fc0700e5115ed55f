/* SPDX-License-Identifier: MIT */
/* GS_REQUEST_SET_SOURCE (wire/describe.h), and the edited program in the place of the first. */
#include "preload/capture/program/source-override.h"

#include <stdlib.h>
#include <string.h>

#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/core/names.h"
#include "preload/capture/requests/inspection.h"
#include "preload/shadow/shadow-memory.h"

/* ---- around a draw ---- */

/* What this thread has put in the place of its own. */
static __thread struct {
	bool on, debug;
	GLuint edited; /* of glUseProgram; 0: of a pipeline's stages */
	GLuint pipeline;
	GLuint stage[GS_N_STAGES]; /* the pipeline's own programs, where replaced */
	struct gs_saved saved;
} swap __attribute__((tls_model("initial-exec")));

/* What the context can, asked once. */
static __thread struct {
	uint64_t context;
	struct gs_caps caps;
} known __attribute__((tls_model("initial-exec")));

static const struct gs_caps *caps_of(const struct gs_context *context)
{
	if (known.context != context->number || !known.caps.version) {
		gs_caps_get(&known.caps);
		known.context = context->number;
	}
	return &known.caps;
}

/* Deleted, it lives only as long as it is in use. */
static bool can_be_left(GLuint program)
{
	GLint deleted = 0;
	GL(glGetProgramiv)(program, GL_DELETE_STATUS, &deleted);
	return !deleted;
}

static void copy_state(const struct gs_caps *caps, GLuint from, GLuint to)
{
	const struct gs_used_program used = {.program = from};
	gs_variant_copy_uniforms(caps, from, to);
	gs_variant_copy_blocks(caps, from, to);
	gs_variant_copy_subroutines(&swap.saved, &used, to);
}

/* False: the program may not be changed now (transform feedback is active). */
static bool use(const struct gs_caps *caps, GLuint program, GLuint edited)
{
	gs_saved_enter_program(&swap.saved, caps);
	gs_caps_drain(); /* it may have asked about stages that the program lacks */
	GL(glUseProgram)(edited);
	if (gs_caps_drain() != GL_NO_ERROR) {
		gs_saved_leave_program(&swap.saved);
		return false;
	}
	swap.saved.program_changed = true;
	copy_state(caps, program, edited);
	swap.edited = edited;
	return true;
}

static bool has_stage(const struct gs_caps *c, unsigned stage)
{
	return stage == GS_STAGE_TESS_CONTROL || stage == GS_STAGE_TESS_EVALUATION ? c->stages_tess
	       : stage == GS_STAGE_GEOMETRY ? c->stages_geometry
	       : stage == GS_STAGE_COMPUTE  ? c->stages_compute
					    : true;
}

/* glUniform in what follows goes to the program that is current; a pipeline's has none. */
static void copy_to_pipeline(const struct gs_caps *caps, GLuint from, GLuint to)
{
	GL(glUseProgram)(to);
	gs_variant_copy_uniforms(caps, from, to);
	GL(glUseProgram)(0);
	gs_variant_copy_blocks(caps, from, to);
}

static bool swap_stages(struct gs_thread *thread, const struct gs_caps *caps, GLuint pipeline)
{
	bool any = false;
	memset(swap.stage, 0, sizeof swap.stage);
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		GLint program = 0;
		if (!has_stage(caps, i))
			continue;
		GL(glGetProgramPipelineiv)(pipeline, gs_stage_types[i], &program);
		GLuint edited = program ? gs_shadow_override(thread, (GLuint)program) : 0;
		if (!edited || !can_be_left((GLuint)program))
			continue;
		copy_to_pipeline(caps, (GLuint)program, edited);
		GL(glUseProgramStages)(pipeline, gs_stage_bits[i], edited);
		if (gs_caps_drain() != GL_NO_ERROR)
			continue;
		swap.stage[i] = (GLuint)program;
		any = true;
	}
	swap.pipeline = pipeline;
	return any;
}

bool gs_source_override_swap(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	GLint program = 0, pipeline = 0;
	if (!context || context->list_mode || swap.on)
		return false;
	const struct gs_caps *caps = caps_of(context);
	GL(glGetIntegerv)(GL_CURRENT_PROGRAM, &program);
	if (!program && caps->pipelines)
		GL(glGetIntegerv)(GL_PROGRAM_PIPELINE_BINDING, &pipeline);
	swap.edited = 0;
	if (program) {
		GLuint edited = gs_shadow_override(thread, (GLuint)program);
		swap.on = edited && can_be_left((GLuint)program) &&
			  use(caps, (GLuint)program, edited);
	} else if (pipeline) {
		swap.on = swap_stages(thread, caps, (GLuint)pipeline);
	}
	return swap.on;
}

void gs_source_override_swap_back(void)
{
	GLint program = 0;
	swap.on = false;
	if (swap.edited) {
		GL(glGetIntegerv)(GL_CURRENT_PROGRAM, &program);
		/* a display list may have chosen another one */
		swap.saved.program_changed = (GLuint)program == swap.edited;
		gs_saved_leave_program(&swap.saved);
		return;
	}
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		if (swap.stage[i])
			GL(glUseProgramStages)(swap.pipeline, gs_stage_bits[i], swap.stage[i]);
}

static void quiet(struct gs_context *context, bool begin)
{
	const struct gs_caps *caps = caps_of(context);
	if (begin)
		swap.debug = caps->debug && GL(glIsEnabled)(GL_DEBUG_OUTPUT);
	if (swap.debug)
		(begin ? GL(glDisable) : GL(glEnable))(GL_DEBUG_OUTPUT);
}

bool gs_source_override_enter(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || context->list_mode || swap.on || !atomic_load(&gs_wire->attached))
		return false;
	gs_error_take(context);
	quiet(context, true);
	bool on = gs_source_override_swap(thread);
	quiet(context, false);
	gs_error_drop();
	return on;
}

void gs_source_override_leave(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || !swap.on)
		return;
	gs_error_take(context); /* the draw's own */
	quiet(context, true);
	gs_source_override_swap_back();
	quiet(context, false);
	gs_error_drop();
}

/* ---- making the edited program ---- */

/* Where the linker of the first program has put things must be where the second has them. */
static bool attributes_stay(GLuint from, GLuint to, struct gs_refusal *refusal)
{
	GLint n = 0;
	GL(glGetProgramiv)(to, GL_ACTIVE_ATTRIBUTES, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveAttrib)(to, (GLuint)i, sizeof name, NULL, &size, &type, name);
		GLint was = GL(glGetAttribLocation)(from, name),
		      is = GL(glGetAttribLocation)(to, name);
		if (was >= 0 && is >= 0 && was != is)
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"with this source the attribute %s would be at location %d, but "
				"the program sets its values at %d: give it layout(location = %d)",
				name, is, was, was);
	}
	return true;
}

static bool outputs_stay(
	const struct gs_caps *c, GLuint from, GLuint to, struct gs_refusal *refusal)
{
	GLint n = 0;
	if (c->interfaces)
		GL(glGetProgramInterfaceiv)(to, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GL(glGetProgramResourceName)
		(to, GL_PROGRAM_OUTPUT, (GLuint)i, sizeof name, NULL, name);
		GLint was = GL(glGetProgramResourceLocation)(from, GL_PROGRAM_OUTPUT, name),
		      is = GL(glGetProgramResourceLocation)(to, GL_PROGRAM_OUTPUT, name);
		if (was >= 0 && is >= 0 && was != is)
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"with this source the output %s would go to colour number %d, but "
				"the program expects %d: give it layout(location = %d)",
				name, is, was, was);
	}
	return true;
}

static GLenum type_of_uniform(GLuint program, const char *name)
{
	GLuint index = GL_INVALID_INDEX;
	GLint type = 0;
	if (!GL_HAS(glGetUniformIndices))
		return 0;
	GL(glGetUniformIndices)(program, 1, &name, &index);
	if (index != GL_INVALID_INDEX)
		GL(glGetActiveUniformsiv)(program, 1, &index, GL_UNIFORM_TYPE, &type);
	return (GLenum)type;
}

static bool uniforms_stay(GLuint from, GLuint to, struct gs_refusal *refusal)
{
	GLint n = 0;
	GL(glGetProgramiv)(to, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveUniform)(to, (GLuint)i, sizeof name, NULL, &size, &type, name);
		GLenum was = strncmp(name, "gl_", 3) ? type_of_uniform(from, name) : 0;
		if (was && was != type)
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"with this source the type of the uniform %s would not be the one "
				"that the program sets: give a new uniform another name",
				name);
	}
	return true;
}

static bool interface_stays(
	const struct gs_caps *c, GLuint from, GLuint to, struct gs_refusal *refusal)
{
	bool ok = attributes_stay(from, to, refusal) && outputs_stay(c, from, to, refusal) &&
		  uniforms_stay(from, to, refusal);
	gs_caps_drain();
	return ok;
}

/* Index in the link of the one to edit; -1: refused. */
static int find_shader(
	const struct gs_link *link, uint32_t stage, uint32_t object, struct gs_refusal *refusal)
{
	int found = -1;
	unsigned n = 0;
	for (unsigned i = 0; stage < GS_N_STAGES && i < link->n_shaders; i++)
		if (link->shaders[i].type == gs_stage_types[stage] && n++ == object)
			found = (int)i;
	if (found < 0)
		gs_refusal_set(refusal, GS_STATUS_USAGE,
			n ? "this stage has %u shader objects, which are numbered from 0"
			  : "the program has no shader of this stage",
			n);
	else if (!link->shaders[found].source) {
		gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this stage was made from a binary and has no source to edit");
		found = -1;
	}
	return found;
}

static bool same_sources(const struct gs_link *a, const struct gs_link *b)
{
	for (unsigned i = 0; i < a->n_shaders; i++)
		if (a->shaders[i].source != b->shaders[i].source)
			return false;
	return true;
}

static bool edit(struct gs_thread *thread, const struct gs_caps *caps,
	const struct gs_used_program *used, int index, const char *text, struct gs_refusal *refusal)
{
	const struct gs_link *original = gs_shadow_original(thread, used->program);
	struct gs_link *edited = gs_shadow_override_copy(
		used->link, (unsigned)index, text ? NULL : original->shaders[index].source, text);
	GLuint program = 0;
	if (!edited)
		return gs_refusal_set(refusal, GS_STATUS_INTERNAL, "the program is out of memory");
	if (same_sources(edited, original)) {
		gs_link_free(edited);
		edited = NULL;
	} else {
		struct gs_used_program with = *used;
		with.link = edited;
		program = gs_variant_build_edited(caps, &with, refusal);
		if (!program || !interface_stays(caps, used->program, program, refusal)) {
			if (program)
				GL(glDeleteProgram)(program);
			gs_link_free(edited);
			return false;
		}
	}
	GLuint before = gs_shadow_set_override(thread, used->program, edited, program);
	if (before)
		GL(glDeleteProgram)(before);
	return true;
}

bool gs_serve_set_source(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	struct gs_stream *request = &q->in;
	struct gs_refusal *refusal = &q->refusal;
	uint32_t stage = gs_stream_get_u32(request), object = gs_stream_get_u32(request);
	bool original = gs_stream_get_u32(request) != 0;
	const char *text = gs_stream_get_string(request);
	if (request->failed || stage >= GS_N_STAGES)
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "the request to set a source is malformed");
	struct gs_used_program used = gs_used_program_get(
		&q->caps, &q->redraw, (enum gs_stage)stage);
	if (!used.program || !used.link)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"no program with a source for that stage is in use");
	if (used.link->binary)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"program %u was made from a binary and has no source to edit",
			gs_name_shown(GS_OBJECT_PROGRAM, used.program));
	int index = find_shader(used.link, stage, object, refusal);
	bool ok = index >= 0 &&
		  edit(s->thread, &q->caps, &used, index, original ? NULL : text, refusal);
	gs_caps_drain();
	gs_fast_path_disable_all();
	return ok;
}

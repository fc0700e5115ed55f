/* SPDX-License-Identifier: MIT */
/*
 * What other contexts of the share group have done to objects that are in use here.
 *
 * A program linked anew: this context goes on drawing with what it had, until it says glUseProgram
 * or glUseProgramStages again (OpenGL 4.6, 7.3: LinkProgram installs the executable "as part of the
 * current rendering state" - of the context that links). GL tells nothing of the old executable any
 * more, so nothing true can be said about such a draw.
 *
 * An object deleted: it lives on here while it is bound, but a binding that we change cannot be put
 * back, since its name would then make a new object (5.1.3).
 *
 * Looked after only once contexts share objects: the hooks cost what glUseProgram costs.
 */
#include "preload/shadow/stale-objects.h"

#include <stdlib.h>
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/shadow/shadow.h"

struct gs_program_uses {
	unsigned n, room;
	struct use {
		uint32_t program;
		uint64_t since; /* the links' clock when it was made current last */
	} * list;
};

static const unsigned use_functions[] = {GS_FN_glUseProgram, GS_FN_glUseProgramObjectARB,
	GS_FN_glUseProgramStages, GS_FN_glUseProgramStagesEXT};
static _Atomic uint64_t sharing_since; /* 0: no contexts share objects */

void gs_stale_watch(void)
{
	uint64_t none = 0;
	if (!atomic_compare_exchange_strong(&sharing_since, &none, gs_shadow_clock()))
		return;
	for (size_t i = 0; i < sizeof use_functions / sizeof *use_functions; i++)
		gs_hooks_enable(use_functions[i], true);
}

void gs_stale_free(struct gs_context *context)
{
	if (context->uses)
		free(context->uses->list);
	free(context->uses);
}

static struct use *find(struct gs_program_uses *uses, uint32_t program)
{
	for (unsigned i = 0; uses && i < uses->n; i++)
		if (uses->list[i].program == program)
			return &uses->list[i];
	return NULL;
}

static struct use *add(struct gs_context *context, uint32_t program)
{
	struct gs_program_uses *uses = context->uses;
	if (!uses && !(uses = context->uses = calloc(1, sizeof *uses)))
		return NULL;
	if (uses->n == uses->room) {
		unsigned room = uses->room ? uses->room * 2 : 16;
		struct use *list = realloc(uses->list, room * sizeof *list);
		if (!list)
			return NULL;
		uses->list = list;
		uses->room = room;
	}
	uses->list[uses->n].program = program;
	return &uses->list[uses->n++];
}

static void used(struct gs_thread *thread, uint32_t program)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || !program || context->in_block || context->list_mode == GL_COMPILE)
		return;
	struct use *use = find(context->uses, program);
	if (use || (use = add(context, program)))
		use->since = gs_shadow_clock();
}

static void after_use(struct gs_thread *thread, struct gs_wire_call *call)
{
	used(thread, (uint32_t)call->args[0]);
}

static void after_use_stages(struct gs_thread *thread, struct gs_wire_call *call)
{
	used(thread, (uint32_t)call->args[2]);
}

void gs_stale_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glUseProgram, NULL, after_use},
		{GS_FN_glUseProgramObjectARB, NULL, after_use},
		{GS_FN_glUseProgramStages, NULL, after_use_stages},
		{GS_FN_glUseProgramStagesEXT, NULL, after_use_stages},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
	for (size_t i = 0; i < sizeof use_functions / sizeof *use_functions; i++)
		gs_hooks_enable(use_functions[i], false);
}

/* ---- asking ---- */

static bool is_foreign(struct gs_thread *thread, struct gs_context *context, uint32_t program)
{
	const struct gs_link *link = program ? gs_shadow_link(thread, program) : NULL;
	const struct use *use = find(context->uses, program);
	uint64_t since = use ? use->since : atomic_load(&sharing_since);
	return link && link->made_by != context->number && link->made_at > since;
}

static uint32_t in_pipeline(struct gs_thread *thread, struct gs_context *context)
{
	static const GLenum stages[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER, GL_COMPUTE_SHADER,
		GL_GEOMETRY_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER};
	GLint pipeline = 0, program = 0;
	if (context->version < (context->es ? 31 : 41) &&
		(context->es || !gs_context_has(context, "GL_ARB_separate_shader_objects")))
		return 0;
	GL(glGetIntegerv)(GL_PROGRAM_PIPELINE_BINDING, &pipeline);
	for (size_t i = 0; pipeline && i < sizeof stages / sizeof *stages; i++) {
		program = 0;
		GL(glGetProgramPipelineiv)((GLuint)pipeline, stages[i], &program);
		if (is_foreign(thread, context, (uint32_t)program))
			return (uint32_t)program;
	}
	return 0;
}

uint32_t gs_stale_program(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	GLint program = 0;
	if (!context || context->version < 20 || !atomic_load(&sharing_since))
		return 0;
	GL(glGetIntegerv)(GL_CURRENT_PROGRAM, &program);
	if (!program)
		return in_pipeline(thread, context);
	return is_foreign(thread, context, (uint32_t)program) ? (uint32_t)program : 0;
}

/* ---- objects deleted elsewhere ---- */

const char *gs_stale_deleted_object(struct gs_thread *thread)
{
	static const struct {
		GLenum binding;
		unsigned gl, es; /* versions that have it, 0 none */
		const char *name;
	} bindings[] = {
		{GL_PIXEL_PACK_BUFFER_BINDING, 21, 30, "pixel pack buffer"},
		{GL_PIXEL_UNPACK_BUFFER_BINDING, 21, 30, "pixel unpack buffer"},
		{GL_COPY_READ_BUFFER_BINDING, 31, 30, "buffer to copy from"},
		{GL_COPY_WRITE_BUFFER_BINDING, 31, 30, "buffer to copy to"},
		{GL_QUERY_BUFFER_BINDING, 44, 0, "query buffer"},
		{GL_RENDERBUFFER_BINDING, 30, 20, "renderbuffer"},
	};
	struct gs_context *context = gs_context_current(thread);
	for (size_t i = 0; atomic_load(&sharing_since) && i < sizeof bindings / sizeof *bindings;
		i++) {
		unsigned since = context->es ? bindings[i].es : bindings[i].gl;
		GLint name = 0;
		if (!since || context->version < since)
			continue;
		GL(glGetIntegerv)(bindings[i].binding, &name);
		if (name && !(bindings[i].binding == GL_RENDERBUFFER_BINDING
					    ? GL(glIsRenderbuffer)((GLuint)name)
					    : GL(glIsBuffer)((GLuint)name)))
			return bindings[i].name;
	}
	return NULL;
}

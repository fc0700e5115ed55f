/* SPDX-License-Identifier: MIT */
/* What a player of a recording must know, and no argument tells: what a context's configuration
 * has, the size of the window that became current, where the linker put the attributes and outputs,
 * texels from elsewhere. */
#include "preload/core/gl.h"
#include "preload/memory/reader.h"

#include <string.h>
#include <time.h>

static bool has_viewports(const struct gs_context *context)
{
	return context->es
		       ? gs_context_has(context, "GL_OES_viewport_array")
		       : context->version >= 41 || gs_context_has(context, "GL_ARB_viewport_array");
}

/* As glViewport and glScissor make them: all in whole numbers, and the same. */
static bool are_alike(const struct gs_context *context, const GLint both[8])
{
	GLint n = has_viewports(context) ? gs_call_memory_integer(GL_MAX_VIEWPORTS) : 0;
	for (GLuint i = 0; i < (GLuint)n; i++) {
		GLfloat viewport[4] = {0};
		GLint box[4] = {0};
		(context->es ? GL_LIKE(glGetFloati_v, glGetFloati_vOES) : GL(glGetFloati_v))(
			GL_VIEWPORT, i, viewport);
		GL(glGetIntegeri_v)(GL_SCISSOR_BOX, i, box);
		for (unsigned k = 0; k < 4; k++)
			if (viewport[k] != (GLfloat)both[k] || box[k] != both[4 + k])
				return false;
	}
	return true;
}

/* Those that the program has set one by one are no window's size. */
static void add_viewport(struct gs_memory_reader *r, const struct gs_context *context)
{
	GLint both[8] = {0};
	GL(glGetIntegerv)(GL_VIEWPORT, both);
	GL(glGetIntegerv)(GL_SCISSOR_BOX, both + 4);
	if (!are_alike(context, both))
		return;
	gs_call_memory_add_bytes(r, GS_WIRE_VIEWPORT, both, sizeof both);
}

static void add_current(struct gs_memory_reader *r, const struct gs_context *context)
{
	add_viewport(r, context);
	gs_call_memory_add_drawable(r, context);
}

/* One attribute: its location, the length of its name, the name. */
static void add_attribute(struct gs_memory_reader *r, GLuint program, GLuint i)
{
	struct {
		GLint location, length;
		char name[1024];
	} one = {0};
	GLint size;
	GLenum type;
	GL(glGetActiveAttrib)
	(program, i, (GLsizei)sizeof one.name, &one.length, &size, &type, one.name);
	one.location = one.length > 0 && strncmp(one.name, "gl_", 3) != 0
			       ? GL(glGetAttribLocation)(program, one.name)
			       : -1;
	if (one.location >= 0)
		gs_call_memory_add_bytes(r, GS_WIRE_LOCATION, &one, 8 + (size_t)one.length);
}

/* One output: its location and index, its name. */
static void add_output(struct gs_memory_reader *r, GLuint program, GLuint i)
{
	struct {
		GLint location, index;
		char name[1024];
	} one = {0};
	GLsizei length = 0;
	GL(glGetProgramResourceName)
	(program, GL_PROGRAM_OUTPUT, i, (GLsizei)sizeof one.name, &length, one.name);
	if (length <= 0 || strncmp(one.name, "gl_", 3) == 0)
		return;
	one.location = GL(glGetFragDataLocation)(program, one.name);
	one.index = GL(glGetFragDataIndex)(program, one.name);
	if (one.location >= 0 && one.index >= 0)
		gs_call_memory_add_bytes(r, GS_WIRE_OUTPUT, &one, 8 + (size_t)length);
}

/* A single one is where it is with each linker. */
static void add_outputs(struct gs_memory_reader *r, struct gs_context *context, GLuint program)
{
	GLint n = 0;
	if (context->es || context->version < 33 ||
		(context->version < 43 &&
			!gs_context_has(context, "GL_ARB_program_interface_query")))
		return;
	GL(glGetProgramInterfaceiv)(program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; n > 1 && i < n; i++)
		add_output(r, program, (GLuint)i);
}

static void add_linked(struct gs_memory_reader *r, struct gs_context *context)
{
	GLuint program = (GLuint)gs_call_memory_argument(r, 0);
	GLint n = 0, linked = GL_TRUE;
	GL(glGetProgramiv)(program, GL_LINK_STATUS, &linked);
	if (!linked)
		gs_call_memory_add_bytes(r, GS_WIRE_NOT_LINKED, &linked, sizeof linked);
	GL(glGetProgramiv)(program, GL_ACTIVE_ATTRIBUTES, &n);
	for (GLint i = 0; i < n; i++)
		add_attribute(r, program, (GLuint)i);
	if (linked)
		add_outputs(r, context, program);
}

static bool makes_current(unsigned function)
{
	return function == GS_FN_glXMakeCurrent || function == GS_FN_glXMakeContextCurrent ||
	       function == GS_FN_glXMakeCurrentReadSGI || function == GS_FN_eglMakeCurrent;
}

static bool sets_viewport(unsigned function)
{
	return function == GS_FN_glViewport;
}

/* What draws besides those that data/flags.in names. */
static bool clears(unsigned function)
{
	switch (function) {
	case GS_FN_glClear:
	case GS_FN_glClearBufferfi:
	case GS_FN_glClearBufferfv:
	case GS_FN_glClearBufferiv:
	case GS_FN_glClearBufferuiv:
	case GS_FN_glBlitFramebuffer:
	case GS_FN_glBlitFramebufferEXT:
		return true;
	default:
		return false;
	}
}

static bool links(unsigned function)
{
	return function == GS_FN_glLinkProgram || function == GS_FN_glLinkProgramARB;
}

static void add_time(struct gs_memory_reader *r)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	const uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	gs_call_memory_add_bytes(r, GS_WIRE_TIME, &nanoseconds, sizeof nanoseconds);
}

bool gs_call_memory_is_recorded(unsigned function)
{
	return makes_current(function) || links(function) || gs_may_end_frame(function) ||
	       sets_viewport(function) || gs_call_memory_binds_image(function) ||
	       gs_call_memory_creates_context(function) || clears(function) ||
	       function == GS_FN_glXUseXFont;
}

static bool needs_answers(unsigned function)
{
	return links(function) || makes_current(function) || sets_viewport(function) ||
	       gs_call_memory_binds_image(function);
}

/* The next frame begins, and what it draws into may have got another size. */
static void add_frame_end(struct gs_memory_reader *r)
{
	struct gs_context *context = gs_context_current(r->thread);
	add_time(r);
	if (context)
		gs_call_memory_add_drawable(r, context);
}

/* It draws, and not only when a display list is called. */
static bool draws(const struct gs_memory_reader *r)
{
	unsigned function = r->call->function, flags = gs_data_flags(function);
	if (flags & GS_FUNCTION_DRAWS)
		return !(flags & GS_FUNCTION_DISPATCHES) && gs_pending_is_draw(r->thread);
	return clears(function);
}

static void note_drawn(struct gs_memory_reader *r)
{
	struct gs_context *context = gs_context_current(r->thread);
	if (context && !context->in_block && context->list_mode != GL_COMPILE && draws(r))
		gs_call_memory_note_drawn(context);
}

void gs_call_memory_add_recorded(struct gs_memory_reader *r)
{
	unsigned function = r->call->function;
	struct gs_memory_question asked;
	note_drawn(r);
	if (gs_ends_frame(r->thread, function))
		add_frame_end(r);
	if (gs_call_memory_creates_context(function))
		gs_call_memory_add_config(r);
	if (function == GS_FN_glXUseXFont)
		gs_call_memory_add_font(r);
	if (!needs_answers(function) || !gs_memory_question_begin(r, &asked))
		return;
	if (links(function))
		add_linked(r, asked.context);
	else if (sets_viewport(function))
		gs_call_memory_add_viewport_drawable(r, asked.context);
	else if (makes_current(function))
		add_current(r, asked.context);
	else
		gs_call_memory_add_bound_image(r, asked.context);
	gs_memory_question_end(&asked);
}

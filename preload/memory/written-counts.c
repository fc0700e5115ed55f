/* SPDX-License-Identifier: MIT */
/* How many elements a call has written that was to tell it, and to which the program gave no place
 * to tell it in: the driver is asked. Those that are not here write nothing then. */
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/memory/reader.h"

/* Of a property with several values, the one that says how many they are; 0: it has one value. */
static GLenum count_of_property(GLenum property)
{
	return property == GL_ACTIVE_VARIABLES	       ? GL_NUM_ACTIVE_VARIABLES
	       : property == GL_COMPATIBLE_SUBROUTINES ? GL_NUM_COMPATIBLE_SUBROUTINES
						       : GL_NONE;
}

/* Of glGetProgramResourceiv, and of NV's in floats. */
static uint64_t resource_values(const uint64_t *args)
{
	uint64_t n = 0;
	for (int32_t i = 0; i < (int32_t)args[3]; i++) {
		GLenum property, counts;
		GLint values = 1;
		if (!gs_call_memory_read(
			    &property, args[4] + (uint64_t)i * sizeof property, sizeof property))
			return n;
		counts = count_of_property(property);
		if (counts)
			GL(glGetProgramResourceiv)
		((GLuint)args[0], (GLenum)args[1], (GLuint)args[2], 1, &counts, 1, NULL, &values);
		n += values > 0 ? (uint64_t)values : 0;
	}
	return n;
}

static uint64_t program_value(const uint64_t *args, GLenum name)
{
	GLint n = 0;
	GL(glGetProgramiv)((GLuint)args[0], name, &n);
	return n > 0 ? (uint64_t)n : 0;
}

static uint64_t attached_objects(const uint64_t *args)
{
	GLint n = 0;
	GL(glGetObjectParameterivARB)
	((GLhandleARB)(uintptr_t)args[0], GL_OBJECT_ATTACHED_OBJECTS_ARB, &n);
	return n > 0 ? (uint64_t)n : 0;
}

static uint64_t image_planes(struct gs_thread *thread, const uint64_t *args)
{
	int n = 0;
	gs_egl_error_take(thread);
	GL(eglExportDMABUFImageQueryMESA)
	((EGLDisplay)(uintptr_t)args[0], (EGLImageKHR)(uintptr_t)args[1], NULL, &n, NULL);
	gs_egl_error_drop();
	return n > 0 ? (uint64_t)n : 0;
}

static uint64_t ask(const struct gs_memory_reader *r)
{
	const uint64_t *args = r->call->args;
	switch (r->call->function) {
	case GS_FN_glGetAttachedShaders:
		return program_value(args, GL_ATTACHED_SHADERS);
	case GS_FN_glGetAttachedObjectsARB:
		return attached_objects(args);
	case GS_FN_glGetProgramBinary:
	case GS_FN_glGetProgramBinaryOES:
		return program_value(args, GL_PROGRAM_BINARY_LENGTH);
	case GS_FN_glGetProgramResourceiv:
	case GS_FN_glGetProgramResourcefvNV:
		return resource_values(args);
	case GS_FN_glGetSynciv:
	case GS_FN_glGetSyncivAPPLE:
		return 1; /* whatever is asked for */
	default:
		return 0;
	}
}

uint64_t gs_call_memory_untold_count(struct gs_memory_reader *r)
{
	struct gs_memory_question asked;
	if (r->call->function == GS_FN_eglExportDMABUFImageQueryMESA)
		return image_planes(r->thread, r->call->args);
	if (!gs_memory_question_begin(r, &asked))
		return 0;
	uint64_t n = ask(r);
	gs_memory_question_end(&asked);
	return n;
}

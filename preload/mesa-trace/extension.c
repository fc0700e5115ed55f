/* SPDX-License-Identifier: MIT */
/*
 * What GL says of GL_MESA_trace: GL_TRACE_MASK_MESA and GL_TRACE_NAME_MESA to a program that has
 * asked for one of its functions. The driver, which knows neither, is asked something else in their
 * place. That there is such an extension is told by preload/shadow/told.c.
 */
#include "preload/mesa-trace/mesa-trace.h"

#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/shadow/told.h"

/* What the program has asked for, while the driver answers something else. */
static __thread uint64_t asked __attribute__((tls_model("initial-exec")));

static const uint16_t functions[] = {GS_FN_glGetIntegerv, GS_FN_glGetBooleanv, GS_FN_glGetFloatv,
	GS_FN_glGetDoublev, GS_FN_glGetInteger64v, GS_FN_glGetString};
enum { N_FUNCTIONS = sizeof functions / sizeof *functions };

/* The context of which the driver can be asked now; NULL: it is an error. */
static struct gs_context *asked_context(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || context->in_block || gs_block_recorded(thread))
		return NULL;
	gs_context_info(context);
	return context->es ? NULL : context;
}

/* ---- numbers ---- */

/* One number is written there in its place. */
static void before_number(struct gs_thread *thread, struct gs_wire_call *call)
{
	asked = 0;
	if (call->args[0] != GL_TRACE_MASK_MESA || !asked_context(thread))
		return;
	asked = call->args[0];
	call->args[0] = GL_MAX_TEXTURE_SIZE;
}

static void put_number(unsigned function, void *to, double value)
{
	if (function == GS_FN_glGetBooleanv)
		*(GLboolean *)to = value != 0;
	else if (function == GS_FN_glGetFloatv)
		*(GLfloat *)to = (GLfloat)value;
	else if (function == GS_FN_glGetDoublev)
		*(GLdouble *)to = value;
	else if (function == GS_FN_glGetInteger64v)
		*(GLint64 *)to = (GLint64)value;
	else
		*(GLint *)to = (GLint)value;
}

static void after_number(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = asked_context(thread);
	void *to = (void *)(uintptr_t)call->args[1];
	if (asked) {
		call->args[0] = asked;
		if (context && to)
			put_number(call->function, to, gs_mesa_trace_classes(context));
	}
}

/* ---- strings ---- */

static void before_string(struct gs_thread *thread, struct gs_wire_call *call)
{
	asked = 0;
	if (call->args[0] != GL_TRACE_NAME_MESA || !asked_context(thread))
		return;
	asked = call->args[0];
	call->args[0] = GL_VENDOR;
}

static void after_string(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = asked_context(thread);
	if (asked) {
		struct gs_mesa_trace *trace = context ? gs_mesa_trace_of(context) : NULL;
		call->args[0] = asked;
		call->ret = (uint64_t)(uintptr_t)(trace ? trace->name : "");
	}
}

/* ---- when ---- */

void gs_mesa_trace_answers_begin(void)
{
	for (unsigned i = 0; i < N_FUNCTIONS; i++)
		gs_hooks_enable(functions[i], true);
}

static void after_get_proc_address(struct gs_thread *thread, struct gs_wire_call *call)
{
	const char *name = (const char *)(uintptr_t)call->args[0];
	int function = name ? gs_data_find(name) : -1;
	if (function >= 0 && (gs_data_flags((unsigned)function) & GS_FUNCTION_OURS))
		gs_mesa_trace_answers_begin();
}

void gs_mesa_trace_answers_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glGetIntegerv, before_number, after_number},
		{GS_FN_glGetBooleanv, before_number, after_number},
		{GS_FN_glGetFloatv, before_number, after_number},
		{GS_FN_glGetDoublev, before_number, after_number},
		{GS_FN_glGetInteger64v, before_number, after_number},
		{GS_FN_glGetString, before_string, after_string},
		{GS_FN_glXGetProcAddress, NULL, after_get_proc_address},
		{GS_FN_glXGetProcAddressARB, NULL, after_get_proc_address},
		{GS_FN_eglGetProcAddress, NULL, after_get_proc_address},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
	for (unsigned i = 0; i < N_FUNCTIONS && !gs_told_otherwise(); i++)
		gs_hooks_enable(functions[i], false);
}

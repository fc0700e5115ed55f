/* SPDX-License-Identifier: MIT */
/*
 * Where asked to, and in recordings, glProgramBinary fails to load anything, as it does after each
 * update of a driver (OpenGL 4.6, section 7.5: a program that keeps binaries has to be prepared to
 * compile its sources). The driver is given nothing of the binary; what is logged is what the
 * program gave. While a trace is recorded, the program is told besides that there is no format for
 * binaries, and gets none: another driver, which plays the trace, could not load them. SPIR-V is
 * none of these.
 */
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/shadow/shadow.h"

#include <string.h>

/* ---- loading ---- */

enum { LENGTH = 3, SHADER_FORMAT = 2 };

/* What the program gave, while the driver is given something else. */
static __thread uint64_t given __attribute__((tls_model("initial-exec")));

static bool records(void)
{
	return gs_wire && gs_call_policy.record && gs_wire->attached;
}

static void before_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	given = call->args[LENGTH];
	if (gs_wire && gs_wire->attached && (gs_wire->refuse_binaries || records()) &&
		(int32_t)given > 0)
		call->args[LENGTH] = 0;
}

static void after_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	call->args[LENGTH] = given;
}

/* Of a format that no driver has. */
static void before_shader_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	given = call->args[SHADER_FORMAT];
	if (records() && given != GL_SHADER_BINARY_FORMAT_SPIR_V)
		call->args[SHADER_FORMAT] = GL_NONE;
}

static void after_shader_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	call->args[SHADER_FORMAT] = given;
}

/* ---- getting ---- */

enum { ROOM = 1 };

/* No binary fits in no room: that is the error of a driver that has no format. */
static void before_get(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	given = call->args[ROOM];
	if (records() && (int32_t)given > 0)
		call->args[ROOM] = 0;
}

static void after_get(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	call->args[ROOM] = given;
}

/* ---- asking ---- */

enum { UNTOUCHED = 0xa5 };

/* The driver answers into memory of ours: only where it has written anything, the program is given
 * an answer. */
static __thread struct {
	bool asked;
	uint64_t name, to; /* as the program gave them */
	uint8_t answer[8];
} question __attribute__((tls_model("initial-exec")));

static void ask(struct gs_wire_call *call, unsigned name_at, uint64_t instead)
{
	question.name = call->args[name_at];
	question.to = call->args[name_at + 1];
	question.asked = question.to != 0;
	if (!question.asked)
		return;
	memset(question.answer, UNTOUCHED, sizeof question.answer);
	call->args[name_at] = instead;
	call->args[name_at + 1] = (uint64_t)(uintptr_t)question.answer;
}

/* Returns whether the driver has answered. */
static bool take_answer(struct gs_wire_call *call, unsigned name_at)
{
	bool answered = false;
	if (question.asked) {
		for (size_t i = 0; i < sizeof question.answer; i++)
			answered = answered || question.answer[i] != UNTOUCHED;
		call->args[name_at] = question.name;
		call->args[name_at + 1] = question.to;
	}
	question.asked = false;
	return answered;
}

static void before_program(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	if (records() && call->args[1] == GL_PROGRAM_BINARY_LENGTH)
		ask(call, 1, call->args[1]);
}

static void after_program(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	if (take_answer(call, 1))
		*(GLint *)(uintptr_t)call->args[2] = 0;
}

static bool is_list(uint64_t name)
{
	return name == GL_PROGRAM_BINARY_FORMATS || name == GL_SHADER_BINARY_FORMATS;
}

static bool is_of_formats(uint64_t name)
{
	return is_list(name) || name == GL_NUM_PROGRAM_BINARY_FORMATS ||
	       name == GL_NUM_SHADER_BINARY_FORMATS;
}

static void before_number(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	uint64_t name = call->args[0];
	if (!records() || !is_of_formats(name))
		return;
	ask(call, 0, /* a list has no size that we know, and its number is as good a question */
		name == GL_PROGRAM_BINARY_FORMATS  ? GL_NUM_PROGRAM_BINARY_FORMATS
		: name == GL_SHADER_BINARY_FORMATS ? GL_NUM_SHADER_BINARY_FORMATS
						   : name);
}

static bool has_spirv(void)
{
	GLint formats[64], n = 0;
	GL(glGetIntegerv)(GL_NUM_SHADER_BINARY_FORMATS, &n);
	if (n < 1 || n > (GLint)(sizeof formats / sizeof *formats))
		return false;
	GL(glGetIntegerv)(GL_SHADER_BINARY_FORMATS, formats);
	for (GLint i = 0; i < n; i++)
		if (formats[i] == GL_SHADER_BINARY_FORMAT_SPIR_V)
			return true;
	return false;
}

static void put(unsigned function, uint64_t to, GLint value)
{
	void *at = (void *)(uintptr_t)to;
	if (function == GS_FN_glGetBooleanv)
		*(GLboolean *)at = value != 0;
	else if (function == GS_FN_glGetFloatv)
		*(GLfloat *)at = (GLfloat)value;
	else if (function == GS_FN_glGetDoublev)
		*(GLdouble *)at = value;
	else if (function == GS_FN_glGetInteger64v)
		*(GLint64 *)at = value;
	else
		*(GLint *)at = value;
}

bool gs_binaries_told(GLenum name, GLint *n)
{
	if (!records() || is_list(name) || !is_of_formats(name))
		return false;
	*n = name == GL_NUM_SHADER_BINARY_FORMATS && has_spirv();
	return true;
}

static void after_number(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	if (!take_answer(call, 0))
		return;
	uint64_t name = call->args[0];
	GLint n = 0;
	if (gs_binaries_told((GLenum)name, &n))
		put(call->function, call->args[1], n);
	else if (name == GL_SHADER_BINARY_FORMATS && has_spirv())
		put(call->function, call->args[1], GL_SHADER_BINARY_FORMAT_SPIR_V);
}

void gs_binaries_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glProgramBinary, before_binary, after_binary},
		{GS_FN_glProgramBinaryOES, before_binary, after_binary},
	};
	static const struct gs_hook recorded[] = {
		{GS_FN_glShaderBinary, before_shader_binary, after_shader_binary},
		{GS_FN_glGetProgramBinary, before_get, after_get},
		{GS_FN_glGetProgramBinaryOES, before_get, after_get},
		{GS_FN_glGetProgramiv, before_program, after_program},
		{GS_FN_glGetIntegerv, before_number, after_number},
		{GS_FN_glGetBooleanv, before_number, after_number},
		{GS_FN_glGetFloatv, before_number, after_number},
		{GS_FN_glGetDoublev, before_number, after_number},
		{GS_FN_glGetInteger64v, before_number, after_number},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
	gs_hooks_add_for_recordings(recorded, sizeof recorded / sizeof *recorded);
}

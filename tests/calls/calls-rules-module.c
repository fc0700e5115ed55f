/* SPDX-License-Identifier: MIT */
/*
 * What follows calls' pointers in the debugged program (preload/memory/), for
 * tests/calls/calls-rules.py and for functions that no driver here has: whatever it asks the
 * driver, a function of the test's answers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/memory/call-memory.h"
#include "preload/memory/persistent-maps.h"
#include "preload/core/gl.h"
#include "preload/core/libraries/symbols.h"
#include "preload/core/x-guard.h"
#include "preload/shadow/shadow.h"
#include "preload/caps/texture.h"
#include "preload/caps/uniform-shape.h"

/* function was called with a name to ask for after these numbers. */
typedef int32_t answer_func(const char *function, uint32_t name, int32_t a, int32_t b, int32_t c);
static answer_func *answer;

void *gs_real_table[GS_N_FUNCTIONS];
struct gs_call_policy gs_call_policy;
static struct gs_context context = {.compatibility = true, .version = 46, .info_known = true};

bool gs_may_end_frame(unsigned function)
{
	return false;
}

bool gs_ends_frame(struct gs_thread *thread, unsigned function)
{
	return false;
}

bool gs_pending_is_draw(struct gs_thread *thread)
{
	return false;
}

bool gs_binaries_told(uint32_t name, int32_t *n)
{
	return false;
}

static void get_integer(GLenum name, GLint *value)
{
	*value = answer("glGetIntegerv", name, 0, 0, 0);
}

/* Draws look for arrays of each unit. */
static void take_unit(GLenum unit)
{
	(void)unit;
}

static GLboolean is_enabled(GLenum name)
{
	return (GLboolean)answer("glIsEnabled", name, 0, 0, 0);
}

static void get_map(GLenum target, GLenum name, GLint *value)
{
	*value = answer("glGetMapiv", name, (int32_t)target, 0, 0);
}

static void get_unit_level(GLenum unit, GLenum target, GLint level, GLenum name, GLint *value)
{
	*value = answer(
		"glGetMultiTexLevelParameterivEXT", name, (int32_t)unit, (int32_t)target, level);
}

static void get_named_program(GLuint program, GLenum target, GLenum name, GLint *value)
{
	*value = answer("glGetNamedProgramivEXT", name, (int32_t)program, (int32_t)target, 0);
}

static void get_block(GLuint program, GLuint block, GLenum name, GLint *value)
{
	*value = answer("glGetActiveUniformBlockiv", name, (int32_t)program, (int32_t)block, 0);
}

static void get_counters(GLuint program, GLuint buffer, GLenum name, GLint *value)
{
	*value = answer(
		"glGetActiveAtomicCounterBufferiv", name, (int32_t)program, (int32_t)buffer, 0);
}

static void get_subroutine(GLuint program, GLenum shader, GLuint uniform, GLenum name, GLint *value)
{
	*value = answer("glGetActiveSubroutineUniformiv", name, (int32_t)program, (int32_t)shader,
		(int32_t)uniform);
}

void *gs_real_find(unsigned function)
{
	switch (function) {
	case GS_FN_glGetIntegerv:
		return (void *)get_integer;
	case GS_FN_glClientActiveTexture:
		return (void *)take_unit;
	case GS_FN_glIsEnabled:
		return (void *)is_enabled;
	case GS_FN_glGetMapiv:
		return (void *)get_map;
	case GS_FN_glGetMultiTexLevelParameterivEXT:
		return (void *)get_unit_level;
	case GS_FN_glGetNamedProgramivEXT:
		return (void *)get_named_program;
	case GS_FN_glGetActiveUniformBlockiv:
		return (void *)get_block;
	case GS_FN_glGetActiveAtomicCounterBufferiv:
		return (void *)get_counters;
	case GS_FN_glGetActiveSubroutineUniformiv:
		return (void *)get_subroutine;
	default:
		fprintf(stderr, "%s is not answered here\n", gs_data_name(function));
		abort();
	}
}

/* ---- what else of preload/ it needs ---- */

bool gs_reserve(void *at, size_t size)
{
	(void)at, (void)size;
	return true;
}

struct gs_context *gs_context_current(struct gs_thread *thread)
{
	(void)thread;
	return &context;
}

void gs_context_info(struct gs_context *c)
{
	(void)c;
}

bool gs_context_has(const struct gs_context *c, const char *extension)
{
	(void)c, (void)extension;
	return true;
}

uint32_t gs_error_take(struct gs_context *c)
{
	(void)c;
	return 0;
}

void gs_error_drop(void)
{
}

void gs_egl_error_take(struct gs_thread *thread)
{
}

/* Nobody traces this process. */
bool gs_copy_is_guarded(void)
{
	return false;
}

bool gs_process_is_filtered(void)
{
	return false;
}

bool gs_copy_guarded(void *to, const void *from, size_t size)
{
	(void)to, (void)from, (void)size;
	return false;
}

void *gs_symbols_find_in(const char *soname, const char *name)
{
	return NULL;
}

void gs_egl_error_drop(void)
{
}

uint64_t gs_glx_window(uint64_t drawable)
{
	return drawable;
}

void gs_x_guard(const struct gs_context *c)
{
	(void)c;
}

void gs_x_unguard(void)
{
}

bool gs_multi_commands(const struct gs_wire_call *call, struct gs_draw_commands *commands)
{
	(void)call, (void)commands;
	return false;
}

GLenum gs_texture_target(GLuint texture, GLenum *image)
{
	(void)texture, (void)image;
	return GL_TEXTURE_2D;
}

struct gs_uniform_shape gs_uniform_shape(GLenum type)
{
	(void)type;
	return (struct gs_uniform_shape){'f', 1, 1};
}

/* No buffer is mapped here. */
bool gs_persistent_synchronizes(unsigned function)
{
	(void)function;
	return false;
}

bool gs_persistent_any(void)
{
	return false;
}

bool gs_persistent_has(const struct gs_group *group, uint64_t address)
{
	(void)group, (void)address;
	return false;
}

void gs_persistent_add(struct gs_memory_reader *r, const struct gs_context *c)
{
	(void)r, (void)c;
}

/* ---- for the test ---- */

int test_n_arguments(const char *name);
size_t test_pointees(const char *name, const uint64_t *args, uint64_t returned, bool out,
	answer_func *answers, void *to, size_t size);

/* -1: no such function. */
int test_n_arguments(const char *name)
{
	int function = gs_data_find(name);
	return function < 0 ? -1 : gs_data_function((unsigned)function)->n_parameters;
}

/* The entries (wire/memory.h) of what is read (out: written) go to that memory; their bytes in
 * all. */
size_t test_pointees(const char *name, const uint64_t *args, uint64_t returned, bool out,
	answer_func *answers, void *to, size_t size)
{
	struct gs_wire_call call = {.function = (uint16_t)gs_data_find(name),
		.n_args = (uint8_t)test_n_arguments(name),
		.ret = returned};
	struct gs_thread thread = {.call = &call};
	struct gs_call_memory detail = {.data = to, .size = size, .most = size, .fixed = true};
	memcpy(call.args, args, call.n_args * sizeof *args);
	answer = answers;
	gs_call_memory_add(&detail, &thread, &call, 1 << 16, out);
	return detail.used;
}

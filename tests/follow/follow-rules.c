/* SPDX-License-Identifier: MIT */
/* The follower of calls: each of its rules, with calls made up for it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/constants.h"
#include "data/data.h"
#include "follow/follow.h"
#include "wire/memory.h"

static struct gs_follow *follow;
static unsigned freed[4];

static void fail(int line, const char *what)
{
	fprintf(stderr, "FAIL %s:%d: %s\n", __FILE__, line, what);
	exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

enum { ONE = 1, TWO = 2, NO_RESULT = -1, DISPLAY = 7, CONFIG = 8 };

/* Add a call of the thread; result NO_RESULT: none is told. Its array of 32-bit numbers, if it has
 * one: n of them. */
static const struct gs_follow_step *add_with(uint32_t thread, unsigned function, int64_t result,
	const uint32_t *numbers, size_t n, unsigned n_args, va_list args)
{
	struct gs_wire_call call = {
		.function = function, .flags = thread << GS_CALL_TID_SHIFT, .n_args = n_args};
	uint8_t memory[256] = {0};
	struct gs_wire_memory entry = {
		.size = n * sizeof *numbers, .kind = GS_WIRE_ELEMENTS, .bits = 32};
	if (result != NO_RESULT) {
		call.flags |= GS_CALL_RETURNED;
		call.ret = (uint64_t)result;
	}
	for (unsigned i = 0; i < n_args; i++)
		call.args[i] = va_arg(args, uint64_t);
	if (n) {
		memcpy(memory, &entry, GS_WIRE_MEMORY_HEAD);
		memcpy(memory + GS_WIRE_MEMORY_HEAD, numbers, n * sizeof *numbers);
	}
	return gs_follow_wire(
		follow, &call, n ? memory : NULL, GS_WIRE_MEMORY_HEAD + (n * 4 + 7) / 8 * 8);
}

static const struct gs_follow_step *add(
	uint32_t thread, unsigned function, int64_t result, unsigned n_args, ...)
{
	va_list args;
	va_start(args, n_args);
	const struct gs_follow_step *step = add_with(
		thread, function, result, NULL, 0, n_args, args);
	va_end(args);
	return step;
}

static const struct gs_follow_step *add_array(uint32_t thread, unsigned function, int64_t result,
	const uint32_t *numbers, size_t n, unsigned n_args, ...)
{
	va_list args;
	va_start(args, n_args);
	const struct gs_follow_step *step = add_with(
		thread, function, result, numbers, n, n_args, args);
	va_end(args);
	return step;
}

#define U(number) ((uint64_t)(number))

static const struct gs_follow_step *create(uint32_t thread, uint64_t handle, uint64_t share)
{
	return add(thread, GS_FN_glXCreateContext, (int64_t)handle, 4, U(DISPLAY), U(CONFIG), share,
		U(1));
}

static const struct gs_follow_step *make_current(uint32_t thread, uint64_t draw, uint64_t handle)
{
	return add(thread, GS_FN_glXMakeCurrent, 1, 3, U(DISPLAY), draw, handle);
}

static const struct gs_follow_step *destroy(uint32_t thread, uint64_t handle)
{
	return add(thread, GS_FN_glXDestroyContext, NO_RESULT, 2, U(DISPLAY), handle);
}

static struct gs_follow_context *current(uint32_t thread)
{
	const struct gs_follow_thread *of = gs_follow_thread(follow, thread);
	return of ? of->context : NULL;
}

/* ---- contexts ---- */

static void check_groups(void)
{
	struct gs_follow_group *group = create(ONE, 0x10, 0)->context->group;
	const struct gs_follow_step *step = create(ONE, 0x20, 0x10);
	CHECK(step->event == GS_FOLLOW_CREATES && step->share->handle == 0x10);
	CHECK(step->context->group == group && step->context->is_made);
	CHECK(create(ONE, 0x30, 0)->context->group != group);
	CHECK(group->contexts->len == 2);
	/* by all the names that the functions have for it */
	CHECK(add(ONE, GS_FN_glXCreateNewContext, 0x40, 5, U(DISPLAY), U(CONFIG), U(1), U(0x10),
		      U(1))
			->context->group == group);
	CHECK(add(ONE, GS_FN_glXCreateContextAttribsARB, 0x50, 5, U(DISPLAY), U(CONFIG), U(0x10),
		      U(1), U(0))
			->context->group == group);
	CHECK(add(ONE, GS_FN_eglCreateContext, 0x60, 4, U(DISPLAY), U(CONFIG), U(0x10), U(0))
			->context->group == group);
	CHECK(add(ONE, GS_FN_glXCreateContext, 0, 4, U(DISPLAY), U(CONFIG), U(0), U(1))->event ==
		GS_FOLLOW_NOTHING);
	/* with a context that was not seen before */
	step = create(ONE, 0x70, 0x80);
	CHECK(step->share->handle == 0x80 && !step->share->is_made);
	CHECK(gs_follow_context(follow, 0x80)->group == step->context->group);
}

static void check_current(void)
{
	create(ONE, 0x10, 0);
	const struct gs_follow_step *step = make_current(ONE, 0x1, 0x10);
	CHECK(step->event == GS_FOLLOW_MAKES_CURRENT && step->context == current(ONE));
	CHECK(current(ONE)->handle == 0x10 && current(ONE)->n_threads == 1 && !current(TWO));
	CHECK(step->thread->draw->handle == 0x1 && step->thread->read == step->thread->draw);
	make_current(TWO, 0x2, 0x20);
	CHECK(current(TWO)->handle == 0x20 && !current(TWO)->is_made);
	/* one that failed */
	add(ONE, GS_FN_glXMakeCurrent, 0, 3, U(DISPLAY), U(0x3), U(0x20));
	CHECK(current(ONE)->handle == 0x10);
	/* of which the result is not told */
	add(ONE, GS_FN_glXMakeContextCurrent, NO_RESULT, 4, U(DISPLAY), U(0x3), U(0x4), U(0x30));
	CHECK(current(ONE)->handle == 0x30);
	CHECK(gs_follow_thread(follow, ONE)->draw->handle == 0x3);
	CHECK(gs_follow_thread(follow, ONE)->read->handle == 0x4);
	make_current(ONE, 0, 0);
	CHECK(!current(ONE) && !gs_follow_thread(follow, ONE)->draw);
	CHECK(gs_follow_context(follow, 0x10)->n_threads == 0);
	CHECK(gs_follow_state(follow, gs_follow_thread(follow, ONE))->handle == 0);
}

static void check_destroyed(void)
{
	create(ONE, 0x10, 0);
	make_current(ONE, 0x1, 0x10);
	struct gs_follow_context *context = current(ONE);
	CHECK(!destroy(ONE, 0x10)->ended && context->is_destroyed); /* GLX 1.4, 3.3.7 */
	CHECK(current(ONE) == context && gs_follow_context(follow, 0x10) == context);
	CHECK(make_current(ONE, 0, 0)->ended == context);
	CHECK(!gs_follow_context(follow, 0x10));
	/* nowhere current: at once */
	create(ONE, 0x20, 0);
	CHECK(destroy(ONE, 0x20)->ended->handle == 0x20);
	/* and its handle is another's while it is still current */
	create(ONE, 0x30, 0);
	make_current(ONE, 0x1, 0x30);
	context = current(ONE);
	destroy(ONE, 0x30);
	create(TWO, 0x30, 0);
	CHECK(current(ONE) == context && gs_follow_context(follow, 0x30) != context);
	make_current(TWO, 0x2, 0x30);
	CHECK(current(TWO) != context && make_current(ONE, 0, 0)->ended == context);
	CHECK(gs_follow_context(follow, 0x30) == current(TWO));
	/* a handle that comes again without an end: the display was closed */
	CHECK(create(ONE, 0x40, 0) && create(ONE, 0x40, 0)->ended);
}

static void count_context(void *data)
{
	freed[0] += data == &freed;
}

static void count_group(void *data)
{
	freed[1] += data == &freed;
}

static void count_drawable(void *data)
{
	freed[2] += data == &freed;
}

static void count_thread(void *data)
{
	freed[3] += data == &freed;
}

static void check_owner(void)
{
	const struct gs_follow_owner owner = {
		count_context, count_group, count_drawable, count_thread};
	gs_follow_free(follow);
	follow = gs_follow_new(&owner);
	memset(freed, 0, sizeof freed);
	struct gs_follow_context *one = create(ONE, 0x10, 0)->context;
	one->data = one->group->data = &freed;
	create(ONE, 0x20, 0x10)->context->data = &freed;
	destroy(ONE, 0x10);
	make_current(ONE, 0x1, 0x20)->thread->draw->data = &freed;
	gs_follow_thread(follow, ONE)->data = &freed;
	CHECK(freed[0] == 1 && freed[1] == 0);
	destroy(ONE, 0x20);
	make_current(ONE, 0, 0);
	CHECK(freed[0] == 1 && freed[1] == 0); /* lives until the next call */
	make_current(ONE, 0, 0);
	CHECK(freed[0] == 2 && freed[1] == 1 && freed[2] == 0);
	gs_follow_free(follow);
	CHECK(freed[2] == 1 && freed[3] == 1);
	follow = gs_follow_new(NULL);
}

/* ---- EGL ---- */

static void check_egl(void)
{
	const struct gs_follow_thread *one = gs_follow_enter(follow, ONE);
	CHECK(!one->is_opengl);
	add(ONE, GS_FN_eglBindAPI, 1, 1, U(EGL_OPENGL_API));
	CHECK(one->is_opengl && !gs_follow_enter(follow, TWO)->is_opengl);
	add(ONE, GS_FN_eglBindAPI, 0, 1, U(EGL_OPENVG_API)); /* refused: EGL 1.5, 3.7 */
	CHECK(one->is_opengl);
	add(ONE, GS_FN_eglBindAPI, 1, 1, U(EGL_OPENGL_ES_API));
	CHECK(!one->is_opengl);
	add(ONE, GS_FN_eglBindAPI, 1, 1, U(EGL_OPENGL_API));
	add(ONE, GS_FN_eglMakeCurrent, 1, 4, U(DISPLAY), U(0x1), U(0x2), U(0x10));
	CHECK(one->context->handle == 0x10 && one->is_egl && one->read->handle == 0x2);
	/* EGL 1.5, 3.12: as a thread that has not called so far */
	CHECK(add(ONE, GS_FN_eglReleaseThread, 1, 0)->event == GS_FOLLOW_MAKES_CURRENT);
	CHECK(!one->context && !one->draw && !one->is_opengl);
	/* EGL lets go of none of GLX's */
	make_current(ONE, 0x1, 0x20);
	add(ONE, GS_FN_eglReleaseThread, 1, 0);
	CHECK(one->context->handle == 0x20);
}

/* ---- drawables ---- */

static void check_drawables(void)
{
	const uint32_t list[] = {EGL_WIDTH, 64, EGL_HEIGHT, 48, EGL_NONE}, width[] = {320};
	const uint32_t srgb[] = {EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR, EGL_NONE};
	const struct gs_follow_step *step = add_array(ONE, GS_FN_eglCreatePbufferSurface, 0x100,
		list, G_N_ELEMENTS(list), 3, U(DISPLAY), U(CONFIG), U(1));
	struct gs_follow_drawable *pbuffer = step->drawable;
	CHECK(step->event == GS_FOLLOW_MAKES_DRAWABLE && pbuffer->is_pbuffer);
	CHECK(pbuffer->width == 64 && pbuffer->height == 48 && !pbuffer->told_width);
	/* the same handle once more: another one */
	step = add_array(ONE, GS_FN_eglCreateWindowSurface, 0x100, srgb, G_N_ELEMENTS(srgb), 4,
		U(DISPLAY), U(CONFIG), U(5), U(1));
	CHECK(step->drawable != pbuffer && !step->drawable->is_pbuffer && step->drawable->is_srgb);
	step = add_array(ONE, GS_FN_eglQuerySurface, 1, width, 1, 4, U(DISPLAY), U(0x100),
		U(EGL_WIDTH), U(1));
	CHECK(step->event == GS_FOLLOW_SIZES && step->drawable->width == 320);
	CHECK(step->drawable->told_width == 320 && !step->drawable->told_height);
	/* whose frame ends */
	step = add(ONE, GS_FN_glXSwapBuffers, NO_RESULT, 2, U(DISPLAY), U(0x300));
	CHECK(step->event == GS_FOLLOW_SHOWS && step->drawable->handle == 0x300);
	CHECK(!add(ONE, GS_FN_glFrameTerminatorGREMEDY, NO_RESULT, 0)->drawable);
	make_current(ONE, 0x400, 0x10);
	CHECK(add(ONE, GS_FN_glFrameTerminatorGREMEDY, NO_RESULT, 0)->drawable->handle == 0x400);
}

static void check_viewports(void)
{
	make_current(ONE, 0x1, 0x10);
	const struct gs_follow_drawable *window = gs_follow_thread(follow, ONE)->draw;
	CHECK(add(ONE, GS_FN_glViewport, NO_RESULT, 4, U(10), U(20), U(100), U(50))->event ==
		GS_FOLLOW_SIZES);
	CHECK(window->width == 110 && window->height == 70 && !window->told_width);
	add(ONE, GS_FN_glViewport, NO_RESULT, 4, U(0), U(0), U(50), U(90));
	CHECK(window->width == 110 && window->height == 90);
	add(ONE, GS_FN_glBindFramebuffer, NO_RESULT, 2, U(GL_DRAW_FRAMEBUFFER), U(3));
	add(ONE, GS_FN_glViewport, NO_RESULT, 4, U(0), U(0), U(500), U(900));
	CHECK(window->width == 110);
	add(ONE, GS_FN_glBindFramebuffer, NO_RESULT, 2, U(GL_FRAMEBUFFER), U(0));
	add(ONE, GS_FN_glViewport, NO_RESULT, 4, U(0), U(0), U(1) << 30, U(900));
	CHECK(window->width == 16384 && window->height == 900);
}

/* ---- what is bound ---- */

static const struct gs_follow_context *state(uint32_t thread)
{
	return gs_follow_state(follow, gs_follow_thread(follow, thread));
}

static void check_framebuffers(void)
{
	const uint32_t others[] = {1, 2}, three[] = {2, 3};
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glBindFramebufferEXT, NO_RESULT, 2, U(GL_FRAMEBUFFER), U(3));
	add(ONE, GS_FN_glBindFramebuffer, NO_RESULT, 2, U(GL_READ_FRAMEBUFFER), U(4));
	CHECK(state(ONE)->draw_framebuffer.name == 3);
	add_array(ONE, GS_FN_glDeleteFramebuffers, NO_RESULT, others, 2, 2, U(2), U(1));
	CHECK(state(ONE)->draw_framebuffer.name == 3);
	make_current(TWO, 0x2, 0x20); /* another context's deletion leaves it bound */
	add_array(TWO, GS_FN_glDeleteFramebuffers, NO_RESULT, three, 2, 2, U(2), U(1));
	CHECK(state(ONE)->draw_framebuffer.name == 3);
	add_array(ONE, GS_FN_glDeleteFramebuffers, NO_RESULT, three, 2, 2, U(2), U(1));
	CHECK(state(ONE)->draw_framebuffer.name == 0);
}

static void check_programs(void)
{
	const uint32_t pipelines[] = {5};
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glBindProgramPipeline, NO_RESULT, 1, U(5));
	add(ONE, GS_FN_glActiveShaderProgram, NO_RESULT, 2, U(5), U(6));
	CHECK(gs_follow_program(state(ONE)) == 6);
	add(ONE, GS_FN_glUseProgram, NO_RESULT, 1, U(7));
	CHECK(gs_follow_program(state(ONE)) == 7); /* it goes before the pipeline */
	add(ONE, GS_FN_glUseProgramObjectARB, NO_RESULT, 1, U(0));
	CHECK(gs_follow_program(state(ONE)) == 6);
	add_array(ONE, GS_FN_glDeleteProgramPipelines, NO_RESULT, pipelines, 1, 2, U(1), U(1));
	CHECK(gs_follow_program(state(ONE)) == 0);
	CHECK(gs_follow_program(NULL) == 0);
}

static void check_lists(void)
{
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glUseProgram, NO_RESULT, 1, U(7));
	add(ONE, GS_FN_glNewList, NO_RESULT, 2, U(1), U(GL_COMPILE));
	CHECK(state(ONE)->list == 1 && !state(ONE)->list_executes);
	add(ONE, GS_FN_glUseProgram, NO_RESULT, 1, U(8));
	CHECK(gs_follow_program(state(ONE)) == 8); /* of the calls that the list has */
	CHECK(state(ONE)->program.name == 7);
	add(ONE, GS_FN_glBindFramebuffer, NO_RESULT, 2, U(GL_FRAMEBUFFER), U(3));
	add(ONE, GS_FN_glEndList, NO_RESULT, 0);
	CHECK(gs_follow_program(state(ONE)) == 7 && state(ONE)->draw_framebuffer.name == 3);
	CHECK(gs_follow_knows(follow, &state(ONE)->program));
	add(ONE, GS_FN_glCallList, NO_RESULT, 1, U(1));
	CHECK(!gs_follow_knows(follow, &state(ONE)->program));
	CHECK(gs_follow_program(state(ONE)) == 8);
	add(ONE, GS_FN_glUseProgram, NO_RESULT, 1, U(9));
	CHECK(gs_follow_knows(follow, &state(ONE)->program));
	add(ONE, GS_FN_glNewList, NO_RESULT, 2, U(2), U(GL_COMPILE_AND_EXECUTE));
	add(ONE, GS_FN_glUseProgram, NO_RESULT, 1, U(8));
	add(ONE, GS_FN_glEndList, NO_RESULT, 0);
	CHECK(gs_follow_program(state(ONE)) == 8);
}

static void check_blocks(void)
{
	make_current(ONE, 0x1, 0x10);
	make_current(TWO, 0x2, 0x20);
	add(ONE, GS_FN_glBegin, NO_RESULT, 1, U(GL_TRIANGLES));
	CHECK(state(ONE)->in_block && !state(TWO)->in_block);
	add(ONE, GS_FN_glEnd, NO_RESULT, 0);
	CHECK(!state(ONE)->in_block);
}

static uint64_t bound(uint64_t target)
{
	return gs_follow_buffer(current(ONE), target);
}

static void check_buffers(void)
{
	const uint32_t names[] = {4, 5}, arrays[] = {7};
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glBindBufferARB, NO_RESULT, 2, U(GL_ARRAY_BUFFER), U(3));
	add(ONE, GS_FN_glBindBufferBase, NO_RESULT, 3, U(GL_UNIFORM_BUFFER), U(2), U(4));
	add(ONE, GS_FN_glBindBufferRange, NO_RESULT, 5, U(GL_SHADER_STORAGE_BUFFER), U(2), U(5),
		U(0), U(16));
	CHECK(bound(GL_ARRAY_BUFFER) == 3 && bound(GL_UNIFORM_BUFFER) == 4);
	CHECK(bound(GL_SHADER_STORAGE_BUFFER) == 5 && !bound(GL_PIXEL_PACK_BUFFER));
	/* indices are the vertex array's */
	add(ONE, GS_FN_glBindBuffer, NO_RESULT, 2, U(GL_ELEMENT_ARRAY_BUFFER), U(6));
	add(ONE, GS_FN_glBindVertexArray, NO_RESULT, 1, U(7));
	CHECK(!bound(GL_ELEMENT_ARRAY_BUFFER));
	add(ONE, GS_FN_glVertexArrayElementBuffer, NO_RESULT, 2, U(7), U(5));
	CHECK(bound(GL_ELEMENT_ARRAY_BUFFER) == 5);
	add_array(ONE, GS_FN_glDeleteVertexArrays, NO_RESULT, arrays, 1, 2, U(1), U(1));
	CHECK(bound(GL_ELEMENT_ARRAY_BUFFER) == 6);
	add(ONE, GS_FN_glBindVertexArray, NO_RESULT, 1, U(7));
	CHECK(!bound(GL_ELEMENT_ARRAY_BUFFER));
	const struct gs_follow_step *step = add_array(
		ONE, GS_FN_glDeleteBuffers, NO_RESULT, names, 2, 2, U(2), U(1));
	CHECK(step->event == GS_FOLLOW_UNMAPS && step->buffers->len == 2);
	CHECK(bound(GL_ARRAY_BUFFER) == 3 && !bound(GL_UNIFORM_BUFFER));
	CHECK(!bound(GL_SHADER_STORAGE_BUFFER));
}

static void check_mappings(void)
{
	const uint32_t names[] = {3};
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glBindBuffer, NO_RESULT, 2, U(GL_COPY_WRITE_BUFFER), U(3));
	add(ONE, GS_FN_glBufferData, NO_RESULT, 4, U(GL_COPY_WRITE_BUFFER), U(4096), U(0), U(0));
	add(ONE, GS_FN_glNamedBufferStorage, NO_RESULT, 4, U(4), U(64), U(0), U(0));
	CHECK(gs_follow_buffer_size(current(ONE), 3) == 4096);
	CHECK(gs_follow_buffer_size(current(ONE), 4) == 64);
	const struct gs_follow_step *step = add(
		ONE, GS_FN_glMapBuffer, 0x7000, 2, U(GL_COPY_WRITE_BUFFER), U(GL_WRITE_ONLY));
	CHECK(step->event == GS_FOLLOW_MAPS && step->buffer == 3);
	CHECK(step->address == 0x7000 && step->size == 4096);
	step = add(ONE, GS_FN_glMapNamedBufferRange, 0x9010, 4, U(4), U(16), U(32), U(2));
	CHECK(step->event == GS_FOLLOW_MAPS && step->buffer == 4);
	CHECK(step->address == 0x9010 && step->size == 32);
	/* what fails maps nothing */
	step = add(ONE, GS_FN_glMapNamedBufferRange, 0, 4, U(4), U(16), U(32), U(2));
	CHECK(step->event == GS_FOLLOW_NOTHING);
	step = add(ONE, GS_FN_glUnmapBuffer, 1, 1, U(GL_COPY_WRITE_BUFFER));
	CHECK(step->event == GS_FOLLOW_UNMAPS && step->buffers->len == 1);
	CHECK(g_array_index(step->buffers, uint64_t, 0) == 3);
	add_array(ONE, GS_FN_glDeleteBuffers, NO_RESULT, names, 1, 2, U(1), U(1));
	CHECK(!gs_follow_buffer_size(current(ONE), 3));
}

static void check_saved(void)
{
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glBindBuffer, NO_RESULT, 2, U(GL_ARRAY_BUFFER), U(3));
	add(ONE, GS_FN_glBindBuffer, NO_RESULT, 2, U(GL_PIXEL_UNPACK_BUFFER), U(4));
	add(ONE, GS_FN_glPushClientAttrib, NO_RESULT, 1, U(GL_CLIENT_VERTEX_ARRAY_BIT));
	add(ONE, GS_FN_glPushClientAttrib, NO_RESULT, 1, U(GL_CLIENT_PIXEL_STORE_BIT));
	add(ONE, GS_FN_glBindBuffer, NO_RESULT, 2, U(GL_ARRAY_BUFFER), U(0));
	add(ONE, GS_FN_glBindBuffer, NO_RESULT, 2, U(GL_PIXEL_UNPACK_BUFFER), U(0));
	add(ONE, GS_FN_glPopClientAttrib, NO_RESULT, 0);
	CHECK(!bound(GL_ARRAY_BUFFER) && bound(GL_PIXEL_UNPACK_BUFFER) == 4);
	add(ONE, GS_FN_glPopClientAttrib, NO_RESULT, 0);
	CHECK(bound(GL_ARRAY_BUFFER) == 3 && bound(GL_PIXEL_UNPACK_BUFFER) == 4);
	add(ONE, GS_FN_glPopClientAttrib, NO_RESULT, 0);
	CHECK(bound(GL_ARRAY_BUFFER) == 3);
}

static void check_lost(void)
{
	make_current(ONE, 0x1, 0x10);
	add(ONE, GS_FN_glBindFramebuffer, NO_RESULT, 2, U(GL_FRAMEBUFFER), U(3));
	CHECK(gs_follow_knows(follow, &state(ONE)->draw_framebuffer));
	gs_follow_lose(follow, 5);
	CHECK(!gs_follow_knows(follow, &state(ONE)->draw_framebuffer));
	add(ONE, GS_FN_glBindFramebuffer, NO_RESULT, 2, U(GL_FRAMEBUFFER), U(4));
	CHECK(gs_follow_knows(follow, &state(ONE)->draw_framebuffer));
	CHECK(!gs_follow_knows(follow, &state(ONE)->program));
	create(ONE, 0x20, 0);
	make_current(ONE, 0x1, 0x20); /* all of a new one is known */
	CHECK(gs_follow_knows(follow, &state(ONE)->program));
	make_current(ONE, 0x1, 0x30); /* nothing of one that was met */
	CHECK(!gs_follow_knows(follow, &state(ONE)->program));
}

/* A piece of a trace: nothing says that a context is current. */
static void check_piece(void)
{
	add(ONE, GS_FN_glUseProgram, NO_RESULT, 1, U(7));
	CHECK(!current(ONE) && gs_follow_program(state(ONE)) == 7);
	CHECK(gs_follow_state(follow, NULL) == state(ONE));
	add(ONE, GS_FN_glVertex3f, NO_RESULT, 3, U(0), U(0), U(0));
	CHECK(!gs_follow_wants(GS_FN_glVertex3f) && !gs_follow_wants(GS_N_FUNCTIONS));
}

int main(void)
{
	static void (*const checks[])(void) = {check_groups, check_current, check_destroyed,
		check_owner, check_egl, check_drawables, check_viewports, check_framebuffers,
		check_programs, check_lists, check_blocks, check_buffers, check_mappings,
		check_saved, check_lost, check_piece};
	for (size_t i = 0; i < G_N_ELEMENTS(checks); i++) {
		follow = gs_follow_new(NULL);
		checks[i]();
		gs_follow_free(follow);
	}
	return 0;
}

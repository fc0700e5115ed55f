/* SPDX-License-Identifier: MIT */
/*
 * A pending glCallList or glCallLists taken apart: its calls are executed one by one, for good, up
 * to the draw that is to be debugged, so that everything before it has happened and the state is
 * that draw's own. Then the draw alone is redrawn as often as needed, and when the program's call
 * is executed at last, the rest of the list is.
 */
#include "preload/lists/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "data/pointee.h"
#include "dispatch/dispatch.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "wire/capture.h"
#include "wire/memory.h"

enum { DEEPEST = 64 }; /* lists within lists: GL_MAX_LIST_NESTING */

/* A list of which calls are left, or names of lists. */
struct frame {
	const struct gs_list_record *record; /* NULL: names */
	size_t at;
	const void *names;
	GLenum type;
	uint32_t i, n, base;
};

struct cursor {
	struct frame frame[2 * DEEPEST];
	unsigned depth;
	unsigned drawn; /* draws that lie behind */
	uint32_t base;	/* GL_LIST_BASE */
};

struct gs_list_run {
	struct cursor cursor;
	unsigned draws;
	bool has_begun;	  /* gs_list_run_has_begun */
	unsigned repeats; /* state of repeats() */
	unsigned differs; /* enum gs_list_difference bits, if draws of it are executed one by one */
};

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- one call after the other ---- */

static void push_record(struct cursor *c, struct gs_context *context, uint32_t name)
{
	const struct gs_list_record *record = c->depth < 2 * DEEPEST
						      ? gs_list_record_of(context, name)
						      : NULL;
	if (record)
		c->frame[c->depth++] = (struct frame){.record = record};
}

static void push_names(struct cursor *c, const struct gs_wire_call *call)
{
	int32_t n = (int32_t)call->args[0];
	if (c->depth < 2 * DEEPEST && n > 0 && call->args[2])
		c->frame[c->depth++] = (struct frame){
			.names = (const void *)(uintptr_t)call->args[2],
			.type = (GLenum)call->args[1],
			.n = (uint32_t)n,
			.base = c->base};
}

/* Goes into what a glCallList or glCallLists calls. False: call is neither. */
static bool go_into(struct cursor *c, struct gs_context *context, const struct gs_wire_call *call)
{
	if (call->function == GS_FN_glCallList)
		push_record(c, context, (uint32_t)call->args[0]);
	else if (call->function == GS_FN_glCallLists)
		push_names(c, call);
	else
		return false;
	return true;
}

/* False: there is none left. */
static bool next_call(
	struct cursor *c, struct gs_context *context, struct gs_wire_call *call, uint32_t *unpack)
{
	while (c->depth) {
		struct frame *top = &c->frame[c->depth - 1];
		if (top->record ? top->at == top->record->size : top->i == top->n) {
			c->depth--;
		} else if (!top->record) {
			push_record(c, context,
				top->base + gs_data_list_name(top->names, top->type, top->i++));
		} else {
			top->at = gs_list_record_get(top->record, top->at, call, unpack);
			if (!go_into(c, context, call))
				return true;
		}
	}
	return false;
}

/* Tightly packed rows, as they were kept, whatever the program's unpacking is now. */
static void execute_pixels(uint32_t unpack, struct gs_wire_call *call)
{
	static const GLenum names[] = {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
		GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SWAP_BYTES,
		GL_UNPACK_LSB_FIRST, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_IMAGES};
	enum { N = sizeof names / sizeof *names };
	GLint old[N], buffer = get(GL_PIXEL_UNPACK_BUFFER_BINDING);
	for (unsigned i = 0; i < N; i++) {
		old[i] = get(names[i]);
		GL(glPixelStorei)
		(names[i], i == 0   ? 1
			   : i == 4 ? !!(unpack & GS_WIRE_MEMORY_SWAPPED)
			   : i == 5 ? !!(unpack & GS_WIRE_MEMORY_LSB_FIRST)
				    : 0);
	}
	if (buffer)
		GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
	gs_dispatch(gs_real(call->function), call);
	if (buffer)
		GL(glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, buffer);
	for (unsigned i = 0; i < N; i++)
		GL(glPixelStorei)(names[i], old[i]);
}

static void execute(struct gs_wire_call *call, uint32_t unpack)
{
	if (unpack & GS_WIRE_MEMORY_PACKED)
		execute_pixels(unpack, call);
	else
		gs_dispatch(gs_real(call->function), call);
}

/* The draw that begins with call, in a mode (-1 its own). */
static bool draw(struct cursor *c, struct gs_context *context, struct gs_wire_call *call,
	uint32_t *unpack, int mode, const char **why)
{
	c->drawn++;
	if (call->function != GS_FN_glBegin) {
		enum gs_mode_change change = mode < 0 ? GS_MODE_CHANGED
						      : gs_mode_change(call, mode, why);
		if (change == GS_MODE_CHANGED)
			execute(call, *unpack);
		return change != GS_MODE_REFUSED;
	}
	bool keeps = (call->flags & GS_CALL_KEEPS_CURRENT) && gs_attribute_stack_has_room(why);
	if (mode >= 0)
		call->args[0] = (uint64_t)mode;
	if (keeps)
		GL(glPushAttrib)(GL_CURRENT_BIT);
	do
		execute(call, *unpack);
	while (call->function != GS_FN_glEnd && next_call(c, context, call, unpack));
	if (keeps)
		GL(glPopAttrib)();
	return true;
}

/* ---- calls before the first draw, executed twice ---- */

enum { HAS_SET_PROGRAM = 1, HAS_SET_UNIT = 2 };

static bool must_be_first(unsigned state, unsigned bit)
{
	return !(state & bit);
}

/* When calls were executed, and then the list that begins with them is: returns whether all is as
 * if it had been the list alone. state: 0, then what the last call made it; calls in their order.
 */
static bool repeats(const struct gs_wire_call *call, unsigned *state)
{
	unsigned list = gs_data_list(call->function);
	if (call->function == GS_FN_glUseProgram || call->function == GS_FN_glUseProgramObjectARB)
		return must_be_first(*state, HAS_SET_PROGRAM);
	if (call->function == GS_FN_glActiveTexture || call->function == GS_FN_glActiveTextureARB)
		return must_be_first(*state, HAS_SET_UNIT);
	if (call->function == GS_FN_glBindTexture && *state & HAS_SET_UNIT)
		return false;
	if (list & GS_LIST_OF_PROGRAM)
		*state |= HAS_SET_PROGRAM;
	else if (list & GS_LIST_OF_UNIT)
		*state |= call->function == GS_FN_glBindTexture ? 0 : HAS_SET_UNIT;
	else
		return list & GS_LIST_ABSOLUTE;
	return true;
}

/* ---- for good ---- */

/* To the draw of that number, or the end. */
static void advance(struct gs_list_run *run, struct gs_thread *thread, unsigned number)
{
	struct gs_context *context = gs_context_current(thread);
	struct cursor *c = &run->cursor;
	struct gs_wire_call call;
	uint32_t unpack;
	const char *why;
	for (;;) {
		struct cursor before = *c;
		if (!next_call(c, context, &call, &unpack))
			return;
		if (!gs_list_begins_draw(call.function)) {
			run->has_begun |= !repeats(&call, &run->repeats);
			execute(&call, unpack);
			c->base = (uint32_t)get(GL_LIST_BASE);
			continue;
		}
		if (c->drawn == number) {
			*c = before;
			return;
		}
		bool edited = gs_draw_begins(thread);
		run->has_begun = true;
		draw(c, context, &call, &unpack, -1, &why);
		if (edited)
			gs_core_handlers.draw_ended(thread);
	}
}

/* enum gs_list_difference bits of a list whose draws are executed one by one. */
static unsigned differs(struct cursor c, struct gs_context *context)
{
	struct gs_wire_call call;
	uint32_t unpack;
	unsigned found = 0;
	while (next_call(&c, context, &call, &unpack)) {
		if (call.function == GS_FN_glListBase)
			c.base = (uint32_t)call.args[0];
		if (call.function != GS_FN_glBegin)
			continue;
		found |= GS_LIST_LEAVES_CURRENT;
		if (call.args[0] == GL_QUADS || call.args[0] == GL_QUAD_STRIP ||
			call.args[0] == GL_POLYGON)
			found |= GS_LIST_SPLITS_QUADS;
	}
	return found;
}

static struct gs_list_run *create(struct gs_thread *thread, unsigned draws)
{
	struct gs_context *context = gs_context_current(thread);
	struct gs_list_run *run = calloc(1, sizeof *run);
	if (!run)
		return NULL;
	run->draws = draws;
	run->cursor.base = (uint32_t)get(GL_LIST_BASE);
	gs_list_hold();
	go_into(&run->cursor, context, thread->call);
	run->differs = differs(run->cursor, context);
	return run;
}

static bool refuse(const char **why, const char *text)
{
	*why = text;
	return false;
}

static bool is_list(const struct gs_wire_call *call)
{
	return call && (call->function == GS_FN_glCallList || call->function == GS_FN_glCallLists);
}

static bool begin(struct gs_thread *thread, const char **why)
{
	unsigned draws;
	if (!gs_list_is_known(thread, thread->call, &draws, why))
		return false;
	thread->list_run = create(thread, draws);
	return thread->list_run ||
	       refuse(why, "there is no memory to execute the display list's draws one by one");
}

bool gs_list_choose(struct gs_thread *thread, unsigned choice, bool as_one,
	struct gs_list_position *position, const char **why)
{
	memset(position, 0, sizeof *position);
	if (!is_list(thread->call) || !thread->before || !gs_pending_is_draw(thread))
		return refuse(why, "the pending call is not a glCallList that draws: a draw can be "
				   "chosen only in a display list");
	int draws = thread->list_run ? (int)thread->list_run->draws
				     : gs_list_draws(thread, thread->call, why);
	if (!choice && !thread->list_run && as_one && draws >= 0) {
		*position = (struct gs_list_position){.draws = (unsigned)draws, .all = true};
		return true;
	}
	if (draws && !thread->list_run && !begin(thread, why))
		return false;
	struct gs_list_run *run = thread->list_run;
	position->nothing = !draws || !run->draws;
	if (position->nothing) {
		gs_list_run_drop(thread);
		return refuse(
			why, "the display list draws nothing: `next draw` runs to the next draw");
	}
	unsigned number = choice ? choice - 1 : run->cursor.drawn;
	if (number >= run->draws)
		return refuse(why,
			"the display list makes fewer draws than that (they are counted from 0)");
	if (number < run->cursor.drawn)
		return refuse(why, "that draw of the display list has been executed already, to "
				   "reach a later one; `restart` to debug it");
	int error_number = errno;
	advance(run, thread, number);
	errno = error_number;
	*position = (struct gs_list_position){.draws = run->draws,
		.draw = run->cursor.drawn,
		.differs = run->has_begun ? run->differs : 0};
	return true;
}

bool gs_list_run_redraw(struct gs_thread *thread, int mode, const char **why)
{
	struct gs_context *context = gs_context_current(thread);
	struct cursor c = thread->list_run->cursor; /* stays where it is */
	struct gs_wire_call call;
	uint32_t unpack;
	if (!gs_attribute_stack_has_room(why))
		return false;
	if (!next_call(&c, context, &call, &unpack))
		return refuse(why, "the display list has no draw left");
	int error_number = errno;
	GL(glPushAttrib)(GL_CURRENT_BIT | GL_LIGHTING_BIT);
	bool ok = draw(&c, context, &call, &unpack, mode, why);
	GL(glPopAttrib)();
	errno = error_number;
	return ok;
}

uint32_t gs_list_run_mode(struct gs_thread *thread)
{
	struct cursor c = thread->list_run->cursor;
	struct gs_wire_call call;
	uint32_t unpack;
	return next_call(&c, gs_context_current(thread), &call, &unpack) ? gs_mode_of(&call)
									 : GS_NO_MODE;
}

void gs_list_run_drop(struct gs_thread *thread)
{
	if (!thread->list_run)
		return;
	free(thread->list_run);
	thread->list_run = NULL;
	gs_list_let_go();
}

bool gs_list_run_has_begun(const struct gs_thread *thread)
{
	return thread->list_run->has_begun;
}

void gs_list_run_finish(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	advance(thread->list_run, thread, UINT32_MAX);
	context->list_base = thread->list_run->cursor.base;
	gs_list_run_drop(thread);
}

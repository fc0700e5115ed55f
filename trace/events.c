/* SPDX-License-Identifier: MIT */
/* Events: grammar `event` and `call_detail` of the format specification, and flags (0x05). */
#include <stdlib.h>
#include "data/data.h"
#include "trace/cursor.h"

enum { FEW_ARGUMENTS = 16 };

static struct gs_trace_slot *slot_new(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot = reader->free_slots;

	if (slot) {
		reader->free_slots = slot->after;
		return slot;
	}
	slot = calloc(1, sizeof(*slot));
	if (slot)
		slot->room = malloc(FEW_ARGUMENTS * sizeof(*slot->room));
	if (slot && !slot->room) {
		free(slot);
		slot = NULL;
	}
	if (slot)
		slot->arena = (struct gs_trace_arena){
			.held = &reader->held, .limit = 2u * GS_TRACE_MAX_EVENT};
	return slot;
}

void gs_trace_slot_free(struct gs_trace_reader *reader, struct gs_trace_slot *slot)
{
	if (slot->arena.blocks)
		gs_trace_arena_reset(&slot->arena);
	slot->after = reader->free_slots;
	reader->free_slots = slot;
}

static bool get_arguments(struct gs_trace_cursor *cursor, struct gs_trace_slot *slot, uint32_t n)
{
	slot->call.args = n <= FEW_ARGUMENTS
				  ? slot->room
				  : gs_trace_arena_get(&slot->arena, n * sizeof(*slot->call.args));
	if (!slot->call.args) {
		gs_trace_bad(cursor, "a call needs too much memory");
		return false;
	}
	for (uint32_t i = 0; i < n; i++) {
		slot->call.args[i].class = GS_TRACE_NONE;
		slot->call.args[i].by_leave = false;
	}
	return true;
}

/* The leave event's arguments are not all there: as before it. */
static void undo_leave(struct gs_trace_slot *slot)
{
	struct gs_trace_call *call = &slot->call;

	if (slot->saved)
		memcpy(call->args, slot->saved, call->function->n_args * sizeof(*call->args));
	slot->saved = NULL;
	for (uint32_t i = 0; i < call->function->n_args; i++)
		if (call->args[i].by_leave)
			call->args[i].class = GS_TRACE_NONE;
	call->result = slot->result;
	call->frames = slot->frames;
	call->n_frames = slot->n_frames;
	call->is_fake = slot->is_fake;
	call->stack_by_leave = call->fake_by_leave = false;
}

static inline void before_leave(struct gs_trace_slot *slot)
{
	slot->result.class = slot->call.result.class;
	if (GS_UNLIKELY(slot->result.class != GS_TRACE_NONE))
		slot->result = slot->call.result;
	slot->frames = slot->call.frames;
	slot->n_frames = slot->call.n_frames;
	slot->is_fake = slot->call.is_fake;
}

static void replace_argument(struct gs_trace_cursor *cursor, struct gs_trace_slot *slot,
	struct gs_trace_value *arg, bool by_leave)
{
	size_t size = slot->call.function->n_args * sizeof(*slot->saved);

	if (arg->by_leave == by_leave)
		gs_trace_note(cursor, "an event gives argument %u twice",
			(unsigned)(arg - slot->call.args));
	if (!by_leave || slot->saved)
		return;
	slot->saved = gs_trace_arena_get(&slot->arena, size);
	if (!slot->saved)
		gs_trace_bad(cursor, "a call needs too much memory");
	else
		memcpy(slot->saved, slot->call.args, size);
}

/* The most frequent values, where none of their bytes can be missing. */
static inline bool read_scalar(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	if (gs_cursor_left(cursor) < 16)
		return false;
	if (*cursor->p + 1 == GS_TRACE_FLOAT) {
		value->uint = 0;
		memcpy(&value->number, cursor->p + 1, sizeof(value->number));
		cursor->p += 1 + sizeof(value->number);
		value->class = GS_TRACE_FLOAT;
		return true;
	}
	if (*cursor->p + 1 == GS_TRACE_UINT) {
		cursor->p++;
		value->uint = gs_cursor_uint(cursor);
		value->class = GS_TRACE_UINT;
		return true;
	}
	return false;
}

static inline void read_argument(
	struct gs_trace_cursor *cursor, struct gs_trace_slot *slot, bool by_leave)
{
	uint64_t number = gs_cursor_uint(cursor);
	struct gs_trace_value *arg, unwanted;

	if (GS_UNLIKELY(number >= slot->call.function->n_args)) {
		if (slot != cursor->reader->skipped)
			gs_trace_note(cursor, "argument %llu of %.60s, which has %u",
				(unsigned long long)number, slot->call.function->name,
				slot->call.function->n_args);
		gs_trace_read_value(cursor, &unwanted);
		return;
	}
	arg = &slot->call.args[number];
	if (GS_UNLIKELY(arg->class != GS_TRACE_NONE))
		replace_argument(cursor, slot, arg, by_leave);
	if (!read_scalar(cursor, arg))
		gs_trace_read_value(cursor, arg);
	arg->by_leave = by_leave;
}

static void read_stack(struct gs_trace_cursor *cursor, struct gs_trace_call *call, bool by_leave)
{
	uint64_t n = gs_cursor_uint(cursor);
	const struct gs_trace_frame **frames;

	if (cursor->reader->version < 5)
		gs_trace_note(cursor, "a call has a stack, which version %u has not",
			cursor->reader->version);
	if (!gs_cursor_has(cursor, n))
		return;
	frames = gs_trace_arena_get(cursor->arena, (size_t)n * sizeof(*frames));
	if (!frames) {
		gs_trace_bad(cursor, "a call needs too much memory");
		return;
	}
	for (uint64_t i = 0; i < n && cursor->status == GS_CURSOR_OK; i++)
		frames[i] = gs_trace_read_frame(cursor);
	if (cursor->status != GS_CURSOR_OK)
		return;
	call->frames = frames;
	call->n_frames = (uint32_t)n;
	call->stack_by_leave = by_leave;
}

static void read_flags(struct gs_trace_cursor *cursor, struct gs_trace_call *call, bool by_leave)
{
	uint64_t flags = gs_cursor_uint(cursor);

	if (flags & GS_TRACE_FAKE && !call->is_fake) {
		call->is_fake = true;
		call->fake_by_leave = by_leave;
	}
	if (flags & ~(uint64_t)GS_TRACE_FAKE)
		gs_trace_note(cursor, "a call has unknown flags 0x%llx", (unsigned long long)flags);
}

static void read_details(struct gs_trace_cursor *cursor, struct gs_trace_slot *slot, bool by_leave)
{
	struct gs_trace_call *call = &slot->call;

	cursor->arena = &slot->arena;
	cursor->depth = 0;
	for (;;) {
		unsigned detail = gs_cursor_byte(cursor);
		if (detail == 1) {
			read_argument(cursor, slot, by_leave);
		} else if (detail == 0) { /* also where the bytes end */
			return;
		} else if (detail == 2) {
			gs_trace_read_value(cursor, &call->result);
			call->result.by_leave = by_leave;
		} else if (detail == 3 && cursor->reader->version < 4) {
			call->thread = (uint32_t)gs_cursor_uint(cursor);
		} else if (detail == 4) {
			read_stack(cursor, call, by_leave);
		} else if (detail == 5) {
			read_flags(cursor, call, by_leave);
		} else {
			gs_trace_bad(cursor, "an event has an unknown detail %u", detail);
			return;
		}
	}
}

/* Field by field, as with gs_cursor_begin. */
static inline void slot_begin(struct gs_trace_slot *slot, uint64_t number, uint32_t thread,
	const struct gs_trace_function *function)
{
	struct gs_trace_call *call = &slot->call;

	call->number = number;
	call->thread = thread;
	call->function = function;
	call->ends_frame = function->ends_frame;
	call->is_verbose = function->is_verbose;
	call->is_fake = call->has_left = call->is_left_out = false;
	call->stack_by_leave = call->fake_by_leave = false;
	call->result.class = GS_TRACE_NONE;
	call->frames = NULL;
	call->n_frames = 0;
}

/* The function whose number follows; quick where it is known. */
static inline const struct gs_trace_function *read_function(struct gs_trace_cursor *cursor)
{
	const struct gs_trace_table *table = &cursor->reader->tables[GS_TRACE_FUNCTIONS];
	const uint8_t *before = cursor->p;
	uint64_t id = gs_cursor_uint(cursor);

	if (id < table->capacity && table->entries[id] &&
		table->entries[id]->offset != gs_cursor_stream(cursor))
		return &table->entries[id]->function;
	if (cursor->status != GS_CURSOR_OK)
		return NULL;
	cursor->p = before;
	return gs_trace_read_function(cursor);
}

static struct gs_trace_slot *read_enter(struct gs_trace_cursor *cursor)
{
	struct gs_trace_reader *reader = cursor->reader;
	uint64_t thread = reader->version >= 4 ? gs_cursor_uint(cursor) : 0;
	const struct gs_trace_function *function = read_function(cursor);
	struct gs_trace_slot *slot;

	cursor->call = (int64_t)reader->next_call;
	if (thread > UINT32_MAX)
		gs_trace_bad(cursor, "a thread's number has more than 32 bits");
	if (cursor->status != GS_CURSOR_OK || !function)
		return NULL;
	slot = slot_new(reader);
	if (!slot) {
		gs_trace_bad(cursor, "there is no memory left");
		return NULL;
	}
	slot->saved = NULL;
	slot_begin(slot, reader->next_call, (uint32_t)thread, function);
	if (get_arguments(cursor, slot, function->n_args))
		read_details(cursor, slot, false);
	if (cursor->status != GS_CURSOR_OK) {
		gs_trace_slot_free(reader, slot);
		return NULL;
	}
	reader->next_call++;
	slot->before = reader->newest;
	slot->after = NULL;
	*(reader->newest ? &reader->newest->after : &reader->oldest) = slot;
	reader->newest = slot;
	reader->n_pending++;
	return slot;
}

void gs_trace_slot_unlink(struct gs_trace_reader *reader, struct gs_trace_slot *slot)
{
	*(slot->before ? &slot->before->after : &reader->oldest) = slot->after;
	*(slot->after ? &slot->after->before : &reader->newest) = slot->before;
	reader->n_pending--;
}

/* What a leave event says whose enter event was not read, after a seek, or never was. */
static struct gs_trace_slot *skip_leave(struct gs_trace_cursor *cursor, uint64_t number)
{
	static const struct gs_trace_function unknown = {.name = "", .number = GS_N_FUNCTIONS};
	struct gs_trace_slot *slot = cursor->reader->skipped;

	if (cursor->status != GS_CURSOR_OK)
		return NULL;
	gs_trace_note(cursor, "the call %llu is left, which has not begun or was left before",
		(unsigned long long)number);
	if (!slot)
		slot = cursor->reader->skipped = slot_new(cursor->reader);
	if (!slot) {
		gs_trace_bad(cursor, "there is no memory left");
		return NULL;
	}
	slot->call = (struct gs_trace_call){
		.number = number, .function = &unknown, .args = slot->room};
	read_details(cursor, slot, true);
	gs_trace_arena_reset(&slot->arena);
	return NULL;
}

static struct gs_trace_slot *read_leave(struct gs_trace_cursor *cursor)
{
	struct gs_trace_reader *reader = cursor->reader;
	uint64_t number = gs_cursor_uint(cursor);
	struct gs_trace_slot *slot = reader->newest;

	cursor->call = number <= INT64_MAX ? (int64_t)number : -1;
	while (slot && slot->call.number > number)
		slot = slot->before;
	if (!slot || slot->call.number != number)
		return skip_leave(cursor, number);
	before_leave(slot);
	read_details(cursor, slot, true);
	if (cursor->status != GS_CURSOR_OK) {
		undo_leave(slot);
		return NULL;
	}
	gs_trace_slot_unlink(reader, slot);
	slot->call.has_left = true;
	return slot;
}

/* Asking for errors is of interest where there is one. */
static bool found_no_error(const struct gs_trace_value *result)
{
	return result->class >= GS_TRACE_NULL && result->class <= GS_TRACE_ENUM &&
	       result->class != GS_TRACE_STRING && result->class != GS_TRACE_BLOB &&
	       result->uint == 0;
}

static struct gs_trace_slot *read_event(struct gs_trace_cursor *cursor, enum gs_trace_event *event)
{
	unsigned kind = gs_cursor_byte(cursor);
	struct gs_trace_slot *slot = NULL;

	*event = GS_EVENT_NONE;
	if (kind == 0) {
		slot = read_enter(cursor);
		*event = GS_EVENT_ENTER;
	} else if (kind == 1) {
		slot = read_leave(cursor);
		*event = GS_EVENT_LEAVE;
	} else {
		gs_trace_bad(cursor, "an event is of the unknown kind %u", kind);
	}
	if (slot && *event == GS_EVENT_LEAVE && slot->call.function == cursor->reader->get_error)
		slot->call.is_verbose = found_no_error(&slot->call.result);
	return slot;
}

/* Calls that never leave must not fill the memory. */
static void limit_pending(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot = reader->oldest;

	if (reader->n_pending <= GS_TRACE_MAX_PENDING &&
		(reader->held <= GS_TRACE_MAX_EVENT || reader->n_pending < 2))
		return;
	gs_trace_slot_unlink(reader, slot);
	if (reader->given_up)
		gs_trace_slot_free(reader, reader->given_up);
	reader->given_up = slot;
}

static void count(
	struct gs_trace_reader *reader, enum gs_trace_event event, const struct gs_trace_call *call)
{
	if (event == GS_EVENT_LEAVE) {
		reader->n_left++;
		reader->n_fakes += call->fake_by_leave;
		return;
	}
	reader->n_calls++;
	reader->n_frames += call->ends_frame;
	reader->n_fakes += call->is_fake;
	if (GS_UNLIKELY(call->thread != reader->last_thread || !reader->n_threads))
		gs_trace_count_thread(reader, call->thread);
}

/* Counts what is read for the first time, and tells what is odd about it. */
static void account(
	struct gs_trace_reader *reader, enum gs_trace_event event, const struct gs_trace_slot *slot)
{
	uint64_t end = reader->window.base + reader->window.start;
	bool is_new = end > reader->counted;

	if (GS_UNLIKELY(reader->n_notes > 0))
		gs_trace_flush_notes(reader, is_new);
	if (!is_new)
		return;
	reader->counted = end;
	if (slot)
		count(reader, event, &slot->call);
}

struct gs_trace_slot *gs_trace_reader_step(struct gs_trace_reader *reader)
{
	struct gs_trace_window *window = &reader->window;
	struct gs_trace_cursor cursor;
	enum gs_trace_event event;
	struct gs_trace_slot *slot;

	if (reader->given)
		gs_trace_slot_free(reader, reader->given);
	reader->given = NULL;
	if (GS_UNLIKELY(window->base + window->start >= reader->next_mark) &&
		!gs_trace_mark_event(reader))
		return NULL;
	do {
		gs_cursor_begin(&cursor, reader);
		slot = read_event(&cursor, &event);
	} while (GS_UNLIKELY(cursor.status == GS_CURSOR_SHORT) &&
		 gs_trace_reader_retry(reader, &cursor));
	if (GS_UNLIKELY(cursor.status != GS_CURSOR_OK)) {
		gs_trace_flush_notes(reader, !reader->has_stopped);
		reader->has_stopped = true;
		return NULL;
	}
	window->start = (size_t)(cursor.p - window->data);
	account(reader, event, slot);
	if (event == GS_EVENT_LEAVE)
		reader->given = slot;
	else
		limit_pending(reader);
	return slot;
}

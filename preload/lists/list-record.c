/* SPDX-License-Identifier: MIT */
/*
 * Calls that are kept to be executed later: of a display list, whose contents GL gives back to
 * nobody, and of a glBegin ... glEnd block. Each is a record of wire/call-record.h that is told
 * from nothing but the base below, so that it can be read alone; pointers are 0 in it and stand
 * among its memory.
 */
#include "preload/lists/list.h"

#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "data/pointee.h"
#include "wire/memory.h"
#include "wire/call-record.h"

#define MOST ((size_t)1 << 30)

/* Of every record. */
static const struct gs_record_base base = {.flags = GS_CALL_EXECUTED};

bool gs_list_record_reserve(struct gs_list_record *r, size_t size)
{
	if (size > MOST - r->size)
		return false;
	if (r->capacity - r->size >= size)
		return true;
	size_t capacity = r->capacity ? r->capacity * 2 : 4096;
	while (capacity - r->size < size)
		capacity *= 2;
	void *data = realloc(r->data, capacity);
	if (!data)
		return false;
	r->data = data;
	r->capacity = capacity;
	return true;
}

void gs_list_record_give_up(struct gs_list_record *r, unsigned function)
{
	if (!r->unknown)
		r->unknown = function + 1;
	free(r->data);
	r->data = NULL;
	r->size = r->capacity = 0;
}

bool gs_list_begins_draw(unsigned function)
{
	return function == GS_FN_glBegin ||
	       ((gs_data_flags(function) & GS_FUNCTION_DRAWS) && function != GS_FN_glEnd &&
		       function != GS_FN_glCallList && function != GS_FN_glCallLists);
}

/* The call, with room for its memory; returns where that is, 0: there is none. pointers: bits of
 * the arguments that point into it. */
static size_t add(
	struct gs_list_record *r, const struct gs_wire_call *call, uint32_t pointers, size_t room)
{
	size_t start = r->size;
	if (r->unknown || room > MOST || !gs_list_record_reserve(r, GS_RECORD_MAX + room)) {
		gs_list_record_give_up(r, call->function);
		return 0;
	}
	uint8_t *to = r->data + start;
	struct gs_record_base last = base;
	struct gs_wire_call kept;
	memcpy(&kept, call, offsetof(struct gs_wire_call, args));
	kept.index = 1;
	kept.frame = kept.draw = kept.gl_error = 0;
	kept.flags = GS_CALL_EXECUTED | (call->flags & GS_CALL_KEEPS_CURRENT);
	for (unsigned i = 0; i < call->n_args; i++)
		kept.args[i] = pointers >> i & 1 ? 0 : call->args[i];
	uint8_t *memory = gs_record_write(to, &kept, room, NULL, &last);
	r->draws += gs_list_begins_draw(call->function);
	r->size = start + (size_t)(memory - to) + room;
	return start + (size_t)(memory - to);
}

static struct gs_wire_call new_call(unsigned function, const uint64_t *args, unsigned n)
{
	struct gs_wire_call call;
	memset(&call, 0, offsetof(struct gs_wire_call, args));
	call.function = function;
	call.n_args = n;
	for (unsigned i = 0; i < n; i++)
		call.args[i] = args[i];
	return call;
}

void gs_list_record_plain(
	struct gs_list_record *r, unsigned function, const uint64_t *args, unsigned n)
{
	const struct gs_wire_call call = new_call(function, args, n);
	add(r, &call, 0, 0);
}

void gs_list_record_begin(struct gs_list_record *r, uint64_t mode)
{
	struct gs_wire_call call = new_call(GS_FN_glBegin, &mode, 1);
	call.flags = GS_CALL_KEEPS_CURRENT;
	add(r, &call, 0, 0);
}

void gs_list_record_bytes(struct gs_list_record *r, unsigned function, const uint64_t *args,
	unsigned n, unsigned argument, const void *bytes, size_t size)
{
	const struct gs_wire_call call = new_call(function, args, n);
	const struct gs_wire_memory entry = {
		.argument = (uint8_t)argument, .bits = 8, .size = size};
	size_t at = size > MOST ? 0
				: add(r, &call, 1u << argument,
					  GS_WIRE_MEMORY_HEAD + (size_t)gs_memory_padded(size));
	if (at)
		memcpy(gs_memory_write(r->data + at, &entry, GS_WIRE_MEMORY_HEAD), bytes, size);
	else
		gs_list_record_give_up(r, function);
}

/* ---- what GL's state says how to read ---- */

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static size_t tight_row(const struct gs_wire_memory *p)
{
	unsigned unit, bits = gs_data_pixel_bits(p->info[4], p->info[5], &unit);
	return ((size_t)p->info[0] * bits + 7) / 8;
}

/* Rows as they lie in memory -> one behind the other. False: they begin in mid-byte, or the images
 * of a volume have gaps that are not known here. */
static bool can_pack(const struct gs_wire_memory *p)
{
	if (p->info[2] > 1 && (get(GL_UNPACK_IMAGE_HEIGHT) || get(GL_UNPACK_SKIP_IMAGES)))
		return false;
	return p->info[5] != GL_BITMAP || get(GL_UNPACK_SKIP_PIXELS) % 8 == 0;
}

/* The entry as it is kept. */
static struct gs_wire_memory packed(const struct gs_wire_memory *p)
{
	struct gs_wire_memory kept = {.argument = p->argument, .bits = 8, .size = p->size};
	if (p->kind == GS_WIRE_PIXELS) {
		kept.flags = GS_WIRE_MEMORY_PACKED |
			     (get(GL_UNPACK_SWAP_BYTES) ? GS_WIRE_MEMORY_SWAPPED : 0) |
			     (get(GL_UNPACK_LSB_FIRST) ? GS_WIRE_MEMORY_LSB_FIRST : 0);
		kept.size = tight_row(p) * p->info[1] * p->info[2];
	}
	return kept;
}

static void put_packed(uint8_t *to, const struct gs_wire_memory *p, const uint8_t *from)
{
	size_t row = tight_row(p);
	for (size_t y = 0; y < (size_t)p->info[1] * p->info[2]; y++)
		memcpy(to + y * row, from + y * p->info[3], row);
}

/* What the call points at: arguments among it, and the bytes that it takes when it is kept. False:
 * not all of it is known, or can be kept. */
static bool measure(const struct gs_wire_call *call, const struct gs_call_memory *d,
	uint32_t *known, size_t *room)
{
	size_t n;
	const struct gs_memory_rule *rules = gs_data_memory_rules_of(call->function, &n);
	const uint8_t *at = d->data, *end = at + d->used;
	struct gs_wire_memory p;
	*known = 0;
	*room = 0;
	while (gs_memory_read(at, (uint64_t)(end - at), &p, &at)) {
		if ((p.kind != GS_WIRE_ELEMENTS && p.kind != GS_WIRE_PIXELS) ||
			(p.flags & GS_WIRE_MEMORY_CUT))
			return false; /* unreadable, or in a buffer that may change */
		if (p.argument >= call->n_args || (p.kind == GS_WIRE_PIXELS && !can_pack(&p)))
			return false;
		*known |= 1u << p.argument;
		*room += GS_WIRE_MEMORY_HEAD + (size_t)gs_memory_padded(packed(&p).size);
	}
	for (size_t i = 0; i < n; i++)
		if (!rules[i].out && rules[i].argument < call->n_args &&
			call->args[rules[i].argument] && !(*known & 1u << rules[i].argument))
			return false;
	return true;
}

static void record_memory(struct gs_list_record *r, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *d)
{
	uint32_t known;
	size_t room;
	d->used = 0;
	d->most = MOST;
	gs_call_memory_add(d, thread, call, MOST, false);
	size_t to = measure(call, d, &known, &room) ? add(r, call, known, room) : 0;
	if (!to) {
		gs_list_record_give_up(r, call->function);
		return;
	}
	const uint8_t *at = d->data, *end = at + d->used, *from;
	struct gs_wire_memory p;
	while ((from = gs_memory_read(at, (uint64_t)(end - at), &p, &at))) {
		struct gs_wire_memory kept = packed(&p);
		uint8_t *bytes = gs_memory_write(r->data + to, &kept, GS_WIRE_MEMORY_HEAD);
		if (p.kind == GS_WIRE_PIXELS)
			put_packed(bytes, &p, from);
		else
			memcpy(bytes, from, p.size);
		to += GS_WIRE_MEMORY_HEAD + (size_t)gs_memory_padded(kept.size);
	}
}

/* What is allowed in a block is known by its own table, and there is much of it. */
static bool record_call(struct gs_list_record *r, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *scratch)
{
	unsigned argument;
	int64_t bytes = gs_block_memory(call, &argument);
	const unsigned known = GS_LIST_IMMEDIATE | GS_LIST_MATRIX | GS_LIST_KEPT | GS_LIST_COMPILED;
	if (!(gs_data_list(call->function) & known) || bytes < 0 || bytes > (int64_t)MOST)
		return false;
	if (argument < call->n_args && call->args[argument])
		gs_list_record_bytes(r, call->function, call->args, call->n_args, argument,
			(const void *)(uintptr_t)call->args[argument], (size_t)bytes);
	else if (gs_data_flags(call->function) & GS_FUNCTION_IN_BLOCK)
		gs_list_record_plain(r, call->function, call->args, call->n_args);
	else
		record_memory(r, thread, call, scratch);
	return true;
}

void gs_list_record_add(struct gs_list_record *r, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *scratch)
{
	if (!r->unknown && !record_call(r, thread, call, scratch))
		gs_list_record_give_up(r, call->function);
}

bool gs_list_record_append(struct gs_list_record *r, const struct gs_list_record *more)
{
	if (more->unknown || !gs_list_record_reserve(r, more->size))
		return false;
	memcpy(r->data + r->size, more->data, more->size);
	r->size += more->size;
	return true;
}

void gs_list_record_free(struct gs_list_record *r)
{
	free(r->data);
	memset(r, 0, sizeof *r);
}

/* ---- reading it ---- */

size_t gs_list_record_get(
	const struct gs_list_record *r, size_t at, struct gs_wire_call *call, uint32_t *unpack)
{
	struct gs_record_head head;
	struct gs_record record;
	struct gs_record_base last = base;
	struct gs_wire_memory p;
	*unpack = 0;
	memcpy(&head, r->data + at, sizeof head);
	gs_record_read(r->data + at, &head, &last, &record);
	memcpy(call, &record.call,
		offsetof(struct gs_wire_call, args) + record.call.n_args * sizeof *call->args);
	const uint8_t *from = record.memory, *end = from + record.memory_size, *bytes;
	while (from != end && (bytes = gs_memory_read(from, (uint64_t)(end - from), &p, &from))) {
		call->args[p.argument] = (uint64_t)(uintptr_t)bytes;
		*unpack |= p.flags;
	}
	return at + head.size;
}

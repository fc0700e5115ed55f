/* SPDX-License-Identifier: MIT */
/*
 * The calls of a display list, kept while it is compiled: GL gives a list's contents back to
 * nobody. A call takes a header, its arguments (in 4 bytes each where that is enough), and, in
 * 8-byte steps, what it pointed at.
 */
#include "preload/lists/list.h"

#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "data/pointee.h"
#include "wire/describe.h"

enum { NARROW = 1, KEEPS = 2 };
#define MOST ((size_t)1 << 30)

struct entry {
	uint16_t function;
	uint8_t n_args, flags;
	uint32_t bytes; /* of the whole entry, a multiple of 8 */
};

enum { PIXELS = 1, SWAP = 2, LSB_FIRST = 4 };

struct pointee {
	uint8_t argument, flags;
	uint16_t reserved;
	uint32_t bytes; /* that follow, padded to a multiple of 8 */
};

static size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

static void *claim(struct gs_list_record *r, size_t size)
{
	if (r->unknown || size > MOST - r->size)
		return NULL;
	if (r->capacity - r->size < size) {
		size_t capacity = r->capacity ? r->capacity * 2 : 4096;
		while (capacity - r->size < size)
			capacity *= 2;
		void *data = realloc(r->data, capacity);
		if (!data)
			return NULL;
		r->data = data;
		r->capacity = capacity;
	}
	void *at = r->data + r->size;
	memset(at, 0, size);
	r->size += size;
	return at;
}

void gs_list_record_give_up(struct gs_list_record *r, unsigned function)
{
	if (!r->unknown)
		r->unknown = function + 1;
	free(r->data);
	r->data = NULL;
	r->size = r->capacity = 0;
}

static bool is_narrow(const uint64_t *args, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (args[i] >> 32)
			return false;
	return true;
}

bool gs_list_begins_draw(unsigned function)
{
	return function == GS_FN_glBegin ||
	       ((gs_data_flags(function) & GS_FUNCTION_DRAWS) && function != GS_FN_glEnd &&
		       function != GS_FN_glCallList && function != GS_FN_glCallLists);
}

/* Header and arguments, with room behind; returns the offset of the room, 0: none. */
static size_t add(
	struct gs_list_record *r, unsigned function, const uint64_t *args, unsigned n, size_t room)
{
	bool narrow = is_narrow(args, n);
	size_t head = padded(sizeof(struct entry) + n * (narrow ? 4 : 8)), start = r->size;
	struct entry *entry = room > MOST ? NULL : claim(r, head + room);
	if (!entry) {
		gs_list_record_give_up(r, function);
		return 0;
	}
	*entry = (struct entry){
		(uint16_t)function, (uint8_t)n, narrow ? NARROW : 0, (uint32_t)(head + room)};
	r->draws += gs_list_begins_draw(function);
	for (unsigned i = 0; narrow && i < n; i++)
		((uint32_t *)(entry + 1))[i] = (uint32_t)args[i];
	if (!narrow)
		memcpy(entry + 1, args, n * sizeof *args);
	return start + head;
}

void gs_list_record_plain(
	struct gs_list_record *r, unsigned function, const uint64_t *args, unsigned n)
{
	add(r, function, args, n, 0);
}

void gs_list_record_begin(struct gs_list_record *r, uint64_t mode)
{
	size_t at = r->size;
	add(r, GS_FN_glBegin, &mode, 1, 0);
	if (!r->unknown)
		((struct entry *)(r->data + at))->flags |= KEEPS;
}

static void put_pointee(struct gs_list_record *r, size_t at, unsigned argument, unsigned flags,
	const void *bytes, size_t size)
{
	struct pointee *p = (struct pointee *)(r->data + at);
	*p = (struct pointee){(uint8_t)argument, (uint8_t)flags, 0, (uint32_t)padded(size)};
	memcpy(p + 1, bytes, size);
}

void gs_list_record_bytes(struct gs_list_record *r, unsigned function, const uint64_t *args,
	unsigned n, unsigned argument, const void *bytes, size_t size)
{
	size_t at = size > MOST ? 0
				: add(r, function, args, n, sizeof(struct pointee) + padded(size));
	if (at)
		put_pointee(r, at, argument, 0, bytes, size);
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
static bool pack_rows(struct gs_list_record *r, size_t at, const struct gs_wire_memory *p)
{
	const uint8_t *from = (const uint8_t *)(p + 1);
	size_t row = tight_row(p);
	if (p->info[2] > 1 && (get(GL_UNPACK_IMAGE_HEIGHT) || get(GL_UNPACK_SKIP_IMAGES)))
		return false;
	if (p->info[5] == GL_BITMAP && get(GL_UNPACK_SKIP_PIXELS) % 8)
		return false;
	unsigned flags = PIXELS | (get(GL_UNPACK_SWAP_BYTES) ? SWAP : 0) |
			 (get(GL_UNPACK_LSB_FIRST) ? LSB_FIRST : 0);
	put_pointee(r, at, p->argument, flags, "", 0);
	struct pointee *to = (struct pointee *)(r->data + at);
	to->bytes = (uint32_t)padded(row * p->info[1] * p->info[2]);
	for (size_t y = 0; y < (size_t)p->info[1] * p->info[2]; y++)
		memcpy((uint8_t *)(to + 1) + y * row, from + y * p->info[3], row);
	return true;
}

static size_t kept_bytes(const struct gs_wire_memory *p)
{
	if (p->kind == GS_WIRE_PIXELS)
		return tight_row(p) * p->info[1] * p->info[2];
	return p->size;
}

static const struct gs_wire_memory *next(const struct gs_wire_memory *p)
{
	return (const struct gs_wire_memory *)((const uint8_t *)(p + 1) + padded(p->size));
}

/* Each pointer's bytes are there, and all of them. */
static bool all_known(const struct gs_wire_call *call, const struct gs_call_memory *d)
{
	size_t n;
	const struct gs_memory_rule *pointees = gs_data_memory_rules_of(call->function, &n);
	const struct gs_wire_memory *end = (const void *)(d->data + d->used);
	uint32_t known = 0;
	for (const struct gs_wire_memory *p = (const void *)d->data; p < end; p = next(p)) {
		if ((p->kind != GS_WIRE_ELEMENTS && p->kind != GS_WIRE_PIXELS) ||
			(p->flags & GS_WIRE_MEMORY_CUT))
			return false; /* unreadable, or in a buffer that may change */
		known |= 1u << p->argument;
	}
	for (size_t i = 0; i < n; i++)
		if (!pointees[i].out && pointees[i].argument < call->n_args &&
			call->args[pointees[i].argument] && !(known & 1u << pointees[i].argument))
			return false;
	return true;
}

static void record_detail(struct gs_list_record *r, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *d)
{
	size_t room = 0;
	d->used = 0;
	d->most = MOST;
	gs_call_memory_add(d, thread, call, MOST, false);
	bool known = all_known(call, d);
	const struct gs_wire_memory *end = (const void *)(d->data + d->used);
	for (const struct gs_wire_memory *p = (const void *)d->data; known && p < end; p = next(p))
		room += sizeof(struct pointee) + padded(kept_bytes(p));
	size_t at = known ? add(r, call->function, call->args, call->n_args, room) : 0;
	for (const struct gs_wire_memory *p = (const void *)d->data; at && p < end; p = next(p)) {
		if (p->kind != GS_WIRE_PIXELS)
			put_pointee(r, at, p->argument, 0, p + 1, p->size);
		else if (!pack_rows(r, at, p))
			at = 0;
		if (at)
			at += sizeof(struct pointee) + padded(kept_bytes(p));
	}
	if (!at)
		gs_list_record_give_up(r, call->function);
}

/* What is allowed in a block is known by its own table, and there is much of it. */
static bool record_call(struct gs_list_record *r, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *scratch)
{
	unsigned argument;
	int64_t bytes = gs_block_memory(call, &argument);
	if (gs_list_kind(call->function) == GS_LIST_UNKNOWN || bytes < 0 || bytes > (int64_t)MOST)
		return false;
	if (argument < call->n_args && call->args[argument])
		gs_list_record_bytes(r, call->function, call->args, call->n_args, argument,
			(const void *)(uintptr_t)call->args[argument], (size_t)bytes);
	else if (gs_data_flags(call->function) & GS_FUNCTION_IN_BLOCK)
		gs_list_record_plain(r, call->function, call->args, call->n_args);
	else
		record_detail(r, thread, call, scratch);
	return true;
}

void gs_list_record_add(struct gs_list_record *r, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *scratch)
{
	if (!r->unknown && !record_call(r, thread, call, scratch))
		gs_list_record_give_up(r, call->function);
}

void gs_list_record_free(struct gs_list_record *r)
{
	free(r->data);
	memset(r, 0, sizeof *r);
}

/* ---- reading it ---- */

size_t gs_list_record_get(const struct gs_list_record *r, size_t at, struct gs_wire_call *call,
	struct gs_list_unpack *unpack)
{
	const struct entry *entry = (const struct entry *)(r->data + at);
	bool narrow = entry->flags & NARROW;
	memset(call, 0, offsetof(struct gs_wire_call, args));
	memset(unpack, 0, sizeof *unpack);
	call->function = entry->function;
	call->n_args = entry->n_args;
	unpack->keeps = entry->flags & KEEPS;
	for (unsigned i = 0; narrow && i < entry->n_args; i++)
		call->args[i] = ((const uint32_t *)(entry + 1))[i];
	if (!narrow)
		memcpy(call->args, entry + 1, entry->n_args * sizeof *call->args);
	size_t p = at + padded(sizeof *entry + entry->n_args * (narrow ? 4 : 8));
	while (p < at + entry->bytes) {
		const struct pointee *pointee = (const struct pointee *)(r->data + p);
		call->args[pointee->argument] = (uint64_t)(uintptr_t)(pointee + 1);
		unpack->pixels |= pointee->flags & PIXELS;
		unpack->swap |= pointee->flags & SWAP;
		unpack->lsb_first |= pointee->flags & LSB_FIRST;
		p += sizeof *pointee + pointee->bytes;
	}
	return at + entry->bytes;
}

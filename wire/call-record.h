/* SPDX-License-Identifier: MIT */
/*
 * wire/call-record - one call as bytes: its function, arguments, result, and what its pointers
 * point at (wire/memory.h). A call has this form wherever it is kept: in the log rings, in the
 * debugger's list of calls, and in the display lists of the preload library.
 *
 * A record is told from the one before it (struct gs_record_base): what follows from that is left
 * out, so that a call with two small arguments takes 16 bytes. The first record of a ring's lap, of
 * a block of the list and of a display list is told from nothing.
 *
 * A record is a multiple of 8 bytes:
 *   struct gs_record_head
 *   u64 index           HAS_INDEX: it is not the base's plus 1
 *   u64 frame, u64 draw HAS_COUNTS: one of them is not the base's
 *   u32 flags, u32 error HAS_FLAGS: flags are not the base's, or there is a GL error
 *   u64 ret             HAS_RETURN: then flags get GS_CALL_RETURNED
 *   u64 leave           HAS_LEAVE
 *   u64 began, u64 took, u64 gl_took HAS_TIMES
 *   u64 offset, u64 size HAS_MEMORY_AT: its memory stands there, in a place that the reader knows
 *   n_args arguments    u32 each if NARROW, else u64; padded to a multiple of 8
 *   memory              the rest
 *
 * In a ring no record crosses the end: GS_RECORD_SKIP fills what is left of the lap, and what a
 * call with much memory needs less than GS_RECORD_MAX before it (gs_log_lend). Memory of more than
 * GS_RECORD_MEMORY_MAX bytes goes before its call, in GS_RECORD_MEMORY records: the head and bytes,
 * all of them used.
 */
#ifndef GS_WIRE_CALL_RECORD_H
#define GS_WIRE_CALL_RECORD_H

#include <string.h>
#include "wire/wire.h"

struct gs_record_head {
	uint32_t size;	   /* of the record, this included */
	uint16_t function; /* enum gs_gl_function, or a value of enum gs_record_function */
	uint8_t n_args;
	uint8_t parts; /* enum gs_record_part */
};
static_assert(sizeof(struct gs_record_head) == 8, "wire layout");

enum gs_record_function {
	GS_RECORD_SKIP = 0xffff,
	GS_RECORD_MEMORY = 0xfffe,
};

enum gs_record_part {
	GS_RECORD_HAS_INDEX = 1 << 0,
	GS_RECORD_HAS_COUNTS = 1 << 1,
	GS_RECORD_HAS_FLAGS = 1 << 2,
	GS_RECORD_HAS_RETURN = 1 << 3,
	GS_RECORD_HAS_MEMORY_AT = 1 << 4,
	GS_RECORD_NARROW = 1 << 5,
	GS_RECORD_HAS_LEAVE = 1 << 6,
	GS_RECORD_HAS_TIMES = 1 << 7,
};

enum {
	/* Of a record without its memory. */
	GS_RECORD_MAX = sizeof(struct gs_record_head) + 8 + 16 + 8 + 8 + 8 + 24 + 16 +
			8 * GS_WIRE_ARGS,
	GS_RECORD_MEMORY_MAX = 1 << 20,
};
/* Of memory of one call, in all of its records. */
#define GS_RECORD_MEMORY_MOST (4000ull << 20)

/* The call before. Without flags: there is none, and nothing is left out. */
struct gs_record_base {
	uint64_t index, frame, draw;
	uint32_t flags; /* without GS_CALL_RETURNED */
};

/* A call that was read. */
struct gs_record {
	struct gs_wire_call call; /* args: only n_args of them are set */
	const uint8_t *memory;	  /* borrowed from where it was read; NULL none */
	uint64_t memory_size;
	uint64_t memory_at; /* HAS_MEMORY_AT: the offset of memory_size bytes; memory is NULL */
};

static inline uint8_t *gs_record_put_u64(uint8_t *to, uint64_t value)
{
	memcpy(to, &value, sizeof value);
	return to + sizeof value;
}

static inline uint8_t *gs_record_put_args(
	uint8_t *to, const uint64_t *args, unsigned n, bool narrow)
{
	if (!narrow) {
		for (unsigned i = 0; i < n; i++)
			to = gs_record_put_u64(to, args[i]);
		return to;
	}
	for (unsigned i = 0; i < n; i++) {
		uint32_t value = (uint32_t)args[i];
		memcpy(to + 4 * i, &value, sizeof value);
	}
	if (n % 2)
		memset(to + 4 * n, 0, 4);
	return to + 4 * (n + n % 2);
}

static inline bool gs_record_is_narrow(const uint64_t *args, unsigned n)
{
	uint64_t all = 0;
	for (unsigned i = 0; i < n; i++)
		all |= args[i];
	return all >> 32 == 0;
}

/*
 * Writes the call, and makes it the base of the next one. memory_size: bytes of memory that the
 * caller writes behind it, where the returned pointer points; a multiple of 8. memory_at, if not
 * NULL: its offset and size elsewhere. to: room for GS_RECORD_MAX bytes and the memory.
 */
static inline uint8_t *gs_record_write(uint8_t *to, const struct gs_wire_call *call,
	uint64_t memory_size, const uint64_t memory_at[2], struct gs_record_base *base)
{
	unsigned n = call->n_args < GS_WIRE_ARGS ? call->n_args : GS_WIRE_ARGS;
	uint32_t flags = call->flags & ~(uint32_t)GS_CALL_RETURNED;
	unsigned parts = 0;
	uint8_t *at = to + sizeof(struct gs_record_head);
	bool first = !base->flags;
	if (first || call->index != base->index + 1) {
		parts |= GS_RECORD_HAS_INDEX;
		at = gs_record_put_u64(at, call->index);
	}
	if (first || call->frame != base->frame || call->draw != base->draw) {
		parts |= GS_RECORD_HAS_COUNTS;
		at = gs_record_put_u64(gs_record_put_u64(at, call->frame), call->draw);
	}
	if (flags != base->flags || call->gl_error) {
		parts |= GS_RECORD_HAS_FLAGS;
		at = gs_record_put_u64(at, flags | (uint64_t)call->gl_error << 32);
	}
	if (call->flags & GS_CALL_RETURNED) {
		parts |= GS_RECORD_HAS_RETURN;
		at = gs_record_put_u64(at, call->ret);
	}
	if (call->leave) {
		parts |= GS_RECORD_HAS_LEAVE;
		at = gs_record_put_u64(at, call->leave);
	}
	if (call->began) {
		parts |= GS_RECORD_HAS_TIMES;
		at = gs_record_put_u64(gs_record_put_u64(at, call->began), call->took);
		at = gs_record_put_u64(at, call->gl_took);
	}
	if (memory_at) {
		parts |= GS_RECORD_HAS_MEMORY_AT;
		at = gs_record_put_u64(gs_record_put_u64(at, memory_at[0]), memory_at[1]);
	}
	bool narrow = gs_record_is_narrow(call->args, n);
	at = gs_record_put_args(at, call->args, n, narrow);
	struct gs_record_head head = {(uint32_t)((uint64_t)(at - to) + memory_size),
		(uint16_t)call->function, (uint8_t)n,
		(uint8_t)(parts | (narrow ? GS_RECORD_NARROW : 0))};
	memcpy(to, &head, sizeof head);
	*base = (struct gs_record_base){call->index, call->frame, call->draw, flags};
	return at;
}

static inline const uint8_t *gs_record_get_u64(const uint8_t *from, uint64_t *value)
{
	memcpy(value, from, sizeof *value);
	return from + sizeof *value;
}

/* Bytes of what stands between the head and the memory. */
static inline unsigned gs_record_body(const struct gs_record_head *head)
{
	unsigned parts = head->parts, n = head->n_args;
	if (!(parts & ~(unsigned)GS_RECORD_NARROW)) /* as most are */
		return 8 * (parts ? (n + 1) / 2 : n);
	unsigned words = (parts & GS_RECORD_HAS_INDEX ? 1 : 0) +
			 (parts & GS_RECORD_HAS_COUNTS ? 2 : 0) +
			 (parts & GS_RECORD_HAS_FLAGS ? 1 : 0) +
			 (parts & GS_RECORD_HAS_RETURN ? 1 : 0) +
			 (parts & GS_RECORD_HAS_LEAVE ? 1 : 0) +
			 (parts & GS_RECORD_HAS_TIMES ? 3 : 0) +
			 (parts & GS_RECORD_HAS_MEMORY_AT ? 2 : 0);
	return 8 * (words + (parts & GS_RECORD_NARROW ? (n + 1) / 2 : n));
}

/*
 * The head at from, of which left bytes are there; *head is a copy of it, read once, as the bytes
 * may be shared. False: no whole record stands there.
 */
static inline bool gs_record_read_head(
	const uint8_t *from, uint64_t left, struct gs_record_head *head)
{
	if (left < sizeof *head)
		return false;
	memcpy(head, from, sizeof *head);
	if (head->size > left || head->size < sizeof *head || head->size % 8)
		return false;
	return head->function >= GS_RECORD_MEMORY ||
	       (head->n_args <= GS_WIRE_ARGS && head->size >= sizeof *head + gs_record_body(head));
}

/* The index of the call of a head that gs_record_read_head has found good. */
static inline uint64_t gs_record_read_index(
	const uint8_t *from, const struct gs_record_head *head, const struct gs_record_base *base)
{
	uint64_t index = base->index + 1;
	if (head->parts & GS_RECORD_HAS_INDEX)
		gs_record_get_u64(from + sizeof *head, &index);
	return index;
}

/* What a record has besides the arguments, into the call; returns what stands behind it. */
static inline const uint8_t *gs_record_get_parts(
	const uint8_t *at, unsigned parts, struct gs_record *record)
{
	struct gs_wire_call *call = &record->call;
	if (parts & GS_RECORD_HAS_INDEX)
		at += sizeof call->index;
	if (parts & GS_RECORD_HAS_COUNTS)
		at = gs_record_get_u64(gs_record_get_u64(at, &call->frame), &call->draw);
	if (parts & GS_RECORD_HAS_FLAGS) {
		uint64_t both;
		at = gs_record_get_u64(at, &both);
		call->flags = (uint32_t)both & ~(uint32_t)GS_CALL_RETURNED;
		call->gl_error = (uint32_t)(both >> 32);
	}
	if (parts & GS_RECORD_HAS_RETURN)
		at = gs_record_get_u64(at, &call->ret);
	if (parts & GS_RECORD_HAS_LEAVE)
		at = gs_record_get_u64(at, &call->leave);
	if (parts & GS_RECORD_HAS_TIMES) {
		at = gs_record_get_u64(gs_record_get_u64(at, &call->began), &call->took);
		at = gs_record_get_u64(at, &call->gl_took);
	}
	if (parts & GS_RECORD_HAS_MEMORY_AT) {
		at = gs_record_get_u64(at, &record->memory_at);
		at = gs_record_get_u64(at, &record->memory_size);
	}
	return at;
}

/* The call of a head that gs_record_read_head has found good and that is none of enum
 * gs_record_function. The call becomes the base of the next one. */
static inline void gs_record_read(const uint8_t *from, const struct gs_record_head *head,
	struct gs_record_base *base, struct gs_record *record)
{
	struct gs_wire_call *call = &record->call;
	const uint8_t *args = from + sizeof *head;
	unsigned parts = head->parts, n = head->n_args;
	call->index = gs_record_read_index(from, head, base);
	call->function = head->function;
	call->flags = base->flags;
	call->gl_error = 0;
	call->n_args = n;
	call->frame = base->frame;
	call->draw = base->draw;
	call->ret = 0;
	call->leave = 0;
	call->began = call->took = call->gl_took = 0;
	record->memory_at = record->memory_size = 0;
	if (parts & ~(unsigned)GS_RECORD_NARROW)
		args = gs_record_get_parts(args, parts, record);
	*base = (struct gs_record_base){call->index, call->frame, call->draw, call->flags};
	if (parts & GS_RECORD_HAS_RETURN)
		call->flags |= GS_CALL_RETURNED;
	if (parts & GS_RECORD_NARROW) {
		for (unsigned i = 0; i < n; i++) {
			uint32_t value;
			memcpy(&value, args + 4 * i, sizeof value);
			call->args[i] = value;
		}
	} else {
		memcpy(call->args, args, 8 * n);
	}
	const uint8_t *memory = from + sizeof *head + gs_record_body(head);
	uint64_t size = (uint64_t)(from + head->size - memory);
	record->memory = size ? memory : NULL;
	if (size)
		record->memory_size = size;
}

/* Whether all that it tells is its function and its arguments: the rest is as of the call before.
 */
static inline bool gs_record_is_plain(const struct gs_record_head *head)
{
	return !(head->parts & ~(unsigned)GS_RECORD_NARROW) &&
	       head->size == sizeof *head + gs_record_body(head);
}

/* After gs_record_read_head: the base of the record behind it. */
static inline void gs_record_pass(
	const uint8_t *from, const struct gs_record_head *head, struct gs_record_base *base)
{
	struct gs_record record;
	if (head->parts & (GS_RECORD_HAS_INDEX | GS_RECORD_HAS_COUNTS | GS_RECORD_HAS_FLAGS))
		gs_record_read(from, head, base, &record);
	else
		base->index++;
}

enum { GS_RECORD_RUN_MAX = 64 }; /* calls: decoded, they stay in the first cache of a processor */

/* Calls of one thread that stand in its ring one behind the other. Only the heads, which
 * gs_record_read_head has found good, stay as they are: the rest may be written to. */
struct gs_record_run {
	const uint8_t *from;
	size_t n; /* 1 to GS_RECORD_RUN_MAX */
	struct gs_record_head heads[GS_RECORD_RUN_MAX];
	struct gs_record_base base; /* of the first */
	uint32_t tid;		    /* of calls that do not tell their thread */
	const uint8_t *memory;	    /* of the only call, from before it; NULL: none */
	uint64_t memory_size;
	bool is_unfinished; /* the only call has begun, and its thread ends in it */
};

/* So does a logged call that was neither made nor skipped. */
static inline bool gs_record_is_unfinished(const struct gs_wire_call *call)
{
	return !(call->flags & (GS_CALL_EXECUTED | GS_CALL_SKIPPED));
}

/* Reads its i-th call, which stands at `from`; returns where the next one does. */
static inline const uint8_t *gs_record_run_read_one(const struct gs_record_run *run, size_t i,
	const uint8_t *from, struct gs_record_base *base, struct gs_record *record)
{
	/* for readers that go by what the function has */
	memset(record->call.args, 0, sizeof record->call.args);
	gs_record_read(from, &run->heads[i], base, record);
	if (!(record->call.flags >> GS_CALL_TID_SHIFT))
		record->call.flags |= run->tid << GS_CALL_TID_SHIFT;
	if (run->memory) {
		record->memory = run->memory;
		record->memory_size = run->memory_size;
	}
	return from + run->heads[i].size;
}

/* Reads all of them. The records' memory stands in the ring, or is the run's. */
static inline void gs_record_run_read(
	const struct gs_record_run *run, struct gs_record records[GS_RECORD_RUN_MAX])
{
	struct gs_record_base base = run->base;
	const uint8_t *from = run->from;
	for (size_t i = 0; i < run->n; i++)
		from = gs_record_run_read_one(run, i, from, &base, &records[i]);
}

#endif

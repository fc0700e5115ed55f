/* SPDX-License-Identifier: MIT */
/* Each thread's ring of executed calls. None is lost: a program that is faster than the reader
 * waits. */
#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "preload/core/core.h"

enum {
	RESERVED_AT_ONCE = 1 << 18,  /* bytes: a multiple of pages, and a part of the ring */
	LENT = GS_RECORD_MEMORY_MAX, /* bytes: as much as stands with its call */
	SHORT = 4096,		     /* bytes of memory that are moved at no cost */
	WORTH_WAKING = 1 << 16,	     /* bytes */
};

void gs_log_wake(void)
{
	int error_number = errno;
	atomic_fetch_add(&gs_wire->log_wake, 1);
	syscall(SYS_futex, &gs_wire->log_wake, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
	errno = error_number;
}

/* The reader's, of a ring that is read while the thread waits, as last seen: nobody wakes it. Not
 * nanosleep, where the thread could be cancelled, and which a seccomp filter may refuse. */
static void wait_a_moment(struct gs_thread *thread, uint64_t tail)
{
	const struct timespec moment = {0, 20000};
	syscall(SYS_futex, &thread->slot->ring_tail, FUTEX_WAIT, (uint32_t)tail, &moment, NULL, 0);
}

/* Waits until the reader has read what stood in the way of the bytes up to end. False: nobody reads
 * any more. */
static bool wait_for_room(struct gs_thread *thread, uint64_t end)
{
	for (bool woken = false;; woken = true) {
		uint64_t tail = atomic_load_explicit(
			&thread->slot->ring_tail, memory_order_acquire);
		thread->ring_end = GS_WIRE_RING_SIZE + tail;
		if (end <= thread->ring_end)
			return true;
		if (!atomic_load(&gs_wire->attached))
			return false;
		if (!woken)
			gs_log_wake();
		wait_a_moment(thread, tail);
	}
}

/* In the first lap there is no memory behind the ring yet. */
static bool has_memory(uint8_t *ring, uint64_t head, uint64_t end)
{
	if (head >= GS_WIRE_RING_SIZE)
		return true;
	uint64_t from = (head + RESERVED_AT_ONCE - 1) / RESERVED_AT_ONCE * RESERVED_AT_ONCE;
	uint64_t to = (end + RESERVED_AT_ONCE - 1) / RESERVED_AT_ONCE * RESERVED_AT_ONCE;
	if (from >= to || gs_reserve(ring + from, to - from))
		return true;
	gs_note("there is no memory left to share with glstep: the list of calls is incomplete");
	return false;
}

/* The bytes from head to end, which do not cross the ring's end, can be written. */
static bool has_room(struct gs_thread *thread, uint8_t *ring, uint64_t head, uint64_t end)
{
	return (end <= thread->ring_end || wait_for_room(thread, end)) &&
	       has_memory(ring, head, end);
}

static void publish(struct gs_thread *thread, uint64_t head, uint64_t end)
{
	atomic_store_explicit(&thread->slot->ring_head, end, memory_order_release);
	if (head / GS_WIRE_RING_WAKE != end / GS_WIRE_RING_WAKE)
		gs_log_wake();
}

/* Room for size bytes in one piece, from *head on; at the ring's beginning if they do not fit in
 * before its end. Each lap begins with a record that is told from nothing. NULL: nobody reads any
 * more, or there is no memory. */
static uint8_t *claim(struct gs_thread *thread, uint64_t size, uint64_t *head)
{
	*head = atomic_load_explicit(&thread->slot->ring_head, memory_order_relaxed);
	uint8_t *ring = __atomic_load_n(&gs_rings[thread->slot_number], __ATOMIC_ACQUIRE);
	if (!ring && !(ring = gs_ring_map(thread->slot_number)))
		return NULL;
	uint64_t at = *head % GS_WIRE_RING_SIZE, left = GS_WIRE_RING_SIZE - at;
	if (left < size) {
		const struct gs_record_head skip = {
			.size = (uint32_t)left, .function = GS_RECORD_SKIP};
		if (!has_room(thread, ring, *head, *head + left))
			return NULL;
		memcpy(ring + at, &skip, sizeof skip);
		publish(thread, *head, *head + left);
		*head += left;
		at = 0;
	}
	if (!at)
		memset(&thread->ring_base, 0, sizeof thread->ring_base);
	return has_room(thread, ring, *head, *head + size) ? ring + at : NULL;
}

/* As claim, where room is known to be there: as it nearly always is. */
static inline uint8_t *claim_quickly(const struct gs_thread *thread, uint64_t size, uint64_t *head)
{
	*head = atomic_load_explicit(&thread->slot->ring_head, memory_order_relaxed);
	uint8_t *ring = __atomic_load_n(&gs_rings[thread->slot_number], __ATOMIC_ACQUIRE);
	uint64_t at = *head % GS_WIRE_RING_SIZE;
	bool good = ring && at && GS_WIRE_RING_SIZE - at >= size && *head >= GS_WIRE_RING_SIZE &&
		    *head + size <= thread->ring_end;
	return good ? ring + at : NULL;
}

/* What is too much for the call's own record goes before it. */
static bool log_memory(struct gs_thread *thread, const uint8_t *data, size_t size)
{
	while (size) {
		size_t some = size < GS_RECORD_MEMORY_MAX ? size : GS_RECORD_MEMORY_MAX;
		struct gs_record_head record = {
			.size = (uint32_t)(sizeof record + some), .function = GS_RECORD_MEMORY};
		uint64_t head;
		uint8_t *at = claim(thread, record.size, &head);
		if (!at)
			return false;
		memcpy(at, &record, sizeof record);
		memcpy(at + sizeof record, data, some);
		publish(thread, head, head + record.size);
		data += some;
		size -= some;
	}
	return true;
}

void gs_log_wait(struct gs_thread *thread)
{
	uint64_t head = atomic_load_explicit(&thread->slot->ring_head, memory_order_relaxed), tail;
	int error_number = errno;
	atomic_fetch_add(&gs_wire->log_waits, 1);
	while ((tail = atomic_load_explicit(&thread->slot->ring_tail, memory_order_acquire)) !=
			head &&
		atomic_load(&gs_wire->attached)) {
		gs_log_wake();
		wait_a_moment(thread, tail);
	}
	errno = error_number;
}

/* ---- memory that is read into the ring ---- */

void gs_log_lend(struct gs_thread *thread)
{
	struct gs_call_memory *memory = &thread->call_memory;
	uint64_t head = atomic_load_explicit(&thread->slot->ring_head, memory_order_relaxed);
	uint64_t at = head % GS_WIRE_RING_SIZE, end = head + GS_RECORD_MAX + LENT;
	uint8_t *ring = __atomic_load_n(&gs_rings[thread->slot_number], __ATOMIC_ACQUIRE);
	bool first_lap = head < GS_WIRE_RING_SIZE; /* whose memory comes bit by bit */
	if (!ring || first_lap || memory->used || memory->is_lent ||
		GS_WIRE_RING_SIZE - at < GS_RECORD_MAX + LENT ||
		(end > thread->ring_end && !wait_for_room(thread, end)))
		return;
	memory->own = memory->data;
	memory->own_size = memory->size;
	memory->data = ring + at + GS_RECORD_MAX;
	memory->size = LENT;
	memory->is_lent = true;
}

void gs_log_show_memory(struct gs_thread *thread)
{
	const struct gs_call_memory *memory = &thread->call_memory;
	struct gs_wire_slot *slot = thread->slot;
	const uint8_t *ring = gs_rings[thread->slot_number];
	slot->memory_in_ring = memory->is_lent;
	slot->memory_at = memory->is_lent ? (uint64_t)(memory->data - ring)
					  : (uintptr_t)memory->data;
	atomic_store_explicit(&slot->memory_size, memory->used & ~7ull, memory_order_release);
}

void gs_log_hide_memory(struct gs_thread *thread)
{
	if (thread->slot) /* none in a forked copy, made by a callback of the driver */
		atomic_store_explicit(&thread->slot->memory_size, 0, memory_order_release);
}

void gs_log_take_back(struct gs_thread *thread)
{
	struct gs_call_memory *memory = &thread->call_memory;
	memory->used = 0;
	gs_log_hide_memory(thread);
	if (!memory->is_lent)
		return;
	memory->data = memory->own;
	memory->size = memory->own_size;
	memory->is_lent = false;
}

/* The record of a call whose memory, of that size, stands in the ring: behind it if it is short, so
 * that it is moved, else the record goes before it. */
static void log_lent(struct gs_thread *thread, const struct gs_wire_call *call, uint64_t size)
{
	uint8_t record[GS_RECORD_MAX], *memory = thread->call_memory.data;
	uint8_t *to = memory - GS_RECORD_MAX;
	uint64_t head = atomic_load_explicit(&thread->slot->ring_head, memory_order_relaxed);
	if (head % GS_WIRE_RING_SIZE == 0)
		memset(&thread->ring_base, 0, sizeof thread->ring_base);
	uint8_t *end = gs_record_write(record, call, size, NULL, &thread->ring_base);
	uint64_t n = (uint64_t)(end - record), gap = size < SHORT ? 0 : GS_RECORD_MAX - n;
	const struct gs_record_head skip = {.size = (uint32_t)gap, .function = GS_RECORD_SKIP};
	if (gap)
		memcpy(to, &skip, sizeof skip);
	else
		memmove(to + n, memory, size);
	memcpy(to + gap, record, n);
	publish(thread, head, head + gap + n + size);
}

/* ---- calls ---- */

void gs_log_call(struct gs_thread *thread, const struct gs_wire_call *call)
{
	const struct gs_call_memory *memory = &thread->call_memory;
	uint64_t head, size = memory->used & ~7ull; /* entries are padded */
	if (!gs_call_policy.log)
		return;
	if (memory->is_lent && size)
		return log_lent(thread, call, size);
	if (size > GS_RECORD_MEMORY_MAX) {
		if (!log_memory(thread, memory->data, size))
			return;
		size = 0;
	}
	uint8_t *at = claim_quickly(thread, GS_RECORD_MAX + size, &head);
	if (!at) {
		int error_number = errno;
		at = claim(thread, GS_RECORD_MAX + size, &head);
		errno = error_number;
	}
	if (!at)
		return;
	uint8_t *end = gs_record_write(at, call, size, NULL, &thread->ring_base);
	if (size)
		memcpy(end, memory->data, size);
	publish(thread, head, head + (uint64_t)(end - at) + size);
}

/* A driver that draws with the processor leaves some of its cores idle while the program prepares
 * the next frame: then is the time to read what there is, not when the driver needs them all again.
 */
void gs_log_wake_after(struct gs_thread *thread, const struct gs_wire_call *call)
{
	if (!(call->flags & GS_CALL_RECORDED) || !gs_data_ends_frame(call))
		return;
	uint64_t head = atomic_load_explicit(&thread->slot->ring_head, memory_order_relaxed);
	uint64_t tail = atomic_load_explicit(&thread->slot->ring_tail, memory_order_relaxed);
	if (head - tail >= WORTH_WAKING)
		gs_log_wake();
}

/* SPDX-License-Identifier: MIT */
/* Each thread's ring of executed calls. None is lost: a program that is faster than the reader
 * waits. */
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "preload/core/core.h"

enum { RESERVED_AT_ONCE = 1024 }; /* records: a multiple of pages */

void gs_log_wake(void)
{
	atomic_fetch_add(&gs_wire->log_wake, 1);
	syscall(SYS_futex, &gs_wire->log_wake, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

static bool has_room(struct gs_wire_slot *slot, uint64_t head)
{
	while (head - atomic_load_explicit(&slot->ring_tail, memory_order_acquire) >=
		GS_WIRE_RING_RECORDS) {
		const struct timespec moment = {0, 20000};
		if (!atomic_load(&gs_wire->attached))
			return false;
		nanosleep(&moment, NULL);
	}
	return true;
}

static void publish(struct gs_wire_slot *slot, uint64_t head)
{
	atomic_store_explicit(&slot->ring_head, head + 1, memory_order_release);
	if ((head + 1) % GS_WIRE_RING_WAKE == 0)
		gs_log_wake();
}

/* In the first lap there is no memory behind the ring yet. */
static bool has_memory(struct gs_wire_call *record, uint64_t head)
{
	if (head >= GS_WIRE_RING_RECORDS || head % RESERVED_AT_ONCE)
		return true;
	if (gs_reserve(record, RESERVED_AT_ONCE * sizeof *record))
		return true;
	gs_note("there is no memory left to share with glstep: the list of calls is incomplete");
	return false;
}

/* NULL: nobody reads any more, or there is no memory. */
static struct gs_wire_call *next_record(struct gs_thread *thread, uint64_t *head)
{
	struct gs_wire_slot *slot = thread->slot;
	*head = atomic_load_explicit(&slot->ring_head, memory_order_relaxed);
	if (!has_room(slot, *head))
		return NULL;
	struct gs_wire_call *ring = __atomic_load_n(
		&gs_rings[thread->slot_number], __ATOMIC_ACQUIRE);
	if (!ring && !(ring = gs_ring_map(thread->slot_number)))
		return NULL;
	struct gs_wire_call *record = ring + *head % GS_WIRE_RING_RECORDS;
	return has_memory(record, *head) ? record : NULL;
}

static bool log_detail(struct gs_thread *thread, const struct gs_wire_call *call)
{
	const struct gs_call_memory *detail = &thread->detail;
	uint64_t head;
	for (size_t at = 0; at < detail->used;) {
		struct gs_wire_memory_part *part = (void *)next_record(thread, &head);
		if (!part)
			return false;
		size_t left = detail->used - at;
		part->index = call->index;
		part->function = GS_WIRE_MEMORY_PART;
		part->flags = call->flags;
		part->size = left < sizeof part->bytes ? left : sizeof part->bytes;
		memcpy(part->bytes, detail->data + at, part->size);
		at += part->size;
		publish(thread->slot, head);
	}
	return true;
}

void gs_log_call(struct gs_thread *thread, const struct gs_wire_call *call)
{
	uint64_t head;
	if (!gs_call_policy.log || (thread->detail.used && !log_detail(thread, call)))
		return;
	struct gs_wire_call *record = next_record(thread, &head);
	if (!record)
		return;
	memcpy(record, call,
		offsetof(struct gs_wire_call, args) + call->n_args * sizeof *call->args);
	publish(thread->slot, head);
}

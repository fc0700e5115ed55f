/* SPDX-License-Identifier: MIT */
/* Each thread's ring of executed calls. None is lost: a program that is faster than the reader
 * waits. */
#include <string.h>
#include <time.h>
#include "preload/core.h"

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

void gs_log_call(struct gs_thread *thread, const struct gs_wire_call *call)
{
	struct gs_wire_slot *slot = thread->slot;
	if (!gs_armed.log)
		return;
	uint64_t head = atomic_load_explicit(&slot->ring_head, memory_order_relaxed);
	if (!has_room(slot, head))
		return;
	struct gs_wire_call *record = gs_wire_ring(gs_wire, thread->slot_number) +
				      head % GS_WIRE_RING_RECORDS;
	memcpy(record, call,
		offsetof(struct gs_wire_call, args) + call->n_args * sizeof *call->args);
	atomic_store_explicit(&slot->ring_head, head + 1, memory_order_release);
}

/* SPDX-License-Identifier: MIT */
/* Calls in which the program ends: they have no record in a ring. The function that gets logged
 * calls gets each of them once, when its thread is about to die by a signal, while the program's
 * memory can be read; or else when the program is gone. */
#include <string.h>
#include <sys/uio.h>
#include "data/data.h"
#include "debugger/host/private.h"

/* The slot's ring may be read when its program is gone, its memory not. NULL: it cannot be read. */
static uint8_t *read_memory(
	struct gs_host *host, unsigned i, pid_t pid, uint64_t at, uint64_t size, bool in_ring)
{
	if (!size || size > GS_RECORD_MEMORY_MOST || size % 8)
		return NULL;
	if (in_ring)
		return size <= GS_WIRE_RING_SIZE && at <= GS_WIRE_RING_SIZE - size
			       ? g_memdup2(gs_wire_ring(host->wire, i) + at, size)
			       : NULL;
	uint8_t *bytes = pid ? g_try_malloc(size) : NULL;
	for (uint64_t done = 0; bytes && done < size;) {
		struct iovec to = {bytes + done, size - done};
		struct iovec from = {(void *)(uintptr_t)(at + done), size - done};
		ssize_t n = process_vm_readv(pid, &to, 1, &from, 1, 0);
		if (n <= 0)
			g_clear_pointer(&bytes, g_free);
		else
			done += (uint64_t)n;
	}
	return bytes;
}

static void hand_over(struct gs_host *host, unsigned i, const struct gs_wire_call *call,
	const uint8_t *memory, uint64_t size)
{
	uint8_t bytes[GS_RECORD_MAX];
	struct gs_record_base base = {0};
	struct gs_record_run run = {.from = bytes,
		.n = 1,
		.tid = (uint32_t)host->log.tids[i],
		.memory = memory,
		.memory_size = memory ? size : 0,
		.is_unfinished = true};
	gs_record_write(bytes, call, 0, NULL, &base);
	memcpy(&run.heads[0], bytes, sizeof run.heads[0]);
	gs_host_log_hand_over(host, &run);
}

/* Whether the call in the slot has begun, and has no record. *call is a copy. */
static bool is_pending(struct gs_host *host, unsigned i, struct gs_wire_call *call)
{
	const struct gs_record_base *last = &host->log.base[i];
	struct gs_wire_slot *slot = host_slot(host, i);
	uint64_t in_call = atomic_load_explicit(&slot->in_call, memory_order_acquire);
	if (!in_call || !atomic_load(&slot->tid))
		return false;
	*call = slot->call;
	call->n_args = MIN(call->n_args, GS_WIRE_ARGS);
	call->flags &= ~(uint32_t)(GS_CALL_EXECUTED | GS_CALL_SKIPPED | GS_CALL_RETURNED);
	bool has_index = call->index + 1 >= in_call; /* and not the last call's */
	bool is_logged = last->flags && call->index <= last->index;
	/* Whether a frame was shown by such a swap nobody knows, and players would disagree. */
	bool swaps = gs_data_flags(call->function) & GS_FUNCTION_SWAPS;
	return has_index && !is_logged && !swaps && call->function < GS_RECORD_MEMORY &&
	       host->log.unfinished[i] != call->index + 1;
}

static void take(struct gs_host *host, unsigned i, pid_t pid)
{
	struct gs_wire_slot *slot = host_slot(host, i);
	struct gs_wire_call call;
	if (!is_pending(host, i, &call))
		return;
	uint64_t size = atomic_load_explicit(&slot->memory_size, memory_order_acquire);
	uint8_t *memory = read_memory(host, i, pid, slot->memory_at, size, slot->memory_in_ring);
	hand_over(host, i, &call, memory, size);
	host->log.unfinished[i] = call.index + 1;
	g_free(memory);
}

void gs_host_log_unfinished(struct gs_host *host, unsigned i, pid_t pid)
{
	gs_host_log_drain(host);
	g_mutex_lock(&host->log.lock);
	take(host, i, pid);
	g_mutex_unlock(&host->log.lock);
}

void gs_host_log_all_unfinished(struct gs_host *host)
{
	gs_host_log_drain(host);
	g_mutex_lock(&host->log.lock);
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++)
		take(host, i, 0);
	g_mutex_unlock(&host->log.lock);
}

/* SPDX-License-Identifier: MIT */
/* Draining the log rings of all slots into the session's function, merged by the calls' indices. */
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "debugger/host-private.h"

enum {
	MERGE_BATCH = 512,
	DIRECT_BATCH = 8192, /* so that the program gets room again soon */
	BUSY = 4096,	     /* records in one go: look again at once */
	/* A program that fills its ring wakes us; others are looked at so seldom that it does not slow them
	 * down. */
	SLEEP_NANOSECONDS = 20000000,
};

struct ring {
	struct gs_wire_slot *slot;
	struct gs_wire_call *records;
	uint64_t head, tail;
	uint32_t tid;
};

static struct gs_wire_call *record_at(const struct ring *ring, uint64_t at)
{
	struct gs_wire_call *call = &ring->records[at % GS_WIRE_RING_RECORDS];
	if (!(call->flags >> GS_CALL_TID_SHIFT))
		call->flags |= ring->tid << GS_CALL_TID_SHIFT;
	return call;
}

static unsigned find_rings(struct gs_host *host, struct ring rings[GS_WIRE_SLOTS])
{
	unsigned n = 0;
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(host, i);
		uint64_t head = atomic_load_explicit(&slot->ring_head, memory_order_acquire);
		uint64_t tail = atomic_load_explicit(&slot->ring_tail, memory_order_relaxed);
		uint32_t tid = atomic_load_explicit(&slot->tid, memory_order_relaxed);
		if (tid)
			host->log.tids[i] = (pid_t)tid;
		if (head == tail)
			continue;
		if (head - tail > GS_WIRE_RING_RECORDS) { /* the program has overwritten it */
			atomic_store(&slot->ring_tail, head);
			continue;
		}
		rings[n++] = (struct ring){
			slot, gs_wire_ring(host->wire, i), head, tail, (uint32_t)host->log.tids[i]};
	}
	return n;
}

static void hand_over(struct gs_host *host, const struct gs_wire_call *calls, size_t n)
{
	if (host->log.func && n)
		host->log.func(calls, n, host->log.data);
}

/* The only ring with records: straight from it. */
static void drain_one(struct gs_host *host, struct ring *ring)
{
	while (ring->tail != ring->head) {
		uint64_t at = ring->tail % GS_WIRE_RING_RECORDS;
		uint64_t n = MIN(ring->head - ring->tail, GS_WIRE_RING_RECORDS - at);
		n = MIN(n, DIRECT_BATCH);
		for (uint64_t i = 0; i < n; i++)
			record_at(ring, ring->tail + i);
		hand_over(host, &ring->records[at], n);
		ring->tail += n;
		atomic_store_explicit(&ring->slot->ring_tail, ring->tail, memory_order_release);
	}
}

static void drain_several(struct gs_host *host, struct ring *rings, unsigned n)
{
	struct gs_wire_call *batch = g_new(struct gs_wire_call, MERGE_BATCH);
	size_t used = 0;
	while (n) {
		unsigned first = 0;
		for (unsigned i = 1; i < n; i++)
			if (record_at(&rings[i], rings[i].tail)->index <
				record_at(&rings[first], rings[first].tail)->index)
				first = i;
		batch[used++] = *record_at(&rings[first], rings[first].tail++);
		atomic_store_explicit(
			&rings[first].slot->ring_tail, rings[first].tail, memory_order_release);
		if (rings[first].tail == rings[first].head)
			rings[first] = rings[--n];
		if (used == MERGE_BATCH || !n) {
			hand_over(host, batch, used);
			used = 0;
		}
	}
	g_free(batch);
}

/* Returns how many records there were. */
static uint64_t drain_locked(struct gs_host *host)
{
	struct ring rings[GS_WIRE_SLOTS];
	unsigned n = find_rings(host, rings);
	uint64_t total = 0;
	for (unsigned i = 0; i < n; i++)
		total += rings[i].head - rings[i].tail;
	if (n == 1)
		drain_one(host, &rings[0]);
	else if (n)
		drain_several(host, rings, n);
	return total;
}

void host_log_drain(struct gs_host *host)
{
	g_mutex_lock(&host->log.lock);
	drain_locked(host);
	g_mutex_unlock(&host->log.lock);
}

void host_log_reset_slots(struct gs_host *host)
{
	g_mutex_lock(&host->log.lock);
	drain_locked(host);
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(host, i);
		atomic_store(&slot->stop_sequence, 0);
		atomic_store(&slot->served_sequence, 0);
		atomic_store(&slot->request.sequence, 0);
		atomic_store(&slot->ring_head, 0);
		atomic_store(&slot->ring_tail, 0);
		atomic_store(&slot->tid, 0);
		atomic_store(&host->slot_state[i], SLOT_FREE);
		host->log.tids[i] = 0;
	}
	g_mutex_unlock(&host->log.lock);
}

/* Until a ring is a quarter full, or for a while. */
static void sleep_until_woken(struct gs_host *host, uint32_t seen)
{
	const struct timespec while_ = {0, SLEEP_NANOSECONDS};
	syscall(SYS_futex, &host_header(host)->log_wake, FUTEX_WAIT, seen, &while_, NULL, 0);
}

static gpointer log_main(gpointer data)
{
	struct gs_host *host = data;
	while (!atomic_load(&host->log.quit)) {
		uint32_t seen = atomic_load(&host_header(host)->log_wake);
		g_mutex_lock(&host->log.lock);
		uint64_t n = drain_locked(host);
		g_mutex_unlock(&host->log.lock);
		if (n < BUSY && !atomic_load(&host->log.quit))
			sleep_until_woken(host, seen);
	}
	return NULL;
}

void host_log_start(struct gs_host *host)
{
	host->log.thread = g_thread_new("glstep-log", log_main, host);
}

void host_log_stop(struct gs_host *host)
{
	if (!host->log.thread)
		return;
	atomic_store(&host->log.quit, true);
	atomic_fetch_add(&host_header(host)->log_wake, 1);
	syscall(SYS_futex, &host_header(host)->log_wake, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
	g_thread_join(host->log.thread);
	host->log.thread = NULL;
	host_log_drain(host);
}

void gs_host_set_log(struct gs_host *host, gs_host_log_func func, gpointer data)
{
	g_mutex_lock(&host->log.lock);
	host->log.func = func;
	host->log.data = data;
	g_mutex_unlock(&host->log.lock);
}

void gs_host_flush_log(struct gs_host *host)
{
	host_log_drain(host);
}

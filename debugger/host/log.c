/* SPDX-License-Identifier: MIT */
/*
 * Draining the log rings of all slots into the session's function, in the order of the calls'
 * indices. A call gets its index when it begins and is in its ring when it has ended: what other
 * threads have called since is held back for a moment.
 */
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "debugger/host/private.h"

enum {
	MERGE_BATCH = 512,
	DIRECT_BATCH = 8192, /* so that the program gets room again soon */
	BUSY = 4096,	     /* records in one go: look again at once */
	/* A program that fills its ring wakes us; others are looked at so seldom that it does not
	 * slow them down. */
	SLEEP_NANOSECONDS = 20000000,
	HOLDING_NANOSECONDS = 1000000, /* likewise, where records were held back */
	PATIENCE =
		50000, /* microseconds for which a call in another thread holds back later ones */
	FLUSH_TRIES = 10,
	FLUSH_PAUSE = 500, /* microseconds */
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

/* A thread that makes a call which will be logged soon, not one that waits for us, or in the driver
 * for long. */
static bool holds_back(struct gs_host *host, unsigned i, uint64_t in_call, gint64 now)
{
	struct gs_wire_slot *slot = host_slot(host, i);
	if (!in_call || !atomic_load(&slot->tid) || slot_is_open(slot) ||
		atomic_load(&host->slot_state[i]) != SLOT_FREE)
		return false;
	if (host->log.in_call[i] != in_call) {
		host->log.in_call[i] = in_call;
		host->log.since[i] = now;
	}
	return now - host->log.since[i] < PATIENCE;
}

/* All calls with a lower index are in the rings, as far as their threads do not take long. */
static uint64_t find_limit(struct gs_host *host)
{
	gint64 now = g_get_monotonic_time();
	uint64_t limit = atomic_load(&host_header(host)->calls);
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		uint64_t in_call = atomic_load_explicit(
			&host_slot(host, i)->in_call, memory_order_acquire);
		if (in_call - 1 < limit && holds_back(host, i, in_call, now))
			limit = in_call - 1;
	}
	return limit;
}

/* Leaves the records from limit on in the ring. */
static void hold_back(struct ring *ring, uint64_t limit)
{
	uint64_t low = ring->tail, high = ring->head;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		if (ring->records[middle % GS_WIRE_RING_RECORDS].index < limit)
			low = middle + 1;
		else
			high = middle;
	}
	ring->head = low;
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
	if (host->log.func && n && !host->log.func(calls, n, host->log.data))
		atomic_store(&host->log.held, true);
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

/* Returns how many records were handed over; *held: of how many it is too early. */
static uint64_t drain_below(struct gs_host *host, uint64_t limit, uint64_t *held)
{
	struct ring rings[GS_WIRE_SLOTS];
	unsigned n = find_rings(host, rings), used = 0;
	uint64_t total = 0;
	*held = 0;
	for (unsigned i = 0; i < n; i++) {
		uint64_t head = rings[i].head;
		hold_back(&rings[i], limit);
		*held += head - rings[i].head;
		total += rings[i].head - rings[i].tail;
		if (rings[i].head != rings[i].tail)
			rings[used++] = rings[i];
	}
	if (used == 1)
		drain_one(host, &rings[0]);
	else if (used)
		drain_several(host, rings, used);
	return total;
}

/* Whatever is there. */
static void drain_all(struct gs_host *host)
{
	uint64_t held;
	drain_below(host, UINT64_MAX, &held);
}

/* What is in order; the rings are read after the limit is found. */
static uint64_t drain_ordered(struct gs_host *host, uint64_t *held)
{
	g_mutex_lock(&host->log.lock);
	uint64_t n = drain_below(host, find_limit(host), held);
	g_mutex_unlock(&host->log.lock);
	return n;
}

void host_log_drain(struct gs_host *host)
{
	g_mutex_lock(&host->log.lock);
	drain_all(host);
	g_mutex_unlock(&host->log.lock);
}

void host_log_reset_slots(struct gs_host *host)
{
	g_mutex_lock(&host->log.lock);
	drain_all(host);
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(host, i);
		atomic_store(&slot->stop_sequence, 0);
		atomic_store(&slot->served_sequence, 0);
		atomic_store(&slot->request.sequence, 0);
		atomic_store(&slot->ring_head, 0);
		atomic_store(&slot->ring_tail, 0);
		atomic_store(&slot->in_call, 0);
		atomic_store(&slot->tid, 0);
		atomic_store(&host->slot_state[i], SLOT_FREE);
		host->log.tids[i] = 0;
	}
	g_mutex_unlock(&host->log.lock);
}

/* Until a ring is a quarter full, or for a while. */
static void sleep_until_woken(struct gs_host *host, uint32_t seen, bool holding)
{
	const struct timespec while_ = {0, holding ? HOLDING_NANOSECONDS : SLEEP_NANOSECONDS};
	syscall(SYS_futex, &host_header(host)->log_wake, FUTEX_WAIT, seen, &while_, NULL, 0);
}

static gpointer log_main(gpointer data)
{
	struct gs_host *host = data;
	while (!atomic_load(&host->log.quit)) {
		uint32_t seen = atomic_load(&host_header(host)->log_wake);
		uint64_t held = 0,
			 n = atomic_load(&host->log.held) ? 0 : drain_ordered(host, &held);
		if (atomic_load(&host_header(host)->unstoppable) != atomic_load(&host->refusals))
			notifier_wake(&host->to_session);
		if (n < BUSY && !atomic_load(&host->log.quit))
			sleep_until_woken(host, seen, held > 0);
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

void gs_host_continue_log(struct gs_host *host)
{
	atomic_store(&host->log.held, false);
}

void gs_host_flush_log(struct gs_host *host)
{
	for (unsigned i = 0; i < FLUSH_TRIES; i++) {
		uint64_t held;
		drain_ordered(host, &held);
		if (!held)
			return;
		g_usleep(FLUSH_PAUSE);
	}
	host_log_drain(host);
}

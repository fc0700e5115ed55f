/* SPDX-License-Identifier: MIT */
/*
 * Draining the log rings of all slots into the session's function, in the order of the calls'
 * indices. A call gets its index when it begins and is in its ring when it has ended: what other
 * threads have called since is held back for a moment.
 */
#include <string.h>
#include "debugger/host/private.h"

enum {
	PATIENCE =
		50000, /* microseconds for which a call in another thread holds back later ones */
	FLUSH_TRIES = 10,
	FLUSH_PAUSE = 500,			/* microseconds */
	KEPT_MEMORY = 64 << 20,			/* bytes, for the next call that has much */
	GIVEN_AT_ONCE = GS_WIRE_RING_SIZE / 64, /* bytes: the program waits for the other
						   processor's cache whenever it is told */
};

/* What was in a slot's ring when it was looked at. */
struct ring {
	struct gs_wire_slot *slot;
	const uint8_t *bytes;
	uint64_t head, tail, given;  /* up to here the program may write again */
	struct gs_record_base *base; /* of the record at tail */
	GByteArray *memory;	     /* came before that record */
	uint32_t tid;
	/* the call at tail, if it was looked at already */
	bool has_next;
	struct gs_record_head next;
	uint64_t next_index;
};

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

bool gs_host_call_in_progress(struct gs_host *host, uint32_t *function, uint64_t *which)
{
	uint64_t first = UINT64_MAX;
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(host, i);
		uint64_t in_call = atomic_load_explicit(&slot->in_call, memory_order_acquire);
		if (!in_call || in_call >= first || !atomic_load(&slot->tid) ||
			slot_is_open(slot) || atomic_load(&host->slot_state[i]) != SLOT_FREE)
			continue;
		*function = slot->call.function;
		if (atomic_load(&slot->in_call) != in_call || *function >= GS_RECORD_MEMORY)
			continue; /* it has ended meanwhile */
		first = in_call;
		*which = in_call * GS_WIRE_SLOTS + i;
	}
	return first != UINT64_MAX;
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
		if (head - tail > GS_WIRE_RING_SIZE) { /* the program has overwritten it */
			atomic_store(&slot->ring_tail, head);
			continue;
		}
		struct ring *ring = &rings[n++];
		ring->slot = slot;
		ring->bytes = gs_wire_ring(host->wire, i);
		ring->head = head;
		ring->tail = ring->given = tail;
		ring->base = &host->log.base[i];
		ring->memory = host->log.memory[i];
		ring->tid = (uint32_t)host->log.tids[i];
		ring->has_next = false;
	}
	return n;
}

static void keep_memory(struct ring *ring, const uint8_t *bytes, uint32_t size)
{
	if (ring->memory->len <= GS_RECORD_MEMORY_MOST - size) /* more is not from our library */
		g_byte_array_append(ring->memory, bytes, size);
}

/* Looks at the next call of the ring, which stays in it. False: there is none. */
static bool peek(struct ring *ring)
{
	while (ring->tail != ring->head) {
		uint64_t at = ring->tail % GS_WIRE_RING_SIZE;
		const uint8_t *from = ring->bytes + at;
		struct gs_record_head *head = &ring->next;
		if (!gs_record_read_head(
			    from, MIN(ring->head - ring->tail, GS_WIRE_RING_SIZE - at), head)) {
			ring->tail = ring->head; /* the program has overwritten it */
			break;
		}
		if (at == 0)
			memset(ring->base, 0, sizeof *ring->base);
		if (head->function < GS_RECORD_MEMORY) {
			ring->next_index = gs_record_read_index(from, head, ring->base);
			return true;
		}
		if (head->function == GS_RECORD_MEMORY)
			keep_memory(ring, from + sizeof *head, head->size - (uint32_t)sizeof *head);
		ring->tail += head->size;
	}
	return false;
}

/* The call that peek has looked at goes into the run. */
static void take(struct ring *ring, struct gs_record_run *run)
{
	const uint8_t *from = ring->bytes + ring->tail % GS_WIRE_RING_SIZE;
	run->heads[run->n++] = ring->next;
	gs_record_pass(from, &ring->next, ring->base);
	ring->base->index = ring->next_index; /* the bytes are shared, and may be others by now */
	ring->tail += ring->next.size;
	ring->has_next = false;
}

/* So that the program gets room again. */
static void give_room(struct ring *rings, unsigned n, uint64_t at_least)
{
	for (unsigned i = 0; i < n; i++) {
		if (rings[i].tail - rings[i].given < at_least)
			continue;
		atomic_store_explicit(
			&rings[i].slot->ring_tail, rings[i].tail, memory_order_release);
		rings[i].given = rings[i].tail;
	}
}

/* The ring with the call of the lowest index, NULL: none is left below *limit; which becomes the
 * next one's index, if that is in another ring. */
static struct ring *find_first(struct ring *rings, unsigned n, uint64_t *limit)
{
	struct ring *first = NULL;
	for (unsigned i = 0; i < n; i++) {
		struct ring *ring = &rings[i];
		ring->has_next = ring->has_next || peek(ring);
		if (!ring->has_next)
			continue;
		if (ring->next_index < (first ? first->next_index : *limit)) {
			if (first)
				*limit = first->next_index;
			first = ring;
		} else {
			*limit = MIN(*limit, ring->next_index);
		}
	}
	return first;
}

/* From the call on that find_first has found: as many as stand behind it and come before the limit.
 * One with memory from before it is alone. */
static void fill_run(struct ring *ring, uint64_t limit, struct gs_record_run *run)
{
	run->from = ring->bytes + ring->tail % GS_WIRE_RING_SIZE;
	run->n = 0;
	run->base = *ring->base;
	run->tid = ring->tid;
	run->memory = ring->memory->len ? ring->memory->data : NULL;
	run->memory_size = ring->memory->len;
	take(ring, run);
	while (run->n < GS_RECORD_RUN_MAX && !run->memory && ring->tail % GS_WIRE_RING_SIZE) {
		uint64_t tail = ring->tail;
		ring->has_next = peek(ring);
		if (!ring->has_next || ring->tail != tail || ring->next_index >= limit)
			break;
		take(ring, run);
	}
}

void gs_host_log_hand_over(struct gs_host *host, const struct gs_record_run *run)
{
	if (host->log.func && !host->log.func(run, host->log.data))
		atomic_store(&host->log.held, true);
}

void gs_host_log_tell_quiet(struct gs_host *host)
{
	g_mutex_lock(&host->log.lock);
	struct gs_record_run *run = host->log.run;
	run->n = 0;
	run->memory = NULL;
	run->memory_size = 0;
	gs_host_log_hand_over(host, run);
	g_mutex_unlock(&host->log.lock);
}

static void forget_memory(struct gs_host *host, struct ring *ring)
{
	unsigned i = (unsigned)(ring->slot - host_slot(host, 0));
	bool much = ring->memory->len > KEPT_MEMORY;
	g_byte_array_set_size(ring->memory, 0);
	if (!much)
		return;
	g_byte_array_free(ring->memory, TRUE);
	ring->memory = host->log.memory[i] = g_byte_array_new();
}

/* Calls with indices below limit, until some more than `most` bytes are read. Returns how many that
 * were; *held: some are left. */
static uint64_t drain_below(struct gs_host *host, uint64_t limit, uint64_t most, bool *held)
{
	struct ring *rings = host->log.rings, *ring;
	struct gs_record_run *run = host->log.run;
	unsigned n = find_rings(host, rings);
	uint64_t total = 0, end = limit;
	while (total < most && (ring = find_first(rings, n, &end))) {
		uint64_t tail = ring->tail;
		fill_run(ring, end, run);
		gs_host_log_hand_over(host, run);
		total += ring->tail - tail + run->memory_size;
		if (run->memory)
			forget_memory(host, ring);
		give_room(rings, n, GIVEN_AT_ONCE);
		end = limit;
	}
	give_room(rings, n, 0);
	*held = false;
	for (unsigned i = 0; i < n; i++)
		*held |= rings[i].tail != rings[i].head;
	return total;
}

/* Whatever is there. */
static void drain_all(struct gs_host *host)
{
	bool held;
	drain_below(host, UINT64_MAX, UINT64_MAX, &held);
}

uint64_t gs_host_log_drain_ordered(struct gs_host *host, uint64_t most, bool *held)
{
	g_mutex_lock(&host->log.lock);
	/* the rings are read after the limit is found */
	uint64_t n = drain_below(host, find_limit(host), most, held);
	g_mutex_unlock(&host->log.lock);
	return n;
}

void gs_host_log_drain(struct gs_host *host)
{
	g_mutex_lock(&host->log.lock);
	drain_all(host);
	g_mutex_unlock(&host->log.lock);
}

void gs_host_log_reset_slots(struct gs_host *host)
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
		host->log.unfinished[i] = 0;
		g_byte_array_set_size(host->log.memory[i], 0);
	}
	g_mutex_unlock(&host->log.lock);
}

void gs_host_log_init(struct gs_host *host)
{
	g_mutex_init(&host->log.lock);
	host->log.rings = g_new(struct ring, GS_WIRE_SLOTS);
	host->log.run = g_new0(struct gs_record_run, 1);
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++)
		host->log.memory[i] = g_byte_array_new();
}

void gs_host_log_finish(struct gs_host *host)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++)
		g_byte_array_free(host->log.memory[i], TRUE);
	g_free(host->log.run);
	g_free(host->log.rings);
	g_mutex_clear(&host->log.lock);
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
		bool held;
		gs_host_log_drain_ordered(host, UINT64_MAX, &held);
		if (!held)
			return;
		g_usleep(FLUSH_PAUSE);
	}
	gs_host_log_drain(host);
}

/* SPDX-License-Identifier: MIT */
/*
 * The threads that read the rings while the program runs. The one reads where a processor is idle
 * (SCHED_IDLE), so that the program never waits for a processor that reads what it did. On a
 * machine that has none idle it would get behind: then the other reads, with the usual priority; so
 * it does for a program that waits until what it did is read.
 */
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "debugger/host/private.h"

enum {
	BUSY = 1 << 17, /* bytes in one go: look again at once */
	/* Who waits for the lock while no processor is idle waits until so much was read. */
	PIECE = 1 << 16,
	/* A program that fills its ring wakes us; others are looked at so seldom that it does not
	 * slow them down. */
	SLEEP_NANOSECONDS = 20000000,
	HOLDING_NANOSECONDS = 1000000, /* likewise, where records were held back */
	FULL = GS_WIRE_RING_SIZE / 2,
	LATE = 200000,	 /* microseconds without a look */
	HURRY = 1000000, /* microseconds */
};

/* Until a quarter of a ring was filled, or for a while. */
static void sleep_until_woken(struct gs_host *host, uint32_t seen, bool holding)
{
	const struct timespec while_ = {0, holding ? HOLDING_NANOSECONDS : SLEEP_NANOSECONDS};
	syscall(SYS_futex, &host_header(host)->log_wake, FUTEX_WAIT, seen, &while_, NULL, 0);
}

static bool hurries(struct gs_host *host, gint64 now)
{
	return now < atomic_load(&host->log.hurries_until);
}

static gpointer read_where_idle(gpointer data)
{
	struct gs_host *host = data;
	sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
	while (!atomic_load(&host->log.quit)) {
		uint32_t seen = atomic_load(&host_header(host)->log_wake);
		gint64 now = g_get_monotonic_time();
		uint64_t n = 0;
		bool held = false;
		atomic_store(&host->log.looked, now);
		if (!hurries(host, now) && !atomic_load(&host->log.held))
			n = gs_host_log_drain_ordered(host, PIECE, &held);
		if (n < PIECE && !atomic_load(&host->log.quit))
			sleep_until_woken(host, seen, held);
	}
	return NULL;
}

static bool is_behind(struct gs_host *host, gint64 now)
{
	bool late = now - atomic_load(&host->log.looked) > LATE;
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(host, i);
		uint64_t n = atomic_load_explicit(&slot->ring_head, memory_order_relaxed) -
			     atomic_load_explicit(&slot->ring_tail, memory_order_relaxed);
		if (n > FULL || (late && n))
			return true;
	}
	return false;
}

static gpointer read_in_time(gpointer data)
{
	struct gs_host *host = data;
	uint32_t waits, waits_before = 0;
	while (!atomic_load(&host->log.quit)) {
		uint32_t seen = atomic_load(&host_header(host)->log_wake);
		gint64 now = g_get_monotonic_time();
		uint64_t n = 0;
		bool held = false;
		waits = atomic_load(&host_header(host)->log_waits);
		if (waits != waits_before || is_behind(host, now))
			atomic_store(&host->log.hurries_until, now + HURRY);
		waits_before = waits;
		if (hurries(host, now) && !atomic_load(&host->log.held))
			n = gs_host_log_drain_ordered(host, UINT64_MAX, &held);
		if (atomic_load(&host_header(host)->unstoppable) != atomic_load(&host->refusals))
			gs_host_notifier_wake(&host->to_session);
		if (n < BUSY && !atomic_load(&host->log.quit))
			sleep_until_woken(host, seen, held);
	}
	return NULL;
}

void gs_host_log_start(struct gs_host *host)
{
	atomic_store(&host->log.looked, g_get_monotonic_time());
	host->log.readers[0] = g_thread_new("glstep-log", read_in_time, host);
	host->log.readers[1] = g_thread_new("glstep-log-idle", read_where_idle, host);
}

void gs_host_log_stop(struct gs_host *host)
{
	if (!host->log.readers[0])
		return;
	atomic_store(&host->log.quit, true);
	atomic_fetch_add(&host_header(host)->log_wake, 1);
	syscall(SYS_futex, &host_header(host)->log_wake, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
	for (unsigned i = 0; i < G_N_ELEMENTS(host->log.readers); i++)
		g_thread_join(g_steal_pointer(&host->log.readers[i]));
	gs_host_log_drain(host);
}

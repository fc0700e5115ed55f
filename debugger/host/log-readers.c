/* SPDX-License-Identifier: MIT */
/*
 * The thread that reads the rings while the program runs, and another that says when. The other
 * runs only where a processor is idle (SCHED_IDLE), and so the program never waits for a processor
 * that reads what it did. It does not read itself: on a machine that has no processor idle for
 * seconds it would hold the locks of what it reads as long. There, and for a program that waits
 * until what it did is read, the reader does not wait to be told.
 */
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "debugger/host/private.h"

enum {
	BUSY = 1 << 17,	 /* bytes in one go: look again at once */
	PIECE = 1 << 16, /* bytes read each time that a processor was idle */
	/* A program that fills its ring wakes us; others are looked at so seldom that it does not
	 * slow them down. */
	SLEEP_NANOSECONDS = 20000000,
	HOLDING_NANOSECONDS = 1000000, /* likewise, where records were held back */
	FULL = GS_WIRE_RING_SIZE / 2,
	LATE = 200000,	 /* microseconds without a look */
	HURRY = 1000000, /* microseconds */
	QUIET = 1500000, /* microseconds without a record */
};

/* Until a quarter of a ring was filled, or for a while. */
static void sleep_until_woken(struct gs_host *host, uint32_t seen, bool holding)
{
	const struct timespec while_ = {0, holding ? HOLDING_NANOSECONDS : SLEEP_NANOSECONDS};
	syscall(SYS_futex, &host_header(host)->log_wake, FUTEX_WAIT, seen, &while_, NULL, 0);
}

static void futex_wake(const void *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

/* The reader reads a piece: how much. */
static uint64_t have_piece_read(struct gs_host *host)
{
	const struct timespec while_ = {0, SLEEP_NANOSECONDS};

	atomic_store(&host->log.piece_wanted, 1);
	atomic_fetch_add(&host_header(host)->log_wake, 1);
	futex_wake(&host_header(host)->log_wake);
	while (atomic_load(&host->log.piece_wanted) && !atomic_load(&host->log.quit))
		syscall(SYS_futex, &host->log.piece_wanted, FUTEX_WAIT, 1, &while_, NULL, 0);
	return atomic_load(&host->log.piece_read);
}

static gpointer watch_for_idle(gpointer data)
{
	struct gs_host *host = data;

	sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
	while (!atomic_load(&host->log.quit)) {
		uint32_t seen;

		atomic_store(&host->log.looked, g_get_monotonic_time());
		seen = atomic_load(&host_header(host)->log_wake);
		if (have_piece_read(host) < PIECE && !atomic_load(&host->log.quit))
			sleep_until_woken(host, seen + 1, atomic_load(&host->log.piece_held));
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

static void tell_piece(struct gs_host *host, uint64_t n, bool held)
{
	atomic_store(&host->log.piece_read, n);
	atomic_store(&host->log.piece_held, held);
	atomic_store(&host->log.piece_wanted, 0);
	futex_wake(&host->log.piece_wanted);
}

static gpointer read_in_time(gpointer data)
{
	struct gs_host *host = data;
	gint64 hurries_until = 0,
	       came = 0; /* came: when a record was read; 0: its quiet was told */
	uint32_t waits, waits_before = 0;
	while (!atomic_load(&host->log.quit)) {
		uint32_t seen = atomic_load(&host_header(host)->log_wake);
		gint64 now = g_get_monotonic_time();
		bool is_wanted = atomic_load(&host->log.piece_wanted), hurry, held = false;
		uint64_t n = 0;
		waits = atomic_load(&host_header(host)->log_waits);
		if (waits != waits_before || is_behind(host, now))
			hurries_until = now + HURRY;
		waits_before = waits;
		hurry = now < hurries_until;
		if ((hurry || is_wanted) && !atomic_load(&host->log.held))
			n = gs_host_log_drain_ordered(host, hurry ? UINT64_MAX : PIECE, &held);
		if (is_wanted)
			tell_piece(host, n, held);
		if (n) {
			came = now;
		} else if (came && now - came > QUIET) {
			gs_host_log_tell_quiet(host);
			came = 0;
		}
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
	host->log.readers[1] = g_thread_new("glstep-log-idle", watch_for_idle, host);
}

void gs_host_log_stop(struct gs_host *host)
{
	if (!host->log.readers[0])
		return;
	atomic_store(&host->log.quit, true);
	atomic_fetch_add(&host_header(host)->log_wake, 1);
	futex_wake(&host_header(host)->log_wake);
	futex_wake(&host->log.piece_wanted);
	for (unsigned i = 0; i < G_N_ELEMENTS(host->log.readers); i++)
		g_thread_join(g_steal_pointer(&host->log.readers[i]));
	gs_host_log_drain(host);
}

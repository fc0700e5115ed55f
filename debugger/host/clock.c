/* SPDX-License-Identifier: MIT */
/* The program's clocks stand still while it is held, where it was started so: wire/clock.h. */
#include "debugger/host/private.h"

static uint64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void write_clock(struct gs_wire_clock *clock, uint64_t since, uint64_t lost)
{
	atomic_fetch_add(&clock->sequence, 1);
	atomic_store(&clock->since, since);
	atomic_store(&clock->lost, lost);
	atomic_fetch_add(&clock->sequence, 1);
}

static bool holds_any(struct gs_host *host, const struct tracee *but)
{
	GHashTableIter iter;
	gpointer value;
	g_hash_table_iter_init(&iter, host->tracees);
	while (g_hash_table_iter_next(&iter, NULL, &value))
		if (value != but && ((struct tracee *)value)->hold != HOLD_NONE)
			return true;
	return false;
}

void gs_host_clock_hold(struct gs_host *host)
{
	struct gs_wire_clock *clock = &host_header(host)->clock;
	if (host->freezes_clocks && !atomic_load(&clock->since))
		write_clock(clock, now(), atomic_load(&clock->lost));
}

void gs_host_clock_release(struct gs_host *host, const struct tracee *released)
{
	struct gs_wire_clock *clock = &host_header(host)->clock;
	uint64_t since = atomic_load(&clock->since);
	if (since && !(released && holds_any(host, released)))
		write_clock(clock, 0, atomic_load(&clock->lost) + now() - since);
}

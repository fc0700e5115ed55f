/* SPDX-License-Identifier: MIT */
/* The program's clocks stand still while it is held, where it was started so: wire/clock.h. */
#include "debugger/host/private.h"

static uint64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* The time is taken between these two: what the program reads outside of them is on one side. */
static void begin_write(struct gs_wire_clock *clock)
{
	atomic_fetch_add(&clock->sequence, 1);
}

static void end_write(struct gs_wire_clock *clock)
{
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
	if (!host->freezes_clocks || atomic_load(&clock->since))
		return;
	begin_write(clock);
	atomic_store(&clock->since, now());
	end_write(clock);
}

void gs_host_clock_release(struct gs_host *host, const struct tracee *released)
{
	struct gs_wire_clock *clock = &host_header(host)->clock;
	uint64_t since = atomic_load(&clock->since);
	if (!since || (released && holds_any(host, released)))
		return;
	begin_write(clock);
	atomic_store(&clock->lost, atomic_load(&clock->lost) + now() - since);
	atomic_store(&clock->since, 0);
	end_write(clock);
}

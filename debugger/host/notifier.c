/* SPDX-License-Identifier: MIT */
/* Waiting for the other thread: a word to sleep on, and whether to look at it first. */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "debugger/host/private.h"

enum { SPIN_SELDOM = 32 };

uint32_t gs_host_notifier_look(struct notifier *notifier)
{
	return atomic_load(&notifier->word);
}

void gs_host_notifier_wake(struct notifier *notifier)
{
	atomic_fetch_add(&notifier->word, 1);
	if (atomic_load(&notifier->sleepers))
		syscall(SYS_futex, &notifier->word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

void gs_host_notifier_wait(struct notifier *notifier, uint32_t seen, gint64 deadline)
{
	struct timespec left, *limit = NULL;
	if (deadline >= 0) {
		gint64 microseconds = deadline - g_get_monotonic_time();
		if (microseconds <= 0)
			return;
		left.tv_sec = microseconds / G_USEC_PER_SEC;
		left.tv_nsec = microseconds % G_USEC_PER_SEC * 1000;
		limit = &left;
	}
	atomic_fetch_add(&notifier->sleepers, 1);
	if (atomic_load(&notifier->word) == seen)
		syscall(SYS_futex, &notifier->word, FUTEX_WAIT_PRIVATE, seen, limit, NULL, 0);
	atomic_fetch_sub(&notifier->sleepers, 1);
}

/* Asking costs as much as a stop: the C library opens a file for it. */
static bool several_processors(void)
{
	static _Atomic int known; /* 0: not yet */
	int n = atomic_load_explicit(&known, memory_order_relaxed);
	if (!n) {
		n = (int)g_get_num_processors();
		atomic_store_explicit(&known, n, memory_order_relaxed);
	}
	return n > 1;
}

bool gs_host_spinner_tries(struct spinner *spinner)
{
	return spinner->luck >= 0 ? several_processors() : ++spinner->turn % SPIN_SELDOM == 0;
}

void gs_host_spinner_had(struct spinner *spinner, bool luck)
{
	spinner->luck = CLAMP(spinner->luck + (luck ? 1 : -3), -8, 8);
}

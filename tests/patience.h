/* SPDX-License-Identifier: MIT */
/*
 * How long a test waits. It waits for what it needs, never for a clock: the bounds only end a test
 * whose condition never holds, and are ten times what an idle machine needs. The same for scripts:
 * tests/patience.py, tests/patience.
 */
#ifndef GS_TESTS_PATIENCE_H
#define GS_TESTS_PATIENCE_H

#include <glib.h>

/* Milliseconds. */
static inline int patience(int idle_ms)
{
	return 10 * idle_ms;
}

static inline void wait_on(gint64 since, const char *file, int line, const char *condition)
{
	if (g_get_monotonic_time() - since > patience(6000) * G_GINT64_CONSTANT(1000))
		g_error("%s:%d: waited in vain for %s", file, line, condition);
	g_usleep(1000);
}

#define WAIT_UNTIL(condition)                                                                      \
	for (gint64 since_ = g_get_monotonic_time(); !(condition);)                                \
	wait_on(since_, __FILE__, __LINE__, #condition)

#endif

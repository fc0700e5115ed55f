/* SPDX-License-Identifier: MIT */
/* debugger/base/patience - how long a function may wait for another process, such as the reader of
 * a FIFO. */
#ifndef GS_PATIENCE_H
#define GS_PATIENCE_H

#include <glib.h>
#include <stdbool.h>

/* Passed as a pointer; NULL: ten seconds. */
struct gs_patience {
	/* Asked every few milliseconds while waiting. True, with an error: stop waiting. */
	bool (*gives_up)(gpointer data, GError **error);
	gpointer data;
};

/* One wait. started: 0 before the first call, which sets it. Sleeps until events of poll(2) have
 * come on fd, or for a moment (fd < 0: always). False: it has taken too long (error of gives_up, or
 * TIMEOUT). */
bool gs_patience_wait(
	const struct gs_patience *patience, int fd, short events, gint64 *started, GError **error);

#endif

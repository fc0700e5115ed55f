/* SPDX-License-Identifier: MIT */
/* debugger/base/patience - how long a function may wait for another process, such as the reader of
 * a FIFO. */
#ifndef GS_PATIENCE_H
#define GS_PATIENCE_H

#include <glib.h>
#include <stdbool.h>

/* When to stop waiting. Functions that wait take a pointer to one; NULL: after ten seconds. */
struct gs_patience {
	/* Called every few milliseconds while waiting. Returns true and sets the error to stop. */
	bool (*gives_up)(gpointer data, GError **error);
	gpointer data;
};

/* Sleep until one of the events of poll(2) has come on fd, but for 20 ms at most; for that long if
 * fd is < 0. The caller looks whether it has what it waits for, and calls again if not. *started:
 * when the waiting began, which this sets if it is 0, as it must be before the first call. Return
 * false if it has lasted too long: then error is what gives_up has set, or TIMEOUT. */
bool gs_patience_wait(
	const struct gs_patience *patience, int fd, short events, gint64 *started, GError **error);

#endif

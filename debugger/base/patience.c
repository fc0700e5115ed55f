/* SPDX-License-Identifier: MIT */
#include "debugger/base/patience.h"

#include <poll.h>

#include "debugger/base/error.h"

enum { DEFAULT_SECONDS = 10, MOMENT_MS = 20 };

bool gs_patience_wait(
	const struct gs_patience *patience, int fd, short events, gint64 *started, GError **error)
{
	struct pollfd polled = {.fd = fd, .events = events};
	gint64 now = g_get_monotonic_time();
	if (!*started)
		*started = now;
	if (patience && patience->gives_up(patience->data, error))
		return false;
	if (!patience && now - *started > DEFAULT_SECONDS * G_USEC_PER_SEC) {
		g_set_error(
			error, GS_ERROR, GS_ERROR_TIMEOUT, "timed out after %d s", DEFAULT_SECONDS);
		return false;
	}
	poll(&polled, 1, MOMENT_MS); /* poll() passes over a negative fd */
	return true;
}

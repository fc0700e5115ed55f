/* SPDX-License-Identifier: MIT */
#include "debugger/open/measuring.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "analysis/measured.h"
#include "debugger/base/patience.h"

enum { LOOK_EVERY = 100, PIECE = 1 << 16 }; /* milliseconds; bytes */

/* All that the player writes; false: it was cancelled. */
static bool read_all(int fd, GString *text, const struct gs_patience *patience)
{
	char piece[PIECE];
	for (;;) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		if (patience && patience->gives_up(patience->data, NULL))
			return false;
		if (poll(&ready, 1, LOOK_EVERY) <= 0)
			continue;
		ssize_t n = read(fd, piece, sizeof(piece));
		if (n > 0)
			g_string_append_len(text, piece, n);
		else if (n == 0 || errno != EINTR)
			return true;
	}
}

struct gs_measured *gs_player_measure(const char *player, const char *trace, const char *frames,
	const struct gs_patience *patience, char **why)
{
	/* Without an X server EGL does. */
	bool has_x = g_getenv("DISPLAY");
	const char *argv[] = {player, "--measure", "/dev/stdout", "--frames",
		frames ? frames : "0-", has_x ? "--" : "--egl", has_x ? trace : "--",
		has_x ? NULL : trace, NULL};
	/* where a user waits, the terminal is his */
	GSpawnFlags quiet = patience ? G_SPAWN_STDERR_TO_DEV_NULL : G_SPAWN_DEFAULT;
	struct gs_measured *measured = NULL;
	GError *error = NULL;
	GPid pid;
	int fd, status = 0;
	if (!g_spawn_async_with_pipes(NULL, (char **)argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | quiet,
		    NULL, NULL, &pid, NULL, &fd, NULL, &error)) {
		*why = g_strdup_printf("nothing was measured: %s", error->message);
		g_error_free(error);
		return NULL;
	}
	GString *text = g_string_new(NULL);
	bool is_whole = read_all(fd, text, patience);
	if (!is_whole)
		kill(pid, SIGTERM);
	close(fd);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (is_whole)
		measured = gs_measured_parse(text->str, why);
	else
		*why = g_strdup("nothing was measured: it was cancelled");
	g_string_free(text, TRUE);
	return measured;
}

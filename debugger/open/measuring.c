/* SPDX-License-Identifier: MIT */
#include "debugger/open/measuring.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "analysis/measured.h"
#include "analysis/timed.h"
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

GPtrArray *gs_player_command(
	const char *player, const char *const *options, const char *trace, const char *frames)
{
	GPtrArray *argv = g_ptr_array_new();
	g_ptr_array_add(argv, (gpointer)player);
	for (; *options; options++)
		g_ptr_array_add(argv, (gpointer)*options);
	g_ptr_array_add(argv, (gpointer) "--frames");
	g_ptr_array_add(argv, (gpointer)(frames ? frames : "0-"));
	if (!g_getenv("DISPLAY")) /* Without an X server EGL does. */
		g_ptr_array_add(argv, (gpointer) "--egl");
	g_ptr_array_add(argv, (gpointer) "--");
	g_ptr_array_add(argv, (gpointer)trace);
	g_ptr_array_add(argv, NULL);
	return argv;
}

char *gs_player_ask(const char *player, const char *const *options, const char *trace,
	const char *frames, const struct gs_patience *patience, char **why)
{
	g_autoptr(GPtrArray) argv = gs_player_command(player, options, trace, frames);
	/* where a user waits, the terminal is his */
	GSpawnFlags quiet = patience ? G_SPAWN_STDERR_TO_DEV_NULL : G_SPAWN_DEFAULT;
	GError *error = NULL;
	GPid pid;
	int fd, status = 0;
	if (!g_spawn_async_with_pipes(NULL, (char **)argv->pdata, NULL,
		    G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH | quiet, NULL, NULL, &pid, NULL,
		    &fd, NULL, &error)) {
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
	if (!is_whole)
		*why = g_strdup("nothing was measured: it was cancelled");
	return g_string_free(text, !is_whole);
}

struct gs_measured *gs_player_measure(const char *player, const char *trace, const char *frames,
	const struct gs_patience *patience, char **why)
{
	static const char *const options[] = {"--measure", "/dev/stdout", NULL};
	g_autofree char *text = gs_player_ask(player, options, trace, frames, patience, why);
	return text ? gs_measured_parse(text, why) : NULL;
}

struct gs_timed *gs_player_time(const char *player, const char *trace, const char *frames,
	unsigned rounds, const struct gs_patience *patience, char **why)
{
	g_autofree char *times = g_strdup_printf("--times=%u", rounds);
	const char *const options[] = {times, "--every-call", "--json", NULL};
	g_autofree char *text = gs_player_ask(player, options, trace, frames, patience, why);
	struct gs_timed *timed = text ? gs_timed_parse(text) : NULL;
	if (text && !timed)
		*why = g_strdup("nothing was timed: the trace could not be played to its end");
	return timed;
}

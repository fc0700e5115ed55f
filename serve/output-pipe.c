/* SPDX-License-Identifier: MIT */
#include "serve/output-pipe.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <unistd.h>

enum { AT_ONCE = 4096 };

struct gs_output_pipe {
	int ends[2]; /* ours, the program's */
	bool passes_on;
	guint reading; /* a source; 0: none */
	struct gs_shared *shared;
};

struct gs_output_pipe *gs_output_pipe_new(bool passes_on)
{
	struct gs_output_pipe *pipe = g_new0(struct gs_output_pipe, 1);
	pipe->passes_on = passes_on;
	if (g_unix_open_pipe(pipe->ends, FD_CLOEXEC, NULL))
		return pipe;
	g_free(pipe);
	return NULL;
}

int gs_output_pipe_fd(const struct gs_output_pipe *pipe)
{
	return pipe->ends[1];
}

/* Write it to standard error, whether somebody reads there or not. */
static void pass_on(const char *bytes, size_t n)
{
	if (write(STDERR_FILENO, bytes, n) < 0)
		errno = 0;
}

static gboolean on_readable(int fd, GIOCondition condition, gpointer data)
{
	struct gs_output_pipe *pipe = data;
	char bytes[AT_ONCE];
	ssize_t n = read(fd, bytes, sizeof bytes);
	if (n < 0 && errno == EINTR)
		return G_SOURCE_CONTINUE;
	if (n <= 0) {
		pipe->reading = 0;
		return G_SOURCE_REMOVE;
	}
	g_autofree char *text = g_utf8_make_valid(bytes, n);
	if (pipe->passes_on)
		pass_on(bytes, (size_t)n);
	gs_shared_tell_output(pipe->shared, text);
	return G_SOURCE_CONTINUE;
}

void gs_output_pipe_tell(struct gs_output_pipe *pipe, struct gs_shared *shared)
{
	pipe->shared = shared;
	pipe->reading = g_unix_fd_add(pipe->ends[0], G_IO_IN | G_IO_HUP, on_readable, pipe);
}

/* Read on in a process of its own, which keeps nothing else of ours open. */
static void drain(const struct gs_output_pipe *pipe)
{
	int fd = pipe->ends[0];
	struct pollfd end = {fd, POLLIN, 0};
	char bytes[AT_ONCE];
	ssize_t n;
	if ((poll(&end, 1, 0) >= 0 && end.revents & POLLHUP && !(end.revents & POLLIN)) ||
		fork() != 0)
		return;
	setsid();
	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	if (!pipe->passes_on)
		close(STDERR_FILENO);
	if (fd > STDERR_FILENO + 1)
		close_range(STDERR_FILENO + 1, (unsigned)fd - 1, 0);
	close_range((unsigned)fd + 1, ~0U, 0);
	while ((n = read(fd, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0 && pipe->passes_on)
			pass_on(bytes, (size_t)n);
	_exit(0);
}

void gs_output_pipe_free(struct gs_output_pipe *pipe)
{
	if (!pipe)
		return;
	if (pipe->reading)
		g_source_remove(pipe->reading);
	close(pipe->ends[1]);
	drain(pipe);
	close(pipe->ends[0]);
	g_free(pipe);
}

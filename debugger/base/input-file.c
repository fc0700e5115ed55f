/* SPDX-License-Identifier: MIT */
#include "debugger/base/input-file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debugger/base/error.h"

enum {
	AT_ONCE = 65536,
	MOST = 1 << 28, /* bytes of what is no regular file: a device may never end */
};

struct gs_input {
	int fd;
	char *path;
	bool is_regular, has_begun; /* has_begun: a FIFO has had a writer */
	gint64 waiting_since;
};

static void set_error(const char *path, int number, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be read: %s", path,
		g_strerror(number));
}

struct gs_input *gs_input_open(const char *path, GError **error)
{
	bool standard = strcmp(path, "-") == 0;
	/* a FIFO that nobody writes would hold a blocking open() for ever */
	int fd = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
			  : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	const char *name = standard ? "standard input" : path;
	struct stat st;
	if (fd < 0 || fstat(fd, &st) != 0) {
		set_error(name, errno, error);
		return NULL;
	}
	if (S_ISDIR(st.st_mode) || S_ISBLK(st.st_mode)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be read: it is a %s",
			name, S_ISDIR(st.st_mode) ? "directory" : "block device");
		close(fd);
		return NULL;
	}
	struct gs_input *input = g_new0(struct gs_input, 1);
	input->fd = fd;
	input->path = g_strdup(name);
	input->is_regular = S_ISREG(st.st_mode);
	input->has_begun = standard || !S_ISFIFO(st.st_mode);
	return input;
}

static bool wait_for_writer(
	struct gs_input *input, const struct gs_patience *patience, GError **error)
{
	GError *failure = NULL;
	/* without a writer poll() may say at once that there is none */
	int fd = input->has_begun ? input->fd : -1;
	if (gs_patience_wait(patience, fd, POLLIN, &input->waiting_since, &failure))
		return true;
	g_prefix_error(&failure, "no process writes to '%s': ", input->path);
	g_propagate_error(error, failure);
	return false;
}

ssize_t gs_input_read(struct gs_input *input, char *data, size_t size,
	const struct gs_patience *patience, bool also_data, GError **error)
{
	struct pollfd polled = {.fd = input->fd, .events = POLLIN};
	for (;;) {
		ssize_t n = read(input->fd, data, size);
		int number = errno;
		if (n < 0 && number != EAGAIN && number != EINTR) {
			set_error(input->path, number, error);
			return -1;
		}
		if (n > 0 || (n < 0 && number == EAGAIN))
			input->has_begun = true;
		if (n > 0 || (n == 0 && input->has_begun)) {
			input->waiting_since = 0;
			return n;
		}
		if (!input->has_begun || also_data) {
			if (!wait_for_writer(input, patience, error))
				return -1;
		} else if (number == EAGAIN) {
			poll(&polled, 1, -1);
		}
	}
}

bool gs_input_is_ready(const struct gs_input *input)
{
	struct pollfd polled = {.fd = input->fd, .events = POLLIN};
	return input->is_regular || poll(&polled, 1, 0) > 0;
}

void gs_input_close(struct gs_input *input)
{
	if (!input)
		return;
	close(input->fd);
	g_free(input->path);
	g_free(input);
}

bool gs_input_read_all(const char *path, const struct gs_patience *patience, char **text,
	size_t *size, GError **error)
{
	struct gs_input *input = gs_input_open(path, error);
	if (!input)
		return false;
	GString *all = g_string_new(NULL);
	char *some = g_malloc(AT_ONCE);
	ssize_t n;
	while ((n = gs_input_read(input, some, AT_ONCE, patience, true, error)) > 0) {
		g_string_append_len(all, some, n);
		if (!input->is_regular && all->len > MOST) {
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"'%s' cannot be read: it does not end within %d MiB", path,
				MOST >> 20);
			n = -1;
			break;
		}
	}
	g_free(some);
	gs_input_close(input);
	*size = all->len;
	*text = g_string_free(all, n < 0);
	return n == 0;
}

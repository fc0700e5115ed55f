/* SPDX-License-Identifier: MIT */
#include "debugger/base/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debugger/base/error.h"

enum { MOST_LINKS = 40, BUFFER = 65536, NAMES_TRIED = 100 };

struct gs_output {
	FILE *file;
	int fd;
	char *path;	 /* as given */
	char *target;	 /* is to be replaced; NULL: written in place */
	char *temporary; /* the new file's name until then; NULL: it has none so far (O_TMPFILE) */
	bool is_new;	 /* there was no target */
	const struct gs_patience *patience;
	GError *failure; /* of the first write that failed */
};

/* ---- which file is meant ---- */

/* The number of our descriptor that is a path's last part, as in /proc/self/fd/1 and /dev/fd/1;
 * -1: it is none. */
static int descriptor_at(const char *path)
{
	char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path), *end = NULL;
	char *ours = realpath("/proc/self/fd", NULL), *real = realpath(folder, NULL);
	long number = g_ascii_isdigit(*name) ? strtol(name, &end, 10) : -1;
	bool is_one = number >= 0 && number <= INT_MAX && !*end && ours &&
		      g_strcmp0(ours, real) == 0;
	free(real);
	free(ours);
	g_free(name);
	g_free(folder);
	return is_one ? (int)number : -1;
}

/* What a path means once symbolic links are followed, whether it exists or not; g_free. A link to
 * what is open as a descriptor is left, since its text need not be a name. */
static char *follow_links(const char *path)
{
	char *at = g_strdup(path);
	for (unsigned i = 0; i < MOST_LINKS && descriptor_at(at) < 0; i++) {
		char *to = g_file_read_link(at, NULL);
		if (!to)
			break;
		char *folder = g_path_get_dirname(at);
		char *next = g_path_is_absolute(to) ? g_strdup(to)
						    : g_build_filename(folder, to, NULL);
		g_free(folder);
		g_free(to);
		g_free(at);
		at = next;
	}
	return at;
}

/* The number of our descriptor that a path such as /dev/stdout or /dev/fd/3 names; -1: none. */
static int named_descriptor(const char *path)
{
	char *target = follow_links(path);
	int fd = descriptor_at(target);
	g_free(target);
	return fd;
}

/* ---- opening ---- */

static void set_open_error(const char *path, int number, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be written: %s", path,
		g_strerror(number));
}

/* Does not wait for a device; for the reader of a FIFO as long as patience says. */
static int open_special(
	const char *path, int flags, const struct gs_patience *patience, GError **error)
{
	GError *failure = NULL;
	gint64 started = 0;
	struct stat st;
	for (;;) {
		int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0666);
		int number = errno;
		if (fd >= 0)
			return fd;
		if (number == EINTR)
			continue;
		if (number != ENXIO || stat(path, &st) != 0 || !S_ISFIFO(st.st_mode)) {
			set_open_error(path, number, error);
			return -1;
		}
		if (!gs_patience_wait(patience, -1, 0, &started, &failure)) {
			g_prefix_error(&failure, "no process reads from '%s': ", path);
			g_propagate_error(error, failure);
			return -1;
		}
	}
}

int gs_output_open_descriptor(
	const char *path, bool appends, const struct gs_patience *patience, GError **error)
{
	int fd = open_special(path, O_CREAT | (appends ? O_APPEND : O_TRUNC), patience, error);
	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}

/* In the target's directory, without a name where the file system can do that: then nothing is left
 * of it if glstep is killed. */
static int open_beside(struct gs_output *output)
{
	char *folder = g_path_get_dirname(output->target);
	int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
	if (fd < 0) {
		output->temporary = g_build_filename(folder, ".glstep-XXXXXX", NULL);
		fd = g_mkstemp_full(output->temporary, O_WRONLY | O_CLOEXEC, 0666);
		int number = errno;
		if (fd < 0)
			g_clear_pointer(&output->temporary, g_free);
		errno = number;
	}
	int number = errno;
	g_free(folder);
	errno = number;
	return fd;
}

/* False: the new file would be somebody else's. */
static bool keep_owner_and_mode(int fd, const struct stat *old)
{
	struct stat st;
	if (fstat(fd, &st) != 0)
		return false;
	if ((st.st_uid != old->st_uid || st.st_gid != old->st_gid) &&
		fchown(fd, old->st_uid, old->st_gid) != 0)
		return false;
	return fchmod(fd, old->st_mode & 07777) == 0;
}

static void drop_temporary(struct gs_output *output)
{
	if (output->fd >= 0)
		close(output->fd);
	if (output->temporary)
		unlink(output->temporary);
	output->fd = -1;
	g_clear_pointer(&output->temporary, g_free);
}

/* A regular file, or one that is not there yet. */
static bool open_regular(struct gs_output *output, GError **error)
{
	struct stat old;
	output->target = follow_links(output->path);
	output->is_new = stat(output->target, &old) != 0;
	if (!output->is_new && faccessat(AT_FDCWD, output->target, W_OK, AT_EACCESS) != 0) {
		set_open_error(output->path, errno, error);
		return false;
	}
	output->fd = open_beside(output);
	int number = errno;
	if (output->fd >= 0 && (output->is_new || keep_owner_and_mode(output->fd, &old)))
		return true;
	bool may_not = output->fd >= 0 || number == EACCES || number == EPERM || number == EROFS;
	drop_temporary(output);
	if (output->is_new || !may_not) {
		set_open_error(output->path, number, error);
		return false;
	}
	g_clear_pointer(&output->target, g_free);
	output->fd = open_special(output->path, O_TRUNC, NULL, error);
	return output->fd >= 0;
}

static bool open_output(struct gs_output *output, GError **error)
{
	struct stat st;
	int named = named_descriptor(output->path);
	if (named == STDOUT_FILENO)
		fflush(stdout);
	/* what is in a file or was sent already stays, and what follows comes behind it */
	if (named >= 0 && fstat(named, &st) == 0 && (S_ISREG(st.st_mode) || S_ISSOCK(st.st_mode))) {
		output->fd = fcntl(named, F_DUPFD_CLOEXEC, 3);
		if (output->fd < 0)
			set_open_error(output->path, errno, error);
		return output->fd >= 0;
	}
	if (stat(output->path, &st) != 0 || S_ISREG(st.st_mode))
		return open_regular(output, error);
	output->fd = open_special(output->path, 0, output->patience, error);
	return output->fd >= 0;
}

/* ---- writing ---- */

static void fail(struct gs_output *output, int number)
{
	if (output->failure)
		return;
	g_set_error(&output->failure, GS_ERROR, GS_ERROR_CANNOT_WRITE,
		"'%s' could not be written completely: %s%s", output->path, g_strerror(number),
		!output->target	 ? ""
		: output->is_new ? " (no file was made)"
				 : " (the old file is unchanged)");
}

static bool wait_for_reader(struct gs_output *output, gint64 *started)
{
	if (gs_patience_wait(output->patience, output->fd, POLLOUT, started, &output->failure))
		return true;
	g_prefix_error(&output->failure, "no process reads from '%s': ", output->path);
	return false;
}

/* fopencookie(3): 0 says that it failed. */
static ssize_t write_all(void *cookie, const char *data, size_t size)
{
	struct gs_output *output = cookie;
	gint64 started = 0;
	for (size_t done = 0; done < size && !output->failure;) {
		ssize_t n = write(output->fd, data + done, size - done);
		if (n > 0) {
			done += (size_t)n;
			started = 0;
		} else if (n == 0) {
			fail(output, ENOSPC);
		} else if (errno == EAGAIN) {
			wait_for_reader(output, &started);
		} else if (errno != EINTR) {
			fail(output, errno);
		}
	}
	return output->failure ? 0 : (ssize_t)size;
}

struct gs_output *gs_output_open(
	const char *path, const struct gs_patience *patience, GError **error)
{
	struct gs_output *output = g_new0(struct gs_output, 1);
	output->fd = -1;
	output->path = g_strdup(path);
	output->patience = patience;
	if (!open_output(output, error)) {
		gs_output_abandon(output);
		return NULL;
	}
	output->file = fopencookie(output, "w", (cookie_io_functions_t){.write = write_all});
	if (!output->file)
		g_error("out of memory");
	setvbuf(output->file, NULL, _IOFBF, BUFFER);
	return output;
}

FILE *gs_output_stream(struct gs_output *output)
{
	return output->file;
}

/* ---- the end ---- */

/* A name for the file without one, so that it can be renamed over the target. */
static bool give_name(struct gs_output *output)
{
	char *folder = g_path_get_dirname(output->target);
	char *self = g_strdup_printf("/proc/self/fd/%d", output->fd);
	bool good = false;
	for (unsigned i = 0; i < NAMES_TRIED && !good; i++) {
		char *base = g_strdup_printf(".glstep-%08x", g_random_int());
		char *name = g_build_filename(folder, base, NULL);
		good = linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
		if (good)
			output->temporary = g_steal_pointer(&name);
		g_free(name);
		g_free(base);
		if (!good && errno != EEXIST)
			break;
	}
	g_free(self);
	g_free(folder);
	return good;
}

static void put_in_place(struct gs_output *output)
{
	if (output->target && !output->temporary && !give_name(output)) {
		fail(output, errno);
		return;
	}
	int fd = output->fd;
	output->fd = -1;
	if (close(fd) != 0 || (output->target && rename(output->temporary, output->target) != 0))
		fail(output, errno);
	else
		g_clear_pointer(&output->temporary, g_free);
}

bool gs_output_close(struct gs_output *output, GError **error)
{
	if (fflush(output->file) == 0 && !output->failure)
		put_in_place(output);
	GError *failure = g_steal_pointer(&output->failure);
	bool good = !failure;
	if (failure)
		g_propagate_error(error, failure);
	gs_output_abandon(output);
	return good;
}

void gs_output_abandon(struct gs_output *output)
{
	if (!output->failure)
		fail(output, ECANCELED); /* what is in the stream's buffer is not written */
	if (output->file)
		fclose(output->file);
	drop_temporary(output);
	g_error_free(output->failure);
	g_free(output->target);
	g_free(output->path);
	g_free(output);
}

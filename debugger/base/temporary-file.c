/* SPDX-License-Identifier: MIT */
#include "debugger/base/temporary-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "debugger/base/error.h"

static int open_in(const char *directory)
{
	int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
	char *name = g_build_filename(directory, "glstep-calls-XXXXXX", NULL);
	fd = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlink(name);
	g_free(name);
	return fd;
}

static int open_temporary(char **directory)
{
	const char *asked = getenv("TMPDIR");
	const char *directories[] = {asked && *asked ? asked : "/var/tmp", "/var/tmp", "/tmp"};
	int fd = -1;
	/* /var/tmp first: /tmp is often memory */
	for (size_t i = 0; i < G_N_ELEMENTS(directories) && fd < 0; i++) {
		fd = open_in(directories[i]);
		*directory = fd < 0 ? NULL : g_strdup(directories[i]);
	}
	return fd;
}

bool gs_temporary_file_init(struct gs_temporary_file *file, size_t buffer_size, GError **error)
{
	char *directory = NULL;
	int fd = open_temporary(&directory);
	if (fd < 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the list of calls cannot be stored (%s): set TMPDIR to a writable "
			"directory",
			g_strerror(errno));
		return false;
	}
	*file = (struct gs_temporary_file){.fd = fd,
		.buffer = g_malloc(buffer_size),
		.size = buffer_size,
		.usual_size = buffer_size,
		.directory = directory};
	return true;
}

void gs_temporary_file_finish(struct gs_temporary_file *file)
{
	close(file->fd);
	g_free(file->buffer);
	g_free(file->directory);
}

static bool write_at(int fd, const uint8_t *data, size_t size, uint64_t offset)
{
	size_t done = 0;
	while (done < size) {
		ssize_t n = pwrite(fd, data + done, size - done, (off_t)(offset + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n == 0)
			errno = ENOSPC;
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

static bool write_out(struct gs_temporary_file *file, const uint8_t *data, size_t size)
{
	bool good = write_at(file->fd, data, size, file->written);
	file->failure = good ? 0 : errno;
	if (good)
		file->written += size;
	else /* others need the disk, too */
		(void)!ftruncate(file->fd, (off_t)file->written);
	return good;
}

static bool flush(struct gs_temporary_file *file)
{
	if (!write_out(file, file->buffer, file->used))
		return false;
	file->used = 0;
	if (file->size > file->usual_size) {
		file->size = file->usual_size;
		file->buffer = g_realloc(file->buffer, file->size);
	}
	return true;
}

uint8_t *gs_temporary_file_room(struct gs_temporary_file *file, size_t size)
{
	if (file->size - file->used < size)
		flush(file);
	if (file->size - file->used < size) {
		file->size = MAX(file->size * 2, file->used + size);
		file->buffer = g_realloc(file->buffer, file->size);
	}
	return file->buffer + file->used;
}

bool gs_temporary_file_retry(struct gs_temporary_file *file)
{
	return !file->failure || flush(file);
}

void gs_temporary_file_use(struct gs_temporary_file *file, size_t size)
{
	file->used += size;
}

void gs_temporary_file_append(struct gs_temporary_file *file, const void *data, size_t size)
{
	if (size > file->usual_size && flush(file) && write_out(file, data, size))
		return;
	memcpy(gs_temporary_file_room(file, size), data, size);
	gs_temporary_file_use(file, size);
}

uint64_t gs_temporary_file_end(const struct gs_temporary_file *file)
{
	return file->written + file->used;
}

static bool read_at(int fd, uint8_t *data, size_t size, uint64_t offset)
{
	size_t done = 0;
	while (done < size) {
		ssize_t n = pread(fd, data + done, size - done, (off_t)(offset + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

bool gs_temporary_file_read(
	const struct gs_temporary_file *file, uint64_t offset, void *data, size_t size)
{
	uint64_t end = gs_temporary_file_end(file);
	if (offset > end || size > end - offset)
		return false;
	uint64_t in_file = offset < file->written ? MIN(file->written - offset, size) : 0;
	if (in_file && !read_at(file->fd, data, (size_t)in_file, offset))
		return false;
	if (size > in_file)
		memcpy((uint8_t *)data + in_file, file->buffer + (offset + in_file - file->written),
			(size_t)(size - in_file));
	return true;
}

void gs_temporary_file_clear(struct gs_temporary_file *file)
{
	file->written = 0;
	file->used = 0;
	file->failure = 0;
	/* where that fails, the old bytes stay behind the end and are written over */
	(void)!ftruncate(file->fd, 0);
}

/* SPDX-License-Identifier: MIT */
#include "debugger/base/temporary-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "debugger/base/error.h"

enum {
	PIECE_LEAST = 1 << 18, /* bytes */
	PIECES = 8,	       /* of what is kept, about */
};

/* A file with the bytes from start on, up to the next one's. */
struct piece {
	int fd;
	uint64_t start;
};

int gs_temporary_file_open(const char *directory)
{
	int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
	char *name = g_build_filename(directory, "glstep-XXXXXX", NULL);
	fd = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlink(name);
	g_free(name);
	return fd;
}

int gs_temporary_file_open_any(char **directory)
{
	const char *asked = getenv("TMPDIR");
	const char *directories[] = {asked && *asked ? asked : "/var/tmp", "/var/tmp", "/tmp"};
	int fd = -1;
	/* /var/tmp first: /tmp is often memory */
	for (size_t i = 0; i < G_N_ELEMENTS(directories) && fd < 0; i++) {
		fd = gs_temporary_file_open(directories[i]);
		if (directory)
			*directory = fd < 0 ? NULL : g_strdup(directories[i]);
	}
	return fd;
}

bool gs_temporary_file_init(struct gs_temporary_file *file, size_t buffer_size, GError **error)
{
	char *directory = NULL;
	int fd = gs_temporary_file_open_any(&directory);
	if (fd < 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the list of calls cannot be stored (%s): set TMPDIR to a writable "
			"directory",
			g_strerror(errno));
		return false;
	}
	const struct piece first = {fd, 0};
	*file = (struct gs_temporary_file){.pieces = g_array_new(FALSE, FALSE, sizeof first),
		.buffer = g_malloc(buffer_size),
		.size = buffer_size,
		.usual_size = buffer_size,
		.directory = directory};
	g_array_append_val(file->pieces, first);
	return true;
}

static struct piece *piece_at(const struct gs_temporary_file *file, guint i)
{
	return &g_array_index(file->pieces, struct piece, i);
}

static struct piece *last_piece(const struct gs_temporary_file *file)
{
	return piece_at(file, file->pieces->len - 1);
}

static void close_pieces(struct gs_temporary_file *file, guint n)
{
	for (guint i = 0; i < n; i++)
		close(piece_at(file, i)->fd);
	g_array_remove_range(file->pieces, 0, n);
}

void gs_temporary_file_finish(struct gs_temporary_file *file)
{
	close_pieces(file, file->pieces->len);
	g_array_free(file->pieces, TRUE);
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

/* Begins another piece if the last one is large enough. Where none can be opened, that goes on. */
static void begin_piece(struct gs_temporary_file *file)
{
	uint64_t kept = gs_temporary_file_kept(file);
	if (file->written - last_piece(file)->start < MAX(kept / PIECES, PIECE_LEAST))
		return;
	struct piece next = {gs_temporary_file_open(file->directory), file->written};
	if (next.fd >= 0)
		g_array_append_val(file->pieces, next);
}

static bool write_out(struct gs_temporary_file *file, const uint8_t *data, size_t size)
{
	begin_piece(file);
	const struct piece *piece = last_piece(file);
	uint64_t at = file->written - piece->start;
	bool good = write_at(piece->fd, data, size, at);
	file->failure = good ? 0 : errno;
	if (good)
		file->written += size;
	else /* others need the disk, too */
		(void)!ftruncate(piece->fd, (off_t)at);
	return good;
}

/* Forgets what is dropped of the buffer, where no file has a byte that is not. */
static void skip_dropped(struct gs_temporary_file *file)
{
	if (file->start <= file->written)
		return;
	size_t skipped = (size_t)(file->start - file->written);
	close_pieces(file, file->pieces->len - 1);
	(void)!ftruncate(last_piece(file)->fd, 0);
	last_piece(file)->start = file->written = file->start;
	file->used -= skipped;
	memmove(file->buffer, file->buffer + skipped, file->used);
}

static bool flush(struct gs_temporary_file *file)
{
	skip_dropped(file);
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

/* Reads what lies in files. */
static bool read_pieces(
	const struct gs_temporary_file *file, uint64_t offset, uint8_t *data, size_t size)
{
	guint i = file->pieces->len - 1;
	while (piece_at(file, i)->start > offset)
		i--;
	for (; size; i++) {
		const struct piece *piece = piece_at(file, i);
		bool is_last = i + 1 == file->pieces->len;
		uint64_t end = is_last ? file->written : piece_at(file, i + 1)->start;
		size_t some = (size_t)MIN(end - offset, size);
		if (!read_at(piece->fd, data, some, offset - piece->start))
			return false;
		offset += some;
		data += some;
		size -= some;
	}
	return true;
}

bool gs_temporary_file_read(
	const struct gs_temporary_file *file, uint64_t offset, void *data, size_t size)
{
	uint64_t end = gs_temporary_file_end(file);
	if (offset < file->start || offset > end || size > end - offset)
		return false;
	uint64_t in_file = offset < file->written ? MIN(file->written - offset, size) : 0;
	if (in_file && !read_pieces(file, offset, data, (size_t)in_file))
		return false;
	if (size > in_file)
		memcpy((uint8_t *)data + in_file, file->buffer + (offset + in_file - file->written),
			(size_t)(size - in_file));
	return true;
}

uint64_t gs_temporary_file_kept(const struct gs_temporary_file *file)
{
	return gs_temporary_file_end(file) - file->start;
}

void gs_temporary_file_drop(struct gs_temporary_file *file, uint64_t offset)
{
	guint n = 0;
	file->start = MAX(file->start, MIN(offset, gs_temporary_file_end(file)));
	while (n + 1 < file->pieces->len && piece_at(file, n + 1)->start <= file->start)
		n++;
	close_pieces(file, n);
}

uint64_t gs_temporary_file_free(const struct gs_temporary_file *file)
{
	struct statvfs disk;
	return fstatvfs(last_piece(file)->fd, &disk) ? UINT64_MAX
						     : (uint64_t)disk.f_bavail * disk.f_frsize;
}

void gs_temporary_file_clear(struct gs_temporary_file *file)
{
	close_pieces(file, file->pieces->len - 1);
	piece_at(file, 0)->start = 0;
	file->start = file->written = 0;
	file->used = 0;
	file->failure = 0;
	/* where that fails, the old bytes stay behind the end and are written over */
	(void)!ftruncate(piece_at(file, 0)->fd, 0);
}

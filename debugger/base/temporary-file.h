/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/temporary-file - bytes that are appended to unlinked temporary files, through a
 * buffer, and whose oldest may be dropped. Offsets count all bytes, as if there were one file; it
 * is in pieces, so that dropping bytes gives the disk back whatever the file system can do, and no
 * limit on the size of a file ends a long run. Where a file cannot be written, the buffer grows
 * instead: nothing is lost. Not thread-safe.
 */
#ifndef GS_TEMPORARY_FILE_H
#define GS_TEMPORARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

/* Open a file without a name in the directory, to read and write. Return -1 with errno set if there
 * can be none. */
int gs_temporary_file_open(const char *directory);
/* Likewise in $TMPDIR, /var/tmp or /tmp. *directory: which one it is, g_free, or NULL; directory
 * may be NULL. */
int gs_temporary_file_open_any(char **directory);

struct gs_temporary_file {
	GArray *pieces;	  /* struct piece of temporary-file.c, one at least */
	uint64_t start;	  /* offset of the first byte that was not dropped */
	uint64_t written; /* offset behind the bytes in files, where the buffer's begin */
	uint8_t *buffer;
	size_t used, size, usual_size; /* of the buffer, in bytes; usual: unless writing fails */
	char *directory;
	int failure; /* errno of the last write; 0: all of it was written */
};

/* Make an empty file in $TMPDIR, /var/tmp or /tmp. Return false and set error INTERNAL, with the
 * reason, if none of them can have one; then there is nothing to finish. */
bool gs_temporary_file_init(struct gs_temporary_file *file, size_t buffer_size, GError **error);
void gs_temporary_file_finish(struct gs_temporary_file *file);
/* Return room for `size` bytes behind the end, to be written before the next call of a function of
 * this file; then gs_temporary_file_use appends the first `size` bytes of it. */
uint8_t *gs_temporary_file_room(struct gs_temporary_file *file, size_t size);
void gs_temporary_file_use(struct gs_temporary_file *file, size_t size);
void gs_temporary_file_append(struct gs_temporary_file *file, const void *data, size_t size);
/* If the last write failed, write the buffer once more. Return false if that fails, too. */
bool gs_temporary_file_retry(struct gs_temporary_file *file);
/* Return the offset of the next byte that is appended. */
uint64_t gs_temporary_file_end(const struct gs_temporary_file *file);
/* Return how many bytes are not dropped. */
uint64_t gs_temporary_file_kept(const struct gs_temporary_file *file);
/* Drop the bytes before that offset. The disk gets them back in pieces: it holds an eighth more
 * than is kept, or half a mebibyte if that is more. */
void gs_temporary_file_drop(struct gs_temporary_file *file, uint64_t offset);
/* Return how many bytes are free on the file's disk; UINT64_MAX: that is not known. */
uint64_t gs_temporary_file_free(const struct gs_temporary_file *file);
/* Copy `size` bytes from that offset on into `data`. Return false if one of them was dropped, was
 * never appended or cannot be read. */
bool gs_temporary_file_read(
	const struct gs_temporary_file *file, uint64_t offset, void *data, size_t size);
/* Forget all bytes: the next one has offset 0. */
void gs_temporary_file_clear(struct gs_temporary_file *file);

#endif

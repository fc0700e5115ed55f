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

struct gs_temporary_file {
	GArray *pieces;	  /* struct piece of temporary-file.c, one at least */
	uint64_t start;	  /* of the bytes that are not dropped */
	uint64_t written; /* bytes in files, those that were dropped too; the buffer follows */
	uint8_t *buffer;
	size_t used, size, usual_size;
	char *directory;
	int failure; /* errno of the last write; 0: all of it was written */
};

/* In the directory for temporary files. False: error INTERNAL says why there can be none. */
bool gs_temporary_file_init(struct gs_temporary_file *file, size_t buffer_size, GError **error);
void gs_temporary_file_finish(struct gs_temporary_file *file); /* after init alone */
/* Room for size bytes in one piece, which ends when another function is called. */
uint8_t *gs_temporary_file_room(struct gs_temporary_file *file, size_t size);
/* So many of them were used. */
void gs_temporary_file_use(struct gs_temporary_file *file, size_t size);
void gs_temporary_file_append(struct gs_temporary_file *file, const void *data, size_t size);
/* Writes what is in the buffer if that has failed before. False: it fails again. */
bool gs_temporary_file_retry(struct gs_temporary_file *file);
uint64_t gs_temporary_file_end(const struct gs_temporary_file *file);
/* Returns how many bytes are not dropped. */
uint64_t gs_temporary_file_kept(const struct gs_temporary_file *file);
/* Drops the bytes before that offset. The disk has them back in pieces: it holds an eighth more
 * than is kept, or half a mebibyte. */
void gs_temporary_file_drop(struct gs_temporary_file *file, uint64_t offset);
/* Returns how many bytes are free where the file lies; UINT64_MAX: that is not known. */
uint64_t gs_temporary_file_free(const struct gs_temporary_file *file);
/* False: dropped, or unreadable. */
bool gs_temporary_file_read(
	const struct gs_temporary_file *file, uint64_t offset, void *data, size_t size);
void gs_temporary_file_clear(struct gs_temporary_file *file); /* forgets all */

#endif

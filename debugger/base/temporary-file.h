/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/temporary-file - bytes that are appended to an unlinked temporary file, through a
 * buffer. Where the file cannot be written, the buffer grows instead: nothing is lost. Not
 * thread-safe.
 */
#ifndef GS_TEMPORARY_FILE_H
#define GS_TEMPORARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

struct gs_temporary_file {
	int fd;
	uint64_t written; /* bytes in the file; the buffer follows */
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
/* False: unreadable. */
bool gs_temporary_file_read(
	const struct gs_temporary_file *file, uint64_t offset, void *data, size_t size);
void gs_temporary_file_clear(struct gs_temporary_file *file); /* forgets all */

#endif

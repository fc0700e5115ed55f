/* SPDX-License-Identifier: MIT */
/*
 * debugger/spool - bytes that are appended to an unlinked temporary file, through a buffer. Not
 * thread-safe.
 */
#ifndef GS_SPOOL_H
#define GS_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

struct gs_spool {
	int fd;
	uint64_t written; /* bytes in the file; the buffer follows */
	uint8_t *buffer;
	size_t used, size;
};

/* In the directory for temporary files. False: error INTERNAL says why there can be none. */
bool gs_spool_init(struct gs_spool *spool, size_t buffer_size, GError **error);
void gs_spool_finish(struct gs_spool *spool); /* after init alone */
/* Room for size <= buffer_size bytes in one piece; NULL: the file could not be written (errno). */
uint8_t *gs_spool_room(struct gs_spool *spool, size_t size);
/* So many of them were used. */
void gs_spool_use(struct gs_spool *spool, size_t size);
/* Of any size. False: errno says why not. */
bool gs_spool_append(struct gs_spool *spool, const void *data, size_t size);
uint64_t gs_spool_end(const struct gs_spool *spool);
/* False: unreadable. */
bool gs_spool_read(const struct gs_spool *spool, uint64_t offset, void *data, size_t size);
/* Forgets all. False: errno says why the file cannot be emptied. */
bool gs_spool_clear(struct gs_spool *spool);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The part of the shared memory into which snapshots are written, so that the program goes on while
 * the debugger reads them. Pieces lie one behind the other; when all have been read, the next one
 * is the first again. It is written to as a file: that needs no page of it in the program.
 */
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held while a piece is open */
static int fd = -1;
static uint64_t offset;	 /* of the open piece, and of the next one */
static uint64_t written; /* bytes of the open one */
static uint64_t made;	 /* bytes of all pieces so far */

bool gs_piece_begin(void)
{
	pthread_mutex_lock(&lock);
	if (atomic_load(&gs_wire->snapshot_read) == made)
		offset = 0;
	written = 0;
	fd = gs_wire_reopen();
	if (fd < 0)
		pthread_mutex_unlock(&lock);
	return fd >= 0;
}

bool gs_piece_write(const void *bytes, uint64_t size)
{
	const uint8_t *from = bytes;
	if (size > GS_WIRE_SNAPSHOT_SIZE - offset - written)
		return false;
	while (size) {
		uint64_t at = GS_WIRE_SNAPSHOT_OFFSET + offset + written;
		ssize_t n = syscall(SYS_pwrite64, fd, from, size, at);
		if (n <= 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		from += n;
		size -= (uint64_t)n;
		written += (uint64_t)n;
	}
	return true;
}

uint64_t gs_piece_end(bool is_good, uint64_t *size)
{
	uint64_t at = offset;
	gs_close(fd);
	fd = -1;
	*size = is_good ? written : 0;
	offset += GS_WIRE_ALIGN(*size);
	made += GS_WIRE_ALIGN(*size);
	pthread_mutex_unlock(&lock);
	return at;
}

void gs_piece_forget(uint64_t size)
{
	atomic_fetch_add(&gs_wire->snapshot_read, GS_WIRE_ALIGN(size));
}

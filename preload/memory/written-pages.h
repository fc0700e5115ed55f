/* SPDX-License-Identifier: MIT */
/*
 * preload/memory/written-pages - which pages of a range of memory have been written since they were
 * asked for the last time. Linux tells since 6.7 (userfaultfd's asynchronous write protection, and
 * PAGEMAP_SCAN; man 2 ioctl_userfaultfd, admin-guide/mm/pagemap); where it does not, or not for
 * this memory, every page may have been.
 */
#ifndef GS_PRELOAD_WRITTEN_PAGES_H
#define GS_PRELOAD_WRITTEN_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gs_written_pages {
	uint8_t *at;
	uint64_t size;
	uint64_t first, end; /* offsets of the whole pages; the rest is always taken as written */
	int faults, pages;   /* descriptors; 0: the kernel does not tell */
};

/* The memory must stay there until gs_written_pages_end. */
void gs_written_pages_begin(struct gs_written_pages *p, void *at, uint64_t size);
/* All that was written so far is of no interest. */
void gs_written_pages_reset(struct gs_written_pages *p);
/* Calls visit for each range, in offsets, that may have been written since the last time. */
void gs_written_pages_visit(struct gs_written_pages *p,
	void (*visit)(void *data, uint64_t from, uint64_t end), void *data);
/* Zeroes *p, which may be zeroed already. */
void gs_written_pages_end(struct gs_written_pages *p);

#endif

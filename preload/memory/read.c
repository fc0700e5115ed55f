/* SPDX-License-Identifier: MIT */
/*
 * Reading the program's memory where a pointer may be anything. The kernel is asked the first time
 * (process_vm_readv takes ten times as long as a call); pages that could be read are remembered,
 * and read as they are from then on. If one is gone meanwhile, the copy ends there
 * (core/guarded-copy.c) and the kernel is asked again. Where a filter says which system calls the
 * program may make, the kernel is asked for nothing.
 */
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include "preload/core/core.h"
#include "preload/memory/reader.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

enum {
	LARGE = 32 << 10, /* bytes: to look and to copy takes half as long as to have them copied */
	PAGE_BITS = 12,	  /* no machine has smaller ones */
	KNOWN = 4096,	  /* pages that are remembered: those with the same low bits take turns */
	MOST_PAGES = KNOWN / 2, /* of one reading, or it would push all others out */
};

static _Atomic uint64_t known[KNOWN]; /* numbers of pages */

static _Atomic uint64_t *place_of(uint64_t page)
{
	return &known[page % KNOWN];
}

/* The first page is nobody's, and its number says that there is none. */
static bool find_pages(uint64_t address, size_t size, uint64_t *first, uint64_t *last)
{
	uint64_t end;
	if (!gs_copy_is_guarded() || __builtin_add_overflow(address, size - 1, &end))
		return false;
	*first = address >> PAGE_BITS;
	*last = end >> PAGE_BITS;
	return *first && *last - *first < MOST_PAGES;
}

static bool are_known(uint64_t address, size_t size)
{
	uint64_t first, last;
	if (!find_pages(address, size, &first, &last))
		return false;
	for (uint64_t page = first; page <= last; page++)
		if (atomic_load_explicit(place_of(page), memory_order_relaxed) != page)
			return false;
	return true;
}

static void remember(uint64_t address, size_t size, bool good)
{
	uint64_t first, last;
	if (!find_pages(address, size, &first, &last))
		return;
	for (uint64_t page = first; page <= last; page++)
		atomic_store_explicit(place_of(page), good ? page : 0, memory_order_relaxed);
}

/* All of it can be read: the kernel has looked at each page, as if the program had read it. */
static bool is_readable(uint64_t address, size_t size)
{
	uint64_t before = address % (uint64_t)sysconf(_SC_PAGESIZE);
	return madvise((void *)(uintptr_t)(address - before), size + before, MADV_POPULATE_READ) ==
	       0; /* before Linux 5.14: EINVAL */
}

static bool read_by_kernel(void *to, uint64_t address, size_t size)
{
	struct iovec into = {to, size}, from = {(void *)(uintptr_t)address, size};
	if (size >= LARGE && gs_copy_is_guarded() && is_readable(address, size) &&
		gs_copy_guarded(to, from.iov_base, size))
		return true;
	return process_vm_readv(getpid(), &into, 1, &from, 1, 0) == (ssize_t)size;
}

static bool read_first(void *to, uint64_t address, size_t size)
{
	if (gs_copy_is_guarded() && gs_process_is_filtered())
		return gs_copy_guarded(to, (const void *)(uintptr_t)address, size);
	return read_by_kernel(to, address, size);
}

bool gs_call_memory_read(void *to, uint64_t address, size_t size)
{
	if (!size)
		return true;
	if (are_known(address, size)) {
		if (gs_copy_guarded(to, (const void *)(uintptr_t)address, size))
			return true;
		remember(address, size, false);
	}
	if (!read_first(to, address, size))
		return false;
	remember(address, size, true);
	return true;
}

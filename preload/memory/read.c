/* SPDX-License-Identifier: MIT */
/*
 * Reading the program's memory where a pointer may be anything. The first time the kernel is asked
 * whether each page is there; pages that could be read are remembered, and read as they are from
 * then on. If one is gone meanwhile, the copy ends there (core/guarded-copy.c) and the kernel is
 * asked again. What it is asked is a system call that every driver and the C library make, so that
 * no seccomp filter ends the program for it: an order that rt_sigprocmask does not know, at which
 * the kernel reads the set of signals before it looks at the order.
 */
#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "preload/core/core.h"
#include "preload/memory/reader.h"

enum {
	SIGNALS = 8, /* bytes of the kernel's set of signals */
	UNKNOWN_ORDER = -1,
	PAGE_BITS = 12, /* no machine has smaller ones */
	KNOWN = 4096,	/* pages that are remembered: those with the same low bits take turns */
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

/* Not at the page's beginning: a set at NULL is none. */
static bool is_readable(uint64_t page)
{
	const uint64_t at = (page << PAGE_BITS) + SIGNALS;
	return syscall(SYS_rt_sigprocmask, UNKNOWN_ORDER, at, NULL, SIGNALS) == 0 ||
	       errno != EFAULT; /* also where a filter has refused the call */
}

static bool are_readable(uint64_t address, size_t size)
{
	uint64_t end;
	if (__builtin_add_overflow(address, size - 1, &end))
		return false;
	for (uint64_t page = address >> PAGE_BITS; page <= end >> PAGE_BITS; page++)
		if (!is_readable(page))
			return false;
	return true;
}

static bool read_first(void *to, uint64_t address, size_t size)
{
	struct iovec into = {to, size}, from = {(void *)(uintptr_t)address, size};
	if (gs_copy_is_guarded())
		return are_readable(address, size) && gs_copy_guarded(to, from.iov_base, size);
	return process_vm_readv(getpid(), &into, 1, &from, 1, 0) == (ssize_t)size;
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

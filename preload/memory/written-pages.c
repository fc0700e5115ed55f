/* SPDX-License-Identifier: MIT */
/* The numbers of the kernel's interface stand here, as older headers lack them. */
#include "preload/memory/written-pages.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

struct scan {
	uint64_t size, flags, start, end, walk_end, regions, n_regions, most_pages;
	uint64_t inverted, all_of, any_of, told;
};
struct region {
	uint64_t start, end, categories;
};
#define SCAN _IOWR('f', 16, struct scan)

enum {
	USER_MODE_ONLY = 1,
	WP_SHARED = 1 << 12,
	WP_UNPOPULATED = 1 << 13,
	WP_ASYNC = 1 << 15,
	PAGE_IS_WRITTEN = 1 << 1,
	SCAN_PROTECTS = 1 << 0,
	SCAN_CHECKS_ASYNC = 1 << 1,
	REGIONS = 64,
	FROM_DESCRIPTOR = 500, /* out of the program's way */
};

static int move_away(int fd)
{
	if (fd < 0)
		return 0;
	int higher = fcntl(fd, F_DUPFD_CLOEXEC, FROM_DESCRIPTOR);
	if (higher >= 0)
		gs_close(fd);
	return higher >= 0 ? higher : fd;
}

static bool protect(const struct gs_written_pages *p)
{
	struct uffdio_api api = {
		.api = UFFD_API, .features = WP_ASYNC | WP_UNPOPULATED | WP_SHARED};
	const uint64_t start = (uintptr_t)p->at + p->first, size = p->end - p->first;
	struct uffdio_register range = {.range = {start, size}, .mode = UFFDIO_REGISTER_MODE_WP};
	return ioctl(p->faults, UFFDIO_API, &api) == 0 &&
	       ioctl(p->faults, UFFDIO_REGISTER, &range) == 0;
}

/* They may have been closed by the program, and be its own now. */
static void close_ours(struct gs_written_pages *p)
{
	struct uffdio_range range = {(uintptr_t)p->at + p->first, p->end - p->first};
	struct scan scan = {.size = sizeof scan};
	if (p->pages && ioctl(p->pages, SCAN, &scan) == 0)
		gs_close(p->pages);
	if (p->faults && ioctl(p->faults, UFFDIO_UNREGISTER, &range) == 0)
		gs_close(p->faults);
	p->pages = p->faults = 0;
}

void gs_written_pages_begin(struct gs_written_pages *p, void *at, uint64_t size)
{
	int error_number = errno;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)at;
	*p = (struct gs_written_pages){.at = at, .size = size, .first = -start % page};
	if (p->first < size)
		p->end = p->first + (size - p->first) / page * page;
	if (p->end <= p->first || gs_process_is_filtered())
		return;
	p->faults = move_away((int)syscall(SYS_userfaultfd, O_CLOEXEC | USER_MODE_ONLY));
	p->pages = move_away(gs_open("/proc/self/pagemap", O_RDONLY));
	if (!p->faults || !p->pages || !protect(p)) {
		if (p->faults)
			gs_close(p->faults);
		if (p->pages)
			gs_close(p->pages);
		p->faults = p->pages = 0;
	}
	errno = error_number;
}

static void visit_some(const struct gs_written_pages *p, const struct region *regions, long n,
	void (*visit)(void *data, uint64_t from, uint64_t end), void *data)
{
	const uint64_t start = (uintptr_t)p->at;
	for (long i = 0; i < n; i++)
		visit(data, regions[i].start - start, regions[i].end - start);
}

/* The whole pages. False: the kernel does not tell any more; where *from is, it has not told. */
static bool visit_written(struct gs_written_pages *p, uint64_t *from,
	void (*visit)(void *data, uint64_t from, uint64_t end), void *data)
{
	struct region regions[REGIONS];
	const uint64_t start = (uintptr_t)p->at;
	while (*from < p->end) {
		struct scan scan = {.size = sizeof scan,
			.flags = SCAN_PROTECTS | SCAN_CHECKS_ASYNC,
			.start = start + *from,
			.end = start + p->end,
			.regions = (uintptr_t)regions,
			.n_regions = REGIONS,
			.all_of = PAGE_IS_WRITTEN,
			.told = PAGE_IS_WRITTEN};
		long n = ioctl(p->pages, SCAN, &scan);
		if (n < 0 || scan.walk_end <= scan.start)
			return false;
		visit_some(p, regions, n, visit, data);
		*from = scan.walk_end - start;
	}
	return true;
}

void gs_written_pages_visit(struct gs_written_pages *p,
	void (*visit)(void *data, uint64_t from, uint64_t end), void *data)
{
	int error_number = errno;
	uint64_t from = p->first;
	if (!p->pages) {
		visit(data, 0, p->size);
		return;
	}
	if (p->first)
		visit(data, 0, p->first);
	if (visit_written(p, &from, visit, data))
		from = p->end;
	else
		close_ours(p);
	if (from < p->size)
		visit(data, from, p->size);
	errno = error_number;
}

static void visit_nothing(void *data, uint64_t from, uint64_t end)
{
	(void)data;
	(void)from;
	(void)end;
}

void gs_written_pages_reset(struct gs_written_pages *p)
{
	if (p->pages)
		gs_written_pages_visit(p, visit_nothing, NULL);
}

void gs_written_pages_end(struct gs_written_pages *p)
{
	int error_number = errno;
	close_ours(p);
	memset(p, 0, sizeof *p);
	errno = error_number;
}

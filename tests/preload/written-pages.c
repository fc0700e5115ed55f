/* SPDX-License-Identifier: MIT */
/* preload/memory/written-pages: each byte that was written is in a range that is visited, and a
 * range that nothing was written to is not, where the kernel tells. */
#include "preload/memory/written-pages.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "preload/core/core.h"

enum { PAGES = 300, TURNS = 200, WRITES = 20 };

int gs_open(const char *path, int flags)
{
	return open(path, flags | O_CLOEXEC);
}

void gs_close(int fd)
{
	close(fd);
}

bool gs_process_is_filtered(void)
{
	return false;
}

static size_t page;
static uint8_t visited[PAGES * 4096];
static size_t n_visited;

static void visit(void *data, uint64_t from, uint64_t end)
{
	(void)data;
	memset(visited + from, 1, end - from);
	n_visited += end - from;
}

static void fail(const char *what, int turn, size_t at)
{
	fprintf(stderr, "turn %d, byte %zu: %s\n", turn, at, what);
	exit(1);
}

/* Not at the beginning of a page, and not to the end of one. */
static void try_range(uint8_t *memory, size_t size)
{
	struct gs_written_pages pages;
	gs_written_pages_begin(&pages, memory, size);
	bool told = pages.pages;
	gs_written_pages_reset(&pages);
	for (int turn = 0; turn < TURNS; turn++) {
		size_t at[WRITES];
		for (int i = 0; i < WRITES; i++) {
			at[i] = (size_t)rand() % size;
			memory[at[i]]++;
		}
		memset(visited, 0, sizeof visited);
		n_visited = 0;
		gs_written_pages_visit(&pages, visit, NULL);
		for (int i = 0; i < WRITES; i++)
			if (!visited[at[i]])
				fail("was written and is not told", turn, at[i]);
		if (told && n_visited > (WRITES + 2) * page)
			fail("more is told than was written", turn, n_visited);
	}
	gs_written_pages_end(&pages);
	printf("%s\n", told ? "told by the kernel" : "not told by the kernel");
}

int main(void)
{
	page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = sizeof visited - sizeof visited % page;
	uint8_t *own = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint8_t *shared = mmap(
		NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (own == MAP_FAILED || shared == MAP_FAILED)
		return 99;
	try_range(own, size);
	try_range(own + 100, size - 300);
	try_range(shared + 100, size - 300);
	try_range(own + 100, 50);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* Memory for images is used again while shaders are debugged, holds what was put into it, and goes
 * back to the system afterwards. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "debugger/base/image-memory.h"

enum { LARGE = 8 << 20 };

static int failed;

static void check(const char *what, bool good)
{
	printf("%s: %s\n", good ? "ok" : "failed", what);
	failed |= !good;
}

static bool is_filled(const uint8_t *piece, size_t size, uint8_t with)
{
	size_t i = 0;
	while (i < size && piece[i] == with)
		i++;
	return i == size;
}

/* Bytes of this process that are in memory. */
static size_t resident(void)
{
	size_t all = 0, here = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%zu %zu", &all, &here) != 2)
		here = 0;
	if (file)
		fclose(file);
	return here * (size_t)sysconf(_SC_PAGESIZE);
}

static void contents(size_t size)
{
	uint8_t *piece = gs_image_memory_new(size);
	memset(piece, 0x5a, size);
	uint8_t *copy = gs_image_memory_copy(piece, size);
	check("a copy holds the same", is_filled(copy, size, 0x5a));
	gs_image_memory_free(piece);
	gs_image_memory_free(copy);
	uint8_t *zeros = gs_image_memory_new0(size);
	check("zeros are zeros, also in what was used before", is_filled(zeros, size, 0));
	gs_image_memory_free(zeros);
	gs_image_memory_free(NULL);
}

static void used_again(void)
{
	uint8_t *first = gs_image_memory_new(LARGE), *second = gs_image_memory_new(LARGE);
	check("two that are in use are two", first != second);
	gs_image_memory_free(first);
	check("a freed one serves a little less", gs_image_memory_new(LARGE - 100) == first);
	gs_image_memory_free(first);
	uint8_t *small = gs_image_memory_new(LARGE / 4);
	check("but not a quarter of it", small != first);
	gs_image_memory_free(small);
	gs_image_memory_free(second);
}

static void given_back(void)
{
	size_t before = resident();
	gs_image_memory_begin();
	gs_image_memory_prepare(GS_IMAGE_MEMORY_KEPT / 2);
	size_t kept = resident();
	check("a prepared one is there", kept - before > GS_IMAGE_MEMORY_KEPT / 4);
	for (int i = 0; i < 8; i++)
		gs_image_memory_free(
			gs_image_memory_new0(GS_IMAGE_MEMORY_KEPT / 4 + (size_t)i * LARGE));
	check("no more is kept than is allowed",
		resident() - before < GS_IMAGE_MEMORY_KEPT + LARGE);
	gs_image_memory_end();
	check("all is given back", resident() < before + (kept - before) / 4);
}

int main(void)
{
	contents(100);
	contents(LARGE);
	gs_image_memory_begin();
	contents(100);
	contents(LARGE);
	used_again();
	gs_image_memory_end();
	given_back();
	return failed;
}

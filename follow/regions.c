/* SPDX-License-Identifier: MIT */
#include "follow/regions.h"

#include <glib.h>

struct region {
	uint64_t address, size;
	uint8_t *memory;
	const void *group; /* of a mapped buffer; NULL: the memory is ours */
	uint64_t buffer;
};

struct gs_regions {
	GArray *array; /* struct region, by address */
	guint n_mapped;
};

struct gs_regions *gs_regions_new(void)
{
	struct gs_regions *regions = g_new0(struct gs_regions, 1);
	regions->array = g_array_new(FALSE, FALSE, sizeof(struct region));
	return regions;
}

static struct region *at(const struct gs_regions *regions, guint i)
{
	return &g_array_index(regions->array, struct region, i);
}

static void drop(struct gs_regions *regions, guint i)
{
	if (at(regions, i)->group)
		regions->n_mapped--;
	else
		g_free(at(regions, i)->memory);
	g_array_remove_index(regions->array, i);
}

void gs_regions_free(struct gs_regions *regions)
{
	if (!regions)
		return;
	while (regions->array->len)
		drop(regions, regions->array->len - 1);
	g_array_free(regions->array, TRUE);
	g_free(regions);
}

/* The first that ends behind the address. */
static guint first_behind(const struct gs_regions *regions, uint64_t address)
{
	guint low = 0, high = regions->array->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct region *r = at(regions, middle);
		if (r->address + r->size > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void add(struct gs_regions *regions, const struct region *region)
{
	uint64_t end = region->address + region->size;
	guint i = first_behind(regions, region->address);
	while (i < regions->array->len && at(regions, i)->address < end)
		drop(regions, i);
	g_array_insert_vals(regions->array, i, region, 1);
	regions->n_mapped += region->group != NULL;
}

void gs_regions_add(struct gs_regions *regions, uint64_t address, uint64_t size, void *memory)
{
	const struct region region = {address, size, memory, NULL, 0};
	if (size && address + size > address)
		add(regions, &region);
	else
		g_free(memory);
}

void gs_regions_add_mapped(struct gs_regions *regions, uint64_t address, uint64_t size,
	void *memory, const void *group, uint64_t buffer)
{
	const struct region region = {address, size, memory, group, buffer};
	if (size && address + size > address)
		add(regions, &region);
}

void gs_regions_unmap_each(struct gs_regions *regions, const void *group, const GArray *buffers)
{
	for (guint i = 0; buffers && i < buffers->len; i++)
		if (g_array_index(buffers, uint64_t, i))
			gs_regions_unmap(regions, group, g_array_index(buffers, uint64_t, i));
}

void gs_regions_unmap(struct gs_regions *regions, const void *group, uint64_t buffer)
{
	for (guint i = regions->array->len; regions->n_mapped && i > 0; i--) {
		const struct region *r = at(regions, i - 1);
		if (r->group == group && (!buffer || r->buffer == buffer))
			drop(regions, i - 1);
	}
}

void gs_regions_remove(struct gs_regions *regions, uint64_t address)
{
	guint i = first_behind(regions, address);
	if (i < regions->array->len && at(regions, i)->address == address)
		drop(regions, i);
}

void *gs_regions_find(const struct gs_regions *regions, uint64_t address, uint64_t *left)
{
	guint i = first_behind(regions, address);
	if (i == regions->array->len || at(regions, i)->address > address)
		return NULL;
	const struct region *r = at(regions, i);
	*left = r->address + r->size - address;
	return r->memory + (address - r->address);
}

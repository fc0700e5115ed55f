/* SPDX-License-Identifier: MIT */
/* Memory of the program that the trace describes: from malloc, and mapped buffers. memcpy writes to
 * both. */
#include <string.h>
#include "effects/private.h"

struct region {
	uint64_t address, size;
	struct gs_object *object; /* the buffer, or the memory itself, whose contents these are */
	uint64_t offset;	  /* offset of the region in the object */
	uint32_t map;		  /* node of the mapping; 0: not a mapping */
	uint32_t place;		  /* place of the mapping call */
};

struct gs_memory {
	GArray *regions; /* struct region, by address; they do not overlap */
};

struct gs_memory *gs_memory_new(void)
{
	struct gs_memory *memory = g_new0(struct gs_memory, 1);
	memory->regions = g_array_new(FALSE, FALSE, sizeof(struct region));
	return memory;
}

void gs_memory_free(struct gs_memory *memory)
{
	g_array_free(memory->regions, TRUE);
	g_free(memory);
}

static struct region *at(const struct gs_memory *memory, guint i)
{
	return &g_array_index(memory->regions, struct region, i);
}

/* Return the index of the first region that ends after the address. */
static guint find(const struct gs_memory *memory, uint64_t address)
{
	guint low = 0, high = memory->regions->len;
	while (low < high) {
		guint middle = (low + high) / 2;
		const struct region *region = at(memory, middle);
		if (address - region->address < region->size || address < region->address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static struct region *region_of(const struct gs_memory *memory, uint64_t address)
{
	guint i = find(memory, address);
	return i < memory->regions->len && at(memory, i)->address <= address ? at(memory, i) : NULL;
}

static void add(struct gs_memory *memory, const struct region *region)
{
	guint i = find(memory, region->address);
	if (!region->size || region->address + region->size < region->address)
		return;
	while (i < memory->regions->len && at(memory, i)->address < region->address + region->size)
		g_array_remove_index(memory->regions, i);
	g_array_insert_val(memory->regions, i, *region);
}

struct gs_object *gs_memory_object(struct gs_effects *effects, uint64_t address)
{
	struct region *region = region_of(effects->memory, address);
	return region && !region->map ? region->object : NULL;
}

struct gs_object *gs_memory_mapped(
	const struct gs_effects *effects, uint64_t address, uint64_t *offset)
{
	struct region *region = region_of(effects->memory, address);
	if (!region || !region->map)
		return NULL;
	*offset = address - region->address + region->offset;
	return region->object;
}

static void call_malloc(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct region region = {
		.address = gs_effects_number(&c->call->result),
		.size = gs_effects_argument(c, 0),
		.object = gs_object_make(effects, GS_OBJECT_NONE, 0),
	};
	add(effects->memory, &region);
	gs_effects_log(effects, GS_ACCESS_SET, region.object->node);
}

static void call_free(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t address = gs_effects_argument(c, 0);
	guint i = find(effects->memory, address);
	if (i < effects->memory->regions->len && at(effects->memory, i)->address == address)
		g_array_remove_index(effects->memory->regions, i);
}

static void call_memcpy(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t address = gs_effects_argument(c, 0);
	struct region *region = region_of(effects->memory, address);
	if (!region || c->call->function->n_args < 2)
		return;
	uint64_t n = c->call->args[1].class == GS_TRACE_BLOB ? c->call->args[1].n : 0;
	gs_effects_log(effects, GS_ACCESS_READ,
		region->map ? region->map
			    : gs_object_part(effects, region->object, GS_SLOT_OBJECT));
	gs_effects_log_range(effects, GS_ACCESS_SET_RANGE,
		gs_object_part(effects, region->object, GS_SLOT_DATA),
		address - region->address + region->offset, n);
}

bool gs_effects_memory_call(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const char *name = c->call->function->name;
	if (strcmp(name, "memcpy") == 0)
		call_memcpy(effects, c);
	else if (strcmp(name, "malloc") == 0)
		call_malloc(effects, c);
	else if (strcmp(name, "free") == 0)
		call_free(effects, c);
	else
		return false;
	return true;
}

/* ---- mapped buffers ---- */

void gs_memory_map(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_object *buffer, uint64_t address, uint64_t offset, uint64_t size)
{
	struct region region = {.address = address,
		.size = size,
		.object = buffer,
		.offset = offset,
		.map = gs_object_part(effects, buffer, GS_SLOT_MAP),
		.place = c->place};
	if (address)
		add(effects->memory, &region);
}

void gs_memory_unmap(
	struct gs_effects *effects, const struct gs_effects_call *c, struct gs_object *buffer)
{
	for (guint i = 0; i < effects->memory->regions->len; i++) {
		struct region *region = at(effects->memory, i);
		if (!region->map || region->object != buffer)
			continue;
		struct gs_effects_pair pair = {region->place, c->place};
		g_array_append_val(effects->pairs, pair);
		g_array_remove_index(effects->memory->regions, i);
		return;
	}
}

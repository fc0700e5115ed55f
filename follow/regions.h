/* SPDX-License-Identifier: MIT */
/*
 * follow/regions - memory that the trace knows by the program's addresses: mapped buffers, and
 * what malloc gave (in version 2 and newer of the format). Regions do not overlap: a new one takes
 * the place of those that it touches.
 */
#ifndef GS_REGIONS_H
#define GS_REGIONS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct gs_regions;

struct gs_regions *gs_regions_new(void);
void gs_regions_free(struct gs_regions *regions);
/* Freed with g_free when the region is. Nothing happens for a size of 0. */
void gs_regions_add(struct gs_regions *regions, uint64_t address, uint64_t size, void *memory);
/* Memory of GL's: a buffer of this name, of objects that these contexts share. */
void gs_regions_add_mapped(struct gs_regions *regions, uint64_t address, uint64_t size,
	void *memory, const void *group, uint64_t buffer);
/* It is mapped no more. buffer 0: all of the group. */
void gs_regions_unmap(struct gs_regions *regions, const void *group, uint64_t buffer);
/* What a step of the follower unmaps (GS_FOLLOW_UNMAPS): names of buffers; NULL: none. */
void gs_regions_unmap_each(struct gs_regions *regions, const void *group, const GArray *buffers);
/* The region that begins there. */
void gs_regions_remove(struct gs_regions *regions, uint64_t address);
/* NULL: the address is in none. *left: bytes from there to the region's end. */
void *gs_regions_find(const struct gs_regions *regions, uint64_t address, uint64_t *left);

#endif

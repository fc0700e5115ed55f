/* SPDX-License-Identifier: MIT */
/* Memory that GL reads after the call that named it: vertices in the program's memory. */
#include <string.h>
#include "replay/private.h"

struct slot {
	uint64_t vertex_array, index;
	uint32_t function, client_texture;
};

struct kept {
	struct slot slot;
	uint8_t *memory;
	uint64_t size;
	uint64_t recorded; /* recorded address, if it is in a region; 0: it is memory of its own */
};

static guint hash_slot(gconstpointer slot)
{
	guint hash = 0;
	for (size_t i = 0; i < sizeof(struct slot); i += 4)
		hash = hash * 31 + *(const guint32 *)((const char *)slot + i);
	return hash;
}

static gboolean same_slot(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(struct slot)) == 0;
}

static void free_kept(gpointer data)
{
	struct kept *kept = data;
	if (!kept->recorded)
		g_free(kept->memory);
	g_free(kept);
}

GHashTable *gs_replay_new_kept(void)
{
	return g_hash_table_new_full(hash_slot, same_slot, NULL, free_kept);
}

static struct kept *keep(struct gs_player *player, const struct gs_play *play, uint64_t index)
{
	struct gs_replay_context *context = gs_replay_context(player);
	struct kept *kept = g_new0(struct kept, 1);
	kept->slot = (struct slot){context->told->vertex_array, index, play->number,
		(uint32_t)context->told->client_unit};
	g_hash_table_replace(context->kept, &kept->slot, kept);
	return kept;
}

void *gs_replay_keep(struct gs_player *player, const struct gs_play *play, uint64_t index,
	const void *bytes, size_t size)
{
	struct kept *kept = keep(player, play, index);
	kept->memory = g_malloc(size + 16);
	kept->size = size;
	memcpy(kept->memory, bytes, size);
	memset(kept->memory + size, 0, 16);
	return kept->memory;
}

void gs_replay_keep_region(struct gs_player *player, const struct gs_play *play, uint64_t index,
	uint64_t recorded, void *memory)
{
	struct kept *kept = keep(player, play, index);
	kept->memory = memory;
	kept->recorded = recorded;
}

uint64_t gs_replay_kept_room(struct gs_player *player, const uint8_t *at)
{
	GHashTableIter iter;
	gpointer data;
	g_hash_table_iter_init(&iter, gs_replay_context(player)->kept);
	while (g_hash_table_iter_next(&iter, NULL, &data)) {
		const struct kept *kept = data;
		uint64_t size = kept->size;
		if (kept->recorded &&
			gs_regions_find(player->regions, kept->recorded, &size) != kept->memory)
			continue;
		if (at >= kept->memory && at < kept->memory + size)
			return size - (uint64_t)(at - kept->memory);
	}
	return 0;
}

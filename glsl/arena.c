/* SPDX-License-Identifier: MIT */
/* Memory that is freed all at once, and interned names. */
#include <string.h>

#include "glsl/private.h"

struct gs_arena_block {
	struct gs_arena_block *next;
	max_align_t data[];
};

enum { BLOCK_SIZE = 64 << 10, ALIGNMENT = 16 };

void *gs_arena_alloc(struct gs_arena *arena, size_t size)
{
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	if ((size_t)(arena->end - arena->free) < size) {
		size_t room = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE;
		struct gs_arena_block *block = g_malloc(sizeof(*block) + room);

		block->next = arena->blocks;
		arena->blocks = block;
		if (room == size)
			return memset(block->data, 0, size);
		arena->free = (char *)block->data;
		arena->end = arena->free + room;
	}
	char *result = arena->free;

	arena->free += size;
	return memset(result, 0, size);
}

void *gs_arena_copy(struct gs_arena *arena, const void *data, size_t size)
{
	void *copy = gs_arena_alloc(arena, size);

	return size ? memcpy(copy, data, size) : copy;
}

void gs_arena_finish(struct gs_arena *arena)
{
	struct gs_arena_block *next;

	for (struct gs_arena_block *block = arena->blocks; block; block = next) {
		next = block->next;
		g_free(block);
	}
	*arena = (struct gs_arena){0};
}

void gs_names_init(struct gs_names *names, struct gs_arena *arena)
{
	names->arena = arena;
	names->n_buckets = 512;
	names->buckets = g_new0(struct gs_name *, names->n_buckets);
	names->n = 0;
}

void gs_names_finish(struct gs_names *names)
{
	g_free(names->buckets);
	names->buckets = NULL;
}

static void grow(struct gs_names *names)
{
	size_t n_buckets = names->n_buckets * 4;
	struct gs_name **buckets = g_new0(struct gs_name *, n_buckets), *next;

	for (size_t i = 0; i < names->n_buckets; i++) {
		for (struct gs_name *name = names->buckets[i]; name; name = next) {
			struct gs_name **bucket = &buckets[name->hash & (n_buckets - 1)];

			next = name->next;
			name->next = *bucket;
			*bucket = name;
		}
	}
	g_free(names->buckets);
	names->buckets = buckets;
	names->n_buckets = n_buckets;
}

struct gs_name *gs_names_intern(struct gs_names *names, const char *text, size_t length)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	for (struct gs_name *name = names->buckets[hash & (names->n_buckets - 1)]; name;
		name = name->next)
		if (name->hash == hash && name->length == length &&
			!memcmp(name->text, text, length))
			return name;
	if (names->n >= names->n_buckets)
		grow(names);

	struct gs_name *name = gs_arena_alloc(names->arena, sizeof(*name) + length + 1);
	struct gs_name **bucket = &names->buckets[hash & (names->n_buckets - 1)];

	memcpy(name->text, text, length);
	name->length = (uint32_t)length;
	name->hash = hash;
	name->next = *bucket;
	name->word = gs_word_find(name->text, length);
	*bucket = name;
	names->n++;
	return name;
}

/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include "trace/private.h"

enum { FIRST_BLOCK = 1 << 10, KEPT_BLOCK = 1 << 16, LARGEST_STEP = 1 << 20 };

void *gs_trace_arena_more(struct gs_trace_arena *arena, size_t size)
{
	size_t block_size = arena->blocks ? 2 * arena->blocks->size : FIRST_BLOCK;
	struct gs_trace_block *block;

	if (block_size > LARGEST_STEP)
		block_size = LARGEST_STEP;
	if (block_size < size)
		block_size = size;
	if (block_size > arena->limit || *arena->held > arena->limit - block_size)
		return NULL;
	block = malloc(sizeof(*block) + block_size);
	if (!block)
		return NULL;
	block->next = arena->blocks;
	block->size = block_size;
	arena->blocks = block;
	arena->used = size;
	*arena->held += block_size;
	return block->data;
}

void gs_trace_arena_reset(struct gs_trace_arena *arena)
{
	struct gs_trace_block *block = arena->blocks;

	while (block && (block->next || block->size > KEPT_BLOCK)) {
		struct gs_trace_block *next = block->next;
		*arena->held -= block->size;
		free(block);
		block = next;
	}
	arena->blocks = block;
	arena->used = 0;
}

void gs_trace_arena_finish(struct gs_trace_arena *arena)
{
	while (arena->blocks) {
		struct gs_trace_block *next = arena->blocks->next;
		*arena->held -= arena->blocks->size;
		free(arena->blocks);
		arena->blocks = next;
	}
	arena->used = 0;
}

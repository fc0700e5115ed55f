/* SPDX-License-Identifier: MIT */
#include "debugger/base/image-memory.h"

#include <stdbool.h>
#include <string.h>
#include <glib.h>

/* In front of each piece. */
struct header {
	size_t capacity;
	struct header *next; /* of those that are kept */
};

enum { HEADER = 64 };
G_STATIC_ASSERT(sizeof(struct header) <= HEADER);

static GMutex mutex;
static struct header *kept; /* freed last first */
static unsigned n_users;

static void *piece_of(struct header *header)
{
	return (char *)header + HEADER;
}

/* Where a kept one is that is not much larger than asked for; NULL: there is none. */
static struct header **find_kept(size_t size)
{
	for (struct header **at = &kept; *at; at = &(*at)->next)
		if ((*at)->capacity >= size && (*at)->capacity - size <= size / 4)
			return at;
	return NULL;
}

static struct header *take_kept(size_t size)
{
	struct header **at = find_kept(size), *found = at ? *at : NULL;
	if (found)
		*at = found->next;
	return found;
}

void *gs_image_memory_new(size_t size)
{
	struct header *header = NULL;
	if (size >= GS_IMAGE_MEMORY_LARGE) {
		g_mutex_lock(&mutex);
		header = take_kept(size);
		g_mutex_unlock(&mutex);
	}
	if (!header) {
		header = g_malloc(HEADER + size);
		header->capacity = size;
	}
	return piece_of(header);
}

void *gs_image_memory_new0(size_t size)
{
	return memset(gs_image_memory_new(size), 0, size);
}

void *gs_image_memory_copy(const void *from, size_t size)
{
	return memcpy(gs_image_memory_new(size), from, size);
}

/* Takes those freed longest ago out of the list, which may stay as long as it is allowed to be. */
static struct header *cut_kept(void)
{
	struct header **at = &kept;
	size_t bytes = 0, most = n_users ? GS_IMAGE_MEMORY_KEPT : 0;
	while (*at && bytes + (*at)->capacity <= most) {
		bytes += (*at)->capacity;
		at = &(*at)->next;
	}
	struct header *cut = *at;
	*at = NULL;
	return cut;
}

static void free_all(struct header *header)
{
	while (header) {
		struct header *next = header->next;
		g_free(header);
		header = next;
	}
}

void gs_image_memory_free(void *piece)
{
	if (!piece)
		return;
	struct header *header = (struct header *)(void *)((char *)piece - HEADER);
	struct header *cut = header;
	header->next = NULL;
	if (header->capacity >= GS_IMAGE_MEMORY_LARGE) {
		g_mutex_lock(&mutex);
		header->next = kept;
		kept = header;
		cut = cut_kept();
		g_mutex_unlock(&mutex);
	}
	free_all(cut);
}

void gs_image_memory_prepare(size_t size)
{
	g_mutex_lock(&mutex);
	bool there = find_kept(size) != NULL;
	g_mutex_unlock(&mutex);
	if (!there && size >= GS_IMAGE_MEMORY_LARGE)
		gs_image_memory_free(gs_image_memory_new0(size));
}

void gs_image_memory_begin(void)
{
	g_mutex_lock(&mutex);
	n_users++;
	g_mutex_unlock(&mutex);
}

void gs_image_memory_end(void)
{
	g_mutex_lock(&mutex);
	n_users--;
	struct header *cut = cut_kept();
	g_mutex_unlock(&mutex);
	free_all(cut);
}

/* SPDX-License-Identifier: MIT */
/*
 * The program writes into the driver's memory itself; a copy holds what has been told of it. The
 * copy is made when somebody wants to know (a recording, log full), and begins anew with each
 * recording.
 */
#include "preload/memory/persistent-maps.h"
#include "data/targets.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include "preload/core/core.h"
#include "data/object.h"
#include "preload/core/gl.h"
#include "preload/memory/written-pages.h"

enum { BLOCK = 256 }; /* bytes: what is between two changes that are nearer is told with them */

struct map {
	struct map *next;
	struct gs_group *group;
	uint32_t buffer;
	uint8_t *at;
	uint64_t offset, size; /* in the buffer */
	uint8_t *copy;	       /* NULL: nobody has wanted to know yet */
	uint32_t told;	       /* header.recordings when it was made */
	struct gs_written_pages pages;
};

/* Held while the memory of a map is looked at, and before it goes. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct map *maps;
static _Atomic uint32_t n_maps;

/* ---- which buffers are mapped ---- */

static const unsigned end_functions[] = {GS_FN_glUnmapBuffer, GS_FN_glUnmapBufferARB,
	GS_FN_glUnmapBufferOES, GS_FN_glUnmapNamedBuffer, GS_FN_glUnmapNamedBufferEXT,
	GS_FN_glDeleteBuffers, GS_FN_glDeleteBuffersARB};

static void watch_ends(bool on)
{
	for (size_t i = 0; i < sizeof end_functions / sizeof *end_functions; i++)
		gs_hooks_enable(end_functions[i], on);
}

static void free_map(struct map *map)
{
	gs_written_pages_end(&map->pages);
	if (map->copy)
		munmap(map->copy, map->size);
	munmap(map, sizeof *map);
}

/* buffer 0: all of the group. */
static void forget(const struct gs_group *group, uint32_t buffer)
{
	pthread_mutex_lock(&lock);
	for (struct map **link = &maps; *link;) {
		struct map *map = *link;
		if (map->group != group || (buffer && map->buffer != buffer)) {
			link = &map->next;
			continue;
		}
		*link = map->next;
		free_map(map);
		atomic_fetch_sub(&n_maps, 1);
	}
	pthread_mutex_unlock(&lock);
	if (!atomic_load(&n_maps))
		watch_ends(false);
}

void gs_persistent_forget(struct gs_group *group)
{
	if (atomic_load(&n_maps))
		forget(group, 0);
}

static uint32_t bound(uint32_t target)
{
	GLint name = 0;
	uint32_t binding = gs_data_buffer_binding(target);
	if (binding)
		GL(glGetIntegerv)(binding, &name);
	return (uint32_t)name;
}

static void mapped(struct gs_thread *thread, struct gs_wire_call *call)
{
	const uint64_t wanted = GL_MAP_PERSISTENT_BIT | GL_MAP_WRITE_BIT;
	struct gs_context *context = gs_context_current(thread);
	if (!call->ret || (call->args[3] & wanted) != wanted || !context || context->in_block)
		return;
	uint32_t argument = (uint32_t)call->args[0];
	struct map *map = mmap(
		NULL, sizeof *map, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		return;
	map->group = context->group;
	map->buffer = gs_data_names_buffer(call->function) ? argument : bound(argument);
	map->at = (uint8_t *)(uintptr_t)call->ret;
	map->offset = call->args[1];
	map->size = call->args[2];
	pthread_mutex_lock(&lock);
	map->next = maps;
	maps = map;
	atomic_fetch_add(&n_maps, 1);
	pthread_mutex_unlock(&lock);
	watch_ends(true);
}

static void unmapped(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	uint32_t argument = (uint32_t)call->args[0];
	if (!context || context->in_block)
		return;
	uint32_t buffer = gs_data_names_buffer(call->function) ? argument : bound(argument);
	if (buffer)
		forget(context->group, buffer);
}

/* Deleting unmaps. */
static void deleted(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	const GLuint *names = (const GLuint *)(uintptr_t)call->args[1];
	for (int32_t i = 0; context && names && i < (int32_t)call->args[0]; i++)
		if (names[i])
			forget(context->group, names[i]);
}

void gs_persistent_init(void)
{
	static const struct gs_hook hooks[] = {
		{GS_FN_glMapBufferRange, NULL, mapped},
		{GS_FN_glMapBufferRangeEXT, NULL, mapped},
		{GS_FN_glMapNamedBufferRange, NULL, mapped},
		{GS_FN_glMapNamedBufferRangeEXT, NULL, mapped},
		{GS_FN_glUnmapBuffer, unmapped, NULL},
		{GS_FN_glUnmapBufferARB, unmapped, NULL},
		{GS_FN_glUnmapBufferOES, unmapped, NULL},
		{GS_FN_glUnmapNamedBuffer, unmapped, NULL},
		{GS_FN_glUnmapNamedBufferEXT, unmapped, NULL},
		{GS_FN_glDeleteBuffers, deleted, NULL},
		{GS_FN_glDeleteBuffersARB, deleted, NULL},
	};
	gs_hooks_add(hooks, sizeof hooks / sizeof *hooks);
	watch_ends(false);
}

/* ---- what has changed ---- */

bool gs_persistent_synchronizes(unsigned function)
{
	return (gs_data_flags(function) & (GS_FUNCTION_DRAWS | GS_FUNCTION_SWAPS)) ||
	       (gs_data_kinds(function) & (GS_KIND_SYNCHRONIZES | GS_KIND_UNPACKS));
}

bool gs_persistent_any(void)
{
	return (gs_call_policy.record || gs_call_policy.full) &&
	       atomic_load_explicit(&n_maps, memory_order_relaxed);
}

bool gs_persistent_has(const struct gs_group *group, uint64_t address)
{
	bool found = false;
	pthread_mutex_lock(&lock);
	for (struct map *map = maps; map && !found; map = map->next)
		found = map->group == group && address >= (uintptr_t)map->at &&
			address - (uintptr_t)map->at < map->size;
	pthread_mutex_unlock(&lock);
	return found;
}

static void add_range(struct gs_memory_reader *r, struct map *map, uint64_t from, uint64_t size)
{
	struct gs_wire_memory entry = {
		.argument = GS_WIRE_MAPPED, .class = GS_CLASS_VOID, .bits = 8};
	uint64_t at = map->offset + from;
	entry.info[0] = map->buffer;
	entry.info[2] = (uint32_t)at;
	entry.info[3] = (uint32_t)(at >> 32);
	if (gs_call_policy.record)
		entry.skip = (uint64_t)(uintptr_t)(map->at + from);
	memcpy(map->copy + from, map->at + from, size); /* other threads may write meanwhile */
	gs_call_memory_add_readable(r, &entry, map->copy + from, size);
}

static bool block_changed(const struct map *map, uint64_t from, uint64_t end)
{
	uint64_t left = end - from, size = left < BLOCK ? left : BLOCK;
	return memcmp(map->at + from, map->copy + from, size) != 0;
}

/* The changes within a range. */
static void compare(struct gs_memory_reader *r, struct map *map, uint64_t from, uint64_t end)
{
	while (from < end) {
		if (!block_changed(map, from, end)) {
			from += BLOCK;
			continue;
		}
		uint64_t to = from;
		while (to < end && block_changed(map, to, end))
			to += BLOCK;
		to = to < end ? to : end;
		add_range(r, map, from, to - from);
		from = to;
	}
}

/* False: there is no memory for a copy. */
static bool begin_telling(struct gs_memory_reader *r, struct map *map, uint32_t recording)
{
	if (!map->copy) {
		void *copy = mmap(NULL, map->size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (copy == MAP_FAILED) {
			gs_note("there is no memory left to watch a mapped buffer: what the "
				"program writes there is not recorded");
			return false;
		}
		map->copy = copy;
		gs_written_pages_begin(&map->pages, map->at, map->size);
	}
	map->told = recording;
	gs_written_pages_reset(&map->pages);
	add_range(r, map, 0, map->size);
	return true;
}

struct comparing {
	struct gs_memory_reader *r;
	struct map *map;
};

static void compare_pages(void *data, uint64_t from, uint64_t end)
{
	const struct comparing *c = data;
	compare(c->r, c->map, from, end);
}

static void add_changes(struct gs_memory_reader *r, struct map *map, uint32_t recording)
{
	struct comparing comparing = {r, map};
	if (!map->copy || map->told != recording)
		begin_telling(r, map, recording);
	else
		gs_written_pages_visit(&map->pages, compare_pages, &comparing);
}

void gs_persistent_add(struct gs_memory_reader *r, const struct gs_context *context)
{
	uint32_t recording = gs_call_policy.record ? atomic_load(&gs_wire->recordings) : 0;
	pthread_mutex_lock(&lock);
	for (struct map *map = maps; map; map = map->next)
		if (map->group == context->group)
			add_changes(r, map, recording);
	pthread_mutex_unlock(&lock);
}

/* SPDX-License-Identifier: MIT */
/*
 * Arrays that a program gives GL again and again (seed 001, 3.1.1: array tracking). When an array
 * with the hash of an earlier one comes, a malloc and a memcpy are made up that give its bytes an
 * address, and from then on the address stands in the place of the same bytes. Only now these are
 * kept, to be compared: most arrays come once.
 */
#include <string.h>
#include "debugger/record/private.h"

enum {
	RECENT = 8,	       /* arrays that are compared without a hash */
	LEAST = 64,	       /* bytes: below, the bytes themselves are as short */
	MOST = 16 << 20,       /* of one array */
	MOST_KEPT = 128 << 20, /* of all: the one that was used least recently goes */
};

#define FACTOR 0x9e3779b97f4a7c15ull /* odd, and half of its bits are set */
#define LANES 4

/* No program has such addresses. */
#define FIRST_ADDRESS 0x676c000000000000ull

struct array {
	uint64_t hash, zeros, size;
	uint64_t address; /* 0: it came once, and there are no bytes */
	GList link;	  /* of gs_recording_repeats.recent */
	uint8_t *bytes;
};

struct gs_recording_repeats {
	GHashTable *arrays;
	GQueue recent; /* used last first */
	uint64_t kept, next_address;
};

static inline uint64_t mix(uint64_t hash, const uint8_t *bytes)
{
	uint64_t word;
	memcpy(&word, bytes, sizeof word);
	hash = (hash ^ word) * FACTOR;
	return hash ^ hash >> 29;
}

/* In lanes that do not wait for each other. */
static uint64_t hash_of(const uint8_t *bytes, uint64_t size)
{
	uint64_t lanes[LANES], hash = size * FACTOR;
	for (unsigned i = 0; i < LANES; i++)
		lanes[i] = i;
	for (; size >= sizeof lanes; size -= sizeof lanes, bytes += sizeof lanes)
		for (unsigned i = 0; i < LANES; i++)
			lanes[i] = mix(lanes[i], bytes + 8 * i);
	for (unsigned i = 0; i < LANES; i++)
		hash = mix(hash, (const uint8_t *)&lanes[i]);
	for (; size; size--)
		hash = (hash ^ *bytes++) * FACTOR;
	return hash;
}

static guint array_hash(gconstpointer key)
{
	const struct array *array = key;
	return (guint)(array->hash >> 32);
}

static gboolean array_equal(gconstpointer a, gconstpointer b)
{
	const struct array *first = a, *second = b;
	return first->hash == second->hash && first->size == second->size &&
	       first->zeros == second->zeros;
}

static void free_array(gpointer data)
{
	struct array *array = data;
	g_free(array->bytes);
	g_free(array);
}

struct gs_recording_repeats *gs_recording_repeats_new(void)
{
	struct gs_recording_repeats *repeats = g_new0(struct gs_recording_repeats, 1);
	repeats->arrays = g_hash_table_new_full(array_hash, array_equal, free_array, NULL);
	repeats->next_address = FIRST_ADDRESS;
	return repeats;
}

void gs_recording_repeats_free(struct gs_recording_repeats *repeats)
{
	if (!repeats)
		return;
	g_hash_table_destroy(repeats->arrays); /* the queue's links are the arrays' */
	g_free(repeats);
}

static void make_up_malloc(const struct values *v, uint32_t thread, const struct array *array)
{
	static const char *const names[] = {"size"};
	static const struct gs_trace_function function = {
		.id = GS_N_FUNCTIONS + 1, .n_args = 1, .name = "malloc", .args = names};
	uint64_t call = gs_trace_enter(v->writer, thread, &function, GS_TRACE_FAKE);
	gs_trace_arg(v->writer, 0);
	gs_trace_put_uint(v->writer, array->zeros + array->size);
	gs_trace_end(v->writer);
	gs_trace_leave(v->writer, call);
	gs_trace_result(v->writer);
	gs_trace_put_pointer(v->writer, array->address);
	gs_trace_end(v->writer);
}

static void make_up_free(const struct values *v, uint32_t thread, uint64_t address)
{
	static const char *const names[] = {"ptr"};
	static const struct gs_trace_function function = {
		.id = GS_N_FUNCTIONS + 2, .n_args = 1, .name = "free", .args = names};
	uint64_t call = gs_trace_enter(v->writer, thread, &function, GS_TRACE_FAKE);
	gs_trace_arg(v->writer, 0);
	gs_trace_put_pointer(v->writer, address);
	gs_recording_end_fake(v, call);
}

static uint64_t cost(const struct array *array)
{
	return sizeof *array + (array->bytes ? array->size : 0);
}

static void forget_oldest(const struct values *v, uint32_t thread)
{
	struct gs_recording_repeats *repeats = v->repeats;
	GList *link = g_queue_pop_tail_link(&repeats->recent);
	struct array *array = link->data;
	if (array->address)
		make_up_free(v, thread, array->address);
	repeats->kept -= cost(array);
	g_hash_table_remove(repeats->arrays, array);
}

static void remember(struct gs_recording_repeats *repeats, const struct array *asked)
{
	struct array *array = g_memdup2(asked, sizeof *asked);
	array->link = (GList){.data = array};
	g_hash_table_add(repeats->arrays, array);
	g_queue_push_head_link(&repeats->recent, &array->link);
	repeats->kept += cost(array);
}

/* It has come a second time, or another one with its hash. */
static void give_address(
	const struct values *v, uint32_t thread, struct array *array, const uint8_t *bytes)
{
	struct gs_recording_repeats *repeats = v->repeats;
	array->bytes = g_memdup2(bytes, array->size);
	repeats->kept += array->size;
	array->address = repeats->next_address;
	repeats->next_address += (array->zeros + array->size + 4095) / 4096 * 4096;
	make_up_malloc(v, thread, array);
	gs_recording_make_up_memcpy(v, thread, array->address, array->zeros, bytes, array->size);
}

/* One that was the same a while ago, in most programs, and is compared before all is read for a
 * hash. NULL: none of the last ones. */
static struct array *find_recent(
	struct gs_recording_repeats *repeats, uint64_t zeros, const uint8_t *bytes, uint64_t size)
{
	unsigned n = 0;
	for (GList *link = repeats->recent.head; link && n < RECENT; link = link->next, n++) {
		struct array *array = link->data;
		if (array->address && array->size == size && array->zeros == zeros &&
			memcmp(array->bytes, bytes, size) == 0)
			return array;
	}
	return NULL;
}

static void use(struct gs_recording_repeats *repeats, struct array *array)
{
	g_queue_unlink(&repeats->recent, &array->link);
	g_queue_push_head_link(&repeats->recent, &array->link);
}

uint64_t gs_recording_repeat(const struct values *v, uint32_t thread, uint64_t zeros,
	const uint8_t *bytes, uint64_t size)
{
	struct gs_recording_repeats *repeats = v->repeats;
	if (!repeats || size < LEAST || size > MOST || zeros > MOST)
		return 0;
	struct array *array = find_recent(repeats, zeros, bytes, size);
	if (array) {
		use(repeats, array);
		return array->address;
	}
	const struct array asked = {.hash = hash_of(bytes, size), .zeros = zeros, .size = size};
	array = g_hash_table_lookup(repeats->arrays, &asked);
	if (array) {
		use(repeats, array);
		if (!array->address)
			give_address(v, thread, array, bytes);
	} else {
		remember(repeats, &asked);
	}
	while (repeats->kept > MOST_KEPT)
		forget_oldest(v, thread);
	bool same = array && memcmp(array->bytes, bytes, size) == 0;
	return same ? array->address : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Calls are kept as records of wire/call-record.h in blocks of 64, the first of which is told from
 * nothing; a block never lies half in the file and half in the buffer. Their memory is in a file of
 * its own. What comes from the rings is not trusted.
 *
 * Where the list is bounded, the oldest calls are dropped, a sixty-fourth of it at a time, up to
 * the beginning of a frame. Places count them on. The files hold up to an eighth more than is kept,
 * so that much less is kept than the list may take.
 */
#include "debugger/calls/calls.h"

#include <string.h>
#include "data/data.h"
#include "debugger/base/error.h"
#include "debugger/base/temporary-file.h"
#include "debugger/calls/sliding.h"

enum {
	BLOCK_CALLS = 64,
	BLOCK_MAX = BLOCK_CALLS * GS_RECORD_MAX,
	CALL_BUFFER = 512 * 1024,
	MEMORY_BUFFER = 512 * 1024,
	CHUNK_CALLS = 1 << 16,
	CHUNK_BLOCKS = CHUNK_CALLS / BLOCK_CALLS,
	MEMORY_MAX = 64 << 20, /* bytes that wait for room on the disk */
	STEPS = 64,	       /* in which a bounded list is dropped */
	DISK_SHARE = 4,	       /* by default the list takes this part of what is free there */
};
#define KEPT_AT_MOST 4000000000u /* bytes, by default */

struct block {
	uint64_t offset; /* of its first byte, counted over the whole run */
	uint64_t memory; /* likewise, in the file of memory */
	uint64_t index;	 /* of its first call, or of one before it where that is higher */
};

/* What is held in memory of CHUNK_CALLS calls. */
struct chunk {
	uint16_t tags[CHUNK_CALLS];
	struct block blocks[CHUNK_BLOCKS];
};

/* A call that took so long that later ones of other threads stand before it. */
struct late {
	uint64_t index, place;
};

struct gs_call_store {
	gatomicrefcount references;
	GMutex lock;
	struct gs_temporary_file calls, memory;
	GPtrArray *chunks;	/* struct chunk */
	uint64_t first_chunk;	/* number of the first of them */
	struct gs_sliding late; /* struct late */
	uint64_t highest;	/* index so far */
	uint64_t lost;		/* calls before that which are not here */
	uint64_t first;		/* place of the first call that is not dropped */
	uint64_t keeps, limit;	/* bytes that the list may take, and that calls may take of them */
	/* calls that were dropped, by function, and those of the frame that the first one is in */
	uint64_t dropped[GS_WIRE_FUNCTIONS], dropped_of_frame[GS_WIRE_FUNCTIONS];
	struct gs_call_origin origin;
	struct gs_call_groups *groups;
	uint64_t count;
	unsigned generation;
	struct gs_record_base last;
	/* the block read last, decoded */
	uint64_t cached_block;
	unsigned cached_calls;
	uint8_t *bytes; /* BLOCK_MAX */
	struct gs_record cached[BLOCK_CALLS];
};

struct gs_call_store *gs_call_store_new(GError **error)
{
	struct gs_temporary_file calls, memory;
	if (!gs_temporary_file_init(&calls, CALL_BUFFER, error))
		return NULL;
	if (!gs_temporary_file_init(&memory, MEMORY_BUFFER, error)) {
		gs_temporary_file_finish(&calls);
		return NULL;
	}
	struct gs_call_store *store = g_new0(struct gs_call_store, 1);
	g_atomic_ref_count_init(&store->references);
	g_mutex_init(&store->lock);
	store->calls = calls;
	store->memory = memory;
	store->chunks = g_ptr_array_new_with_free_func(g_free);
	gs_sliding_init(&store->late, sizeof(struct late));
	store->keeps = store->limit = GS_CALLS_UNLIMITED;
	store->groups = gs_call_groups_new();
	store->bytes = g_malloc(BLOCK_MAX);
	store->cached_block = UINT64_MAX;
	return store;
}

struct gs_call_store *gs_call_store_ref(struct gs_call_store *store)
{
	g_atomic_ref_count_inc(&store->references);
	return store;
}

void gs_call_store_free(struct gs_call_store *store)
{
	if (!store || !g_atomic_ref_count_dec(&store->references))
		return;
	if (store->origin.free)
		store->origin.free(store->origin.data);
	gs_temporary_file_finish(&store->calls);
	gs_temporary_file_finish(&store->memory);
	g_ptr_array_free(store->chunks, TRUE);
	gs_sliding_finish(&store->late);
	gs_call_groups_free(store->groups);
	g_free(store->bytes);
	g_mutex_clear(&store->lock);
	g_free(store);
}

void gs_call_store_set_origin(struct gs_call_store *store, const struct gs_call_origin *origin)
{
	store->origin = *origin;
}

const struct gs_function_info *gs_call_store_function(
	struct gs_call_store *store, unsigned function)
{
	if (function < GS_N_FUNCTIONS || !store || !store->origin.function)
		return gs_data_function(function);
	return store->origin.function(store->origin.data, function);
}

/* ---- chunks ---- */

static struct chunk *chunk_of(const struct gs_call_store *store, uint64_t place)
{
	return g_ptr_array_index(store->chunks, place / CHUNK_CALLS - store->first_chunk);
}

static struct block *block_at(const struct gs_call_store *store, uint64_t number)
{
	return &chunk_of(store, number * BLOCK_CALLS)->blocks[number % CHUNK_BLOCKS];
}

static uint64_t last_block(const struct gs_call_store *store)
{
	return (store->count - 1) / BLOCK_CALLS;
}

static uint16_t *tag_at(const struct gs_call_store *store, uint64_t place)
{
	return &chunk_of(store, place)->tags[place % CHUNK_CALLS];
}

/* ---- dropping ---- */

static uint64_t kept_bytes(const struct gs_call_store *store)
{
	return gs_temporary_file_kept(&store->calls) + gs_temporary_file_kept(&store->memory);
}

/* Bytes of that block and of all behind it. */
static uint64_t bytes_from(const struct gs_call_store *store, uint64_t number)
{
	const struct block *block = block_at(store, number);
	return gs_temporary_file_end(&store->calls) - block->offset +
	       gs_temporary_file_end(&store->memory) - block->memory;
}

/* The first block from which on all takes as much or less; the last one if none is. */
static uint64_t find_fitting(const struct gs_call_store *store, uint64_t most)
{
	uint64_t low = store->first / BLOCK_CALLS, high = last_block(store);
	while (low < high) {
		uint64_t middle = (low + high) / 2;
		if (bytes_from(store, middle) <= most)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Where the next frame begins, unless much would be dropped up to there. */
static uint64_t whole_frame(const struct gs_call_store *store, uint64_t number)
{
	uint64_t place = MAX(number * BLOCK_CALLS, store->first);
	const struct gs_call_frame *next = gs_call_groups_frame_from(
		store->groups, (struct gs_call_place){place});
	if (!next)
		return place;
	uint64_t more = bytes_from(store, number) - bytes_from(store, next->first.n / BLOCK_CALLS);
	return more <= store->limit / 4 ? next->first.n : place;
}

static void count_dropped(struct gs_call_store *store, uint64_t end)
{
	const struct gs_call_frame *frame = gs_call_groups_frame_at(
		store->groups, (struct gs_call_place){end});
	uint64_t begin = frame ? frame->first.n : 0;
	if (begin > store->first)
		memset(store->dropped_of_frame, 0, sizeof store->dropped_of_frame);
	for (uint64_t place = store->first; place < end; place++) {
		unsigned function = *tag_at(store, place) & GS_CALL_TAG_FUNCTION;
		store->dropped[function]++;
		store->dropped_of_frame[function] += place >= begin;
	}
}

static bool is_late_before(const void *late, uint64_t place)
{
	return ((const struct late *)late)->place < place;
}

static void drop_before(struct gs_call_store *store, uint64_t place)
{
	const struct block *block = block_at(store, place / BLOCK_CALLS);
	uint64_t chunk = place / CHUNK_CALLS;
	count_dropped(store, place);
	store->first = place;
	gs_temporary_file_drop(&store->calls, block->offset);
	gs_temporary_file_drop(&store->memory, block->memory);
	gs_sliding_drop_while(&store->late, is_late_before, place);
	gs_call_groups_drop(store->groups, (struct gs_call_place){place}, store->count - place);
	g_ptr_array_remove_range(store->chunks, 0, (guint)(chunk - store->first_chunk));
	store->first_chunk = chunk;
}

/* Drops calls if the list has become too large; the memory of others, too, if that of a few calls
 * alone is. */
static void bound(struct gs_call_store *store)
{
	if (!store->count || kept_bytes(store) <= store->limit)
		return;
	uint64_t number = find_fitting(store, store->limit - store->limit / STEPS);
	drop_before(store, whole_frame(store, number));
	if (kept_bytes(store) > store->limit)
		gs_temporary_file_drop(&store->memory,
			gs_temporary_file_end(&store->memory) -
				MIN(gs_temporary_file_kept(&store->memory), store->limit / 2));
}

void gs_call_store_keep(struct gs_call_store *store, uint64_t bytes)
{
	g_mutex_lock(&store->lock);
	if (!bytes)
		bytes = MIN(gs_temporary_file_free(&store->calls) / DISK_SHARE, KEPT_AT_MOST);
	bool is_bounded = bytes != GS_CALLS_UNLIMITED;
	store->keeps = is_bounded ? MAX(bytes, GS_CALLS_LEAST) : bytes;
	store->limit = is_bounded ? store->keeps / 8 * 7 : bytes;
	bound(store);
	g_mutex_unlock(&store->lock);
}

uint64_t gs_call_store_keeps(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	uint64_t keeps = store->keeps;
	g_mutex_unlock(&store->lock);
	return keeps;
}

/* ---- appending ---- */

static void add_tag(struct gs_call_store *store, const struct gs_wire_call *call, bool memory)
{
	uint32_t function = MIN(call->function, GS_WIRE_FUNCTIONS - 1);
	*tag_at(store,
		store->count) = (uint16_t)(function | (call->gl_error ? GS_CALL_TAG_ERROR : 0) |
					   (call->flags & GS_CALL_SKIPPED ? GS_CALL_TAG_SKIPPED
									  : 0) |
					   (memory ? GS_CALL_TAG_MEMORY : 0));
}

static void begin_block(struct gs_call_store *store, const struct gs_wire_call *call)
{
	bound(store);
	if (store->count % CHUNK_CALLS == 0)
		g_ptr_array_add(store->chunks, g_new(struct chunk, 1));
	gs_temporary_file_room(&store->calls, BLOCK_MAX);
	*block_at(store, store->count / BLOCK_CALLS) = (struct block){
		gs_temporary_file_end(&store->calls), gs_temporary_file_end(&store->memory),
		MAX(call->index, store->highest)};
	memset(&store->last, 0, sizeof store->last);
}

static void note_index(struct gs_call_store *store, const struct gs_wire_call *call)
{
	const struct late late = {call->index, store->count};
	uint64_t lost = store->lost, next = store->count ? store->highest + 1 : 0;
	if (call->index < store->highest) {
		gs_sliding_add(&store->late, &late);
		lost -= lost > 0;
	} else {
		lost += MAX(call->index, next) - next;
		store->highest = call->index;
	}
	if (lost != store->lost)
		gs_call_groups_lost(store->groups, lost);
	store->lost = lost;
}

static void append_memory(
	struct gs_call_store *store, const struct gs_record *record, uint64_t memory_at[2])
{
	memory_at[0] = gs_temporary_file_end(&store->memory);
	memory_at[1] = record->memory_size;
	gs_temporary_file_append(&store->memory, record->memory, record->memory_size);
}

static void append_one(struct gs_call_store *store, const struct gs_record *record)
{
	const struct gs_wire_call *call = &record->call;
	uint64_t memory_at[2];
	if (store->count % BLOCK_CALLS == 0)
		begin_block(store, call);
	if (record->memory)
		append_memory(store, record, memory_at);
	uint64_t frame_before = store->last.frame;
	uint8_t *to = gs_temporary_file_room(&store->calls, 0);
	uint8_t *end = gs_record_write(
		to, call, 0, record->memory ? memory_at : NULL, &store->last);
	gs_temporary_file_use(&store->calls, (size_t)(end - to));
	add_tag(store, call, record->memory_size);
	note_index(store, call);
	if (call->frame != frame_before || store->count % BLOCK_CALLS == 0 ||
		gs_call_groups_wants(call))
		gs_call_groups_note(store->groups, call, (struct gs_call_place){store->count},
			record->memory, record->memory_size);
	store->count++;
	if (record->memory)
		bound(store);
}

static enum gs_call_room room_of(const struct gs_call_store *store)
{
	bool kept = !store->calls.failure && !store->memory.failure;
	bool crowded = store->calls.used + store->memory.used > MEMORY_MAX;
	return kept ? GS_CALLS_KEPT : crowded ? GS_CALLS_CROWDED : GS_CALLS_WAITING;
}

enum gs_call_room gs_call_store_append(
	struct gs_call_store *store, const struct gs_record *records, size_t n)
{
	g_mutex_lock(&store->lock);
	for (size_t i = 0; i < n; i++)
		append_one(store, &records[i]);
	enum gs_call_room room = room_of(store);
	g_mutex_unlock(&store->lock);
	return room;
}

/* ---- runs ---- */

/* Where the next call of a run is. */
struct run_place {
	size_t i;
	const uint8_t *from;
	struct gs_record_base base;
};

/* Whether the run's next calls stand in the store's last block as they stand in the ring, as far as
 * they are plain. */
static bool continues_block(const struct gs_call_store *store, const struct gs_record_base *base)
{
	const struct gs_record_base *last = &store->last;
	return store->count % BLOCK_CALLS && base->index == last->index &&
	       base->frame == last->frame && base->draw == last->draw &&
	       base->flags == last->flags && last->index == store->highest &&
	       !(last->flags & (GS_CALL_ENDS_FRAME | GS_CALL_SKIPPED));
}

/* Copies the plain calls that come next and that the groups do not want. */
static void append_plain(
	struct gs_call_store *store, const struct gs_record_run *run, struct run_place *place)
{
	size_t most = MIN(run->n - place->i, BLOCK_CALLS - store->count % BLOCK_CALLS), n = 0,
	       size = 0;
	const struct gs_record_head *heads = run->heads + place->i;
	uint8_t *to = gs_temporary_file_room(&store->calls, 0);
	uint16_t *tags = tag_at(store, store->count); /* a chunk holds whole blocks */
	for (; n < most && gs_record_is_plain(&heads[n]) &&
		!gs_call_groups_want_function(heads[n].function);
		n++) {
		tags[n] = (uint16_t)MIN(heads[n].function, GS_WIRE_FUNCTIONS - 1);
		size += heads[n].size;
	}
	memcpy(to, place->from, size);
	for (size_t i = 0; i < n; i++) { /* the ring's may be others by now */
		memcpy(to, &heads[i], sizeof heads[i]);
		to += heads[i].size;
	}
	gs_temporary_file_use(&store->calls, size);
	store->count += n;
	store->highest += n;
	store->last.index += n;
	place->base.index += n;
	place->from += size;
	place->i += n;
}

static void append_decoded(
	struct gs_call_store *store, const struct gs_record_run *run, struct run_place *place)
{
	struct gs_record record;
	place->from = gs_record_run_read_one(run, place->i++, place->from, &place->base, &record);
	append_one(store, &record);
}

enum gs_call_room gs_call_store_append_run(
	struct gs_call_store *store, const struct gs_record_run *run)
{
	struct run_place place = {0, run->from, run->base};
	g_mutex_lock(&store->lock);
	while (place.i < run->n) {
		if (!run->memory && continues_block(store, &place.base))
			append_plain(store, run, &place);
		if (place.i < run->n)
			append_decoded(store, run, &place);
	}
	enum gs_call_room room = room_of(store);
	g_mutex_unlock(&store->lock);
	return room;
}

bool gs_call_store_retry(struct gs_call_store *store, GError **error)
{
	g_mutex_lock(&store->lock);
	const struct gs_temporary_file *failed = !gs_temporary_file_retry(&store->calls)
							 ? &store->calls
						 : !gs_temporary_file_retry(&store->memory)
							 ? &store->memory
							 : NULL;
	if (failed)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the list of calls does not fit into %s (%s): free space there and "
			"continue, let the list keep less (`log keep SIZE`), or switch the log off "
			"(`log off`); the program is paused, and no call is missing so far",
			failed->directory, g_strerror(failed->failure));
	g_mutex_unlock(&store->lock);
	return !failed;
}

/* ---- reading ---- */

uint64_t gs_call_store_count(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	uint64_t count = store->count;
	g_mutex_unlock(&store->lock);
	return count;
}

/* Brings the block into the cache. */
static bool load_block(struct gs_call_store *store, uint64_t number)
{
	uint64_t n = MIN(store->count - number * BLOCK_CALLS, BLOCK_CALLS);
	if (store->cached_block == number && store->cached_calls == n)
		return true;
	bool is_last = number == last_block(store);
	uint64_t start = block_at(store, number)->offset;
	uint64_t end = is_last ? gs_temporary_file_end(&store->calls)
			       : block_at(store, number + 1)->offset;
	store->cached_block = UINT64_MAX;
	if (!gs_temporary_file_read(&store->calls, start, store->bytes, (size_t)(end - start)))
		return false;
	const uint8_t *from = store->bytes;
	struct gs_record_base base = {0};
	for (unsigned i = 0; i < n; i++) {
		struct gs_record_head head;
		if (!gs_record_read_head(
			    from, end - start - (uint64_t)(from - store->bytes), &head))
			return false;
		gs_record_read(from, &head, &base, &store->cached[i]);
		from += head.size;
	}
	store->cached_block = number;
	store->cached_calls = (unsigned)n;
	return true;
}

static const struct gs_record *find_record(struct gs_call_store *store, struct gs_call_place place)
{
	return place.n >= store->first && place.n < store->count &&
			       load_block(store, place.n / BLOCK_CALLS)
		       ? &store->cached[place.n % BLOCK_CALLS]
		       : NULL;
}

static void copy_call(struct gs_wire_call *call, const struct gs_record *record)
{
	const size_t used = offsetof(struct gs_wire_call, args) +
			    record->call.n_args * sizeof *record->call.args;
	memcpy(call, &record->call, used);
	memset((uint8_t *)call + used, 0, sizeof *call - used);
}

bool gs_call_store_get(
	struct gs_call_store *store, struct gs_call_place place, struct gs_wire_call *call)
{
	g_mutex_lock(&store->lock);
	const struct gs_record *record = find_record(store, place);
	if (record)
		copy_call(call, record);
	g_mutex_unlock(&store->lock);
	return record != NULL;
}

bool gs_call_store_get_memory(struct gs_call_store *store, struct gs_call_place place,
	struct gs_wire_call *call, GBytes **memory)
{
	*memory = NULL;
	g_mutex_lock(&store->lock);
	const struct gs_record *record = find_record(store, place);
	bool elsewhere = record && !record->memory_size && store->origin.memory &&
			 *tag_at(store, place.n) & GS_CALL_TAG_MEMORY;
	if (record)
		copy_call(call, record);
	if (record && record->memory_size) {
		uint8_t *bytes = g_malloc(record->memory_size);
		if (gs_temporary_file_read(
			    &store->memory, record->memory_at, bytes, record->memory_size))
			*memory = g_bytes_new_take(bytes, record->memory_size);
		else
			g_free(bytes);
	}
	g_mutex_unlock(&store->lock);
	if (elsewhere)
		*memory = store->origin.memory(store->origin.data, call->index);
	return record != NULL;
}

static uint64_t find_locked(struct gs_call_store *store, uint64_t index)
{
	for (size_t i = store->late.start; i < gs_sliding_end(&store->late); i++) {
		const struct late *late = gs_sliding_get(&store->late, const struct late, i);
		if (late->index == index)
			return late->place;
	}
	uint64_t first = store->first / BLOCK_CALLS, low = first;
	uint64_t high = store->count ? last_block(store) + 1 : 0;
	while (low < high) { /* to the first block that begins behind index */
		uint64_t middle = (low + high) / 2;
		if (block_at(store, middle)->index <= index)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == first)
		return store->first;
	if (!load_block(store, low - 1))
		return store->count;
	unsigned i = 0;
	while (i < store->cached_calls && store->cached[i].call.index < index)
		i++;
	return MAX((low - 1) * BLOCK_CALLS + i, store->first);
}

struct gs_call_place gs_call_store_find(struct gs_call_store *store, uint64_t index)
{
	g_mutex_lock(&store->lock);
	struct gs_call_place place = {find_locked(store, index)};
	g_mutex_unlock(&store->lock);
	return place;
}

size_t gs_call_store_tags(
	struct gs_call_store *store, struct gs_call_place place, uint16_t *tags, size_t n)
{
	uint64_t from = place.n;
	size_t done = 0;
	g_mutex_lock(&store->lock);
	while (done < n && from >= store->first && from < store->count) {
		uint64_t left = CHUNK_CALLS - from % CHUNK_CALLS;
		size_t some = (size_t)MIN(MIN(n - done, store->count - from), left);
		memcpy(tags + done, tag_at(store, from), some * sizeof *tags);
		done += some;
		from += some;
	}
	g_mutex_unlock(&store->lock);
	return done;
}

/* ---- what was dropped ---- */

struct gs_call_place gs_call_store_first(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	struct gs_call_place first = {store->first};
	g_mutex_unlock(&store->lock);
	return first;
}

struct gs_call_place gs_call_store_count_dropped(
	struct gs_call_store *store, struct gs_call_place from, uint64_t *counts)
{
	g_mutex_lock(&store->lock);
	struct gs_call_place first = {store->first};
	const struct gs_call_frame *frame = gs_call_groups_frame_at(store->groups, first);
	const uint64_t *dropped = from.n >= first.n		      ? NULL
				  : !from.n			      ? store->dropped
				  : frame && from.n == frame->first.n ? store->dropped_of_frame
								      : NULL;
	if (dropped)
		memcpy(counts, dropped, sizeof store->dropped);
	else
		memset(counts, 0, sizeof store->dropped);
	g_mutex_unlock(&store->lock);
	return from.n > first.n ? from : first;
}

bool gs_call_store_dropped(struct gs_call_store *store, struct gs_call_dropped *dropped)
{
	g_mutex_lock(&store->lock);
	const struct gs_call_place first = {store->first};
	const struct gs_record *record = first.n ? find_record(store, first) : NULL;
	*dropped = (struct gs_call_dropped){
		first, record ? record->call.index : first.n, 0, store->keeps};
	const struct gs_call_frame *frame = gs_call_groups_frame_at(store->groups, first);
	if (frame)
		dropped->frame = frame->frame + (frame->first.n < first.n);
	g_mutex_unlock(&store->lock);
	return first.n > 0;
}

/* ---- the whole ---- */

const struct gs_call_groups *gs_call_store_lock_groups(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	return store->groups;
}

void gs_call_store_unlock_groups(struct gs_call_store *store)
{
	g_mutex_unlock(&store->lock);
}

void gs_call_store_tell(struct gs_call_store *store, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n)
{
	struct gs_wire_call call;
	if (gs_call_store_get(store, place, &call))
		thread = (uint32_t)(call.flags >> GS_CALL_TID_SHIFT);
	g_mutex_lock(&store->lock);
	gs_call_groups_tell(store->groups, thread, place, program, uniforms, n);
	g_mutex_unlock(&store->lock);
}

unsigned gs_call_store_generation(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	unsigned generation = store->generation;
	g_mutex_unlock(&store->lock);
	return generation;
}

void gs_call_store_clear(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	g_ptr_array_set_size(store->chunks, 0);
	gs_sliding_clear(&store->late);
	store->highest = store->lost = store->first = store->first_chunk = 0;
	memset(store->dropped, 0, sizeof store->dropped);
	memset(store->dropped_of_frame, 0, sizeof store->dropped_of_frame);
	gs_call_groups_clear(store->groups);
	store->count = 0;
	store->generation++;
	store->cached_block = UINT64_MAX;
	gs_temporary_file_clear(&store->calls);
	gs_temporary_file_clear(&store->memory);
	g_mutex_unlock(&store->lock);
}

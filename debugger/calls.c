/* SPDX-License-Identifier: MIT */
/*
 * Calls are kept in blocks of 64, whose records are told from the record before (so a record is
 * about 20 bytes); a block never lies half in the file and half in the buffer. What comes from the
 * rings is not trusted.
 */
#include "debugger/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "debugger/error.h"

enum {
	BLOCK_CALLS = 64,
	RECORD_MAX = 5 + GS_WIRE_ARGS / 4 + 8 * 5 + 8 * GS_WIRE_ARGS,
	BLOCK_MAX = BLOCK_CALLS * RECORD_MAX,
	BUFFER_SIZE = 512 * 1024,
	BUFFER_FULL = BUFFER_SIZE - BLOCK_MAX,
};

enum record_bit {
	HAS_INDEX = 1 << 0, /* not the one after the last one's */
	HAS_FRAME = 1 << 1, /* not the last one's */
	HAS_DRAW = 1 << 2,
	HAS_ERROR = 1 << 3,
	HAS_RETURN = 1 << 4,
	HAS_FLAGS = 1 << 5,
};

struct block {
	uint64_t offset; /* of its first byte, counted over the whole run */
	uint64_t index;	 /* of its first call */
};

struct gs_call_store {
	GMutex lock;
	int fd;
	GArray *blocks; /* struct block */
	uint64_t count;
	uint64_t written; /* bytes in the file; the buffer follows */
	uint8_t *buffer;
	size_t used;
	struct gs_wire_call last;
	char *failure;
	/* the block read last, decoded */
	uint64_t cached_block;
	unsigned cached_calls;
	uint8_t *bytes; /* BLOCK_MAX */
	struct gs_wire_call cached[BLOCK_CALLS];
};

static uint8_t *put(uint8_t *to, uint64_t value, size_t size)
{
	memcpy(to, &value, size); /* little-endian machines only: configure.ac */
	return to + size;
}

static const uint8_t *get(const uint8_t *from, uint64_t *value, size_t size)
{
	*value = 0;
	memcpy(value, from, size);
	return from + size;
}

static const uint8_t width_size[4] = {0, 1, 4, 8};

static unsigned width_of(uint64_t value)
{
	return value == 0 ? 0 : value <= UINT8_MAX ? 1 : value <= UINT32_MAX ? 2 : 3;
}

static uint8_t *encode(
	uint8_t *to, const struct gs_wire_call *call, const struct gs_wire_call *last)
{
	uint8_t *bits = to++;
	unsigned n = MIN(call->n_args, GS_WIRE_ARGS);

	*bits = 0;
	to = put(to, call->function, 2);
	*to++ = (uint8_t)n;
	if (call->index != last->index + 1) {
		*bits |= HAS_INDEX;
		to = put(to, call->index, 8);
	}
	if (call->frame != last->frame) {
		*bits |= HAS_FRAME;
		to = put(to, call->frame, 8);
	}
	if (call->draw != last->draw) {
		*bits |= HAS_DRAW;
		to = put(to, call->draw, 8);
	}
	if (call->gl_error) {
		*bits |= HAS_ERROR;
		to = put(to, call->gl_error, 4);
	}
	if (call->flags & GS_CALL_RETURNED) {
		*bits |= HAS_RETURN;
		to = put(to, call->ret, 8);
	}
	if (call->flags != last->flags) {
		*bits |= HAS_FLAGS;
		to = put(to, call->flags, 4);
	}
	uint8_t *widths = to;
	to += (n + 3) / 4;
	memset(widths, 0, (n + 3) / 4);
	for (unsigned i = 0; i < n; i++) {
		unsigned width = width_of(call->args[i]);
		widths[i / 4] |= (uint8_t)(width << (i % 4 * 2));
		memcpy(to, &call->args[i], 8); /* at most 8 too many: the buffer has room */
		to += width_size[width];
	}
	return to;
}

static const uint8_t *decode(
	const uint8_t *from, struct gs_wire_call *call, const struct gs_wire_call *last)
{
	uint8_t bits = *from++;
	uint64_t value;

	memset(call, 0, sizeof *call);
	from = get(from, &value, 2);
	call->function = (uint32_t)value;
	call->n_args = *from++;
	call->index = last->index + 1;
	call->frame = last->frame;
	call->draw = last->draw;
	call->flags = last->flags;
	if (bits & HAS_INDEX)
		from = get(from, &call->index, 8);
	if (bits & HAS_FRAME)
		from = get(from, &call->frame, 8);
	if (bits & HAS_DRAW)
		from = get(from, &call->draw, 8);
	if (bits & HAS_ERROR) {
		from = get(from, &value, 4);
		call->gl_error = (uint32_t)value;
	}
	if (bits & HAS_RETURN)
		from = get(from, &call->ret, 8);
	if (bits & HAS_FLAGS) {
		from = get(from, &value, 4);
		call->flags = (uint32_t)value;
	}
	const uint8_t *widths = from;
	from += (call->n_args + 3) / 4;
	for (unsigned i = 0; i < call->n_args; i++)
		from = get(from, &call->args[i], width_size[widths[i / 4] >> (i % 4 * 2) & 3]);
	return from;
}

static int open_in(const char *directory)
{
	int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
	char *name = g_build_filename(directory, "glstep-calls-XXXXXX", NULL);
	fd = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlink(name);
	g_free(name);
	return fd;
}

static int open_temporary(void)
{
	const char *asked = getenv("TMPDIR");
	const char *directories[] = {asked && *asked ? asked : "/var/tmp", "/var/tmp", "/tmp"};
	int fd = -1;
	/* /var/tmp first: /tmp is often memory */
	for (size_t i = 0; i < G_N_ELEMENTS(directories) && fd < 0; i++)
		fd = open_in(directories[i]);
	return fd;
}

struct gs_call_store *gs_call_store_new(GError **error)
{
	int fd = open_temporary();
	if (fd < 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"There is no place for the list of calls (%s): set TMPDIR to a directory "
			"that can be written.",
			g_strerror(errno));
		return NULL;
	}
	struct gs_call_store *store = g_new0(struct gs_call_store, 1);
	g_mutex_init(&store->lock);
	store->fd = fd;
	store->blocks = g_array_new(FALSE, FALSE, sizeof(struct block));
	store->buffer = g_malloc(BUFFER_SIZE);
	store->bytes = g_malloc(BLOCK_MAX);
	store->cached_block = UINT64_MAX;
	return store;
}

void gs_call_store_free(struct gs_call_store *store)
{
	if (!store)
		return;
	close(store->fd);
	g_array_free(store->blocks, TRUE);
	g_free(store->buffer);
	g_free(store->bytes);
	g_free(store->failure);
	g_mutex_clear(&store->lock);
	g_free(store);
}

static bool write_buffer(struct gs_call_store *store)
{
	size_t done = 0;
	while (done < store->used) {
		ssize_t n = pwrite(store->fd, store->buffer + done, store->used - done,
			(off_t)(store->written + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			store->failure = g_strdup_printf(
				"The list of calls ends here: its temporary file "
				"could not be written (%s).",
				g_strerror(n ? errno : ENOSPC));
			return false;
		}
		done += (size_t)n;
	}
	store->written += store->used;
	store->used = 0;
	return true;
}

static bool append_one(struct gs_call_store *store, const struct gs_wire_call *call)
{
	if (store->count % BLOCK_CALLS == 0) {
		if (store->used >= BUFFER_FULL && !write_buffer(store))
			return false;
		struct block block = {store->written + store->used, call->index};
		g_array_append_val(store->blocks, block);
		memset(&store->last, 0, sizeof store->last);
	}
	uint8_t *to = store->buffer + store->used;
	store->used += (size_t)(encode(to, call, &store->last) - to);
	store->last.index = call->index;
	store->last.frame = call->frame;
	store->last.draw = call->draw;
	store->last.flags = call->flags;
	store->count++;
	return true;
}

bool gs_call_store_append(struct gs_call_store *store, const struct gs_wire_call *calls, size_t n)
{
	g_mutex_lock(&store->lock);
	bool good = !store->failure;
	for (size_t i = 0; i < n && good; i++)
		good = append_one(store, &calls[i]);
	g_mutex_unlock(&store->lock);
	return good;
}

uint64_t gs_call_store_count(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	uint64_t count = store->count;
	g_mutex_unlock(&store->lock);
	return count;
}

static const uint8_t *block_bytes(struct gs_call_store *store, uint64_t offset, uint64_t end)
{
	if (offset >= store->written)
		return store->buffer + (offset - store->written);
	size_t size = (size_t)(end - offset), done = 0;
	while (done < size) {
		ssize_t n = pread(
			store->fd, store->bytes + done, size - done, (off_t)(offset + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return NULL;
		done += (size_t)n;
	}
	return store->bytes;
}

/* Brings the block into the cache. */
static bool load_block(struct gs_call_store *store, uint64_t number)
{
	uint64_t n = MIN(store->count - number * BLOCK_CALLS, BLOCK_CALLS);
	if (store->cached_block == number && store->cached_calls == n)
		return true;
	bool is_last = number + 1 == store->blocks->len;
	uint64_t start = g_array_index(store->blocks, struct block, number).offset;
	uint64_t end = is_last ? store->written + store->used
			       : g_array_index(store->blocks, struct block, number + 1).offset;
	const uint8_t *from = block_bytes(store, start, end);
	store->cached_block = UINT64_MAX;
	if (!from)
		return false;
	struct gs_wire_call none = {0};
	const struct gs_wire_call *last = &none;
	for (unsigned i = 0; i < n; i++) {
		from = decode(from, &store->cached[i], last);
		last = &store->cached[i];
	}
	store->cached_block = number;
	store->cached_calls = (unsigned)n;
	return true;
}

bool gs_call_store_get(struct gs_call_store *store, uint64_t place, struct gs_wire_call *call)
{
	g_mutex_lock(&store->lock);
	bool found = place < store->count && load_block(store, place / BLOCK_CALLS);
	if (found)
		*call = store->cached[place % BLOCK_CALLS];
	g_mutex_unlock(&store->lock);
	return found;
}

static uint64_t find_locked(struct gs_call_store *store, uint64_t index)
{
	uint64_t low = 0, high = store->blocks->len; /* first block that begins behind index */
	while (low < high) {
		uint64_t middle = (low + high) / 2;
		if (g_array_index(store->blocks, struct block, middle).index <= index)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return 0;
	if (!load_block(store, low - 1))
		return store->count;
	unsigned i = 0;
	while (i < store->cached_calls && store->cached[i].index < index)
		i++;
	return (low - 1) * BLOCK_CALLS + i;
}

uint64_t gs_call_store_find(struct gs_call_store *store, uint64_t index)
{
	g_mutex_lock(&store->lock);
	uint64_t place = find_locked(store, index);
	g_mutex_unlock(&store->lock);
	return place;
}

void gs_call_store_clear(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	g_array_set_size(store->blocks, 0);
	store->count = store->written = 0;
	store->used = 0;
	store->cached_block = UINT64_MAX;
	g_clear_pointer(&store->failure, g_free);
	if (ftruncate(store->fd, 0) < 0)
		store->failure = g_strdup_printf(
			"The list of calls cannot be kept (%s).", g_strerror(errno));
	g_mutex_unlock(&store->lock);
}

const char *gs_call_store_failure(struct gs_call_store *store)
{
	g_mutex_lock(&store->lock);
	const char *failure = store->failure;
	g_mutex_unlock(&store->lock);
	return failure;
}

/* SPDX-License-Identifier: MIT */
/* The bytes of buffers, and of memory that the recorder's malloc and memcpy describe, as far as the
 * trace has them. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/private.h"
#include "trace/raw.h"

enum { MOST = 1 << 30 }; /* bytes of one buffer */

struct range {
	uint64_t first, end;
};

struct bytes {
	uint8_t *data;
	uint64_t size, version;
	GArray *known;	 /* struct range: known bytes, sorted, disjoint */
	bool is_written; /* GL itself may write to it at any time */
};

struct gs_known_bytes {
	GHashTable *buffers;   /* object -> struct bytes */
	GHashTable *addresses; /* first byte -> struct bytes */
	uint64_t version;
};

static void free_bytes(gpointer data)
{
	struct bytes *bytes = data;
	g_array_free(bytes->known, TRUE);
	g_free(bytes->data);
	g_free(bytes);
}

struct gs_known_bytes *gs_known_bytes_new(void)
{
	struct gs_known_bytes *contents = g_new0(struct gs_known_bytes, 1);
	contents->buffers = g_hash_table_new_full(NULL, NULL, NULL, free_bytes);
	contents->addresses = g_hash_table_new_full(NULL, NULL, NULL, free_bytes);
	return contents;
}

void gs_known_bytes_free(struct gs_known_bytes *contents)
{
	g_hash_table_destroy(contents->buffers);
	g_hash_table_destroy(contents->addresses);
	g_free(contents);
}

static struct bytes *bytes_at(GHashTable *table, uint64_t key)
{
	gpointer at = (gpointer)(uintptr_t)key;
	struct bytes *bytes = g_hash_table_lookup(table, at);
	if (bytes)
		return bytes;
	bytes = g_new0(struct bytes, 1);
	bytes->known = g_array_new(FALSE, FALSE, sizeof(struct range));
	g_hash_table_insert(table, at, bytes);
	return bytes;
}

static void forget(struct gs_known_bytes *contents, struct bytes *bytes)
{
	g_array_set_size(bytes->known, 0);
	bytes->version = ++contents->version;
}

/* Give it another size. Memory is allocated with the first bytes: a file may claim any size. */
static void resize(struct gs_known_bytes *contents, struct bytes *bytes, uint64_t size)
{
	forget(contents, bytes);
	g_clear_pointer(&bytes->data, g_free);
	bytes->size = size;
}

static void add_range(GArray *known, struct range range)
{
	guint at = 0;
	while (at < known->len && g_array_index(known, struct range, at).end < range.first)
		at++;
	while (at < known->len && g_array_index(known, struct range, at).first <= range.end) {
		const struct range *other = &g_array_index(known, struct range, at);
		range.first = MIN(range.first, other->first);
		range.end = MAX(range.end, other->end);
		g_array_remove_index(known, at);
	}
	g_array_insert_val(known, at, range);
}

static void write_bytes(struct gs_known_bytes *contents, struct bytes *bytes, uint64_t at,
	const void *from, uint64_t n)
{
	if (at > bytes->size || n > bytes->size - at || !n || bytes->size > MOST)
		return;
	if (!bytes->data)
		bytes->data = g_try_malloc(bytes->size);
	if (!bytes->data)
		return;
	memcpy(bytes->data + at, from, n);
	add_range(bytes->known, (struct range){at, at + n});
	bytes->version = ++contents->version;
}

static const uint8_t *known_bytes(const struct bytes *bytes, uint64_t at, uint64_t n)
{
	if (!bytes || bytes->is_written || !bytes->data || n > bytes->size)
		return NULL;
	for (guint i = 0; i < bytes->known->len; i++) {
		const struct range *range = &g_array_index(bytes->known, struct range, i);
		if (range->first <= at && at <= range->end && n <= range->end - at)
			return bytes->data + at;
	}
	return NULL;
}

const uint8_t *gs_known_bytes_of_buffer(struct gs_known_bytes *contents, uint32_t buffer,
	uint64_t offset, uint64_t size, uint64_t *version)
{
	const struct bytes *bytes = g_hash_table_lookup(
		contents->buffers, (gpointer)(uintptr_t)buffer);
	*version = bytes ? bytes->version : 0;
	return known_bytes(bytes, offset, size);
}

const uint8_t *gs_known_bytes_at_address(
	struct gs_known_bytes *contents, uint64_t address, uint64_t size)
{
	return known_bytes(
		g_hash_table_lookup(contents->addresses, (gpointer)(uintptr_t)address), 0, size);
}

/* ---- calls ---- */

static void add_memory(struct gs_known_bytes *contents, struct gs_effects *effects,
	const struct gs_analysed_call *analysed)
{
	const struct gs_trace_call *call = analysed->call;
	uint64_t offset, address = call->function->n_args ? gs_trace_number(&call->args[0]) : 0;
	if (strcmp(analysed->function->name, "malloc") == 0) {
		resize(contents, bytes_at(contents->addresses, gs_trace_number(&call->result)),
			address);
	} else if (strcmp(analysed->function->name, "free") == 0) {
		g_hash_table_remove(contents->addresses, (gpointer)(uintptr_t)address);
	} else if (strcmp(analysed->function->name, "memcpy") == 0 && call->function->n_args > 1 &&
		   call->args[1].class == GS_TRACE_BLOB) {
		uint32_t buffer = gs_effects_mapped(effects, address, &offset);
		gpointer at = (gpointer)(uintptr_t)address;
		if (buffer)
			write_bytes(contents, bytes_at(contents->buffers, buffer), offset,
				call->args[1].bytes, call->args[1].n);
		else if (g_hash_table_contains(contents->addresses, at))
			write_bytes(contents, bytes_at(contents->addresses, address), 0,
				call->args[1].bytes, call->args[1].n);
	}
}

static void add_buffer(
	struct gs_known_bytes *contents, uint32_t buffer, const struct gs_analysed_call *analysed)
{
	struct bytes *bytes = bytes_at(contents->buffers, buffer);
	const struct gs_trace_value *data = gs_analysed_value(analysed, "data");
	uint64_t access = gs_analysed_number(analysed, "access");
	if (analysed->function->kinds & GS_KIND_BUFFER_DATA)
		resize(contents, bytes, gs_analysed_number(analysed, "size"));
	if (analysed->function->kinds & GS_KIND_BUFFER_WRITE)
		forget(contents, bytes);
	else if (analysed->function->kinds & GS_KIND_MAPS) {
		if (access < GL_READ_ONLY &&
			access & (GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_INVALIDATE_RANGE_BIT))
			forget(contents, bytes);
	} else if (data && data->class == GS_TRACE_BLOB)
		write_bytes(contents, bytes, gs_analysed_number(analysed, "offset"), data->bytes,
			MIN(data->n, gs_analysed_number(analysed, "size")));
}

static bool is_of_feedback(const struct gs_analysed_call *analysed)
{
	return analysed->function->plain == GS_FN_glTransformFeedbackBufferBase ||
	       analysed->function->plain == GS_FN_glTransformFeedbackBufferRange;
}

static bool binds_buffer(const struct gs_analysed_call *analysed)
{
	switch (analysed->function->plain) {
	case GS_FN_glBindBuffer:
	case GS_FN_glBindBufferBase:
	case GS_FN_glBindBufferRange:
	case GS_FN_glBindBufferOffsetEXT:
	case GS_FN_glBindBuffersBase:
	case GS_FN_glBindBuffersRange:
		return true;
	default:
		return is_of_feedback(analysed);
	}
}

/* Note a binding to a target through which draws and dispatches may write at any time. */
static void add_binding(struct gs_known_bytes *contents, struct gs_effects *effects,
	const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *several = gs_analysed_value(analysed, "buffers");
	switch (gs_analysed_number(analysed, "target")) {
	case GL_TRANSFORM_FEEDBACK_BUFFER:
	case GL_SHADER_STORAGE_BUFFER:
	case GL_ATOMIC_COUNTER_BUFFER:
		break;
	default:
		if (!is_of_feedback(analysed))
			return;
	}
	if (gs_analysed_has(analysed, "buffer"))
		bytes_at(contents->buffers, gs_analysed_buffer(effects, analysed))->is_written =
			true;
	for (uint32_t i = 0; several && several->class == GS_TRACE_ARRAY && i < several->n; i++)
		bytes_at(contents->buffers, gs_effects_object_named(effects, GS_OBJECT_BUFFER,
						    gs_trace_number(&several->items[i])))
			->is_written = true;
}

void gs_known_bytes_add(struct gs_known_bytes *contents, struct gs_effects *effects,
	const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds, buffer = 0;
	if (kinds &
		(GS_KIND_BUFFER_DATA | GS_KIND_BUFFER_PART | GS_KIND_BUFFER_WRITE | GS_KIND_MAPS))
		buffer = gs_analysed_buffer(effects, analysed);
	if (kinds & GS_KIND_READS_PIXELS)
		buffer = gs_effects_bound(effects, GS_OBJECT_BUFFER, GL_PIXEL_PACK_BUFFER);
	if (buffer && kinds & GS_KIND_READS_PIXELS)
		forget(contents, bytes_at(contents->buffers, buffer));
	else if (buffer)
		add_buffer(contents, buffer, analysed);
	else if (!analysed->function->info)
		add_memory(contents, effects, analysed);
	else if (binds_buffer(analysed))
		add_binding(contents, effects, analysed);
}

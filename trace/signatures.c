/* SPDX-License-Identifier: MIT */
/* Signatures and stack frames: written out at their first use, then named by a number. What is read
 * again after a seek is known by the offset of its definition. */
#include <stdlib.h>
#include "data/data.h"
#include "trace/cursor.h"

static void *get(struct gs_trace_cursor *cursor, size_t size)
{
	void *memory = gs_trace_arena_get(&cursor->reader->signatures, size);

	if (!memory)
		gs_trace_bad(cursor, "the signatures need too much memory");
	return memory;
}

/* Never NULL; "" when the status is not OK. */
static const char *read_text(struct gs_trace_cursor *cursor)
{
	uint64_t n = gs_cursor_uint(cursor);
	char *text;

	if (n > GS_TRACE_MAX_NAME)
		gs_trace_bad(cursor, "a name has %llu bytes", (unsigned long long)n);
	if (!gs_cursor_has(cursor, n) || !(text = get(cursor, (size_t)n + 1)))
		return "";
	memcpy(text, cursor->p, (size_t)n);
	text[n] = 0;
	if (memchr(text, 0, (size_t)n))
		gs_trace_note(cursor, "a name holds a zero byte");
	cursor->p += n;
	return text;
}

static bool room_for(struct gs_trace_cursor *cursor, struct gs_trace_table *table, uint64_t id)
{
	size_t capacity = table->capacity ? table->capacity : 256;
	struct gs_trace_entry **entries;

	if (id < table->capacity)
		return true;
	if (id > GS_TRACE_MAX_ID) {
		gs_trace_bad(cursor, "a signature has the number %llu, beyond %d",
			(unsigned long long)id, GS_TRACE_MAX_ID);
		return false;
	}
	while (capacity <= id)
		capacity *= 2;
	entries = realloc(table->entries, capacity * sizeof(*entries));
	if (!entries) {
		gs_trace_bad(cursor, "there is no memory left");
		return false;
	}
	memset(entries + table->capacity, 0, (capacity - table->capacity) * sizeof(*entries));
	table->entries = entries;
	table->capacity = (uint32_t)capacity;
	return true;
}

struct found {
	struct gs_trace_entry *entry;
	uint64_t id, offset;
	bool is_defined_here;
};

/* Reads the number. The entry is NULL if the definition that follows is to be stored. */
static inline struct found find(struct gs_trace_cursor *cursor, enum gs_trace_kind kind)
{
	struct gs_trace_table *table = &cursor->reader->tables[kind];
	struct found f = {.id = gs_cursor_uint(cursor), .offset = gs_cursor_stream(cursor)};

	if (GS_UNLIKELY(f.id >= table->capacity) && !room_for(cursor, table, f.id))
		return f;
	f.entry = table->entries[f.id];
	f.is_defined_here = !f.entry || f.entry->offset == f.offset;
	return f;
}

static const struct gs_trace_entry *store(struct gs_trace_cursor *cursor, enum gs_trace_kind kind,
	const struct found *f, const struct gs_trace_entry *read)
{
	struct gs_trace_table *table = &cursor->reader->tables[kind];
	struct gs_trace_entry *entry = f->entry;

	if (cursor->status != GS_CURSOR_OK)
		return NULL;
	if (!entry) {
		entry = get(cursor, sizeof(*entry));
		if (!entry)
			return NULL;
		*entry = *read;
		entry->offset = f->offset;
		table->entries[f->id] = entry;
		table->n++;
	}
	return entry;
}

const struct gs_trace_entry *gs_trace_add_signature(
	struct gs_trace_reader *reader, enum gs_trace_kind kind, const struct gs_trace_entry *entry)
{
	struct gs_trace_table *table = &reader->tables[kind];
	const uint8_t *at = reader->window.data + reader->window.start;
	struct gs_trace_cursor cursor = {
		.reader = reader, .p = at, .begin = at, .end = at, .call = -1};
	struct gs_trace_entry *new;
	uint32_t id = table->capacity;

	while (id > 0 && !table->entries[id - 1])
		id--;
	new = room_for(&cursor, table, id) ? get(&cursor, sizeof(*new)) : NULL;
	if (!new)
		return NULL;
	*new = *entry;
	new->offset = UINT64_MAX; /* nowhere in the stream */
	if (kind == GS_TRACE_FUNCTIONS)
		new->function.id = id;
	else
		new->names.id = id;
	table->entries[id] = new;
	table->n++;
	return new;
}

static const char *const *read_texts(struct gs_trace_cursor *cursor, uint64_t n)
{
	const char **texts;

	if (!gs_cursor_has(cursor, n) || !(texts = get(cursor, (size_t)n * sizeof(*texts))))
		return NULL;
	for (uint64_t i = 0; i < n && cursor->status == GS_CURSOR_OK; i++)
		texts[i] = read_text(cursor);
	return texts;
}

const struct gs_trace_function *gs_trace_read_function(struct gs_trace_cursor *cursor)
{
	struct found f = find(cursor, GS_TRACE_FUNCTIONS);
	struct gs_trace_entry read;
	const struct gs_trace_entry *entry;
	uint64_t n;

	if (!f.is_defined_here)
		return f.entry ? &f.entry->function : NULL;
	read.function = (struct gs_trace_function){.id = (uint32_t)f.id};
	read.function.name = read_text(cursor);
	n = gs_cursor_uint(cursor);
	if (n > GS_TRACE_MAX_ARGUMENTS)
		gs_trace_bad(cursor, "the function %.60s has %llu arguments", read.function.name,
			(unsigned long long)n);
	if (cursor->status == GS_CURSOR_OK)
		read.function.args = read_texts(cursor, n);
	read.function.n_args = (uint32_t)n;
	if (cursor->status == GS_CURSOR_OK)
		gs_trace_function_kind(&read.function);
	entry = store(cursor, GS_TRACE_FUNCTIONS, &f, &read);
	if (entry && n == 0 && entry->function.number == GS_FN_glGetError)
		cursor->reader->get_error = &entry->function;
	return entry ? &entry->function : NULL;
}

static int compare_constants(const void *a, const void *b, void *constants)
{
	const struct gs_trace_constant *c = constants;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;

	if (c[i].value != c[k].value)
		return c[i].value < c[k].value ? -1 : 1;
	return i < k ? -1 : 1;
}

static const uint32_t *sort_by_value(
	struct gs_trace_cursor *cursor, struct gs_trace_constant *constants, uint32_t n)
{
	uint32_t *order = get(cursor, n * sizeof(*order));

	for (uint32_t i = 0; order && i < n; i++)
		order[i] = i;
	if (order)
		qsort_r(order, n, sizeof(*order), compare_constants, constants);
	return order;
}

const char *gs_trace_names_find(const struct gs_trace_names *names, int64_t value)
{
	uint32_t low = 0, high = names->n;

	for (uint32_t i = 0; !names->by_value && i < names->n; i++)
		if (names->constants[i].value == value)
			return names->constants[i].name;
	if (!names->by_value)
		return NULL;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (names->constants[names->by_value[middle]].value < value)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == names->n || names->constants[names->by_value[low]].value != value)
		return NULL;
	return names->constants[names->by_value[low]].name;
}

/* Before version 3 an enum's signature is one name and its value, without a count. */
static void read_constants(
	struct gs_trace_cursor *cursor, enum gs_trace_kind kind, struct gs_trace_names *names)
{
	bool is_old = kind == GS_TRACE_ENUMS && cursor->reader->version < 3;
	uint64_t n = is_old ? 1 : gs_cursor_uint(cursor);
	struct gs_trace_constant *constants;

	if (n == 0 && cursor->status == GS_CURSOR_OK)
		gs_trace_note(cursor, "a signature names no value");
	if (n > GS_TRACE_MAX_FLAGS && kind == GS_TRACE_BITMASKS)
		gs_trace_bad(cursor, "a bitmask has %llu flags", (unsigned long long)n);
	if (!gs_cursor_has(cursor, n <= UINT64_MAX / 2 ? 2 * n : n) ||
		!(constants = get(cursor, (size_t)n * sizeof(*constants))))
		return;
	for (uint64_t i = 0; i < n && cursor->status == GS_CURSOR_OK; i++) {
		constants[i].name = read_text(cursor);
		constants[i].value = kind == GS_TRACE_ENUMS ? gs_cursor_signed(cursor)
							    : (int64_t)gs_cursor_uint(cursor);
		if (kind == GS_TRACE_BITMASKS && i > 0 && constants[i].value == 0)
			gs_trace_note(cursor,
				"the flag %.60s is 0 and not the first of its bitmask",
				constants[i].name);
	}
	if (cursor->status != GS_CURSOR_OK)
		return;
	names->n = (uint32_t)n;
	names->constants = constants;
	if (kind == GS_TRACE_ENUMS)
		names->by_value = sort_by_value(cursor, constants, names->n);
}

const struct gs_trace_names *gs_trace_read_names(
	struct gs_trace_cursor *cursor, enum gs_trace_kind kind)
{
	struct found f = find(cursor, kind);
	struct gs_trace_entry read;
	const struct gs_trace_entry *entry;

	if (!f.is_defined_here)
		return f.entry ? &f.entry->names : NULL;
	read.names = (struct gs_trace_names){.id = (uint32_t)f.id};
	read_constants(cursor, kind, &read.names);
	entry = store(cursor, kind, &f, &read);
	return entry ? &entry->names : NULL;
}

const struct gs_trace_struct *gs_trace_read_struct(struct gs_trace_cursor *cursor)
{
	struct found f = find(cursor, GS_TRACE_STRUCTS);
	struct gs_trace_entry read;
	const struct gs_trace_entry *entry;
	uint64_t n;

	if (!f.is_defined_here)
		return f.entry ? &f.entry->members : NULL;
	read.members = (struct gs_trace_struct){.id = (uint32_t)f.id};
	read.members.name = read_text(cursor);
	n = gs_cursor_uint(cursor);
	read.members.members = read_texts(cursor, n);
	read.members.n_members = (uint32_t)n;
	entry = store(cursor, GS_TRACE_STRUCTS, &f, &read);
	return entry ? &entry->members : NULL;
}

static bool read_frame_detail(struct gs_trace_cursor *cursor, struct gs_trace_frame *frame)
{
	unsigned detail = gs_cursor_byte(cursor);

	switch (detail) {
	case 0:
		return false;
	case 1:
		frame->module = read_text(cursor);
		break;
	case 2:
		frame->function = read_text(cursor);
		break;
	case 3:
		frame->file = read_text(cursor);
		break;
	case 4:
		frame->line = (int64_t)gs_cursor_uint(cursor);
		break;
	case 5:
		frame->offset = (int64_t)gs_cursor_uint(cursor);
		break;
	default:
		gs_trace_bad(cursor, "a stack frame has an unknown detail %u", detail);
	}
	return cursor->status == GS_CURSOR_OK;
}

const struct gs_trace_frame *gs_trace_read_frame(struct gs_trace_cursor *cursor)
{
	struct found f = find(cursor, GS_TRACE_FRAMES);
	struct gs_trace_entry read;
	const struct gs_trace_entry *entry;

	if (!f.is_defined_here)
		return f.entry ? &f.entry->frame : NULL;
	read.frame = (struct gs_trace_frame){.id = (uint32_t)f.id, .line = -1, .offset = -1};
	while (read_frame_detail(cursor, &read.frame))
		;
	entry = store(cursor, GS_TRACE_FRAMES, &f, &read);
	return entry ? &entry->frame : NULL;
}

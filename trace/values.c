/* SPDX-License-Identifier: MIT */
/* Values of calls: grammar `value` of the format specification. */
#include "trace/cursor.h"

enum { FIRST_ITEMS = 256 };

static void *get(struct gs_trace_cursor *cursor, size_t size)
{
	void *memory = gs_trace_arena_get(cursor->arena, size);

	if (!memory)
		gs_trace_bad(cursor, "a call needs too much memory");
	return memory;
}

static void read_text(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	uint64_t n = gs_cursor_uint(cursor);
	char *text;

	value->text = "";
	if (!gs_cursor_has(cursor, n) || !(text = get(cursor, (size_t)n + 1)))
		return;
	memcpy(text, cursor->p, (size_t)n);
	text[n] = 0;
	value->text = text;
	value->n = (uint32_t)n;
	if (value->class == GS_TRACE_STRING && memchr(text, 0, (size_t)n))
		gs_trace_note(cursor, "a string holds a zero byte");
	cursor->p += n;
}

static void read_wide(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	uint64_t n = gs_cursor_uint(cursor);
	uint32_t *wide;

	if (!gs_cursor_has(cursor, n) || !(wide = get(cursor, ((size_t)n + 1) * sizeof(*wide)))) {
		value->class = GS_TRACE_NULL;
		return;
	}
	for (uint64_t i = 0; i < n; i++) {
		uint64_t character = gs_cursor_uint(cursor);
		wide[i] = (uint32_t)character;
		if (character > UINT32_MAX)
			gs_trace_note(cursor, "a character has more than 32 bits");
	}
	wide[n] = 0;
	value->wide = wide;
	value->n = (uint32_t)n;
}

/* The array grows as items come: a count alone takes no memory. */
static void read_items(struct gs_trace_cursor *cursor, struct gs_trace_value *value, uint64_t n)
{
	uint64_t room = n < FIRST_ITEMS ? n : FIRST_ITEMS;
	struct gs_trace_value *items;

	value->n = 0;
	value->items = NULL;
	if (!gs_cursor_has(cursor, n)) /* an item has a byte, at least */
		return;
	if (++cursor->depth > GS_TRACE_MAX_DEPTH)
		gs_trace_bad(cursor, "values are nested deeper than %d", GS_TRACE_MAX_DEPTH);
	items = get(cursor, (size_t)room * sizeof(*items));
	for (uint64_t i = 0; i < n && cursor->status == GS_CURSOR_OK; i++) {
		if (i == room) {
			struct gs_trace_value *larger;
			room = 2 * room < n ? 2 * room : n;
			larger = get(cursor, (size_t)room * sizeof(*items));
			if (!larger)
				break;
			memcpy(larger, items, (size_t)i * sizeof(*items));
			items = larger;
		}
		gs_trace_read_value(cursor, &items[i]);
	}
	cursor->depth--;
	if (cursor->status != GS_CURSOR_OK)
		return;
	value->items = items;
	value->n = (uint32_t)n;
}

static void read_enum(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	const struct gs_trace_names *names = gs_trace_read_names(cursor, GS_TRACE_ENUMS);

	value->names = names;
	if (cursor->reader->version >= 3)
		value->sint = gs_cursor_signed(cursor);
	else
		value->sint = names && names->n ? names->constants[0].value : 0;
}

static void read_bitmask(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	value->names = gs_trace_read_names(cursor, GS_TRACE_BITMASKS);
	value->uint = gs_cursor_uint(cursor);
}

/* A struct without a name for a member must hold a struct there; a GUID is printed by its parts. */
static void read_struct(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	const struct gs_trace_struct *members = gs_trace_read_struct(cursor);

	value->members = members;
	if (!members)
		return;
	read_items(cursor, value, members->n_members);
	for (uint32_t i = 0; i < value->n; i++)
		if (!*members->members[i] && value->items[i].class != GS_TRACE_STRUCT)
			gs_trace_note(cursor,
				"a member of struct %.60s has no name and is no struct",
				members->name);
}

void gs_trace_read_value(struct gs_trace_cursor *cursor, struct gs_trace_value *value)
{
	unsigned type = gs_cursor_byte(cursor);

	value->class = (uint8_t)(type + 1);
	value->by_leave = false;
	switch (type + 1) {
	case GS_TRACE_NULL:
	case GS_TRACE_FALSE:
	case GS_TRACE_TRUE:
		value->uint = type + 1 == GS_TRACE_TRUE;
		break;
	case GS_TRACE_SINT:
		value->sint = (int64_t)-gs_cursor_uint(cursor);
		break;
	case GS_TRACE_UINT:
	case GS_TRACE_POINTER:
		value->uint = gs_cursor_uint(cursor);
		break;
	case GS_TRACE_FLOAT:
		value->uint = 0;
		gs_cursor_copy(cursor, &value->number, sizeof(value->number));
		break;
	case GS_TRACE_DOUBLE:
		gs_cursor_copy(cursor, &value->real, sizeof(value->real));
		break;
	case GS_TRACE_STRING:
	case GS_TRACE_BLOB:
		read_text(cursor, value);
		break;
	case GS_TRACE_ENUM:
		read_enum(cursor, value);
		break;
	case GS_TRACE_BITMASK:
		read_bitmask(cursor, value);
		break;
	case GS_TRACE_ARRAY:
		read_items(cursor, value, gs_cursor_uint(cursor));
		break;
	case GS_TRACE_STRUCT:
		read_struct(cursor, value);
		break;
	case GS_TRACE_REPR:
		read_items(cursor, value, 2);
		break;
	case GS_TRACE_WIDE:
		read_wide(cursor, value);
		break;
	default:
		gs_trace_bad(cursor, "a value has the unknown type %u", type);
	}
}

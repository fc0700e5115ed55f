/* SPDX-License-Identifier: MIT */
#include "debugger/calls/record.h"

#include <string.h>
#include <glib.h>

enum record_bit {
	HAS_INDEX = 1 << 0, /* not the one after the last one's */
	HAS_FRAME = 1 << 1, /* not the last one's */
	HAS_DRAW = 1 << 2,
	HAS_ERROR = 1 << 3,
	HAS_RETURN = 1 << 4,
	HAS_FLAGS = 1 << 5,
	HAS_DETAIL = 1 << 6,
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

uint8_t *gs_call_encode(
	uint8_t *to, const struct gs_call_record *record, const struct gs_wire_call *last)
{
	const struct gs_wire_call *call = &record->call;
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
	if (record->detail_size) {
		*bits |= HAS_DETAIL;
		to = put(to, record->detail_offset, 8);
		to = put(to, record->detail_size, 8);
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

const uint8_t *gs_call_decode(
	const uint8_t *from, struct gs_call_record *record, const struct gs_wire_call *last)
{
	uint8_t bits = *from++;
	uint64_t value;

	struct gs_wire_call *call = &record->call;
	memset(record, 0, sizeof *record);
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
	if (bits & HAS_DETAIL) {
		from = get(from, &record->detail_offset, 8);
		from = get(from, &record->detail_size, 8);
	}
	const uint8_t *widths = from;
	from += (call->n_args + 3) / 4;
	for (unsigned i = 0; i < call->n_args; i++)
		from = get(from, &call->args[i], width_size[widths[i / 4] >> (i % 4 * 2) & 3]);
	return from;
}

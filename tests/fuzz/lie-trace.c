/* SPDX-License-Identifier: MIT */
/*
 * lie-trace IN OUT SEED - a trace that is well-formed, and whose values lie: numbers, enums, names
 * and addresses become others, blobs and arrays shorter, values of one kind those of another; calls
 * are left out, made twice or later. The same seed gives the same lies.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/fuzz/chance.h"
#include "trace/trace.h"

enum { MOST_BYTES = 4096 };

static const int64_t numbers[] = {0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 33, 64, 127, 255, 256, 1000, 4096,
	32767, 65535, 65536, 1 << 20, 1 << 24, 0x1702, 0x1401, 0x1403, 0x1405, 0x1406, 0x140a,
	0x8892, 0x8893, 0x88ec, 0x8d40, 0x0de1, 0x806f, INT32_MAX - 1, INT32_MAX, 1ll << 31,
	0xffffffffll, 1ll << 32, 1ll << 40, INT64_MAX, -1, -2, -4, -255, -65536, INT32_MIN,
	INT64_MIN};

static int64_t lie_about(int64_t value)
{
	switch (chance(6)) {
	case 0:
		return value + (int64_t)chance(5) - 2;
	case 1:
		return (int64_t)((uint64_t)value << chance(8));
	case 2:
		return value / 2;
	default:
		return numbers[chance(sizeof numbers / sizeof *numbers)];
	}
}

static void put_integer(struct gs_trace_writer *writer, int64_t value)
{
	if (value < 0)
		gs_trace_put_sint(writer, value);
	else
		gs_trace_put_uint(writer, (uint64_t)value);
}

static void put_other_kind(struct gs_trace_writer *writer)
{
	static const uint8_t bytes[MOST_BYTES] = {1, 2, 3, 0xff, 0xff};
	switch (chance(7)) {
	case 0:
		gs_trace_put_null(writer);
		break;
	case 1:
		gs_trace_put_blob(writer, bytes, chance(2) ? chance(9) : chance(MOST_BYTES));
		break;
	case 2:
		gs_trace_put_array(writer, 2);
		put_integer(writer, lie_about(1));
		put_integer(writer, lie_about(1));
		break;
	case 3:
		gs_trace_put_string(writer, "lie", 3);
		break;
	case 4:
		gs_trace_put_pointer(writer, (uint64_t)lie_about(0x7f0000000000));
		break;
	case 5:
		gs_trace_put_float(writer, chance(2) ? 1e30f : -0.5f);
		break;
	default:
		put_integer(writer, lie_about(1));
	}
}

static void put_lie(struct gs_trace_writer *writer, const struct gs_trace_value *value);

static void put_bytes(struct gs_trace_writer *writer, const struct gs_trace_value *value)
{
	uint32_t n = chance(3) ? value->n : (uint32_t)chance((uint64_t)value->n + 1);
	uint8_t *bytes = malloc((size_t)n + 1);
	if (!bytes)
		abort();
	memcpy(bytes, value->bytes, n);
	for (uint64_t i = chance(4); n && i > 0; i--)
		bytes[chance(n)] = (uint8_t)(chance(2) ? 0xff : chance(256));
	if (value->class == GS_TRACE_STRING && chance(2))
		gs_trace_put_string(writer, (const char *)bytes, n);
	else
		gs_trace_put_blob(writer, bytes, n);
	free(bytes);
}

static void put_array(struct gs_trace_writer *writer, const struct gs_trace_value *value)
{
	uint32_t n = chance(3) ? value->n : (uint32_t)chance((uint64_t)value->n + 1);
	uint32_t which = (uint32_t)chance((uint64_t)n + 1);
	gs_trace_put_array(writer, n);
	for (uint32_t i = 0; i < n; i++)
		if (i == which)
			put_lie(writer, &value->items[i]);
		else
			gs_trace_put(writer, &value->items[i]);
}

static void put_lie(struct gs_trace_writer *writer, const struct gs_trace_value *value)
{
	if (chance(8) == 0) {
		put_other_kind(writer);
		return;
	}
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_SINT:
	case GS_TRACE_UINT:
		put_integer(writer, lie_about(value->sint));
		break;
	case GS_TRACE_ENUM:
		gs_trace_put_enum(writer, value->names, lie_about(value->sint));
		break;
	case GS_TRACE_BITMASK:
		gs_trace_put_bitmask(writer, value->names, (uint64_t)lie_about(value->sint));
		break;
	case GS_TRACE_POINTER:
		gs_trace_put_pointer(writer, (uint64_t)lie_about(value->sint));
		break;
	case GS_TRACE_STRING:
	case GS_TRACE_BLOB:
		put_bytes(writer, value);
		break;
	case GS_TRACE_ARRAY:
		put_array(writer, value);
		break;
	default:
		put_other_kind(writer);
	}
}

static void put_call(
	struct gs_trace_writer *writer, const struct gs_trace_call *call, unsigned one_in)
{
	uint32_t n = call->function->n_args;
	uint64_t lie = n && chance(one_in) == 0 ? chance(n + (call->result.class != 0)) : n + 1;
	uint64_t number = gs_trace_enter(
		writer, call->thread, call->function, call->is_fake ? GS_TRACE_FAKE : 0);
	for (int leaves = 0; leaves < 2; leaves++) {
		for (uint32_t i = 0; i < n; i++) {
			const struct gs_trace_value *value = &call->args[i];
			if (value->class == GS_TRACE_NONE || value->by_leave != leaves)
				continue;
			gs_trace_arg(writer, i);
			if (i == lie)
				put_lie(writer, value);
			else
				gs_trace_put(writer, value);
		}
		if (leaves && call->result.class != GS_TRACE_NONE) {
			gs_trace_result(writer);
			if (lie == n)
				put_lie(writer, &call->result);
			else
				gs_trace_put(writer, &call->result);
		}
		gs_trace_end(writer);
		if (!leaves)
			gs_trace_leave(writer, number);
	}
}

/* Calls that were put off come later: they are found once more by their numbers. */
static void put_calls(struct gs_trace_reader *reader, struct gs_trace_reader *again,
	struct gs_trace_writer *writer)
{
	static const unsigned rates[] = {4, 10, 30, 100, 300};
	unsigned one_in = rates[chance(sizeof rates / sizeof *rates)];
	struct gs_trace_call *call;
	uint64_t late = 0, when = 0, at = 0;

	for (; (call = gs_trace_next_call(reader)); at++) {
		uint64_t fate = chance(one_in * 4ull);
		if (fate == 1 && at >= when) {
			late = call->number;
			when = at + 1 + chance(50);
		} else if (fate != 0) {
			put_call(writer, call, one_in);
		}
		if (fate == 2)
			put_call(writer, call, one_in);
		if (when && at == when && (call = gs_trace_find(again, late)))
			put_call(writer, call, one_in);
	}
}

int main(int argc, char **argv)
{
	char *why = NULL;
	if (argc != 4)
		return 2;
	struct gs_trace_reader *reader = gs_trace_open(argv[1], NULL, NULL, &why);
	struct gs_trace_reader *again = gs_trace_open(argv[1], NULL, NULL, &why);
	int fd = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	struct gs_trace_writer *writer = fd < 0 ? NULL : gs_trace_writer_new(fd, 6, NULL, 0);
	state = strtoull(argv[3], NULL, 10);
	if (!reader || !again || !writer) {
		fprintf(stderr, "lie-trace: %s\n", why ? why : "no trace can be written");
		return 1;
	}
	put_calls(reader, again, writer);
	bool done = gs_trace_writer_free(writer);
	gs_trace_close(again);
	gs_trace_close(reader);
	return close(fd) || !done;
}

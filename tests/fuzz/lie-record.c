/* SPDX-License-Identifier: MIT */
/*
 * lie-record [RECORDS [SEED]] - what a program logs about its calls may be anything, as it shares
 * that memory: functions that do not exist, numbers of arguments, entries of memory of any kind and
 * size, and bytes that are none. The recorder writes a trace in which the reader finds no rule
 * broken.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "debugger/record/recording.h"
#include "tests/fuzz/chance.h"
#include "trace/trace.h"
#include "wire/memory.h"

enum { MOST_ENTRIES = 4, MOST_BYTES = 600, ROOM = MOST_ENTRIES * (MOST_BYTES + 64) };

static uint64_t number(void)
{
	static const uint64_t numbers[] = {0, 1, 2, 3, 4, 16, 255, 0x1401, 0x1406, 0x140b, 0x1900,
		0x806f, 0x8074, 0x8078, 0x84c0, 0x84c1, 0x8892, INT32_MAX, UINT32_MAX,
		(uint64_t)UINT32_MAX << 32, INT64_MAX, UINT64_MAX};
	return chance(3) ? numbers[chance(G_N_ELEMENTS(numbers))] : chance(UINT64_MAX);
}

/* One whose bytes are there, and whose words lie. */
static uint8_t *put_entry(uint8_t *to, unsigned n_args)
{
	struct gs_wire_memory entry = {
		.argument = (uint8_t)(chance(2) ? 236 + chance(20) : chance(n_args + 2)),
		.kind = (uint8_t)(chance(8) ? chance(8) : chance(256)),
		.class = (uint8_t)(chance(8) ? chance(16) : chance(256)),
		.bits = (uint8_t)(chance(8) ? 8u << chance(4) : chance(256)),
		.flags = (uint32_t)(chance(2) ? chance(4) : chance(UINT32_MAX)),
		.size = chance(4) ? chance(64) : chance(MOST_BYTES),
		.count = number(),
		.skip = chance(4) ? 0 : chance(1 << 12)};
	for (unsigned i = 0; i < 6; i++)
		entry.info[i] = (uint32_t)(chance(4) ? chance(16) : number());
	if (!chance(4)) /* with the size it is a small number */
		entry.skip = 0 - chance(entry.size + 1);
	bool is_long = chance(2);
	to = gs_memory_write(to, &entry, is_long ? GS_WIRE_MEMORY_LONG_HEAD : GS_WIRE_MEMORY_HEAD);
	for (uint64_t i = 0; i < gs_memory_padded(entry.size); i++)
		*to++ = (uint8_t)(chance(3) ? chance(4) : chance(256));
	return to;
}

static void fill(struct gs_record *record, uint8_t bytes[ROOM], uint64_t i)
{
	struct gs_wire_call *call = &record->call;
	memset(record, 0, sizeof *record);
	call->index = i;
	call->function = (uint32_t)(chance(50) ? chance(GS_N_FUNCTIONS) : chance(GS_RECORD_MEMORY));
	call->n_args = (uint32_t)chance(GS_WIRE_ARGS + 1);
	call->flags = (uint32_t)(chance(8) ? GS_CALL_EXECUTED | GS_CALL_RETURNED
					   : chance(UINT32_MAX));
	call->flags |= (uint32_t)(1 + chance(3)) << GS_CALL_TID_SHIFT;
	call->gl_error = (uint32_t)(chance(20) ? 0 : number());
	call->ret = number();
	call->leave = chance(4) ? i + 1 : chance(2 * i + 2);
	for (unsigned k = 0; k < call->n_args; k++)
		call->args[k] = number();
	uint8_t *end = bytes;
	for (uint64_t n = chance(MOST_ENTRIES + 1); n > 0; n--)
		end = put_entry(end, call->n_args);
	for (uint64_t n = chance(6) ? 0 : 1 + chance(4); n > 0 && end > bytes; n--)
		bytes[chance((uint64_t)(end - bytes))] = (uint8_t)chance(256);
	record->memory_size = (uint64_t)(end - bytes) / (chance(10) ? 1 : 2);
	record->memory = record->memory_size ? bytes : NULL;
}

static void count(void *data, const struct gs_trace_violation *violation)
{
	unsigned *n = data;
	/* as a text may that a program gives with its length */
	if (strcmp(violation->text, "a string holds a zero byte") == 0)
		return;
	if ((*n)++ < 5)
		fprintf(stderr, "call %lld: %s\n", (long long)violation->call, violation->text);
}

static void check(const char *path)
{
	char *why = NULL;
	unsigned violations = 0;
	struct gs_trace_reader *reader = gs_trace_open(path, count, &violations, &why);
	g_assert_cmpstr(why, ==, NULL);
	while (gs_trace_next_event(reader))
		;
	g_assert_cmpint(gs_trace_reader_state(reader), ==, GS_TRACE_END);
	g_assert_cmpuint(violations, ==, 0);
	gs_trace_close(reader);
}

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 30000;
	char *folder = g_dir_make_tmp("lie-record-XXXXXX", NULL);
	char *path = g_build_filename(folder, "a.trace", NULL);
	GError *error = NULL;
	const struct gs_recording_start start = {.program = "a"};
	const struct gs_recording_classes classes = {.on = GS_WIRE_TRACE_ERRORS};
	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	struct gs_recording *recording = gs_recording_new(path, &start, &error);
	g_assert_no_error(error);
	for (uint64_t i = 0; i < n; i++) {
		/* of its size, so that what reads beyond it is found */
		static uint8_t bytes[ROOM];
		struct gs_record record;
		fill(&record, bytes, i);
		record.memory = record.memory ? g_memdup2(bytes, record.memory_size) : NULL;
		if (i == n / 2)
			gs_recording_set_classes(recording, &classes);
		gs_recording_add(recording, &record, 1);
		g_free((gpointer)record.memory);
	}
	g_assert_true(gs_recording_end(recording, NULL, &error));
	g_assert_no_error(error);
	check(path);
	g_unlink(path);
	g_rmdir(folder);
	g_free(path);
	g_free(folder);
	return 0;
}

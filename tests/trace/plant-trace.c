/* SPDX-License-Identifier: MIT */
/*
 * plant-trace IN OUT CALL ARGUMENT CHANGE - writes the trace again with one argument of one call
 * changed. ARGUMENT counts from 0. CHANGE: "=NUMBER" in place of a number, "^BYTE" flips the upper
 * bit of that byte of a blob, "OLD=NEW" replaces the first OLD in a text or the first text of an
 * array.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace/trace.h"

enum { UPPER_BIT = 0x80 };

static bool set_number(struct gs_trace_value *value, double number)
{
	switch (value->class) {
	case GS_TRACE_SINT:
	case GS_TRACE_ENUM:
		value->sint = (int64_t)number;
		return true;
	case GS_TRACE_UINT:
	case GS_TRACE_BITMASK:
		value->uint = (uint64_t)number;
		return true;
	case GS_TRACE_FLOAT:
		value->number = (float)number;
		return true;
	case GS_TRACE_DOUBLE:
		value->real = number;
		return true;
	default:
		return false;
	}
}

static bool flip(struct gs_trace_value *value, unsigned long at)
{
	static uint8_t *copy;
	if (value->class != GS_TRACE_BLOB || at >= value->n)
		return false;
	copy = realloc(copy, value->n);
	memcpy(copy, value->bytes, value->n);
	copy[at] ^= UPPER_BIT;
	value->bytes = copy;
	return true;
}

static bool replace(struct gs_trace_value *value, const char *change)
{
	static char text[1 << 16], old[256];
	static struct gs_trace_value item;
	const char *new = strchr(change, '=');
	struct gs_trace_value *in = value;
	if (value->class == GS_TRACE_ARRAY && value->n) {
		item = value->items[0];
		in = &item;
	}
	if (!new || in->class != GS_TRACE_STRING)
		return false;
	snprintf(old, sizeof old, "%.*s", (int)(new - change), change);
	const char *at = strstr(in->text, old);
	if (!at)
		return false;
	in->n = (uint32_t)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - in->text), in->text,
		new + 1, at + strlen(old));
	in->text = text;
	if (in != &item)
		return true;
	value->items = &item;
	value->n = 1;
	return true;
}

static bool change(struct gs_trace_value *value, const char *how)
{
	if (*how == '^')
		return flip(value, strtoul(how + 1, NULL, 10));
	if (*how != '=')
		return replace(value, how);
	return set_number(value, strtod(how + 1, NULL));
}

int main(int argc, char **argv)
{
	char *why = NULL;
	bool is_changed = false;
	if (argc != 6)
		return 2;
	struct gs_trace_reader *reader = gs_trace_open(argv[1], NULL, NULL, &why);
	int fd = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	struct gs_trace_figures figures;
	if (!reader || fd < 0) {
		fprintf(stderr, "plant-trace: %s\n", why ? why : "no trace can be written");
		return 1;
	}
	gs_trace_reader_figures(reader, &figures);
	struct gs_trace_writer *writer = gs_trace_writer_new(
		fd, 6, figures.properties, figures.n_properties);
	struct gs_trace_copy *copy = gs_trace_copy_new(writer);
	gs_trace_copy_from(copy, reader);
	struct gs_trace_call *call;
	unsigned long argument = strtoul(argv[4], NULL, 10);
	while ((call = gs_trace_next_event(reader))) {
		if (call->number == strtoull(argv[3], NULL, 10) && !call->has_left &&
			argument < call->function->n_args)
			is_changed = change(&call->args[argument], argv[5]);
		gs_trace_copy_event(copy, call);
	}
	bool done = gs_trace_writer_free(writer);
	gs_trace_copy_free(copy);
	gs_trace_close(reader);
	if (!is_changed)
		fprintf(stderr, "plant-trace: call %s has no such argument\n", argv[3]);
	return close(fd) || !done || !is_changed;
}

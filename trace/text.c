/* SPDX-License-Identifier: MIT */
/* Calls as text: what `apitrace dump` 11.1 writes. docs/decisions/025-trace-format.md says what of
 * it is odd. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/text.h"

void gs_trace_text_add(struct gs_trace_text *text, const char *bytes, size_t n)
{
	if (text->capacity - text->length <= n) {
		size_t capacity = 2 * text->capacity + n + 256;
		char *data = realloc(text->data, capacity);
		if (!data) {
			text->failed = true;
			return;
		}
		text->data = data;
		text->capacity = capacity;
	}
	if (n)
		memcpy(text->data + text->length, bytes, n);
	text->length += n;
	text->data[text->length] = 0;
}

void gs_text_string(struct gs_trace_text *text, const char *string)
{
	gs_trace_text_add(text, string, strlen(string));
}

void gs_text_byte(struct gs_trace_text *text, char byte)
{
	gs_trace_text_add(text, &byte, 1);
}

void gs_text_add(struct gs_trace_text *text, const char *format, ...)
{
	va_list arguments;
	char line[101];
	int n;

	va_start(arguments, format);
	n = vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	gs_trace_text_add(text, line, n < (int)sizeof(line) ? (size_t)n : sizeof(line) - 1);
}

/* Of what cannot be printed, apitrace writes the lowest octal digit, and the middle one in the
 * place of the highest as well, if it is not 0. */
static void add_character(struct gs_trace_text *text, uint32_t c)
{
	uint32_t middle = c >> 3 & 7;

	if (c == '"' || c == '\\')
		gs_text_byte(text, '\\');
	if ((c >= 0x20 && c <= 0x7e) || c == '\t' || c == '\n')
		gs_text_byte(text, (char)c);
	else if (c != '\r' && middle)
		gs_text_add(text, "\\%u%u%u", middle, middle, c & 7);
	else if (c != '\r')
		gs_text_add(text, "\\%u", c & 7);
}

static void add_quoted(struct gs_trace_text *text, const char *string)
{
	gs_text_byte(text, '"');
	for (; *string; string++)
		add_character(text, (uint8_t)*string);
	gs_text_byte(text, '"');
}

static void add_wide(struct gs_trace_text *text, const uint32_t *wide)
{
	gs_text_string(text, "L\"");
	for (; *wide; wide++)
		add_character(text, *wide);
	gs_text_byte(text, '"');
}

static void add_enum(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	const char *name = value->names ? gs_trace_names_find(value->names, value->sint) : NULL;

	if (name)
		gs_text_string(text, name);
	else
		gs_text_add(text, "%lld", (long long)value->sint);
}

/* A flag of 0 counts only where it is the first. */
static void add_bitmask(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	const char *separator = "";
	uint64_t left = value->uint;

	for (uint32_t i = 0; value->names && i < value->names->n && (left || i == 0); i++) {
		uint64_t flag = (uint64_t)value->names->constants[i].value;
		if (flag ? (left & flag) != flag : left != 0)
			continue;
		gs_text_string(text, separator);
		gs_text_string(text, value->names->constants[i].name);
		separator = " | ";
		left &= ~flag;
	}
	if (left || !*separator)
		gs_text_add(text, "%s0x%llx", separator, (unsigned long long)left);
}

static void add_array(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	gs_text_string(text, value->n == 1 ? "&" : "{");
	for (uint32_t i = 0; i < value->n; i++) {
		if (i > 0)
			gs_text_string(text, ", ");
		gs_trace_value_text(text, &value->items[i]);
	}
	if (value->n != 1)
		gs_text_byte(text, '}');
}

/* Returns what stands before the next member. */
static const char *add_members(
	struct gs_trace_text *text, const struct gs_trace_value *value, const char *separator)
{
	for (uint32_t i = 0; i < value->n; i++) {
		const char *name = value->members->members[i];
		if (!*name && value->items[i].class == GS_TRACE_STRUCT) {
			separator = add_members(text, &value->items[i], separator);
			continue;
		}
		gs_text_string(text, separator);
		gs_text_string(text, name);
		gs_text_string(text, " = ");
		gs_trace_value_text(text, &value->items[i]);
		separator = ", ";
	}
	return separator;
}

static void add_struct(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	gs_text_byte(text, '{');
	add_members(text, value, "");
	gs_text_byte(text, '}');
}

void gs_trace_value_text(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	static const char *const words[] = {
		[GS_TRACE_NONE] = "?",
		[GS_TRACE_NULL] = "NULL",
		[GS_TRACE_FALSE] = "false",
		[GS_TRACE_TRUE] = "true",
	};

	switch (value->class) {
	case GS_TRACE_SINT:
		gs_text_add(text, "%lld", (long long)value->sint);
		break;
	case GS_TRACE_UINT:
		gs_text_add(text, "%llu", (unsigned long long)value->uint);
		break;
	case GS_TRACE_FLOAT:
		gs_text_add(text, "%.7g", (double)value->number);
		break;
	case GS_TRACE_DOUBLE:
		gs_text_add(text, "%.16g", value->real);
		break;
	case GS_TRACE_STRING:
		add_quoted(text, value->text);
		break;
	case GS_TRACE_WIDE:
		add_wide(text, value->wide);
		break;
	case GS_TRACE_BLOB:
		gs_text_add(text, "blob(%u)", value->n);
		break;
	case GS_TRACE_ENUM:
		add_enum(text, value);
		break;
	case GS_TRACE_BITMASK:
		add_bitmask(text, value);
		break;
	case GS_TRACE_ARRAY:
		add_array(text, value);
		break;
	case GS_TRACE_STRUCT:
		add_struct(text, value);
		break;
	case GS_TRACE_POINTER:
		gs_text_add(text, "0x%llx", (unsigned long long)value->uint);
		break;
	case GS_TRACE_REPR:
		gs_trace_value_text(text, &value->items[0]);
		break;
	default:
		gs_text_string(text, words[value->class]);
	}
}

static void add_frame(struct gs_trace_text *text, const struct gs_trace_frame *frame)
{
	gs_text_string(text, frame->module ? frame->module : "?");
	if (frame->function) {
		gs_text_string(text, ": ");
		gs_text_string(text, frame->function);
	}
	if (frame->offset >= 0)
		gs_text_add(text, "+0x%llx", (unsigned long long)frame->offset);
	if (frame->file) {
		gs_text_string(text, ": ");
		gs_text_string(text, frame->file);
		if (frame->line >= 0)
			gs_text_add(text, ":%lld", (long long)frame->line);
	}
	gs_text_byte(text, '\n');
}

void gs_trace_call_text(struct gs_trace_text *text, const struct gs_trace_call *call)
{
	const struct gs_trace_function *function = call->function;

	gs_text_add(text, "%llu ", (unsigned long long)call->number);
	gs_text_string(text, function->name);
	gs_text_byte(text, '(');
	for (uint32_t i = 0; i < function->n_args; i++) {
		gs_text_string(text, i ? ", " : "");
		gs_text_string(text, function->args[i]);
		gs_text_string(text, " = ");
		gs_trace_value_text(text, &call->args[i]);
	}
	gs_text_byte(text, ')');
	if (call->result.class != GS_TRACE_NONE) {
		gs_text_string(text, " = ");
		gs_trace_value_text(text, &call->result);
	}
	if (call->is_fake || !call->has_left)
		gs_text_string(text, " //");
	gs_text_string(text, call->is_fake ? " fake" : "");
	gs_text_string(text, call->has_left ? "\n" : " incomplete\n");
	if (call->frames)
		gs_text_string(text, "Backtrace:\n");
	for (uint32_t i = 0; i < call->n_frames; i++)
		add_frame(text, call->frames[i]);
	if (call->ends_frame)
		gs_text_byte(text, '\n');
}

void gs_trace_property_text(struct gs_trace_text *text, const struct gs_trace_property *property)
{
	gs_text_string(text, "// ");
	gs_text_string(text, property->name);
	gs_text_string(text, " = ");
	add_quoted(text, property->value);
	gs_text_byte(text, '\n');
}

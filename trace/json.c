/* SPDX-License-Identifier: MIT */
/* Calls as JSON: every value as it is in the trace, with its class where the text does not tell. */
#include <math.h>
#include <string.h>
#include "trace/text.h"

static void add_escaped(struct gs_trace_text *text, uint32_t c)
{
	static const char from[] = "\b\f\n\r\t\"\\", to[] = "bfnrt\"\\";
	const char *at = c && c < 0x80 ? strchr(from, (int)c) : NULL;

	if (at)
		gs_text_add(text, "\\%c", to[at - from]);
	else if (c >= 0x10000 && c <= 0x10ffff)
		gs_text_add(text, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10),
			0xdc00 + (c & 0x3ff));
	else
		gs_text_add(text, "\\u%04x", c > 0x10ffff ? 0xfffd : c);
}

/* How many bytes of well-formed UTF-8 stand here that need no escape; 0: none. */
static size_t plain_bytes(const uint8_t *s, size_t n)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc0 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	uint32_t c = length == 1 ? s[0] : s[0] & (0x7f >> length);

	if (length == 1)
		return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;
	if (length == 0 || length > n || s[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	return c >= least[length] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) ? length : 0;
}

/* A byte that is no UTF-8 becomes the character of its number. */
void gs_trace_string_json(struct gs_trace_text *text, const char *string, size_t n)
{
	const uint8_t *s = (const uint8_t *)string;
	size_t i = 0;

	gs_text_byte(text, '"');
	while (i < n) {
		size_t start = i, plain;
		while (i < n && (plain = plain_bytes(s + i, n - i)))
			i += plain;
		gs_trace_text_add(text, string + start, i - start);
		if (i < n)
			add_escaped(text, s[i++]);
	}
	gs_text_byte(text, '"');
}

static void add_string(struct gs_trace_text *text, const char *string)
{
	gs_trace_string_json(text, string, strlen(string));
}

/* JSON has no word for these: they are strings. */
static void add_real(struct gs_trace_text *text, double value, int digits)
{
	if (isnan(value))
		gs_text_string(text, "\"nan\"");
	else if (isinf(value))
		gs_text_string(text, value < 0 ? "\"-inf\"" : "\"inf\"");
	else
		gs_text_add(text, "%.*g", digits, value);
}

static void add_value(struct gs_trace_text *text, const struct gs_trace_value *value);

static void add_items(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	gs_text_byte(text, '[');
	for (uint32_t i = 0; i < value->n; i++) {
		gs_text_string(text, i ? "," : "");
		add_value(text, &value->items[i]);
	}
	gs_text_byte(text, ']');
}

static void add_struct(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	gs_text_string(text, "{\"struct\":");
	add_string(text, value->members->name);
	gs_text_string(text, ",\"members\":[");
	for (uint32_t i = 0; i < value->n; i++) {
		gs_text_string(text, i ? ",{\"name\":" : "{\"name\":");
		add_string(text, value->members->members[i]);
		gs_text_string(text, ",\"value\":");
		add_value(text, &value->items[i]);
		gs_text_byte(text, '}');
	}
	gs_text_string(text, "]}");
}

static void add_enum(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	const char *name = value->names ? gs_trace_names_find(value->names, value->sint) : NULL;

	gs_text_string(text, "{\"enum\":");
	if (name)
		add_string(text, name);
	else
		gs_text_string(text, "null");
	gs_text_add(text, ",\"value\":%lld}", (long long)value->sint);
}

static void add_bitmask(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	uint64_t left = value->uint;
	const char *separator = "";

	gs_text_string(text, "{\"bitmask\":[");
	for (uint32_t i = 0; value->names && i < value->names->n && left; i++) {
		uint64_t flag = (uint64_t)value->names->constants[i].value;
		if (!flag || (left & flag) != flag)
			continue;
		gs_text_string(text, separator);
		add_string(text, value->names->constants[i].name);
		separator = ",";
		left &= ~flag;
	}
	gs_text_add(text, "],\"value\":%llu}", (unsigned long long)value->uint);
}

static void add_wide(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	gs_text_byte(text, '"');
	for (uint32_t i = 0; i < value->n; i++)
		add_escaped(text, value->wide[i]);
	gs_text_byte(text, '"');
}

static void add_repr(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	gs_text_string(text, "{\"human\":");
	add_value(text, &value->items[0]);
	gs_text_string(text, ",\"machine\":");
	add_value(text, &value->items[1]);
	gs_text_byte(text, '}');
}

static void add_value(struct gs_trace_text *text, const struct gs_trace_value *value)
{
	switch (value->class) {
	case GS_TRACE_NONE:
		gs_text_string(text, "{\"absent\":true}");
		break;
	case GS_TRACE_NULL:
		gs_text_string(text, "null");
		break;
	case GS_TRACE_FLOAT:
		add_real(text, (double)value->number, 9);
		break;
	case GS_TRACE_DOUBLE:
		add_real(text, value->real, 17);
		break;
	case GS_TRACE_STRING:
		gs_trace_string_json(text, value->text, value->n);
		break;
	case GS_TRACE_WIDE:
		add_wide(text, value);
		break;
	case GS_TRACE_BLOB:
		gs_text_add(text, "{\"blob\":%u}", value->n);
		break;
	case GS_TRACE_ENUM:
		add_enum(text, value);
		break;
	case GS_TRACE_BITMASK:
		add_bitmask(text, value);
		break;
	case GS_TRACE_ARRAY:
		add_items(text, value);
		break;
	case GS_TRACE_STRUCT:
		add_struct(text, value);
		break;
	case GS_TRACE_POINTER:
		gs_text_add(text, "{\"pointer\":\"0x%llx\"}", (unsigned long long)value->uint);
		break;
	case GS_TRACE_REPR:
		add_repr(text, value);
		break;
	default: /* integers and truth values are as in the other text */
		gs_trace_value_text(text, value);
	}
}

static void add_stack(struct gs_trace_text *text, const struct gs_trace_call *call)
{
	gs_text_string(text, ",\"backtrace\":[");
	for (uint32_t i = 0; i < call->n_frames; i++) {
		const struct gs_trace_frame *frame = call->frames[i];
		const char *const names[] = {"module", "function", "file"};
		const char *const texts[] = {frame->module, frame->function, frame->file};
		gs_text_string(text, i ? ",{" : "{");
		for (int k = 0; k < 3; k++) {
			gs_text_add(text, "%s\"%s\":", k ? "," : "", names[k]);
			if (texts[k])
				add_string(text, texts[k]);
			else
				gs_text_string(text, "null");
		}
		if (frame->line >= 0)
			gs_text_add(text, ",\"line\":%lld", (long long)frame->line);
		if (frame->offset >= 0)
			gs_text_add(text, ",\"offset\":%lld", (long long)frame->offset);
		gs_text_byte(text, '}');
	}
	gs_text_byte(text, ']');
}

void gs_trace_call_json(struct gs_trace_text *text, const struct gs_trace_call *call)
{
	const struct gs_trace_function *function = call->function;

	gs_text_add(text,
		"{\"call\":%llu,\"thread\":%u,\"function\":", (unsigned long long)call->number,
		call->thread);
	add_string(text, function->name);
	gs_text_string(text, ",\"arguments\":[");
	for (uint32_t i = 0; i < function->n_args; i++) {
		gs_text_string(text, i ? ",{\"name\":" : "{\"name\":");
		add_string(text, function->args[i]);
		gs_text_string(text, ",\"value\":");
		add_value(text, &call->args[i]);
		gs_text_byte(text, '}');
	}
	gs_text_byte(text, ']');
	if (call->result.class != GS_TRACE_NONE) {
		gs_text_string(text, ",\"result\":");
		add_value(text, &call->result);
	}
	gs_text_string(text, call->is_fake ? ",\"fake\":true" : "");
	gs_text_string(text, call->has_left ? "" : ",\"incomplete\":true");
	gs_text_string(text, call->ends_frame ? ",\"ends_frame\":true" : "");
	if (call->frames)
		add_stack(text, call);
	gs_text_byte(text, '}');
}

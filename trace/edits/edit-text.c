/* SPDX-License-Identifier: MIT */
/* Values and calls that a user has written become values. */
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"

enum { MOST_ITEMS = 1 << 24, DEEPEST = 8 };

bool gs_edit_fail(struct gs_edit_parser *parser, const char *format, ...)
{
	va_list arguments;

	if (*parser->why)
		return false;
	va_start(arguments, format);
	vsnprintf(parser->why, sizeof(parser->why), format, arguments);
	va_end(arguments);
	return false;
}

static bool no_memory(struct gs_edit_parser *parser)
{
	return gs_edit_fail(parser, "there is no memory left");
}

static void skip_space(struct gs_edit_parser *parser)
{
	while (*parser->p == ' ' || *parser->p == '\t' || *parser->p == '\n' || *parser->p == '\r')
		parser->p++;
}

/* Take a character, and space before and after it. Return whether it is there. */
static bool take(struct gs_edit_parser *parser, char c)
{
	skip_space(parser);
	if (*parser->p != c)
		return false;
	parser->p++;
	skip_space(parser);
	return true;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t word_length(const char *p)
{
	size_t n = 0;

	while (is_letter(*p) && (is_letter(p[n]) || is_digit(p[n])))
		n++;
	return n;
}

static char *copy_word(struct gs_edit_parser *parser, size_t n)
{
	char *word = gs_trace_arena_get(parser->arena, n + 1);

	if (!word) {
		no_memory(parser);
		return NULL;
	}
	memcpy(word, parser->p, n);
	word[n] = 0;
	parser->p += n;
	return word;
}

/* -- Strings and bytes ----------------------------------------------------------------------- */

static int hex_digit(char c)
{
	return is_digit(c)	      ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* Read what stands behind a backslash. */
static char escaped(struct gs_edit_parser *parser)
{
	static const char from[] = "nrt0", to[] = "\n\r\t\0";
	char c = *parser->p++;
	const char *at = c ? strchr(from, c) : NULL;

	if (c == 'x' && hex_digit(parser->p[0]) >= 0 && hex_digit(parser->p[1]) >= 0) {
		c = (char)(hex_digit(parser->p[0]) * 16 + hex_digit(parser->p[1]));
		parser->p += 2;
		return c;
	}
	return at ? to[at - from] : c;
}

static bool parse_string(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	const char *end = parser->p + 1;
	char *text;
	size_t n = 0;

	while (*end && *end != '"')
		end += *end == '\\' && end[1] ? 2 : 1;
	if (!*end)
		return gs_edit_fail(parser, "a string has no closing quotation mark");
	text = gs_trace_arena_get(parser->arena, (size_t)(end - parser->p));
	if (!text)
		return no_memory(parser);
	for (parser->p++; parser->p < end;)
		if (*parser->p++ == '\\')
			text[n++] = escaped(parser);
		else
			text[n++] = parser->p[-1];
	text[n] = 0;
	parser->p = end + 1;
	*value = (struct gs_trace_value){.class = GS_TRACE_STRING, .n = (uint32_t)n, .text = text};
	return true;
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static bool decode_base64(const char *text, uint32_t length, uint8_t *bytes, uint32_t *n)
{
	uint32_t bits = 0, n_bits = 0;

	*n = 0;
	for (uint32_t i = 0; i < length && text[i] != '='; i++) {
		const char *at = text[i] ? strchr(base64, text[i]) : NULL;
		if (!at)
			return false;
		bits = bits << 6 | (uint32_t)(at - base64);
		n_bits += 6;
		if (n_bits >= 8) {
			n_bits -= 8;
			bytes[(*n)++] = (uint8_t)(bits >> n_bits);
		}
	}
	return true;
}

/* blob("...") */
static bool parse_blob(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	struct gs_trace_value text;
	uint8_t *bytes;
	uint32_t n;

	parser->p += strlen("blob");
	if (!take(parser, '(') || *parser->p != '"')
		return gs_edit_fail(
			parser, "bytes are written blob(\"...\"), with base64 in between");
	if (!parse_string(parser, &text))
		return false;
	bytes = gs_trace_arena_get(parser->arena, text.n + 1);
	if (!bytes)
		return no_memory(parser);
	if (!take(parser, ')') || !decode_base64(text.text, text.n, bytes, &n))
		return gs_edit_fail(parser, "what stands in blob(\"...\") is not base64");
	*value = (struct gs_trace_value){.class = GS_TRACE_BLOB, .n = n, .bytes = bytes};
	return true;
}

void gs_trace_edit_string_text(struct gs_trace_text *text, const char *string, size_t n)
{
	gs_trace_text_add(text, "\"", 1);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)string[i];
		char escape[8];
		int length = 0;
		if (c == '"' || c == '\\')
			length = snprintf(escape, sizeof(escape), "\\%c", c);
		else if (c == '\n' || c == '\t')
			length = snprintf(escape, sizeof(escape), "\\%c", c == '\n' ? 'n' : 't');
		else if (c < ' ' || c >= 0x7f)
			length = snprintf(escape, sizeof(escape), "\\x%02x", c);
		gs_trace_text_add(text, length ? escape : &string[i], length ? (size_t)length : 1);
	}
	gs_trace_text_add(text, "\"", 1);
}

void gs_trace_edit_blob_text(struct gs_trace_text *text, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	gs_trace_text_add(text, "blob(\"", 6);
	for (size_t i = 0; i < n; i += 3) {
		size_t left = n - i;
		uint32_t bits = (uint32_t)p[i] << 16 | (left > 1 ? (uint32_t)p[i + 1] << 8 : 0) |
				(left > 2 ? p[i + 2] : 0);
		char four[4] = {base64[bits >> 18], base64[bits >> 12 & 63],
			left > 1 ? base64[bits >> 6 & 63] : '=',
			left > 2 ? base64[bits & 63] : '='};
		gs_trace_text_add(text, four, 4);
	}
	gs_trace_text_add(text, "\")", 2);
}

/* -- Numbers and names ----------------------------------------------------------------------- */

static bool parse_real(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
	char *end;

	if (!plain)
		return no_memory(parser);
	*value = (struct gs_trace_value){.class = GS_TRACE_DOUBLE};
	value->real = strtod_l(parser->p, &end, plain);
	freelocale(plain);
	parser->p = end;
	return true;
}

static bool parse_number(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	const char *digits = parser->p + (*parser->p == '-' || *parser->p == '+'), *end = digits;
	bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
	bool is_negative = *parser->p == '-';
	char *rest;

	while (is_digit(*end))
		end++;
	if (!is_hex && (*end == '.' || *end == 'e' || *end == 'E' || !is_digit(*digits)))
		return parse_real(parser, value);
	*value = (struct gs_trace_value){.class = is_negative ? GS_TRACE_SINT : GS_TRACE_UINT};
	value->uint = strtoull(digits, &rest, is_hex ? 16 : 10);
	if (is_negative)
		value->sint = (int64_t)-value->uint;
	if (is_negative && value->sint > 0)
		return gs_edit_fail(parser, "a number is below what 64 bits can hold");
	parser->p = rest;
	return true;
}

static bool starts_number(const char *p)
{
	p += *p == '-' || *p == '+';
	return is_digit(*p) || (*p == '.' && is_digit(p[1])) || strncmp(p, "inf", 3) == 0 ||
	       strncmp(p, "nan", 3) == 0;
}

/* One of several names, or a number among them. */
static bool parse_constant(struct gs_edit_parser *parser, struct gs_trace_constant *constant)
{
	struct gs_trace_value number;
	uint64_t bits;

	skip_space(parser);
	*constant = (struct gs_trace_constant){0};
	if (is_digit(*parser->p)) {
		if (!parse_number(parser, &number) || number.class != GS_TRACE_UINT)
			return gs_edit_fail(parser, "what stands between '|' is no whole number");
		constant->value = number.sint;
		return true;
	}
	constant->name = copy_word(parser, word_length(parser->p));
	if (!constant->name)
		return false;
	if (!gs_data_enum_value(constant->name, &bits))
		return gs_edit_fail(parser, "'%.80s' is neither a value nor a name that GL has",
			*constant->name ? constant->name : parser->p);
	constant->value = (int64_t)bits;
	return true;
}

static bool parse_names(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	enum { MOST = 64 };
	struct gs_trace_names *names = gs_trace_arena_get(parser->arena, sizeof(*names));
	struct gs_trace_constant *constants = gs_trace_arena_get(
		parser->arena, MOST * sizeof(*constants));

	if (!names || !constants)
		return no_memory(parser);
	*names = (struct gs_trace_names){.constants = constants};
	*value = (struct gs_trace_value){.class = GS_TRACE_ENUM, .names = names};
	do {
		if (names->n == MOST)
			return gs_edit_fail(parser, "there are more names than bits");
		if (!parse_constant(parser, &constants[names->n]))
			return false;
		value->uint |= (uint64_t)constants[names->n++].value;
	} while (take(parser, '|'));
	return true;
}

/* -- Values ------------------------------------------------------------------------------------ */

static bool parse_one(struct gs_edit_parser *parser, struct gs_trace_value *value, unsigned depth);

static bool grow_items(struct gs_edit_parser *parser, struct gs_trace_value **items, size_t n)
{
	struct gs_trace_value *more;

	if (n & (n - 1)) /* at powers of two, and 0 */
		return true;
	if (n >= MOST_ITEMS)
		return gs_edit_fail(parser, "a list has too many values");
	more = gs_trace_arena_get(parser->arena, (n ? 2 * n : 1) * sizeof(*more));
	if (!more)
		return no_memory(parser);
	if (n)
		memcpy(more, *items, n * sizeof(*more));
	*items = more;
	return true;
}

static bool parse_items(
	struct gs_edit_parser *parser, char close, struct gs_trace_value *value, unsigned depth)
{
	struct gs_trace_value *items = NULL;
	uint32_t n = 0;

	parser->p++;
	if (!take(parser, close)) {
		do {
			if (!grow_items(parser, &items, n) ||
				!parse_one(parser, &items[n++], depth + 1))
				return false;
		} while (take(parser, ','));
		if (!take(parser, close))
			return gs_edit_fail(parser, "a list does not end in '%c'", close);
	}
	*value = (struct gs_trace_value){.class = GS_TRACE_ARRAY, .n = n, .items = items};
	return true;
}

static bool parse_pointee(
	struct gs_edit_parser *parser, struct gs_trace_value *value, unsigned depth)
{
	struct gs_trace_value *item = gs_trace_arena_get(parser->arena, sizeof(*item));

	if (!item)
		return no_memory(parser);
	parser->p++;
	*value = (struct gs_trace_value){.class = GS_TRACE_ARRAY, .n = 1, .items = item};
	return parse_one(parser, item, depth + 1);
}

/* Read one of the words that are values. Return whether it is one. */
static bool take_word(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	static const struct {
		const char *word;
		uint8_t class;
	} words[] = {{"NULL", GS_TRACE_NULL}, {"true", GS_TRACE_TRUE}, {"false", GS_TRACE_FALSE}};
	size_t n = word_length(parser->p);

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i].word) == n && memcmp(words[i].word, parser->p, n) == 0) {
			*value = (struct gs_trace_value){.class = words[i].class};
			parser->p += n;
			return true;
		}
	return false;
}

static bool parse_one(struct gs_edit_parser *parser, struct gs_trace_value *value, unsigned depth)
{
	skip_space(parser);
	if (depth > DEEPEST)
		return gs_edit_fail(parser, "lists stand in lists too deep");
	switch (*parser->p) {
	case '"':
		return parse_string(parser, value);
	case '{':
		return parse_items(parser, '}', value, depth);
	case '[':
		return parse_items(parser, ']', value, depth);
	case '&':
		return parse_pointee(parser, value, depth);
	case 0:
		return gs_edit_fail(parser, "a value is missing");
	}
	if (strncmp(parser->p, "blob", 4) == 0)
		return parse_blob(parser, value);
	if (starts_number(parser->p))
		return parse_number(parser, value);
	return take_word(parser, value) || parse_names(parser, value);
}

static bool at_end(struct gs_edit_parser *parser)
{
	skip_space(parser);
	return !*parser->p || gs_edit_fail(parser, "'%.40s' stands behind it", parser->p);
}

bool gs_edit_parse_value(struct gs_edit_parser *parser, struct gs_trace_value *value)
{
	return parse_one(parser, value, 0) && at_end(parser);
}

/* -- Calls ------------------------------------------------------------------------------------- */

/* Read the name before an argument. Return NULL if there is none. */
static const char *take_name(struct gs_edit_parser *parser)
{
	size_t n;
	const char *behind;

	skip_space(parser);
	n = word_length(parser->p);
	behind = parser->p + n;
	while (*behind == ' ')
		behind++;
	if (!n || *behind != '=')
		return NULL;
	const char *name = copy_word(parser, n);
	take(parser, '=');
	return name;
}

static bool parse_arguments(struct gs_edit_parser *parser, struct gs_edit_call *call)
{
	const char **names = gs_trace_arena_get(
		parser->arena, GS_TRACE_MAX_ARGUMENTS * sizeof(*names));

	call->args = gs_trace_arena_get(
		parser->arena, GS_TRACE_MAX_ARGUMENTS * sizeof(*call->args));
	if (!names || !call->args)
		return no_memory(parser);
	call->names = names;
	if (take(parser, ')'))
		return true;
	do {
		if (call->n_args == GS_TRACE_MAX_ARGUMENTS)
			return gs_edit_fail(parser, "no function has so many arguments");
		names[call->n_args] = take_name(parser);
		if (!parse_one(parser, &call->args[call->n_args++], 0))
			return false;
	} while (take(parser, ','));
	return take(parser, ')') || gs_edit_fail(parser, "the arguments do not end in ')'");
}

bool gs_edit_parse_call(struct gs_edit_parser *parser, struct gs_edit_call *call)
{
	*call = (struct gs_edit_call){0};
	skip_space(parser);
	while (is_digit(*parser->p)) /* the number that a listing has before it */
		parser->p++;
	skip_space(parser);
	call->name = copy_word(parser, word_length(parser->p));
	if (!call->name)
		return false;
	if (!*call->name || !take(parser, '('))
		return gs_edit_fail(parser, "a call is written as glEnable(cap = GL_BLEND)");
	if (!parse_arguments(parser, call))
		return false;
	call->has_result = take(parser, '=');
	if (call->has_result && !parse_one(parser, &call->result, 0))
		return false;
	return at_end(parser);
}

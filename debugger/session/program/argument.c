/* SPDX-License-Identifier: MIT */
/* Changing arguments of the pending call, and what they point at. */
#include <errno.h>
#include <string.h>
#include "data/pointee.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"
#include "wire/memory.h"

/* ---- values ---- */

enum { EDIT_LIMIT = 256 << 20 };

static bool parse_names(const char *value, uint64_t *raw)
{
	char **parts = g_strsplit(value, "|", -1);
	bool good = parts[0] != NULL;
	*raw = 0;
	for (char **part = parts; *part && good; part++) {
		uint64_t bits = 0;
		char *end, *word = g_strstrip(*part);
		good = gs_data_enum_value(word, &bits);
		if (!good && g_ascii_isdigit(*word)) {
			bits = g_ascii_strtoull(word, &end, 0);
			good = *end == '\0';
		}
		*raw |= bits;
	}
	g_strfreev(parts);
	return good;
}

static bool parse_integer(const struct gs_parameter *p, const char *value, uint64_t *raw)
{
	char *end;
	errno = 0;
	if (p->class == GS_CLASS_INT || *value == '-') {
		gint64 n = g_ascii_strtoll(value, &end, 0);
		*raw = (uint64_t)n;
		int64_t limit = p->bits >= 64 ? INT64_MAX : INT64_C(1) << (p->bits - 1);
		return end != value && *end == '\0' && errno == 0 && p->class == GS_CLASS_INT &&
		       n >= -limit - (p->bits >= 64) && (p->bits >= 64 || n < limit);
	}
	*raw = g_ascii_strtoull(value, &end, 0);
	return end != value && *end == '\0' && errno == 0 &&
	       (p->bits >= 64 || *raw >> p->bits == 0);
}

/* A number, or GL's name of one: glTexParameterf takes both. */
static bool parse_real(const char *value, double *real)
{
	char *end;
	uint64_t constant;
	*real = g_ascii_strtod(value, &end);
	if (end != value && *end == '\0')
		return true;
	bool named = g_str_has_prefix(value, "GL_") && parse_names(value, &constant);
	if (named)
		*real = (double)constant;
	return named;
}

static bool parse_value(const struct gs_parameter *p, const char *value, uint64_t *raw)
{
	char *end;
	double real = 0;
	bool is_real = parse_real(value, &real);
	float single = (float)real;
	uint32_t bits;
	switch ((enum gs_class)p->class) {
	case GS_CLASS_FLOAT:
		memcpy(&bits, &single, sizeof bits);
		*raw = bits;
		return is_real;
	case GS_CLASS_DOUBLE:
		memcpy(raw, &real, sizeof *raw);
		return is_real;
	case GS_CLASS_BOOLEAN:
		if (g_ascii_strcasecmp(value, "true") == 0 ||
			g_ascii_strcasecmp(value, "false") == 0) {
			*raw = g_ascii_tolower(*value) == 't';
			return true;
		}
		return parse_names(value, raw);
	case GS_CLASS_ENUM:
	case GS_CLASS_BITFIELD:
		return parse_names(value, raw);
	case GS_CLASS_POINTER:
		if (strcmp(value, "NULL") == 0) {
			*raw = 0;
			return true;
		}
		*raw = g_ascii_strtoull(value, &end, 0);
		return end != value && *end == '\0';
	default:
		return parse_integer(p, value, raw) ||
		       (g_ascii_isalpha(*value) && parse_names(value, raw));
	}
}

static bool parse_argument(const struct gs_wire_call *wire, const char *name, const char *value,
	unsigned *index, uint64_t *raw, GError **error)
{
	const struct gs_function_info *function = gs_data_function(wire->function);
	for (unsigned i = 0; function && i < function->n_parameters; i++) {
		const struct gs_parameter *p = &function->parameters[i];
		if (strcmp(p->name, name) != 0)
			continue;
		*index = i;
		if (parse_value(p, value, raw))
			return true;
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not a value for %s (%s): give a number%s", value, name, p->type,
			p->class == GS_CLASS_ENUM || p->class == GS_CLASS_BITFIELD
				? " or GL's names for it"
				: "");
		return false;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
		"%s has no argument '%s': `call` shows their names",
		function ? function->name : "the call", name);
	return false;
}

/* ---- what arguments point at ---- */

static bool refuse_memory(const char *name, const char *why, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED, "%s cannot be changed: %s", name, why);
	return false;
}

/* The argument shall point at a copy of the bytes, or at what the entry says. */
static bool send_memory(struct gs_session *session, unsigned index, struct gs_wire_memory *entry,
	const void *bytes, GError **error)
{
	uint8_t head[GS_WIRE_MEMORY_LONG_HEAD];
	struct gs_stream input;
	const uint64_t number[6] = {index};
	entry->argument = (uint8_t)index;
	gs_memory_write(head, entry, sizeof head);
	gs_session_input(session, &input);
	gs_stream_put(&input, head, sizeof head);
	gs_stream_put(&input, bytes, entry->size);
	return gs_session_request(session, GS_REQUEST_SET_ARG, number, &input, NULL, error);
}

/* The argument shall point skip bytes before a copy of the bytes. */
static bool send_bytes(struct gs_session *session, unsigned index, const void *bytes, size_t size,
	uint64_t skip, GError **error)
{
	struct gs_wire_memory entry = {.bits = 8, .size = size, .count = size, .skip = skip};
	return send_memory(session, index, &entry, bytes, error);
}

/* What stands between quotation marks; g_free. NULL: it does not. */
static char *quoted(const char *value)
{
	size_t length = strlen(value);
	if (length < 2 || value[0] != '"' || value[length - 1] != '"')
		return NULL;
	char *inner = g_strndup(value + 1, length - 2), *text = g_strcompress(inner);
	g_free(inner);
	return text;
}

/* value: "TEXT". Its length goes into the argument that says it, unless that is negative. */
static bool set_text(struct gs_session *session, unsigned index, const char *value, GError **error)
{
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	const struct gs_memory_rule *p = gs_data_memory_rule(call->function, index);
	bool known = p && !p->out && p->kind == GS_MEMORY_RULE_STRING;
	char *text = quoted(value);
	if (!known || !text) {
		g_free(text);
		return refuse_memory("this argument",
			known ? "the string has no closing quotation mark"
			      : "it does not point at a string that the call reads",
			error);
	}
	uint8_t counted = p->count_argument;
	bool good = send_bytes(session, index, text, strlen(text) + 1, 0, error);
	if (good && counted < call->n_args && (int64_t)call->args[counted] >= 0) {
		const uint64_t number[6] = {counted, strlen(text)};
		good = gs_session_request(session, GS_REQUEST_SET_ARG, number, NULL, NULL, error);
	}
	g_free(text);
	return good;
}

/* The texts with one changed, as GS_WIRE_TEXTS, and the lengths of all. */
static void change_text(const struct gs_argument_contents *c, size_t changed, const char *text,
	GByteArray *texts, GArray *lengths)
{
	gsize size;
	const uint8_t *from = g_bytes_get_data(c->bytes, &size);
	for (size_t i = 0; i < gs_contents_n(c); i++) {
		uint32_t length, old;
		memcpy(&old, from, sizeof old);
		from += sizeof old;
		length = i == changed ? (uint32_t)strlen(text) : old;
		int32_t said = length == UINT32_MAX ? 0 : (int32_t)length;
		g_byte_array_append(texts, (const guint8 *)&length, sizeof length);
		g_byte_array_append(texts, i == changed ? (const guint8 *)text : from, (guint)said);
		g_array_append_val(lengths, said);
		from += old == UINT32_MAX ? 0 : old;
	}
}

static bool send_texts(struct gs_session *session, unsigned index, const GByteArray *texts,
	const GArray *lengths, GError **error)
{
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	const struct gs_memory_rule *p = gs_data_memory_rule(call->function, index);
	unsigned counted = p ? p->other[0] : GS_NO_ARGUMENT;
	struct gs_wire_memory entry = {
		.kind = GS_WIRE_TEXTS, .size = texts->len, .count = lengths->len};
	return send_memory(session, index, &entry, texts->data, error) &&
	       (counted >= call->n_args || !call->args[counted] ||
		       send_bytes(session, counted, lengths->data, lengths->len * sizeof(int32_t),
			       0, error));
}

/* One of several texts. */
static bool set_text_element(struct gs_session *session, const struct gs_argument *a,
	unsigned index, uint64_t element, const char *value, GError **error)
{
	char *text = quoted(value);
	if (!text)
		return refuse_memory(a->name, "write a string in quotation marks", error);
	GByteArray *texts = g_byte_array_new();
	GArray *lengths = g_array_new(FALSE, FALSE, sizeof(int32_t));
	change_text(a->contents, element, text, texts, lengths);
	bool good = send_texts(session, index, texts, lengths, error);
	g_byte_array_unref(texts);
	g_array_unref(lengths);
	g_free(text);
	return good;
}

/* The contents as numbers that can be changed: an image is its bytes. */
static bool describe_elements(const struct gs_argument *a, struct gs_parameter *p, size_t *n)
{
	const struct gs_argument_contents *c = a->contents;
	*p = (struct gs_parameter){.name = a->name,
		.type = a->type,
		.group = c->group,
		.class = (uint8_t)c->info[0],
		.bits = c->bits};
	*n = gs_contents_n(c);
	if (c->kind == GS_WIRE_PIXELS) {
		p->bits = 8;
		*n = g_bytes_get_size(c->bytes);
	}
	if (c->kind == GS_WIRE_PIXELS || p->class == GS_CLASS_VOID)
		p->class = GS_CLASS_UINT;
	return c->kind == GS_WIRE_PIXELS ||
	       (c->kind == GS_WIRE_ELEMENTS && c->class != GS_CLASS_STRUCT);
}

static bool set_number(struct gs_session *session, const struct gs_argument *a, unsigned index,
	const struct gs_parameter *p, uint64_t element, const char *value, GError **error)
{
	const struct gs_argument_contents *c = a->contents;
	uint64_t raw;
	gsize size;
	if (!parse_value(p, value, &raw)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not a value for an element of %s", value, a->name);
		return false;
	}
	const uint8_t *old = g_bytes_get_data(c->bytes, &size);
	uint8_t *bytes = g_memdup2(old, size);
	memcpy(bytes + element * (p->bits / 8), &raw, p->bits / 8);
	bool good = send_bytes(session, index, bytes, size, c->skip, error);
	g_free(bytes);
	return good;
}

/* One element of what the argument points at; the program's own memory is left alone. */
static bool set_element(struct gs_session *session, const struct gs_argument *a, unsigned index,
	uint64_t element, const char *value, GError **error)
{
	const struct gs_argument_contents *c = a->contents;
	struct gs_parameter p = {0};
	size_t n = c ? gs_contents_n(c) : 0;
	bool texts = c && c->kind == GS_WIRE_TEXTS;
	if (!c || (!texts && !describe_elements(a, &p, &n)))
		return refuse_memory(a->name,
			"glstep does not know that it points at numbers or strings", error);
	if (c->out || c->cut)
		return refuse_memory(a->name,
			c->out ? "the call writes to that memory" : "it is too long for that",
			error);
	if (element >= n) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"%s has %zu elements: the first is %s[0]", a->name, n, a->name);
		return false;
	}
	return texts ? set_text_element(session, a, index, element, value, error)
		     : set_number(session, a, index, &p, element, value, error);
}

/* "value[2]" */
static bool set_indexed(
	struct gs_session *session, const char *name, const char *value, GError **error)
{
	const char *bracket = strchr(name, '[');
	char *end, *base = g_strndup(name, (gsize)(bracket - name));
	uint64_t element = g_ascii_strtoull(bracket + 1, &end, 10);
	GBytes *memory = gs_session_pending_memory(session, EDIT_LIMIT);
	struct gs_call_info call;
	bool good = g_ascii_isdigit(bracket[1]) && strcmp(end, "]") == 0, found = false;
	gs_call_from_wire(&gs_session_slot(session)->call, 0, memory, &call);
	if (!good)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not an element of an argument: write it as value[0]", name);
	for (unsigned i = 0; good && i < call.n_arguments && !found; i++) {
		found = strcmp(call.arguments[i].name, base) == 0;
		if (found)
			good = set_element(session, &call.arguments[i], i, element, value, error);
	}
	if (good && !found) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"%s has no argument '%s': `call` shows their names", call.name, base);
		good = false;
	}
	gs_call_info_clear(&call);
	g_bytes_unref(memory);
	g_free(base);
	return good;
}

static bool set_plain(
	struct gs_session *session, const char *name, const char *value, GError **error)
{
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	const struct gs_function_info *function = gs_data_function(call->function);
	unsigned index;
	uint64_t raw;
	for (unsigned i = 0; *value == '"' && function && i < function->n_parameters; i++)
		if (strcmp(function->parameters[i].name, name) == 0)
			return set_text(session, i, value, error);
	if (!parse_argument(call, name, value, &index, &raw, error))
		return false;
	const uint64_t number[6] = {index, raw};
	return gs_session_request(session, GS_REQUEST_SET_ARG, number, NULL, NULL, error);
}

bool gs_session_set_argument(struct gs_session *session, const char *name, const char *value,
	struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error))
		return false;
	if (session->debug || session->reason == GS_REASON_ERROR) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			session->debug
				? "arguments cannot be changed while the draw's shader is "
				  "debugged: `shader leave` first"
				: "the call has been executed already: `step` to the next one");
		return false;
	}
	bool indexed = strchr(name, '[');
	if (!gs_edits_begin(session, GS_TRACE_EDIT_ARGUMENT, name, value, error))
		return false;
	if (!(indexed ? set_indexed : set_plain)(session, name, value, error)) {
		gs_edits_drop(session);
		return false;
	}
	if (!gs_edits_keep(session, error))
		return false;
	session->is_edited |= !session->opened;
	gs_session_fill_stop(session, stop);
	return true;
}

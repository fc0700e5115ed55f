/* SPDX-License-Identifier: MIT */
/* The list of calls, and changing arguments. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "data/pointee.h"
#include "debugger/calls.h"
#include "debugger/session-private.h"

uint64_t gs_calls_count(struct gs_session *session)
{
	struct gs_call_store *calls = session->calls;
	return calls ? gs_call_store_count(calls) : 0;
}

struct gs_call_store *gs_session_call_store(struct gs_session *session)
{
	return session->calls;
}

void gs_session_flush_calls(struct gs_session *session)
{
	gs_session_begin(session);
	if (session->host)
		gs_host_flush_log(session->host);
}

bool gs_call_info_at(struct gs_call_store *store, uint64_t place, struct gs_call_info *call)
{
	struct gs_wire_call wire;
	GBytes *detail;
	if (!store || !gs_call_store_get_detail(store, place, &wire, &detail))
		return false;
	gs_call_from_wire(&wire, (pid_t)(wire.flags >> GS_CALL_TID_SHIFT), detail, call);
	g_bytes_unref(detail);
	return true;
}

bool gs_calls_get(struct gs_session *session, uint64_t index, struct gs_call_info *call)
{
	return gs_call_info_at(session->calls, index, call);
}

GBytes *gs_session_pending_detail(struct gs_session *session)
{
	enum { LIMIT = 64 * 1024, PATIENCE = 5 * G_USEC_PER_SEC };
	const uint64_t number[6] = {LIMIT};
	struct gs_stream answer;
	size_t n;
	if (session->life != GS_LIFE_STOPPED || session->debug ||
		!gs_data_pointees_of(gs_session_slot(session)->call.function, &n) || !n)
		return NULL;
	/* the stop may have come with the very end of the function's time */
	gint64 deadline = session->deadline;
	session->deadline = MAX(deadline, g_get_monotonic_time() + PATIENCE);
	bool good = gs_session_request(
		session, GS_REQUEST_POINTEES, number, NULL, &answer, NULL);
	session->deadline = deadline;
	return good ? g_bytes_new(answer.data, answer.size) : NULL;
}

/* ---- the other way ---- */

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

static bool parse_value(const struct gs_parameter *p, const char *value, uint64_t *raw)
{
	char *end;
	double real = g_ascii_strtod(value, &end);
	bool is_real = end != value && *end == '\0';
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

bool gs_call_parse_argument(const struct gs_wire_call *wire, const char *name, const char *value,
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
			"'%s' is no value for %s (%s): give a number%s", value, name, p->type,
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

static bool refuse_pointee(const char *name, const char *why, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED, "%s cannot be changed so: %s", name, why);
	return false;
}

static bool send_bytes(struct gs_session *session, unsigned index, const void *bytes, size_t size,
	GError **error)
{
	struct gs_stream input;
	const uint64_t number[6] = {index};
	gs_session_input(session, &input);
	gs_stream_put(&input, bytes, size);
	return gs_session_request(session, GS_REQUEST_SET_ARG, number, &input, NULL, error);
}

/* value: "TEXT". Its length goes into the argument that says it, unless that is negative. */
static bool set_text(struct gs_session *session, unsigned index, const char *value, GError **error)
{
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	size_t n, length = strlen(value);
	const struct gs_pointee *p = gs_data_pointees_of(call->function, &n);
	while (n && p->argument != index)
		p++, n--;
	bool known = n && !p->out && p->kind == GS_POINTEE_STRING;
	if (!known || length < 2 || value[length - 1] != '"')
		return refuse_pointee("this argument",
			known ? "the text has no closing quotation mark"
			      : "it does not point at a text that the call reads",
			error);
	char *inner = g_strndup(value + 1, length - 2), *text = g_strcompress(inner);
	uint8_t counted = p->count_argument;
	bool good = send_bytes(session, index, text, strlen(text) + 1, error);
	if (good && counted < call->n_args && (int64_t)call->args[counted] >= 0) {
		const uint64_t number[6] = {counted, strlen(text)};
		good = gs_session_request(session, GS_REQUEST_SET_ARG, number, NULL, NULL, error);
	}
	g_free(inner);
	g_free(text);
	return good;
}

/* One element of what the argument points at; the program's own memory is left alone. */
static bool set_element(struct gs_session *session, const struct gs_argument *a, unsigned index,
	uint64_t element, const char *value, GError **error)
{
	const struct gs_contents *c = a->contents;
	if (!c || c->kind != GS_WIRE_ELEMENTS || c->class == GS_CLASS_STRUCT)
		return refuse_pointee(a->name, "it is not known to point at numbers", error);
	if (c->out || c->cut)
		return refuse_pointee(a->name,
			c->out ? "the call writes there" : "it is too long for that", error);
	struct gs_parameter p = {.name = a->name,
		.type = a->type,
		.group = c->group,
		.class = (uint8_t)c->info[0],
		.bits = c->bits};
	uint64_t raw;
	if (p.class == GS_CLASS_VOID)
		p.class = GS_CLASS_UINT;
	if (element >= gs_contents_n(c) || !parse_value(&p, value, &raw)) {
		if (element >= gs_contents_n(c))
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"%s has %zu elements: the first is %s[0]", a->name,
				gs_contents_n(c), a->name);
		else
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"'%s' is no value for an element of %s", value, a->name);
		return false;
	}
	gsize size;
	const uint8_t *old = g_bytes_get_data(c->bytes, &size);
	uint8_t *bytes = g_memdup2(old, size);
	memcpy(bytes + element * (c->bits / 8), &raw, c->bits / 8);
	bool good = send_bytes(session, index, bytes, size, error);
	g_free(bytes);
	return good;
}

/* "value[2]" */
static bool set_indexed(
	struct gs_session *session, const char *name, const char *value, GError **error)
{
	const char *bracket = strchr(name, '[');
	char *end, *base = g_strndup(name, (gsize)(bracket - name));
	uint64_t element = g_ascii_strtoull(bracket + 1, &end, 10);
	GBytes *detail = gs_session_pending_detail(session);
	struct gs_call_info call;
	bool good = g_ascii_isdigit(bracket[1]) && strcmp(end, "]") == 0, found = false;
	gs_call_from_wire(&gs_session_slot(session)->call, 0, detail, &call);
	if (!good)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is no element of an argument: write it as value[0]", name);
	for (unsigned i = 0; good && i < call.n_arguments && !found; i++) {
		found = strcmp(call.arguments[i].name, base) == 0;
		if (found)
			good = set_element(
				session, &call.arguments[i], i, element, value, error);
	}
	if (good && !found) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"%s has no argument '%s': `call` shows their names", call.name, base);
		good = false;
	}
	gs_call_info_clear(&call);
	g_bytes_unref(detail);
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
	if (!gs_call_parse_argument(call, name, value, &index, &raw, error))
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
	if (!(indexed ? set_indexed : set_plain)(session, name, value, error))
		return false;
	gs_session_fill_stop(session, stop);
	return true;
}

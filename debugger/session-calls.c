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
	unsigned index;
	uint64_t raw;
	if (!gs_call_parse_argument(
		    &gs_session_slot(session)->call, name, value, &index, &raw, error))
		return false;
	const uint64_t number[6] = {index, raw};
	if (!gs_session_request(session, GS_REQUEST_SET_ARG, number, NULL, NULL, error))
		return false;
	gs_session_fill_stop(session, stop);
	return true;
}

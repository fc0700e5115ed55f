/* SPDX-License-Identifier: MIT */
/* Calls as names and text, by the tables of data/. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "data/data.h"
#include "debugger/calls.h"
#include "debugger/session-private.h"

/* Strings of the program are shown up to here. */
enum { STRING_MAX = 200 };

bool gs_call_is_draw(uint32_t function)
{
	return gs_data_flags(function) & GS_FUNCTION_DRAWS;
}

const char *gs_gl_error_name(uint32_t error)
{
	static const char *const names[] = {
		"GL_INVALID_ENUM",
		"GL_INVALID_VALUE",
		"GL_INVALID_OPERATION",
		"GL_STACK_OVERFLOW",
		"GL_STACK_UNDERFLOW",
		"GL_OUT_OF_MEMORY",
		"GL_INVALID_FRAMEBUFFER_OPERATION",
		"GL_CONTEXT_LOST",
	};
	if (error == 0)
		return "GL_NO_ERROR";
	return error >= 0x500 && error - 0x500 < G_N_ELEMENTS(names) ? names[error - 0x500]
								     : "unknown GL error";
}

static char *text_of_double(double value, const char *format)
{
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];
	if (isnan(value))
		return g_strdup("nan");
	if (isinf(value))
		return g_strdup(value < 0 ? "-inf" : "inf");
	return g_strdup(g_ascii_formatd(buffer, sizeof buffer, format, value));
}

static char *text_of_float(uint32_t bits, double *real)
{
	float value;
	memcpy(&value, &bits, sizeof value);
	*real = value;
	/* The shortest that reads back as the same float. */
	char *text = text_of_double(value, "%.6g");
	if (isfinite(value) && (float)g_ascii_strtod(text, NULL) != value) {
		g_free(text);
		text = text_of_double(value, "%.9g");
	}
	return text;
}

static bool points_at_text(const struct gs_parameter *p)
{
	return p->in && p->pointee_bits == 8 && strchr(p->type, '*') == strrchr(p->type, '*') &&
	       (strstr(p->type, "GLchar") || strncmp(p->type, "const char", 10) == 0);
}

static char *text_of_pointer(
	struct gs_session *session, const struct gs_parameter *p, uint64_t raw, bool pending)
{
	if (raw == 0)
		return g_strdup("NULL");
	if (pending && points_at_text(p)) {
		char *string = gs_host_read_string(session->host, raw, STRING_MAX);
		if (string) {
			char *valid = g_utf8_make_valid(string, -1);
			char *escaped = g_strescape(valid, NULL);
			char *text = g_strdup_printf(
				"\"%s\"%s", escaped, strlen(string) >= STRING_MAX - 1 ? "..." : "");
			g_free(escaped);
			g_free(valid);
			g_free(string);
			return text;
		}
	}
	return g_strdup_printf("0x%" G_GINT64_MODIFIER "x", raw);
}

static char *text_of_enum(const struct gs_parameter *p, uint64_t raw, unsigned api)
{
	const char *name = gs_data_enum_name(p->group, raw, api);
	return name ? g_strdup(name) : g_strdup_printf("0x%" G_GINT64_MODIFIER "x", raw);
}

static void fill_argument(struct gs_session *session, const struct gs_parameter *p, uint64_t raw,
	unsigned api, bool pending, struct gs_argument *a)
{
	char bits[512];
	a->name = p->name;
	a->type = p->type;
	a->raw = raw;
	switch ((enum gs_class)p->class) {
	case GS_CLASS_VOID:
	case GS_CLASS_INT:
		a->kind = GS_VALUE_INTEGER;
		a->text = g_strdup_printf("%" G_GINT64_FORMAT, (gint64)raw);
		break;
	case GS_CLASS_UINT:
	case GS_CLASS_HANDLE:
		a->kind = GS_VALUE_NATURAL;
		a->text = g_strdup_printf(
			p->class == GS_CLASS_HANDLE && p->bits == 64 && raw > 0xffff
				? "0x%" G_GINT64_MODIFIER "x"
				: "%" G_GINT64_MODIFIER "u",
			raw);
		break;
	case GS_CLASS_FLOAT:
		a->kind = GS_VALUE_REAL;
		a->text = text_of_float(raw, &a->real);
		break;
	case GS_CLASS_DOUBLE:
		a->kind = GS_VALUE_REAL;
		memcpy(&a->real, &raw, sizeof a->real);
		a->text = text_of_double(a->real, "%.17g");
		break;
	case GS_CLASS_BOOLEAN:
		a->kind = GS_VALUE_BOOLEAN;
		a->text = raw <= 1 ? g_strdup(raw ? "GL_TRUE" : "GL_FALSE")
				   : g_strdup_printf("%" G_GINT64_MODIFIER "u", raw);
		break;
	case GS_CLASS_ENUM:
		a->kind = GS_VALUE_ENUM;
		a->text = text_of_enum(p, raw, api);
		break;
	case GS_CLASS_BITFIELD:
		a->kind = GS_VALUE_BITFIELD;
		gs_data_bitfield_text(p->group, raw, bits, sizeof bits);
		a->text = g_strdup(bits);
		break;
	case GS_CLASS_POINTER:
		a->kind = GS_VALUE_POINTER;
		a->text = text_of_pointer(session, p, raw, pending);
		break;
	}
}

void gs_call_from_wire(struct gs_session *session, const struct gs_wire_call *wire, pid_t thread,
	bool pending, struct gs_call_info *call)
{
	const struct gs_function_info *function = gs_data_function(wire->function);
	memset(call, 0, sizeof *call);
	call->index = wire->index;
	call->frame = wire->frame;
	call->draw = wire->draw;
	call->thread = thread;
	call->executed = wire->flags & GS_CALL_EXECUTED;
	call->skipped = wire->flags & GS_CALL_SKIPPED;
	call->edited = wire->flags & GS_CALL_EDITED;
	call->gl_error = wire->gl_error;
	call->name = function ? function->name : "unknown function";
	if (!function)
		return;
	unsigned n = MIN(MIN(function->n_parameters, wire->n_args), GS_WIRE_ARGS);
	call->arguments = g_new0(struct gs_argument, n + 1);
	call->n_arguments = n;
	for (unsigned i = 0; i < n; i++)
		fill_argument(session, &function->parameters[i], wire->args[i], function->apis,
			pending, &call->arguments[i]);
	if (wire->flags & GS_CALL_RETURNED && function->returns.class != GS_CLASS_VOID) {
		call->has_return = true;
		fill_argument(session, &function->returns, wire->ret, function->apis, false,
			&call->returned);
	}
}

void gs_call_info_clear(struct gs_call_info *call)
{
	for (size_t i = 0; i < call->n_arguments; i++)
		g_free(call->arguments[i].text);
	g_free(call->arguments);
	g_free(call->returned.text);
	memset(call, 0, sizeof *call);
}

char *gs_call_info_text(const struct gs_call_info *call)
{
	GString *text = g_string_new(call->name);
	g_string_append_c(text, '(');
	for (size_t i = 0; i < call->n_arguments; i++)
		g_string_append_printf(text, "%s%s = %s", i ? ", " : "", call->arguments[i].name,
			call->arguments[i].text);
	g_string_append_c(text, ')');
	if (call->has_return)
		g_string_append_printf(text, " = %s", call->returned.text);
	return g_string_free(text, FALSE);
}

uint64_t gs_calls_count(struct gs_session *session)
{
	struct gs_call_store *calls = session->calls;
	return calls ? gs_call_store_count(calls) : 0;
}

void gs_session_flush_calls(struct gs_session *session)
{
	if (session->host)
		gs_host_flush_log(session->host);
}

bool gs_calls_get(struct gs_session *session, uint64_t index, struct gs_call_info *call)
{
	struct gs_wire_call wire;
	if (!session->calls || !gs_call_store_get(session->calls, index, &wire))
		return false;
	gs_call_from_wire(session, &wire, wire.flags >> GS_CALL_TID_SHIFT, false, call);
	return true;
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

/* SPDX-License-Identifier: MIT */
#include "trace/raw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t fit(enum gs_class class, unsigned bits, uint64_t value)
{
	if (bits >= 64 || bits == 0)
		return value;
	value &= (1ull << bits) - 1;
	if (class == GS_CLASS_INT && value >> (bits - 1))
		value |= ~0ull << bits;
	return value;
}

static uint64_t bits_of_float(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static uint64_t bits_of_double(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static uint64_t from_integer(enum gs_class class, unsigned bits, const struct gs_trace_value *value)
{
	bool negative = value->sint < 0 &&
			(value->class == GS_TRACE_SINT || value->class == GS_TRACE_ENUM);
	if (class == GS_CLASS_FLOAT)
		return bits_of_float(negative ? (float)value->sint : (float)value->uint);
	if (class == GS_CLASS_DOUBLE)
		return bits_of_double(negative ? (double)value->sint : (double)value->uint);
	return fit(class, bits, value->uint);
}

/* False: it is a fraction, and the parameter an integer. */
static bool from_real(
	enum gs_class class, unsigned bits, const struct gs_trace_value *value, uint64_t *raw)
{
	double real = value->class == GS_TRACE_FLOAT ? (double)value->number : value->real;
	if (class == GS_CLASS_FLOAT)
		*raw = value->class == GS_TRACE_FLOAT ? bits_of_float(value->number)
						      : bits_of_float((float)real);
	else if (class == GS_CLASS_DOUBLE)
		*raw = bits_of_double(real);
	else if (real == floor(real) && fabs(real) < 9e15)
		*raw = fit(class, bits, (uint64_t)(int64_t)real);
	else
		return false;
	return true;
}

bool gs_trace_raw(
	const struct gs_trace_value *value, enum gs_class class, unsigned bits, uint64_t *raw)
{
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_NULL:
	case GS_TRACE_FALSE:
		*raw = 0;
		return true;
	case GS_TRACE_TRUE:
		*raw = class == GS_CLASS_FLOAT	  ? bits_of_float(1)
		       : class == GS_CLASS_DOUBLE ? bits_of_double(1)
						  : 1;
		return true;
	case GS_TRACE_SINT:
	case GS_TRACE_UINT:
	case GS_TRACE_ENUM:
	case GS_TRACE_BITMASK:
	case GS_TRACE_POINTER:
		*raw = from_integer(class, bits, value);
		return true;
	case GS_TRACE_FLOAT:
	case GS_TRACE_DOUBLE:
		return from_real(class, bits, value, raw);
	default:
		return false;
	}
}

uint64_t gs_trace_number(const struct gs_trace_value *value)
{
	uint64_t raw = 0;
	if (value->class == GS_TRACE_REPR)
		value = &value->items[1];
	return gs_trace_raw(value, GS_CLASS_UINT, 64, &raw) ? raw : 0;
}

uint64_t gs_trace_argument(const struct gs_trace_call *call, unsigned argument)
{
	return argument < call->function->n_args ? gs_trace_number(&call->args[argument]) : 0;
}

bool gs_trace_is_comment(const struct gs_trace_call *call, const char *beginning)
{
	enum { TEXT = 1 }; /* the argument's number */
	return call->is_fake && call->function->number == GS_FN_glStringMarkerGREMEDY &&
	       call->function->n_args > TEXT && call->args[TEXT].class == GS_TRACE_STRING &&
	       strncmp(call->args[TEXT].text, beginning, strlen(beginning)) == 0;
}

bool gs_trace_parse_missing(const char *text, struct gs_trace_missing *missing)
{
	enum { DECIMAL = 10 };
	const char *kind = text + strlen(GS_COMMENT_MISSING);
	if (strncmp(text, GS_COMMENT_MISSING, strlen(GS_COMMENT_MISSING)) != 0)
		return false;
	const char *end = strstr(kind, ": "), *name = end;
	while (name && name > kind && name[-1] >= '0' && name[-1] <= '9')
		name--;
	if (!name || name == end || name - kind < 2 || name[-1] != ' ')
		return false;
	*missing = (struct gs_trace_missing){kind, (size_t)(name - kind) - 1,
		(uint32_t)strtoul(name, NULL, DECIMAL), end + strlen(": ")};
	return true;
}

bool gs_trace_read_missing(const struct gs_trace_call *call, struct gs_trace_missing *missing)
{
	enum { TEXT = 1 };
	return gs_trace_is_comment(call, GS_COMMENT_MISSING) &&
	       gs_trace_parse_missing(call->args[TEXT].text, missing);
}

uint64_t gs_trace_handle(const struct gs_trace_value *value)
{
	const uint64_t visual = 1ull << 62;
	if (value->class == GS_TRACE_ARRAY && value->n == 1)
		value = &value->items[0];
	if (value->class != GS_TRACE_STRUCT)
		return gs_trace_number(value);
	for (uint32_t i = 0; value->members && i < value->n && i < value->members->n_members; i++)
		if (strcmp(value->members->members[i], "visualid") == 0)
			return gs_trace_number(&value->items[i]) | visual;
	return 0;
}

const struct gs_trace_value *gs_trace_array(const struct gs_trace_call *call, unsigned argument)
{
	bool is_one = argument < call->function->n_args &&
		      call->args[argument].class == GS_TRACE_ARRAY;
	return is_one ? &call->args[argument] : NULL;
}

/* SPDX-License-Identifier: MIT */
/* A call of a trace as a record: values that are numbers, by the types of our parameters. */
#include "debugger/open/private.h"

#include <math.h>

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

bool gs_opened_number(
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
		*raw = GS_NO_ADDRESS;
		return false;
	}
}

/* False: the record does not say all of it. */
static bool take(const struct gs_opened_function *function, const struct gs_parameter *p,
	const struct gs_trace_value *value, uint64_t *raw)
{
	if (gs_opened_number(value, (enum gs_class)p->class, p->bits, raw))
		return !function->foreign;
	*raw = p->class == GS_CLASS_POINTER ? GS_NO_ADDRESS : 0;
	return false;
}

void gs_opened_record(const struct gs_opened_function *function, const struct gs_trace_call *call,
	struct gs_record *record)
{
	const struct gs_function_info *info = function->info;
	struct gs_wire_call *to = &record->call;
	unsigned n = info->n_parameters;
	bool whole = true;
	if (n > call->function->n_args)
		n = call->function->n_args;
	to->index = call->number;
	to->function = function->number;
	to->flags = call->thread << GS_CALL_TID_SHIFT | (call->has_left ? GS_CALL_EXECUTED : 0) |
		    (call->is_fake ? GS_CALL_FAKE : 0);
	to->gl_error = 0;
	to->n_args = n;
	for (unsigned i = 0; i < n; i++)
		whole &= take(function, &info->parameters[i], &call->args[i], &to->args[i]);
	if (call->result.class != GS_TRACE_NONE && info->returns.class != GS_CLASS_VOID) {
		to->flags |= GS_CALL_RETURNED;
		whole &= take(function, &info->returns, &call->result, &to->ret);
	}
	record->memory = NULL;
	record->memory_size = !whole;
}

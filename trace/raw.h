/* SPDX-License-Identifier: MIT */
/*
 * trace/raw - values of a trace as the raw 64-bit words of wire/record.h: signed integers extended
 * by their sign, others by zeros, a float's bits in the low half.
 */
#ifndef GS_TRACE_RAW_H
#define GS_TRACE_RAW_H

#include "data/data.h"
#include "trace/trace.h"

/* The value as an argument of that class and width, converted as C converts numbers. False: it is
 * no number, or a fraction where an integer is wanted. */
bool gs_trace_raw(
	const struct gs_trace_value *value, enum gs_class class, unsigned bits, uint64_t *raw);

/* A number as it stands, also of what is told twice (REPR); 0: it is none, or a fraction. */
uint64_t gs_trace_number(const struct gs_trace_value *value);
/* Likewise of an argument; 0: there is none. */
uint64_t gs_trace_argument(const struct gs_trace_call *call, unsigned argument);
/* The handle of a window system's object; of a visual that stands as a struct, its number, apart
 * from all handles. */
uint64_t gs_trace_handle(const struct gs_trace_value *value);
/* A recorder has made it up as a comment that begins so (GS_COMMENT_TIME and others). */
bool gs_trace_is_comment(const struct gs_trace_call *call, const char *beginning);
/* NULL: the argument is no array. */
const struct gs_trace_value *gs_trace_array(const struct gs_trace_call *call, unsigned argument);

#endif

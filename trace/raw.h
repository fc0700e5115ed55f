/* SPDX-License-Identifier: MIT */
/*
 * trace/raw - values of a trace as the raw 64-bit words of wire/call-record.h: signed integers
 * extended by their sign, others by zeros, a float's bits in the low half.
 */
#ifndef GS_TRACE_RAW_H
#define GS_TRACE_RAW_H

#include "data/data.h"
#include "trace/trace.h"

/* Converts a value to an argument of that class and width, as C converts numbers. Returns false if
 * it is no number, or has a fraction and an integer is wanted. */
bool gs_trace_raw(
	const struct gs_trace_value *value, enum gs_class class, unsigned bits, uint64_t *raw);

/* Returns an integer value (of REPR the exact one); 0 if it is no integer. */
uint64_t gs_trace_number(const struct gs_trace_value *value);
/* Likewise for an argument; 0 if the call has none. */
uint64_t gs_trace_argument(const struct gs_trace_call *call, unsigned argument);
/* Returns the handle of a window-system object. For a visual that is recorded as a struct returns
 * its number, distinct from all handles. */
uint64_t gs_trace_handle(const struct gs_trace_value *value);
/* Whether the call is a recorder's comment with that beginning (GS_COMMENT_TIME and others). */
bool gs_trace_is_comment(const struct gs_trace_call *call, const char *beginning);
/* What a snapshot lacks, as a GS_COMMENT_MISSING says it; the texts are the comment's. */
struct gs_trace_missing {
	const char *kind; /* "texture"; not terminated */
	size_t kind_length;
	uint32_t name;
	const char *why;
};
/* Read such a comment's text. Return false if it has another shape. */
bool gs_trace_parse_missing(const char *text, struct gs_trace_missing *missing);
/* Likewise the call's; also false if that is no such comment. */
bool gs_trace_read_missing(const struct gs_trace_call *call, struct gs_trace_missing *missing);
/* Returns the argument; NULL if it is no array. */
const struct gs_trace_value *gs_trace_array(const struct gs_trace_call *call, unsigned argument);

#endif

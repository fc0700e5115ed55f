/* SPDX-License-Identifier: MIT */
/* What the files of debugger/open/ share. */
#ifndef GS_OPEN_PRIVATE_H
#define GS_OPEN_PRIVATE_H

#include "data/data.h"
#include "debugger/open/opened.h"
#include "trace/trace.h"
#include "wire/call-record.h"

/* In place of an address that the trace does not say. */
enum { GS_NO_ADDRESS = 1 };

/* A function of the trace. */
struct gs_opened_function {
	const struct gs_trace_function *trace; /* NULL: not met so far */
	const struct gs_function_info *info;
	unsigned number, flags; /* enum gs_function_flag */
	bool foreign;		/* none of data/ */
};

/* ---- convert.c ---- */

/* The value as the raw argument of a parameter; false: it is no number. */
bool gs_opened_number(
	const struct gs_trace_value *value, enum gs_class class, unsigned bits, uint64_t *raw);
/* Without memory: memory_size is 1 where the trace says more than the record. */
void gs_opened_record(const struct gs_opened_function *function, const struct gs_trace_call *call,
	struct gs_record *record);

/* ---- memory.c ---- */

/* What the call's pointers point at, and all that is no number, as wire/memory.h says. */
GBytes *gs_opened_memory(
	const struct gs_opened_function *function, const struct gs_trace_call *call);

#endif

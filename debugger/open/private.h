/* SPDX-License-Identifier: MIT */
/* What the files of debugger/open/ share. */
#ifndef GS_OPEN_PRIVATE_H
#define GS_OPEN_PRIVATE_H

#include "data/data.h"
#include "debugger/open/opened.h"
#include "trace/trace.h"
#include "wire/call-record.h"

/* What stands for an address that the trace does not tell. */
enum { GS_NO_ADDRESS = 1 };

/* A function of the trace. */
struct gs_opened_function {
	const struct gs_trace_function *trace; /* NULL: not met so far */
	const struct gs_function_info *info;
	unsigned number, flags; /* enum gs_function_flag */
	bool foreign;		/* data/ does not know it */
};

/* ---- convert.c ---- */

/* Convert a value to an argument of a parameter, as a raw word. Return false if it is no number. */
bool gs_opened_number(
	const struct gs_trace_value *value, enum gs_class class, unsigned bits, uint64_t *raw);
/* Convert a call to a record without memory. Its memory_size is 1 if gs_opened_memory has some. */
void gs_opened_record(const struct gs_opened_function *function, const struct gs_trace_call *call,
	struct gs_record *record);

/* ---- memory.c ---- */

/* Return what the call's pointers point at, and all values that are no numbers, as wire/memory.h
 * says; g_bytes_unref. */
GBytes *gs_opened_memory(
	const struct gs_opened_function *function, const struct gs_trace_call *call);

#endif

/* SPDX-License-Identifier: MIT */
/* Single calls that the program did not make, marked so. None of them returns anything. */
#include "debugger/record/private.h"

#include <string.h>

static uint64_t begin(
	const struct values *v, uint32_t thread, const struct gs_trace_function *function)
{
	return gs_trace_enter(v->writer, thread, function, GS_TRACE_FAKE);
}

void gs_recording_end_fake(const struct values *v, uint64_t call)
{
	gs_trace_end(v->writer);
	gs_trace_leave(v->writer, call);
	gs_trace_end(v->writer);
}

uint64_t gs_recording_begin_fake(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, unsigned n)
{
	const struct gs_function_info *info = gs_data_function(function);
	uint64_t call = begin(v, thread, gs_recording_signature(v->signatures, function));
	v->lengths->call = call;
	for (unsigned i = 0; i < n && i < info->n_parameters; i++) {
		gs_trace_arg(v->writer, i);
		gs_recording_put_value(v, &info->parameters[i], info->apis, args[i]);
	}
	return call;
}

void gs_recording_make_up(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, unsigned n)
{
	gs_recording_end_fake(v, gs_recording_begin_fake(v, thread, function, args, n));
}

void gs_recording_make_up_array(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	const struct gs_function_info *info = gs_data_function(function);
	unsigned last = info->n_parameters - 1u;
	uint64_t call = gs_recording_begin_fake(v, thread, function, args, last);
	gs_trace_arg(v->writer, last);
	gs_recording_put_memory(v, &info->parameters[last], info->apis, 0, entry, bytes);
	gs_recording_end_fake(v, call);
}

void gs_recording_make_up_memcpy(const struct values *v, uint32_t thread, uint64_t to,
	uint64_t zeros, const uint8_t *bytes, uint64_t size)
{
	uint64_t call = begin(v, thread, gs_recording_memcpy_signature());
	gs_trace_arg(v->writer, 0);
	gs_trace_put_pointer(v->writer, to);
	gs_trace_arg(v->writer, 1);
	gs_recording_put_padded_blob(v, zeros, bytes, size);
	gs_trace_arg(v->writer, 2);
	gs_trace_put_uint(v->writer, zeros + size);
	gs_recording_end_fake(v, call);
}

void gs_recording_put_comment(const struct values *v, uint32_t thread, const char *text)
{
	const uint64_t length = strlen(text);
	uint64_t call = gs_recording_begin_fake(v, thread, GS_FN_glStringMarkerGREMEDY, &length, 1);
	gs_trace_arg(v->writer, 1);
	gs_trace_put_string(v->writer, text, (size_t)length);
	gs_recording_end_fake(v, call);
}

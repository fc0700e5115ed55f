/* SPDX-License-Identifier: MIT */
/* Events and values, as version 6 has them. */
#include <string.h>
#include "trace/writer.h"

static void begin(struct gs_trace_writer *writer)
{
	gs_writer_room(writer);
	writer->event = writer->p;
	writer->is_in_event = true;
}

static void define_function(
	struct gs_trace_writer *writer, const struct gs_trace_function *function)
{
	if (!gs_writer_is_new(writer, GS_TRACE_FUNCTIONS, function->id))
		return;
	gs_writer_text(writer, function->name);
	gs_writer_uint(writer, function->n_args);
	for (uint32_t i = 0; i < function->n_args; i++)
		gs_writer_text(writer, function->args[i]);
}

void gs_trace_flags(struct gs_trace_writer *writer, unsigned flags)
{
	gs_writer_room(writer);
	*writer->p++ = 5;
	writer->p = gs_writer_put_uint(writer->p, flags);
}

uint64_t gs_trace_enter(struct gs_trace_writer *writer, uint32_t thread,
	const struct gs_trace_function *function, unsigned flags)
{
	begin(writer);
	*writer->p++ = 0;
	writer->p = gs_writer_put_uint(writer->p, thread);
	writer->p = gs_writer_put_uint(writer->p, function->id);
	if (GS_UNLIKELY(!gs_writer_knows(writer, GS_TRACE_FUNCTIONS, function->id)))
		define_function(writer, function);
	if (GS_UNLIKELY(flags))
		gs_trace_flags(writer, flags);
	return writer->next_call++;
}

void gs_trace_leave(struct gs_trace_writer *writer, uint64_t call)
{
	begin(writer);
	*writer->p++ = 1;
	writer->p = gs_writer_put_uint(writer->p, call);
}

void gs_trace_end(struct gs_trace_writer *writer)
{
	gs_writer_room(writer);
	*writer->p++ = 0;
	writer->is_in_event = false;
	if (GS_UNLIKELY(writer->is_spilled)) { /* its last part goes with its first */
		writer->is_spilled = false;
		gs_writer_make_room(writer);
	}
}

void gs_trace_arg(struct gs_trace_writer *writer, uint32_t number)
{
	gs_writer_room(writer);
	*writer->p++ = 1;
	writer->p = gs_writer_put_uint(writer->p, number);
}

void gs_trace_result(struct gs_trace_writer *writer)
{
	gs_writer_room(writer);
	*writer->p++ = 2;
}

static void put_frame_text(struct gs_trace_writer *writer, uint8_t detail, const char *text)
{
	if (!text)
		return;
	gs_writer_room(writer);
	*writer->p++ = detail;
	gs_writer_text(writer, text);
}

static void put_frame_number(struct gs_trace_writer *writer, uint8_t detail, int64_t number)
{
	if (number < 0)
		return;
	gs_writer_room(writer);
	*writer->p++ = detail;
	writer->p = gs_writer_put_uint(writer->p, (uint64_t)number);
}

void gs_trace_stack(
	struct gs_trace_writer *writer, const struct gs_trace_frame *const *frames, uint32_t n)
{
	gs_writer_room(writer);
	*writer->p++ = 4;
	writer->p = gs_writer_put_uint(writer->p, n);
	for (uint32_t i = 0; i < n; i++) {
		gs_writer_uint(writer, frames[i]->id);
		if (!gs_writer_is_new(writer, GS_TRACE_FRAMES, frames[i]->id))
			continue;
		put_frame_text(writer, 1, frames[i]->module);
		put_frame_text(writer, 2, frames[i]->function);
		put_frame_text(writer, 3, frames[i]->file);
		put_frame_number(writer, 4, frames[i]->line);
		put_frame_number(writer, 5, frames[i]->offset);
		gs_writer_uint(writer, 0);
	}
}

static void put_class(struct gs_trace_writer *writer, enum gs_trace_class class)
{
	gs_writer_room(writer);
	gs_writer_class(writer, class);
}

static void put_number(struct gs_trace_writer *writer, enum gs_trace_class class, uint64_t number)
{
	put_class(writer, class);
	writer->p = gs_writer_put_uint(writer->p, number);
}

void gs_trace_put_null(struct gs_trace_writer *writer)
{
	put_class(writer, GS_TRACE_NULL);
}

void gs_trace_put_bool(struct gs_trace_writer *writer, bool value)
{
	put_class(writer, value ? GS_TRACE_TRUE : GS_TRACE_FALSE);
}

void gs_trace_put_sint(struct gs_trace_writer *writer, int64_t value)
{
	if (value < 0)
		put_number(writer, GS_TRACE_SINT, -(uint64_t)value);
	else
		put_number(writer, GS_TRACE_UINT, (uint64_t)value);
}

void gs_trace_put_uint(struct gs_trace_writer *writer, uint64_t value)
{
	put_number(writer, GS_TRACE_UINT, value);
}

void gs_trace_put_float(struct gs_trace_writer *writer, float value)
{
	put_class(writer, GS_TRACE_FLOAT);
	memcpy(writer->p, &value, sizeof(value));
	writer->p += sizeof(value);
}

void gs_trace_put_double(struct gs_trace_writer *writer, double value)
{
	put_class(writer, GS_TRACE_DOUBLE);
	memcpy(writer->p, &value, sizeof(value));
	writer->p += sizeof(value);
}

void gs_trace_put_string(struct gs_trace_writer *writer, const char *text, size_t n)
{
	put_number(writer, GS_TRACE_STRING, n);
	gs_writer_bytes(writer, text, n);
}

void gs_trace_put_wide(struct gs_trace_writer *writer, const uint32_t *text, size_t n)
{
	put_number(writer, GS_TRACE_WIDE, n);
	for (size_t i = 0; i < n; i++)
		gs_writer_uint(writer, text[i]);
}

void gs_trace_put_blob(struct gs_trace_writer *writer, const void *bytes, size_t n)
{
	put_number(writer, GS_TRACE_BLOB, n);
	gs_writer_bytes(writer, bytes, n);
}

static void define_names(
	struct gs_trace_writer *writer, enum gs_trace_kind kind, const struct gs_trace_names *names)
{
	if (!gs_writer_is_new(writer, kind, names->id))
		return;
	gs_writer_uint(writer, names->n);
	for (uint32_t i = 0; i < names->n; i++) {
		gs_writer_text(writer, names->constants[i].name);
		if (kind == GS_TRACE_ENUMS)
			gs_trace_put_sint(writer, names->constants[i].value);
		else
			gs_writer_uint(writer, (uint64_t)names->constants[i].value);
	}
}

void gs_trace_put_enum(
	struct gs_trace_writer *writer, const struct gs_trace_names *names, int64_t value)
{
	put_number(writer, GS_TRACE_ENUM, names->id);
	if (GS_UNLIKELY(!gs_writer_knows(writer, GS_TRACE_ENUMS, names->id)))
		define_names(writer, GS_TRACE_ENUMS, names);
	gs_trace_put_sint(writer, value);
}

void gs_trace_put_bitmask(
	struct gs_trace_writer *writer, const struct gs_trace_names *names, uint64_t value)
{
	put_number(writer, GS_TRACE_BITMASK, names->id);
	if (GS_UNLIKELY(!gs_writer_knows(writer, GS_TRACE_BITMASKS, names->id)))
		define_names(writer, GS_TRACE_BITMASKS, names);
	gs_writer_uint(writer, value);
}

void gs_trace_put_array(struct gs_trace_writer *writer, size_t n)
{
	put_number(writer, GS_TRACE_ARRAY, n);
}

void gs_trace_put_struct(struct gs_trace_writer *writer, const struct gs_trace_struct *members)
{
	put_number(writer, GS_TRACE_STRUCT, members->id);
	if (!gs_writer_is_new(writer, GS_TRACE_STRUCTS, members->id))
		return;
	gs_writer_text(writer, members->name);
	gs_writer_uint(writer, members->n_members);
	for (uint32_t i = 0; i < members->n_members; i++)
		gs_writer_text(writer, members->members[i]);
}

void gs_trace_put_pointer(struct gs_trace_writer *writer, uint64_t address)
{
	if (address)
		put_number(writer, GS_TRACE_POINTER, address);
	else
		gs_trace_put_null(writer);
}

void gs_trace_put_repr(struct gs_trace_writer *writer)
{
	put_class(writer, GS_TRACE_REPR);
}

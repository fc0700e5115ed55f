/* SPDX-License-Identifier: MIT */
/*
 * Calls that the program did not make and a player needs, as apitrace's recorder makes them up,
 * too: arrays in the program's memory as blobs before the draw that reads them, what was written
 * into mapped buffers as memcpy, the size of a window as viewport and scissor and as an answer to
 * the program, what its configuration has likewise, the locations that
 * the linker gave to attributes and outputs, and texels that came from elsewhere.
 */
#include "data/constants.h"
#include "debugger/record/private.h"

#include <string.h>

/* Its last argument is the array, the others are numbers. */
static void make_up_pointer(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, uint64_t zeros, const uint8_t *bytes, uint64_t size)
{
	unsigned last = gs_data_function(function)->n_parameters - 1u;
	uint64_t at = gs_recording_repeat(v, thread, zeros, bytes, size);
	uint64_t call = gs_recording_begin_fake(v, thread, function, args, last);
	gs_trace_arg(v->writer, last);
	if (at)
		gs_trace_put_pointer(v->writer, at);
	else
		gs_recording_put_padded_blob(v, zeros, bytes, size);
	gs_recording_end_fake(v, call);
}

/* ---- arrays in the program's memory ---- */

/* The function that sets the array, and its arguments but for the pointer. */
static unsigned array_function(const struct gs_wire_memory *entry, uint64_t args[5])
{
	uint32_t which = entry->info[0];
	const uint64_t size = entry->info[1], type = entry->info[2], stride = entry->info[3];
	const uint64_t sized[3] = {size, type, stride}, typed[2] = {type, stride};
	if (which < MOST_ATTRIBUTES) {
		bool integer = entry->skip & GS_WIRE_VERTICES_INTEGER;
		bool is_long = entry->skip & GS_WIRE_VERTICES_LONG;
		bool normalized = entry->skip & GS_WIRE_VERTICES_NORMALIZED;
		const uint64_t all[5] = {
			which, size, type, integer || is_long ? stride : normalized, stride};
		memcpy(args, all, sizeof all);
		return integer	 ? GS_FN_glVertexAttribIPointer
		       : is_long ? GS_FN_glVertexAttribLPointer
				 : GS_FN_glVertexAttribPointer;
	}
	if (which == GL_EDGE_FLAG_ARRAY) {
		args[0] = stride;
		return GS_FN_glEdgeFlagPointer;
	}
	bool is_coordinates = which >= GL_TEXTURE0 && which < GL_TEXTURE0 + 32;
	bool has_size = which == GL_VERTEX_ARRAY || which == GL_COLOR_ARRAY ||
			which == GL_SECONDARY_COLOR_ARRAY || is_coordinates;
	memcpy(args, has_size ? sized : typed, has_size ? sizeof sized : sizeof typed);
	return which == GL_VERTEX_ARRAY		   ? GS_FN_glVertexPointer
	       : which == GL_COLOR_ARRAY	   ? GS_FN_glColorPointer
	       : which == GL_SECONDARY_COLOR_ARRAY ? GS_FN_glSecondaryColorPointer
	       : which == GL_NORMAL_ARRAY	   ? GS_FN_glNormalPointer
	       : which == GL_INDEX_ARRAY	   ? GS_FN_glIndexPointer
	       : which == GL_FOG_COORD_ARRAY	   ? GS_FN_glFogCoordPointer
	       : which == GL_POINT_SIZE_ARRAY_OES  ? GS_FN_glPointSizePointerOES
	       : is_coordinates			   ? GS_FN_glTexCoordPointer
						   : GS_N_FUNCTIONS;
}

static void make_up_array(const struct values *v, uint32_t thread,
	const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	uint64_t args[5], zeros = (uint64_t)entry->info[4] * entry->info[3];
	unsigned function = array_function(entry, args);
	if (function == GS_N_FUNCTIONS || zeros > GS_TRACE_MAX_EVENT)
		return;
	uint64_t buffer = entry->skip >> 32, unit = entry->info[0];
	uint64_t active = GL_TEXTURE0 + (entry->skip >> 8 & 0xff);
	const uint64_t none[2] = {GL_ARRAY_BUFFER, 0}, bound[2] = {GL_ARRAY_BUFFER, buffer};
	if (buffer)
		gs_recording_make_up(v, thread, GS_FN_glBindBuffer, none, 2);
	if (function == GS_FN_glTexCoordPointer && unit != active)
		gs_recording_make_up(v, thread, GS_FN_glClientActiveTexture, &unit, 1);
	gs_recording_put_pointer_comment(v, thread, function, args[0]);
	make_up_pointer(v, thread, function, args, zeros, bytes, entry->size);
	gs_recording_drop_pointer(v, thread, function, args[0]);
	if (function == GS_FN_glTexCoordPointer && unit != active)
		gs_recording_make_up(v, thread, GS_FN_glClientActiveTexture, &active, 1);
	if (buffer)
		gs_recording_make_up(v, thread, GS_FN_glBindBuffer, bound, 2);
}

/* Arrays in memory that are read together with others in buffers: off, so that a player's
 * glArrayElement does not read them, or on again. */
static void make_up_aside(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size, bool on)
{
	uint32_t active, which;
	if (size < sizeof active)
		return;
	memcpy(&active, bytes, sizeof active);
	const uint64_t unit = GL_TEXTURE0 + active, coordinates = GL_TEXTURE_COORD_ARRAY;
	for (uint64_t at = sizeof active; at + sizeof which <= size; at += sizeof which) {
		memcpy(&which, bytes + at, sizeof which);
		const uint64_t array = which;
		unsigned client = on ? GS_FN_glEnableClientState : GS_FN_glDisableClientState;
		bool is_other_unit = which >= GL_TEXTURE0 && array != unit;
		if (is_other_unit)
			gs_recording_make_up(v, thread, GS_FN_glClientActiveTexture, &array, 1);
		if (which < MOST_ATTRIBUTES)
			gs_recording_make_up(v, thread,
				on ? GS_FN_glEnableVertexAttribArray
				   : GS_FN_glDisableVertexAttribArray,
				&array, 1);
		else
			gs_recording_make_up(
				v, thread, client, which >= GL_TEXTURE0 ? &coordinates : &array, 1);
		if (is_other_unit)
			gs_recording_make_up(v, thread, GS_FN_glClientActiveTexture, &unit, 1);
	}
}

/* The buffer whose bytes the call is given as an array is not bound for it. */
static void make_up_binding(
	const struct values *v, uint32_t thread, const struct gs_wire_memory *entry, bool on)
{
	const uint64_t args[2] = {entry->info[1], on ? entry->info[0] : 0};
	gs_recording_make_up(v, thread, GS_FN_glBindBuffer, args, 2);
}

bool gs_recording_sets_client_array(const struct gs_record *record)
{
	size_t n;
	const struct gs_wire_call *call = &record->call;
	const struct gs_memory_rule *rules = gs_data_memory_rules_of(call->function, &n);
	struct gs_wire_memory entry;
	for (size_t i = 0; i < n; i++)
		if (rules[i].kind == GS_MEMORY_RULE_ATTACHED && rules[i].argument < call->n_args &&
			call->args[rules[i].argument] &&
			!(gs_recording_find_memory(record, rules[i].argument, false, &entry) &&
				entry.kind == GS_WIRE_OFFSET))
			return true;
	return false;
}

/* ---- the rest ---- */

/* Where the linker has put an attribute or an output: as many of the two numbers as the function
 * has arguments between the program and the name. */
static void make_up_place(const struct values *v, uint32_t thread, unsigned function,
	const struct gs_record *record, const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	int32_t said[2];
	unsigned last = gs_data_function(function)->n_parameters - 1u;
	if (entry->size < sizeof said)
		return;
	memcpy(said, bytes, sizeof said);
	const uint64_t args[3] = {record->call.args[0], (uint32_t)said[0], (uint32_t)said[1]};
	uint64_t call = gs_recording_begin_fake(v, thread, function, args, last);
	gs_trace_arg(v->writer, last);
	gs_trace_put_string(
		v->writer, (const char *)bytes + sizeof said, (size_t)entry->size - sizeof said);
	gs_recording_end_fake(v, call);
}

static void make_up_viewport(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size)
{
	int32_t both[8];
	uint64_t args[8];
	if (size < sizeof both)
		return;
	memcpy(both, bytes, sizeof both);
	for (unsigned i = 0; i < 8; i++)
		args[i] = (uint64_t)(int64_t)both[i];
	gs_recording_make_up(v, thread, GS_FN_glViewport, args, 4);
	gs_recording_make_up(v, thread, GS_FN_glScissor, args + 4, 4);
}

static void make_up_time(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size)
{
	uint64_t nanoseconds;
	if (size < sizeof nanoseconds)
		return;
	memcpy(&nanoseconds, bytes, sizeof nanoseconds);
	GDateTime *second = g_date_time_new_from_unix_utc((gint64)(nanoseconds / 1000000000));
	char *text = second ? g_date_time_format(second, "%Y-%m-%dT%H:%M:%S") : NULL;
	char *whole = g_strdup_printf(GS_COMMENT_TIME "%s.%06uZ", text ? text : "?",
		(unsigned)(nanoseconds % 1000000000 / 1000));
	gs_recording_put_comment(v, thread, whole);
	g_free(whole);
	g_free(text);
	if (second)
		g_date_time_unref(second);
}

/* A question with its answer: who reads the trace knows then that the program cannot be used. */
static void make_up_link_status(
	const struct values *v, uint32_t thread, const struct gs_record *record)
{
	static const uint8_t failed[sizeof(int32_t)];
	const struct gs_wire_memory answer = {
		.class = GS_CLASS_INT, .bits = 32, .size = sizeof failed, .count = 1};
	const uint64_t args[] = {record->call.args[0], GL_LINK_STATUS};
	gs_recording_make_up_array(v, thread, GS_FN_glGetProgramiv, args, &answer, failed);
}

/* The drawable is current, or its frame over, only after the call. */
static bool is_later(const struct gs_record *record)
{
	return record->call.function != GS_FN_glViewport;
}

void gs_recording_make_up_before(
	const struct values *v, uint32_t thread, const struct gs_record *record)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size, *bytes;
	struct gs_wire_memory entry;
	bool is_element = gs_recording_element(record) != GS_NO_ELEMENT;
	if (!at)
		return;
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at))) {
		bool whole = gs_recording_is_whole(&entry);
		if (whole && entry.argument == GS_WIRE_VERTICES && !is_element)
			make_up_array(v, thread, &entry, bytes);
		else if (whole && entry.argument == GS_WIRE_MAPPED)
			/* skip: where the program had the buffer mapped, which the player knows
			 * from the call that mapped it */
			gs_recording_make_up_memcpy(v, thread, entry.skip, 0, bytes, entry.size);
		else if (whole && entry.argument == GS_WIRE_ASIDE &&
			 record->call.function != GS_FN_glEnd)
			make_up_aside(v, thread, bytes, entry.size, false);
		else if (whole && entry.argument == GS_WIRE_FROM_BUFFER)
			make_up_binding(v, thread, &entry, false);
		else if (whole && entry.argument == GS_WIRE_LOCATION)
			make_up_place(v, thread, GS_FN_glBindAttribLocation, record, &entry, bytes);
		else if (whole && entry.argument == GS_WIRE_OUTPUT)
			make_up_place(v, thread, GS_FN_glBindFragDataLocationIndexed, record,
				&entry, bytes);
		else if (whole && entry.argument == GS_WIRE_CONFIG)
			gs_recording_make_up_config(v, thread, record, bytes, entry.size);
		else if (whole && entry.argument == GS_WIRE_DRAWABLE && !is_later(record))
			gs_recording_make_up_size(v, thread, bytes, entry.size);
	}
}

void gs_recording_make_up_after(
	const struct values *v, uint32_t thread, const struct gs_record *record)
{
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, GS_WIRE_VIEWPORT, true, &entry);
	if (bytes)
		make_up_viewport(v, thread, bytes, entry.size);
	bytes = gs_recording_find_memory(record, GS_WIRE_DRAWABLE, true, &entry);
	if (bytes && is_later(record))
		gs_recording_make_up_size(v, thread, bytes, entry.size);
	if (gs_recording_find_memory(record, GS_WIRE_FROM_BUFFER, false, &entry))
		make_up_binding(v, thread, &entry, true);
	bytes = gs_recording_find_memory(record, GS_WIRE_ASIDE, true, &entry);
	if (bytes && record->call.function != GS_FN_glBegin)
		make_up_aside(v, thread, bytes, entry.size, true);
	if (record->call.ret)
		gs_recording_forget_size(v, record);
	if (gs_recording_find_memory(record, GS_WIRE_NOT_LINKED, true, &entry))
		make_up_link_status(v, thread, record);
	bytes = gs_recording_find_memory(record, GS_WIRE_BOUND_IMAGE, true, &entry);
	if (bytes)
		gs_recording_make_up_image(v, thread, bytes, entry.size);
	if (record->call.function == GS_FN_glXUseXFont)
		gs_recording_make_up_font(v, thread, record);
	if (record->call.flags & GS_CALL_ENDS_FRAME) /* for players, glFlush alone ends none */
		gs_recording_make_up(v, thread, GS_FN_glFrameTerminatorGREMEDY, NULL, 0);
	bytes = gs_recording_find_memory(record, GS_WIRE_TIME, true, &entry);
	if (bytes)
		make_up_time(v, thread, bytes, entry.size);
}

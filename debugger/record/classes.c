/* SPDX-License-Identifier: MIT */
/* The classes of calls of GL_MESA_trace: which of a call and its memory belongs to which. */
#include "debugger/record/private.h"

enum { LAST_MODE = 0xe }; /* GL_PATCHES: of glBegin */

bool gs_recording_has_no_class(unsigned function)
{
	const unsigned classed = GS_KIND_WINDOW | GS_KIND_ARRAY | GS_KIND_UNPACKS;
	return !(gs_data_kinds(function) & classed) && function != GS_FN_glBegin &&
	       function != GS_FN_glEnd && function != GS_FN_glNewList &&
	       function != GS_FN_glEndList && function != GS_FN_glListBase &&
	       !(gs_data_flags(function) & (GS_FUNCTION_SWAPS | GS_FUNCTION_OURS));
}

/* What is between glBegin and glEnd, these included. */
static bool follow_block(bool *in_block, const struct gs_wire_call *call)
{
	bool was = *in_block;
	if (call->function == GS_FN_glBegin)
		*in_block = call->args[0] <= LAST_MODE && !call->gl_error;
	else if (call->function == GS_FN_glEnd ||
		 (gs_data_kinds(call->function) & GS_KIND_MAKES_CURRENT) ||
		 (gs_data_flags(call->function) & GS_FUNCTION_SWAPS))
		*in_block = false;
	return was || *in_block;
}

bool gs_recording_is_wanted(uint32_t classes, bool *in_block, const struct gs_wire_call *call)
{
	uint64_t kinds = gs_data_kinds(call->function);
	bool inside = follow_block(in_block, call);
	bool borders = call->function == GS_FN_glBegin || call->function == GS_FN_glEnd;
	if (kinds & GS_KIND_WINDOW)
		return true;
	if (kinds & GS_KIND_ARRAY)
		return classes & GS_WIRE_TRACE_ARRAYS;
	return ((!inside || borders) && (classes & GS_WIRE_TRACE_OPERATIONS)) ||
	       (inside && (classes & GS_WIRE_TRACE_PRIMITIVES));
}

/* Whether what an argument of the call points at is of a class that is not wanted. */
static bool drops_data(uint32_t classes, uint64_t kinds)
{
	return ((kinds & GS_KIND_TEXTURE) && !(classes & GS_WIRE_TRACE_TEXTURES)) ||
	       ((kinds & GS_KIND_DRAW) && (kinds & GS_KIND_UNPACKS) &&
		       !(classes & GS_WIRE_TRACE_PIXELS));
}

bool gs_recording_drop_data(uint32_t classes, const struct gs_record *record,
	struct gs_record *less, GByteArray *memory)
{
	bool arrays = classes & GS_WIRE_TRACE_ARRAYS, textures = classes & GS_WIRE_TRACE_TEXTURES;
	bool data = !drops_data(classes, gs_data_kinds(record->call.function)), dropped = false;
	const uint8_t *at = record->memory, *end = at + record->memory_size, *from = at, *bytes;
	struct gs_wire_memory entry;
	if (!at || (arrays && textures && data))
		return false;
	*less = *record;
	g_byte_array_set_size(memory, 0);
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at))) {
		bool is_data = entry.argument < record->call.n_args &&
			       !(entry.flags & GS_WIRE_MEMORY_OUT) && entry.kind != GS_WIRE_OFFSET;
		bool drop = (is_data && !data) || (entry.argument == GS_WIRE_VERTICES && !arrays) ||
			    (entry.argument == GS_WIRE_BOUND_IMAGE && !textures);
		if (drop && is_data)
			less->call.args[entry.argument] = 0;
		if (!drop)
			g_byte_array_append(memory, from, (guint)(at - from));
		dropped |= drop;
		from = at;
	}
	less->memory = memory->data;
	less->memory_size = memory->len;
	return dropped;
}

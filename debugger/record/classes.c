/* SPDX-License-Identifier: MIT */
/* The classes of calls of GL_MESA_trace: which of a call and its memory belongs to which. */
#include "debugger/record/private.h"

#include <string.h>
#include "data/trace-class.h"

enum kind {
	KNOWN = 1 << 7, /* found already; the others are enum gs_trace_trait bits */
	MAKES_CURRENT = 1 << 5,
	MAKES_CONTEXT = 1 << 6,
};

enum { LAST_MODE = 0xe }; /* GL_PATCHES: of glBegin */

static unsigned find(const char *name)
{
	static const char *const current[] = {"glXMake", "eglMakeCurrent", NULL};
	static const char *const context[] = {"glXCreateContext", "glXCreateNewContext",
		"glXImportContext", "eglCreateContext", NULL};
	return KNOWN | gs_data_trace_traits(name) |
	       (gs_data_begins(name, current) ? MAKES_CURRENT : 0) |
	       (gs_data_begins(name, context) ? MAKES_CONTEXT : 0);
}

static unsigned kind_of(unsigned function)
{
	static uint8_t found[GS_N_FUNCTIONS]; /* two threads write the same */
	if (!found[function])
		found[function] = (uint8_t)find(gs_data_name(function));
	return found[function];
}

bool gs_recording_makes_context(unsigned function)
{
	return kind_of(function) & MAKES_CONTEXT;
}

bool gs_recording_has_no_class(unsigned function)
{
	return kind_of(function) == KNOWN && function != GS_FN_glBegin && function != GS_FN_glEnd &&
	       function != GS_FN_glNewList && function != GS_FN_glEndList &&
	       function != GS_FN_glListBase &&
	       !(gs_data_flags(function) & (GS_FUNCTION_SWAPS | GS_FUNCTION_OURS));
}

/* What is between glBegin and glEnd, these included. */
static bool follow_block(bool *in_block, const struct gs_wire_call *call)
{
	bool was = *in_block;
	if (call->function == GS_FN_glBegin)
		*in_block = call->args[0] <= LAST_MODE && !call->gl_error;
	else if (call->function == GS_FN_glEnd || (kind_of(call->function) & MAKES_CURRENT) ||
		 (gs_data_flags(call->function) & GS_FUNCTION_SWAPS))
		*in_block = false;
	return was || *in_block;
}

bool gs_recording_is_wanted(uint32_t classes, bool *in_block, const struct gs_wire_call *call)
{
	unsigned kind = kind_of(call->function);
	bool inside = follow_block(in_block, call);
	bool borders = call->function == GS_FN_glBegin || call->function == GS_FN_glEnd;
	if (kind & GS_TRACE_WINDOW)
		return true;
	if (kind & GS_TRACE_SETS_ARRAY)
		return classes & GS_WIRE_TRACE_ARRAYS;
	return ((!inside || borders) && (classes & GS_WIRE_TRACE_OPERATIONS)) ||
	       (inside && (classes & GS_WIRE_TRACE_PRIMITIVES));
}

/* What an argument of the call points at is not wanted. */
static bool drops_data(uint32_t classes, unsigned kind)
{
	return ((kind & GS_TRACE_READS_TEXTURE) && !(classes & GS_WIRE_TRACE_TEXTURES)) ||
	       ((kind & GS_TRACE_READS_PIXELS) && !(classes & GS_WIRE_TRACE_PIXELS));
}

bool gs_recording_drop_data(uint32_t classes, const struct gs_record *record,
	struct gs_record *less, GByteArray *memory)
{
	bool arrays = classes & GS_WIRE_TRACE_ARRAYS, textures = classes & GS_WIRE_TRACE_TEXTURES;
	bool data = !drops_data(classes, kind_of(record->call.function)), dropped = false;
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

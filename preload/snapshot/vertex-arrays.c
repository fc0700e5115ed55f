/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include "preload/memory/call-memory.h"

struct attribute {
	GLint is_enabled, size, type, is_normalized, is_integer, is_long, stride, divisor, buffer;
	GLint binding, offset; /* where the two are apart */
	void *pointer;
};

static GLint ask_one(GLuint index, GLenum name)
{
	GLint value = 0;
	GL(glGetVertexAttribiv)(index, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static struct attribute ask(GLuint i)
{
	struct attribute a = {.is_enabled = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED),
		.size = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_SIZE),
		.type = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_TYPE),
		.is_normalized = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED),
		.is_integer = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_INTEGER),
		.is_long = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_LONG),
		.stride = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE),
		.divisor = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR),
		.buffer = ask_one(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
		.binding = ask_one(i, GL_VERTEX_ATTRIB_BINDING),
		.offset = ask_one(i, GL_VERTEX_ATTRIB_RELATIVE_OFFSET)};
	GL(glGetVertexAttribPointerv)(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &a.pointer);
	gs_caps_drain();
	return a;
}

/* ---- attributes as one call sets them ---- */

/* As every attribute is at first. */
static bool is_untouched(const struct attribute *a)
{
	return !a->buffer && !a->pointer && !a->stride && a->size == 4 && a->type == GL_FLOAT;
}

/* Where an array in the program's memory is comes with the draw that reads it. */
static void put_pointer(struct gs_live_snapshot *s, GLuint i, const struct attribute *a)
{
	const uint64_t index = i, size = (uint64_t)a->size, type = (uint64_t)a->type,
		       stride = (uint64_t)a->stride,
		       at = a->buffer ? (uint64_t)(uintptr_t)a->pointer : 0;
	if (is_untouched(a))
		return;
	GS_PUT(s, glBindBuffer, GL_ARRAY_BUFFER, (uint64_t)a->buffer);
	if (a->is_integer)
		GS_PUT(s, glVertexAttribIPointer, index, size, type, stride, at);
	else if (a->is_long)
		GS_PUT(s, glVertexAttribLPointer, index, size, type, stride, at);
	else
		GS_PUT(s, glVertexAttribPointer, index, size, type, (uint64_t)a->is_normalized,
			stride, at);
}

/* ---- attributes and bindings apart ---- */

static void put_format(struct gs_live_snapshot *s, GLuint i, const struct attribute *a)
{
	const uint64_t index = i, size = (uint64_t)a->size, type = (uint64_t)a->type,
		       offset = (uint64_t)a->offset;
	if (a->is_integer)
		GS_PUT(s, glVertexAttribIFormat, index, size, type, offset);
	else if (a->is_long)
		GS_PUT(s, glVertexAttribLFormat, index, size, type, offset);
	else
		GS_PUT(s, glVertexAttribFormat, index, size, type, (uint64_t)a->is_normalized,
			offset);
	GS_PUT(s, glVertexAttribBinding, index, (uint64_t)a->binding);
}

/* has_other: the attribute of that number has bound a buffer there. */
static void put_binding(struct gs_live_snapshot *s, GLuint i, bool has_other)
{
	GLint buffer = gs_snapshot_get_at(GL_VERTEX_BINDING_BUFFER, i);
	GLint stride = gs_snapshot_get_at(GL_VERTEX_BINDING_STRIDE, i);
	GLint divisor = gs_snapshot_get_at(GL_VERTEX_BINDING_DIVISOR, i);
	GLint64 offset = 0;
	GL(glGetInteger64i_v)(GL_VERTEX_BINDING_OFFSET, i, &offset);
	gs_caps_drain();
	if (buffer || has_other)
		GS_PUT(s, glBindVertexBuffer, i, (uint64_t)buffer, buffer ? (uint64_t)offset : 0,
			(uint64_t)stride);
	if (divisor)
		GS_PUT(s, glVertexBindingDivisor, i, (uint64_t)divisor);
}

/* ---- one vertex array ---- */

static void put_attribute(struct gs_live_snapshot *s, GLuint i)
{
	const struct attribute a = ask(i);
	put_pointer(s, i, &a);
	if (s->caps.vertex_binding) {
		if (a.buffer)
			put_format(s, i, &a);
		put_binding(s, i, a.buffer);
	} else if (a.divisor && s->caps.instancing) {
		GS_PUT(s, glVertexAttribDivisor, i, (uint64_t)a.divisor);
	}
	if (a.is_enabled)
		GS_PUT(s, glEnableVertexAttribArray, i);
}

static const struct {
	GLenum array, buffer, size, type, stride, pointer;
	uint16_t function;
	bool has_size, has_type;
} legacy[] = {
	{GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_SIZE,
		GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE, GL_VERTEX_ARRAY_POINTER,
		GS_FN_glVertexPointer, true, true},
	{GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_BUFFER_BINDING, 0, GL_NORMAL_ARRAY_TYPE,
		GL_NORMAL_ARRAY_STRIDE, GL_NORMAL_ARRAY_POINTER, GS_FN_glNormalPointer, false,
		true},
	{GL_COLOR_ARRAY, GL_COLOR_ARRAY_BUFFER_BINDING, GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE,
		GL_COLOR_ARRAY_STRIDE, GL_COLOR_ARRAY_POINTER, GS_FN_glColorPointer, true, true},
	{GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING,
		GL_SECONDARY_COLOR_ARRAY_SIZE, GL_SECONDARY_COLOR_ARRAY_TYPE,
		GL_SECONDARY_COLOR_ARRAY_STRIDE, GL_SECONDARY_COLOR_ARRAY_POINTER,
		GS_FN_glSecondaryColorPointer, true, true},
	{GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_BUFFER_BINDING, 0, GL_FOG_COORD_ARRAY_TYPE,
		GL_FOG_COORD_ARRAY_STRIDE, GL_FOG_COORD_ARRAY_POINTER, GS_FN_glFogCoordPointer,
		false, true},
	{GL_INDEX_ARRAY, GL_INDEX_ARRAY_BUFFER_BINDING, 0, GL_INDEX_ARRAY_TYPE,
		GL_INDEX_ARRAY_STRIDE, GL_INDEX_ARRAY_POINTER, GS_FN_glIndexPointer, false, true},
	{GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, 0, 0, GL_EDGE_FLAG_ARRAY_STRIDE,
		GL_EDGE_FLAG_ARRAY_POINTER, GS_FN_glEdgeFlagPointer, false, false},
	{GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, GL_TEXTURE_COORD_ARRAY_SIZE,
		GL_TEXTURE_COORD_ARRAY_TYPE, GL_TEXTURE_COORD_ARRAY_STRIDE,
		GL_TEXTURE_COORD_ARRAY_POINTER, GS_FN_glTexCoordPointer, true, true},
};

enum { N_LEGACY = sizeof legacy / sizeof *legacy };

static void put_legacy(struct gs_live_snapshot *s, unsigned i)
{
	uint64_t args[4];
	unsigned n = 0;
	void *pointer = NULL;
	GLint buffer = gs_snapshot_get(legacy[i].buffer);
	GL(glGetPointerv)(legacy[i].pointer, &pointer);
	gs_caps_drain();
	bool is_offset = buffer && gs_call_memory_is_offset(s->context, buffer, pointer);
	if (pointer || is_offset) {
		if (legacy[i].has_size)
			args[n++] = (uint64_t)gs_snapshot_get(legacy[i].size);
		if (legacy[i].has_type)
			args[n++] = (uint64_t)gs_snapshot_get(legacy[i].type);
		args[n++] = (uint64_t)gs_snapshot_get(legacy[i].stride);
		args[n++] = is_offset ? (uint64_t)(uintptr_t)pointer : 0;
		GS_PUT(s, glBindBuffer, GL_ARRAY_BUFFER, is_offset ? (uint64_t)buffer : 0);
		gs_snapshot_put(s, legacy[i].function, args, n, NULL, 0);
	}
	if (GL(glIsEnabled)(legacy[i].array))
		GS_PUT(s, glEnableClientState, legacy[i].array);
	gs_caps_drain();
}

static void put_legacy_arrays(struct gs_live_snapshot *s)
{
	GLint n = gs_snapshot_get(GL_MAX_TEXTURE_COORDS);
	GLint active = gs_snapshot_get(GL_CLIENT_ACTIVE_TEXTURE);
	for (unsigned i = 0; i + 1 < N_LEGACY; i++)
		put_legacy(s, i);
	for (GLint unit = 0; unit < n; unit++) {
		GL(glClientActiveTexture)(GL_TEXTURE0 + (GLenum)unit);
		GS_PUT(s, glClientActiveTexture, GL_TEXTURE0 + (uint64_t)unit);
		put_legacy(s, N_LEGACY - 1);
	}
	if (!n)
		return;
	GL(glClientActiveTexture)((GLenum)active);
	GS_PUT(s, glClientActiveTexture, (uint64_t)active);
}

/* The one that is bound. */
static void put_array(struct gs_live_snapshot *s)
{
	GLint n = gs_snapshot_get(GL_MAX_VERTEX_ATTRIBS);
	uint64_t elements = (uint64_t)gs_snapshot_get(GL_ELEMENT_ARRAY_BUFFER_BINDING);
	for (GLint i = 0; i < n; i++)
		put_attribute(s, (GLuint)i);
	if (s->context->compatibility)
		put_legacy_arrays(s);
	if (elements)
		GS_PUT(s, glBindBuffer, GL_ELEMENT_ARRAY_BUFFER, elements);
}

static void add(struct gs_live_snapshot *s, GLuint name)
{
	GL(glBindVertexArray)(name);
	gs_snapshot_put_name(s, GS_FN_glGenVertexArrays, true, name);
	GS_PUT(s, glBindVertexArray, name);
	put_array(s);
	gs_snapshot_put_label(s, GL_VERTEX_ARRAY, name);
}

void gs_snapshot_vertex_arrays(struct gs_live_snapshot *s)
{
	GLint held = s->caps.vertex_arrays ? gs_snapshot_get(GL_VERTEX_ARRAY_BINDING) : 0;
	if (s->caps.vertex_arrays) {
		gs_snapshot_each(s, GS_FN_glIsVertexArray, add);
		GL(glBindVertexArray)(0);
		GS_PUT(s, glBindVertexArray, 0);
	}
	if (!s->context->core)
		put_array(s);
	if (s->caps.vertex_arrays)
		GL(glBindVertexArray)((GLuint)held);
	gs_caps_drain();
}

/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include "preload/inspect/inspect.h"

struct buffer {
	GLuint name;
	GLint64 size;
	GLint usage, is_immutable, flags;
	GLint is_mapped, access;
	GLint64 offset, length;
	void *pointer;
};

static GLint parameter(GLenum name)
{
	GLint value = 0;
	GL(glGetBufferParameteriv)(GL_ARRAY_BUFFER, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static GLint64 long_parameter(struct gs_live_snapshot *s, GLenum name)
{
	GLint64 value = 0;
	bool is_es = s->caps.api == GS_API_ES;
	if (s->caps.version < (is_es ? 30u : 32u))
		return parameter(name);
	GL(glGetBufferParameteri64v)(GL_ARRAY_BUFFER, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static struct buffer ask(struct gs_live_snapshot *s, GLuint name)
{
	struct buffer b = {.name = name,
		.size = gs_buffer_size(&s->caps, GL_ARRAY_BUFFER),
		.usage = parameter(GL_BUFFER_USAGE),
		.is_immutable = parameter(GL_BUFFER_IMMUTABLE_STORAGE),
		.is_mapped = parameter(GL_BUFFER_MAPPED)};
	if (b.is_immutable)
		b.flags = parameter(GL_BUFFER_STORAGE_FLAGS);
	if (!b.is_mapped)
		return b;
	b.access = parameter(GL_BUFFER_ACCESS_FLAGS);
	b.offset = long_parameter(s, GL_BUFFER_MAP_OFFSET);
	b.length = long_parameter(s, GL_BUFFER_MAP_LENGTH);
	GL(glGetBufferPointerv)(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, &b.pointer);
	if (!b.length && b.offset == 0)
		b.length = b.size;
	gs_caps_drain();
	return b;
}

/* Of a buffer that the program has mapped, GL lets nothing be read; what is mapped is there. */
static bool read_mapped(const struct buffer *b, uint8_t *bytes)
{
	memset(bytes, 0, (size_t)b->size);
	if (!b->pointer || b->offset < 0 || b->length > b->size - b->offset)
		return false;
	memcpy(bytes + b->offset, b->pointer, (size_t)b->length);
	return b->length == b->size;
}

static bool read(struct gs_live_snapshot *s, const struct buffer *b, uint8_t *bytes)
{
	if (b->is_mapped && !(b->access & GL_MAP_PERSISTENT_BIT))
		return read_mapped(b, bytes);
	if (s->caps.api == GS_API_ES)
		return s->caps.copy_buffers &&
		       gs_buffer_read_copy(GL_ARRAY_BUFFER, 0, b->size, bytes);
	GL(glGetBufferSubData)(GL_ARRAY_BUFFER, 0, (GLsizeiptr)b->size, bytes);
	return gs_caps_drain() == GL_NO_ERROR;
}

static void add_storage(struct gs_live_snapshot *s, const struct buffer *b)
{
	unsigned function = b->is_immutable ? GS_FN_glBufferStorage : GS_FN_glBufferData;
	const uint64_t args[] = {GL_ARRAY_BUFFER, (uint64_t)b->size, 0,
		(uint64_t)(b->is_immutable ? b->flags : b->usage)};
	uint8_t *bytes = b->size <= GS_SNAPSHOT_MOST
				 ? gs_snapshot_claim(s, function, args, 4, 2, (uint64_t)b->size)
				 : NULL;
	if (!bytes) {
		gs_snapshot_put(s, function, args, 4, NULL, 0);
		gs_snapshot_miss(s, "buffer", b->name, "it is too large");
	} else if (!read(s, b, bytes)) {
		gs_snapshot_miss(s, "buffer", b->name,
			b->is_mapped ? "the program has mapped a part of it, and GL lets nobody "
				       "read the rest meanwhile"
				     : "the driver does not let it be read");
	}
}

static void put_map(struct gs_live_snapshot *s, const struct buffer *b)
{
	const GLbitfield drops = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT;
	const uint64_t args[] = {GL_ARRAY_BUFFER, (uint64_t)b->offset, (uint64_t)b->length,
		(uint64_t)b->access & ~(uint64_t)drops};
	gs_snapshot_put_returning(
		s, GS_FN_glMapBufferRange, args, 4, (uint64_t)(uintptr_t)b->pointer, NULL, 0);
}

static void add(struct gs_live_snapshot *s, GLuint name)
{
	GL(glBindBuffer)(GL_ARRAY_BUFFER, name);
	const struct buffer b = ask(s, name);
	gs_snapshot_put_name(s, GS_FN_glGenBuffers, true, name);
	GS_PUT(s, glBindBuffer, GL_ARRAY_BUFFER, name);
	if (b.size > 0)
		add_storage(s, &b);
	if (b.is_mapped && b.pointer)
		put_map(s, &b);
	gs_snapshot_put_label(s, GL_BUFFER, name);
}

void gs_snapshot_buffers(struct gs_live_snapshot *s)
{
	GLint held = gs_snapshot_get(GL_ARRAY_BUFFER_BINDING);
	gs_snapshot_each(s, GS_FN_glIsBuffer, add);
	GL(glBindBuffer)(GL_ARRAY_BUFFER, (GLuint)held);
	GS_PUT(s, glBindBuffer, GL_ARRAY_BUFFER, 0);
}

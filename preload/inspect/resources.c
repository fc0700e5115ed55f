/* SPDX-License-Identifier: MIT */
/* What is bound: textures, images, buffers, attachments; and what a buffer holds. */
#include "data/targets.h"
#include "preload/capture/requests/inspection.h"
#include "preload/capture/stage.h"
#include "preload/core/names.h"
#include "preload/inspect/inspect.h"

#include <stdlib.h>
#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static GLint get_at(GLenum name, GLuint index)
{
	GLint value = 0;
	GL(glGetIntegeri_v)(name, index, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

struct list {
	struct gs_stream *out;
	uint32_t n;
};

void gs_label_get(const struct gs_caps *c, GLenum kind, GLuint name, char label[GS_LABEL_SIZE])
{
	label[0] = 0;
	if (!c->debug || !name)
		return;
	if (c->api == GS_API_ES && c->version < 32)
		GL_LIKE(glGetObjectLabel, glGetObjectLabelKHR)
	(kind, name, GS_LABEL_SIZE, NULL, label);
	else GL(glGetObjectLabel)(kind, name, GS_LABEL_SIZE, NULL, label);
	if (gs_caps_drain() != GL_NO_ERROR) /* deleted, but still bound */
		label[0] = 0;
	label[GS_LABEL_SIZE - 1] = 0;
}

static void add(struct list *list, const struct gs_caps *c, struct gs_wire_resource *r)
{
	GLenum kind = r->kind == GS_RESOURCE_BUFFER  ? GL_BUFFER
		      : r->target == GL_RENDERBUFFER ? GL_RENDERBUFFER
						     : GL_TEXTURE;
	gs_label_get(c, kind, r->name, r->label);
	r->name = gs_name_shown(kind == GL_BUFFER	  ? GS_OBJECT_BUFFER
				: kind == GL_RENDERBUFFER ? GS_OBJECT_RENDERBUFFER
							  : GS_OBJECT_TEXTURE,
		r->name);
	gs_stream_put(list->out, r, sizeof *r);
	list->n++;
}

/* ---- textures ---- */

static void fill_from(struct gs_wire_resource *r, const struct gs_texel_source *s)
{
	r->target = s->texture ? s->target : s->renderbuffer ? GL_RENDERBUFFER : 0;
	r->format = s->format;
	r->width = s->width;
	r->height = s->height;
	r->depth = s->depth;
	r->samples = s->samples;
}

static unsigned count_levels(const struct gs_caps *c, const struct gs_texel_source *first)
{
	struct gs_texel_source s = *first;
	unsigned n = 0;
	while (n < 20) {
		s.level = n;
		gs_texel_source_ask(c, &s);
		if (s.width <= 0)
			break;
		n++;
		if (s.samples > 1 || s.target == GL_TEXTURE_RECTANGLE ||
			s.target == GL_TEXTURE_BUFFER)
			break;
	}
	return n;
}

/* Whether fixed function reads the active unit's texture of the target. */
static bool is_enabled(const struct gs_caps *c, GLenum target)
{
	bool legacy = target == GL_TEXTURE_1D || target == GL_TEXTURE_2D ||
		      target == GL_TEXTURE_3D || target == GL_TEXTURE_CUBE_MAP ||
		      target == GL_TEXTURE_RECTANGLE;
	bool fixed = c->api == GS_API_COMPATIBILITY || c->version < 20;
	bool enabled = fixed && legacy && GL(glIsEnabled)(target);
	return gs_caps_drain() == GL_NO_ERROR && enabled;
}

static void add_texture(struct list *list, const struct gs_caps *c, GLuint name, GLenum target,
	GLenum where, unsigned index)
{
	struct gs_texel_source s = {.texture = name, .target = target};
	struct gs_wire_resource r = {
		.kind = GS_RESOURCE_TEXTURE, .name = name, .where = where, .index = index};
	r.enabled = is_enabled(c, target);
	s.target = gs_texture_target(name, &s.image);
	if (!s.target) { /* deleted, but still bound here */
		s.target = target;
	} else if (c->level_sizes) {
		gs_texel_source_ask(c, &s);
		r.levels = count_levels(c, &s);
	}
	fill_from(&r, &s);
	r.layer = GS_NO_INDEX;
	add(list, c, &r);
}

static const GLenum texture_targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D,
	GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D_ARRAY,
	GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
	GL_TEXTURE_BUFFER};
enum { N_TARGETS = sizeof texture_targets / sizeof *texture_targets };

static void list_textures(struct list *list, const struct gs_caps *c)
{
	GLint n = get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), active = gs_caps_active_texture();
	for (GLint unit = 0; unit < n; unit++) {
		GLint bound[N_TARGETS];
		GL(glActiveTexture)(GL_TEXTURE0 + unit);
		for (unsigned i = 0; i < N_TARGETS; i++) {
			bound[i] = get(gs_data_texture_binding(texture_targets[i]));
		}
		for (unsigned i = 0; i < N_TARGETS; i++)
			if (bound[i])
				add_texture(list, c, bound[i], texture_targets[i],
					texture_targets[i], unit);
	}
	GL(glActiveTexture)(active);
	n = c->images ? get(GL_MAX_IMAGE_UNITS) : 0;
	for (GLint unit = 0; unit < n; unit++) {
		GLint name = get_at(GL_IMAGE_BINDING_NAME, unit);
		if (name)
			add_texture(list, c, name, 0, GL_IMAGE_BINDING_NAME, unit);
	}
}

/* ---- buffers ---- */

/* Bound for reading what it holds, until gs_saved_leave; where there is no copy binding, *held is
 * to be bound again. */
static GLenum bind_buffer(const struct gs_caps *c, GLuint name, GLint *held)
{
	GLenum target = c->copy_buffers ? GL_COPY_READ_BUFFER : GL_ARRAY_BUFFER;
	*held = get(c->copy_buffers ? GL_COPY_READ_BUFFER_BINDING : GL_ARRAY_BUFFER_BINDING);
	GL(glBindBuffer)(target, name);
	return target;
}

GLint64 gs_buffer_size(const struct gs_caps *c, GLenum target)
{
	GLint64 size = 0;
	GLint small = 0;
	bool wide = c->api == GS_API_ES ? c->version >= 30 : c->version >= 32;
	if (wide)
		GL(glGetBufferParameteri64v)(target, GL_BUFFER_SIZE, &size);
	else
		GL(glGetBufferParameteriv)(target, GL_BUFFER_SIZE, &small);
	return gs_caps_drain() == GL_NO_ERROR ? wide ? size : small : 0;
}

static void add_buffer(struct list *list, const struct gs_caps *c, GLuint name, GLenum where,
	unsigned index, GLint64 offset, GLint64 length)
{
	struct gs_wire_resource r = {.kind = GS_RESOURCE_BUFFER,
		.name = name,
		.where = where,
		.index = index,
		.offset = offset,
		.length = length};
	GLint held, usage = 0;
	if (GL(glIsBuffer)(name)) { /* else: deleted, and binding it would make a new one */
		GLenum target = bind_buffer(c, name, &held);
		r.size = gs_buffer_size(c, target);
		GL(glGetBufferParameteriv)(target, GL_BUFFER_USAGE, &usage);
		r.usage = usage;
		GL(glBindBuffer)(target, held);
	}
	gs_caps_drain();
	add(list, c, &r);
}

static void list_indexed(
	struct list *list, const struct gs_caps *c, GLenum where, GLenum max, const GLenum names[3])
{
	GLint n = get(max);
	for (GLint i = 0; i < n; i++) {
		GLint64 start = 0, size = 0;
		GLint name = get_at(names[0], i);
		if (!name)
			continue;
		GL(glGetInteger64i_v)(names[1], i, &start);
		GL(glGetInteger64i_v)(names[2], i, &size);
		add_buffer(list, c, name, where, i, start, size);
	}
}

static void list_buffers(struct list *list, const struct gs_caps *c)
{
	static const GLenum plain[] = {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER,
		GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_COPY_READ_BUFFER,
		GL_COPY_WRITE_BUFFER, GL_DRAW_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER,
		GL_QUERY_BUFFER, GL_PARAMETER_BUFFER};
	static const GLenum uniform[3] = {
		GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE};
	static const GLenum storage[3] = {GL_SHADER_STORAGE_BUFFER_BINDING,
		GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE};
	static const GLenum atomic[3] = {GL_ATOMIC_COUNTER_BUFFER_BINDING,
		GL_ATOMIC_COUNTER_BUFFER_START, GL_ATOMIC_COUNTER_BUFFER_SIZE};
	static const GLenum feedback[3] = {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
		GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE};
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		GLint name = get(gs_data_buffer_binding(plain[i]));
		if (name)
			add_buffer(list, c, name, plain[i], GS_NO_INDEX, 0, 0);
	}
	GLint n = get(GL_MAX_VERTEX_ATTRIBS);
	for (GLint i = 0; i < n; i++) {
		GLint name = 0;
		GL(glGetVertexAttribiv)(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &name);
		if (gs_caps_drain() == GL_NO_ERROR && name)
			add_buffer(list, c, name, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, i, 0, 0);
	}
	if (c->uniform_blocks)
		list_indexed(list, c, GL_UNIFORM_BUFFER, GL_MAX_UNIFORM_BUFFER_BINDINGS, uniform);
	if (c->storage_blocks)
		list_indexed(list, c, GL_SHADER_STORAGE_BUFFER,
			GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, storage);
	if (c->atomic_counters)
		list_indexed(list, c, GL_ATOMIC_COUNTER_BUFFER,
			GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, atomic);
	if (c->feedback)
		list_indexed(list, c, GL_TRANSFORM_FEEDBACK_BUFFER,
			c->api != GS_API_ES && c->version >= 40
				? GL_MAX_TRANSFORM_FEEDBACK_BUFFERS
				: GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS,
			feedback);
}

/* ---- attachments ---- */

static void add_attachment(
	struct list *list, const struct gs_caps *c, GLuint framebuffer, GLenum point)
{
	struct gs_texel_source s;
	if (!gs_texel_source_attached(c, framebuffer, point, &s))
		return;
	struct gs_wire_resource r = {
		.kind = GS_RESOURCE_ATTACHMENT, .where = point, .index = GS_NO_INDEX};
	r.name = s.texture ? s.texture : s.renderbuffer;
	r.levels = 1;
	r.level = s.level;
	r.layer = s.layer < 0 ? GS_NO_INDEX : (uint32_t)s.layer;
	fill_from(&r, &s);
	add(list, c, &r);
}

static bool is_front(GLenum buffer)
{
	return buffer == GL_FRONT_LEFT || buffer == GL_FRONT_RIGHT;
}

static bool names_front(GLenum buffer)
{
	return is_front(buffer) || buffer == GL_FRONT || buffer == GL_FRONT_AND_BACK ||
	       buffer == GL_LEFT || buffer == GL_RIGHT;
}

/* The window's: draws go there, or what is read comes from there. Else nobody sees what it holds,
 * which is up to the driver. */
static bool uses_front(const struct gs_caps *c, const struct gs_saved *saved)
{
	if (!c->read_buffer)
		return false;
	bool uses = !saved->read_framebuffer && names_front(get(GL_READ_BUFFER));
	for (unsigned i = 0; i < c->n_draw_buffers && !uses; i++)
		uses = names_front(get(GL_DRAW_BUFFER0 + i));
	return uses;
}

/* Of a window with one colour buffer Mesa tells of back buffers, too; of a pbuffer with one it
 * calls that one so. */
static void list_window(struct list *list, const struct gs_caps *c, const struct gs_saved *saved)
{
	static const GLenum points[] = {
		GL_BACK_LEFT, GL_FRONT_LEFT, GL_BACK_RIGHT, GL_FRONT_RIGHT, GL_DEPTH, GL_STENCIL};
	static const GLenum points_es[] = {GL_BACK, GL_DEPTH, GL_STENCIL};
	if (c->api == GS_API_ES) {
		for (unsigned i = 0; i < 3; i++)
			add_attachment(list, c, 0, points_es[i]);
		return;
	}
	bool front = uses_front(c, saved), back = !front || get(GL_DOUBLEBUFFER);
	for (unsigned i = 0; i < 6; i++)
		if (is_front(points[i]) ? front : i > 3 || back)
			add_attachment(list, c, 0, points[i]);
}

static void list_attachments(
	struct list *list, const struct gs_caps *c, const struct gs_saved *saved)
{
	GLuint framebuffer = saved->draw_framebuffer;
	if (!framebuffer) {
		list_window(list, c, saved);
		return;
	}
	GLint n = get(GL_MAX_COLOR_ATTACHMENTS);
	for (GLint i = 0; i < n && i < 32; i++)
		add_attachment(list, c, framebuffer, GL_COLOR_ATTACHMENT0 + i);
	add_attachment(list, c, framebuffer, GL_DEPTH_ATTACHMENT);
	add_attachment(list, c, framebuffer, GL_STENCIL_ATTACHMENT);
}

static bool list_resources(
	const struct gs_caps *c, const struct gs_redraw *redraw, struct gs_stream *out)
{
	struct gs_saved saved;
	struct list list = {.out = out};
	uint32_t *n = gs_stream_claim(out, sizeof *n);
	gs_saved_enter_reading(&saved, c, redraw->conditional_query, redraw->conditional_mode);
	if (c->framebuffers)
		list_attachments(&list, c, &saved);
	list_textures(&list, c);
	list_buffers(&list, c);
	gs_saved_leave(&saved);
	if (n)
		memcpy(n, &list.n, sizeof list.n);
	return !out->failed;
}

/* ---- what a buffer holds ---- */

static bool read_mapped(GLenum target, GLint64 start, GLint64 size, void *bytes)
{
	const void *data = GL(glMapBufferRange)(target, start, size, GL_MAP_READ_BIT);
	if (!data)
		return false;
	memcpy(bytes, data, size);
	return GL(glUnmapBuffer)(target);
}

/* OpenGL ES has no glGetBufferSubData, and not every buffer may be mapped for reading: a copy of
 * ours may. */
bool gs_buffer_read_copy(GLenum target, GLint64 start, GLint64 size, void *bytes)
{
	GLuint copy = 0;
	GLint held = get(GL_COPY_WRITE_BUFFER_BINDING);
	GL(glGenBuffers)(1, &copy);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, copy);
	GL(glBufferData)(GL_COPY_WRITE_BUFFER, size, NULL, GL_STREAM_READ);
	GL(glCopyBufferSubData)(target, GL_COPY_WRITE_BUFFER, start, 0, size);
	bool ok = gs_caps_drain() == GL_NO_ERROR &&
		  read_mapped(GL_COPY_WRITE_BUFFER, 0, size, bytes);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, held);
	GL(glDeleteBuffers)(1, &copy);
	return ok;
}

static bool is_held(GLenum target)
{
	GLint mapped = 0, flags = 0;
	GL(glGetBufferParameteriv)(target, GL_BUFFER_MAPPED, &mapped);
	GL(glGetBufferParameteriv)(target, GL_BUFFER_ACCESS_FLAGS, &flags);
	gs_caps_drain();
	return mapped && !(flags & GL_MAP_PERSISTENT_BIT);
}

static bool read_bytes(const struct gs_caps *c, GLenum target, GLint64 start, GLint64 size,
	void *bytes, struct gs_refusal *refusal)
{
	if (is_held(target))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the program has mapped the buffer, and GL does not allow reading it "
			"meanwhile: run on to after its glUnmapBuffer");
	if (c->api != GS_API_ES) {
		GL(glGetBufferSubData)(target, start, size, bytes);
		return gs_caps_drain() == GL_NO_ERROR ||
		       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			       "the driver refuses to read the buffer's contents back");
	}
	if (!c->copy_buffers)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"this context has no way to read a buffer: that needs OpenGL ES 3.0");
	return gs_buffer_read_copy(target, start, size, bytes) ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "the driver refuses to copy the buffer's contents");
}

static bool refuse_buffer(GLuint shown, struct gs_refusal *refusal)
{
	return gs_refusal_set(refusal, GS_STATUS_USAGE,
		"there is no buffer %u in this context: `buffers` lists those that are bound",
		shown);
}

static bool read_buffer(const struct gs_caps *c, const struct gs_redraw *redraw,
	const uint64_t number[6], void *bytes, uint64_t room, uint64_t *used, uint64_t *whole,
	struct gs_refusal *refusal)
{
	struct gs_saved saved;
	GLuint shown = (GLuint)number[0], name = gs_name_real(GS_OBJECT_BUFFER, shown);
	GLint held;
	if (!name || !GL(glIsBuffer)(name))
		return refuse_buffer(shown, refusal);
	gs_saved_enter_reading(&saved, c, redraw->conditional_query, redraw->conditional_mode);
	GLenum target = bind_buffer(c, name, &held);
	GLint64 size = gs_buffer_size(c, target), start = number[1];
	*whole = size;
	*used = 0;
	bool ok = true;
	if (start < 0 || start > size)
		ok = gs_refusal_set(refusal, GS_STATUS_USAGE, "buffer %u has only %lld bytes",
			shown, (long long)size);
	GLint64 wanted = number[2] && (GLint64)number[2] < size - start ? (GLint64)number[2]
									: size - start;
	if (ok && (uint64_t)wanted > room)
		ok = gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"%lld bytes do not fit into the shared memory: ask for a part of the "
			"buffer",
			(long long)wanted);
	if (ok && wanted > 0)
		ok = gs_has_memory(bytes, wanted, refusal);
	if (ok && wanted > 0)
		ok = read_bytes(c, target, start, wanted, bytes, refusal);
	if (ok)
		*used = wanted;
	GL(glBindBuffer)(target, held);
	gs_saved_leave(&saved);
	return ok;
}

GLint64 gs_buffer_bytes(const struct gs_caps *c, GLuint name)
{
	GLint held;
	if (!name || !GL(glIsBuffer)(name))
		return 0;
	GLenum target = bind_buffer(c, name, &held);
	GLint64 size = gs_buffer_size(c, target);
	GL(glBindBuffer)(target, held);
	return size;
}

/* ---- changing it ---- */

/* Storage that GL does not let be written to from memory can still be copied to. */
static bool is_sealed(GLenum target)
{
	GLint immutable = 0, flags = 0;
	GL(glGetBufferParameteriv)(target, GL_BUFFER_IMMUTABLE_STORAGE, &immutable);
	GL(glGetBufferParameteriv)(target, GL_BUFFER_STORAGE_FLAGS, &flags);
	return gs_caps_drain() == GL_NO_ERROR && immutable && !(flags & GL_DYNAMIC_STORAGE_BIT);
}

static void write_copy(GLenum target, GLint64 start, GLint64 size, const void *bytes)
{
	GLuint copy = 0;
	GL(glGenBuffers)(1, &copy);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, copy); /* gs_saved_leave puts back */
	GL(glBufferData)(GL_COPY_WRITE_BUFFER, size, bytes, GL_STREAM_COPY);
	GL(glCopyBufferSubData)(GL_COPY_WRITE_BUFFER, target, 0, start, size);
	GL(glDeleteBuffers)(1, &copy);
}

static bool write_pieces(const struct gs_caps *c, GLenum target, struct gs_stream *request,
	struct gs_refusal *refusal)
{
	uint64_t size = gs_buffer_size(c, target);
	bool sealed = c->copy_buffers && is_sealed(target);
	uint32_t n = gs_stream_get_u32(request);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t length, start = gs_stream_get_u64(request);
		const char *bytes = gs_stream_get_bytes(request, &length);
		if (request->failed || start > size || length > size - start)
			return gs_refusal_set(refusal, GS_STATUS_USAGE,
				"the buffer has only %llu bytes", (unsigned long long)size);
		if (sealed)
			write_copy(target, start, length, bytes);
		else
			GL(glBufferSubData)(target, start, length, bytes);
	}
	return gs_caps_drain() == GL_NO_ERROR ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "the driver refuses to write into the buffer");
}

static bool write_buffer(const struct gs_caps *c, const struct gs_redraw *redraw, GLuint shown,
	struct gs_stream *request, struct gs_refusal *refusal)
{
	struct gs_saved saved;
	GLuint name = gs_name_real(GS_OBJECT_BUFFER, shown);
	GLint held;
	if (!name || !GL(glIsBuffer)(name))
		return refuse_buffer(shown, refusal);
	gs_saved_enter_reading(&saved, c, redraw->conditional_query, redraw->conditional_mode);
	GLenum target = bind_buffer(c, name, &held);
	gs_caps_drain();
	bool ok = is_held(target)
			  ? gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				    "the program has mapped the buffer, and GL does not allow "
				    "writing to it meanwhile: run on to after its glUnmapBuffer")
			  : write_pieces(c, target, request, refusal);
	GL(glBindBuffer)(target, held);
	gs_saved_leave(&saved);
	return ok;
}

bool gs_serve_resources(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return list_resources(&q->caps, &q->redraw, &q->out);
}

bool gs_serve_buffer(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return read_buffer(&q->caps, &q->redraw, s->request->number, s->bulk, s->bulk_size,
		&s->size, &s->answer->number[0], &q->refusal);
}

bool gs_serve_set_buffer(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return write_buffer(&q->caps, &q->redraw, s->request->number[0], &q->in, &q->refusal);
}

/* SPDX-License-Identifier: MIT */
#include "preload/capture/saved/buffers.h"
#include "preload/capture/stage.h"
#include "preload/core/names.h"

#include <stdlib.h>
#include <string.h>

static GLint get_indexed(GLenum name, GLuint index)
{
	GLint value = 0;
	GL(glGetIntegeri_v)(name, index, &value);
	return value;
}

/* ---- a storage buffer of ours ---- */

GLuint gs_storage_free_point(void)
{
	GLint n = 0;
	GL(glGetIntegerv)(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &n);
	while (n-- > 1)
		if (!get_indexed(GL_SHADER_STORAGE_BUFFER_BINDING, n))
			return n;
	return 0;
}

void gs_storage_take(struct gs_storage_binding *b, GLuint point)
{
	*b = (struct gs_storage_binding){.point = point};
	GL(glGetIntegerv)(GL_SHADER_STORAGE_BUFFER_BINDING, &b->generic);
	b->bound = get_indexed(GL_SHADER_STORAGE_BUFFER_BINDING, point);
	GL(glGetInteger64i_v)(GL_SHADER_STORAGE_BUFFER_START, point, &b->start);
	GL(glGetInteger64i_v)(GL_SHADER_STORAGE_BUFFER_SIZE, point, &b->size);
}

void gs_storage_release(const struct gs_storage_binding *b)
{
	GLint generic = 0;
	if (b->size)
		GL(glBindBufferRange)
	(GL_SHADER_STORAGE_BUFFER, b->point, b->bound, b->start, b->size);
	else GL(glBindBufferBase)(GL_SHADER_STORAGE_BUFFER, b->point, b->bound);
	GL(glGetIntegerv)(GL_SHADER_STORAGE_BUFFER_BINDING, &generic);
	if (generic !=
		b->generic) /* one that another context has deleted could not be bound again */
		GL(glBindBuffer)(GL_SHADER_STORAGE_BUFFER, b->generic);
}

/* ---- what is copied ---- */

/* The part of a buffer that lies within some binding. */
struct copied_buffer {
	GLuint buffer, copy;
	GLint64 from, to;
};

struct copied_level {
	GLuint texture, copy;
	GLenum target;
	GLint level, width, height, depth;
};

/* What is bound to a point of an indexed target. size 0: the whole buffer. */
struct bound_range {
	GLenum target;
	GLuint point;
	GLint64 start, size;
	GLint64 used; /* of the buffer, in bytes */
	unsigned copy;
};

struct bound_image {
	GLuint unit;
	GLuint program, uniform; /* that names the unit */
	GLint texture, level, layered, layer, access, format;
	GLenum target, face;
	bool copied;
	GLint buffer, start; /* of a buffer texture */
	GLint64 used;	     /* likewise; -1: GL does not tell its buffer */
	GLuint view;	     /* likewise, of the copy */
	unsigned copy;
};

enum { MOST = 96 };

struct gs_write_copies {
	const struct gs_caps *caps;
	bool bound; /* in the place of the program's */
	unsigned n_buffers, n_levels, n_ranges, n_images;
	GLint storage, counters; /* the generic bindings */
	struct copied_buffer buffer[MOST];
	struct copied_level level[MOST];
	struct bound_range range[MOST];
	struct bound_image image[MOST];
};

static bool full(struct gs_refusal *refusal)
{
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw's shaders write to more than %d buffers or images", MOST);
}

static bool refuse_orphan(GLuint buffer, struct gs_refusal *refusal)
{
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"buffer %u, which the draw's shaders may write, was deleted through another "
		"context and exists only as long as it is bound: glstep could not bind it again",
		gs_name_shown(GS_OBJECT_BUFFER, buffer));
}

/* All starts stay aligned as they are. */
static GLint64 aligned(GLint64 start)
{
	return start & ~(GLint64)4095;
}

static struct copied_buffer *find_buffer(struct gs_write_copies *w, GLuint buffer)
{
	for (unsigned i = 0; i < w->n_buffers; i++)
		if (w->buffer[i].buffer == buffer)
			return &w->buffer[i];
	return NULL;
}

static bool add_buffer(struct gs_write_copies *w, GLuint buffer, GLint64 start, GLint64 end,
	unsigned *copy, struct gs_refusal *refusal)
{
	struct copied_buffer *b = find_buffer(w, buffer);
	if (!b && w->n_buffers == MOST)
		return full(refusal);
	if (!b) {
		b = &w->buffer[w->n_buffers++];
		*b = (struct copied_buffer){.buffer = buffer, .from = aligned(start), .to = end};
	}
	if (aligned(start) < b->from)
		b->from = aligned(start);
	if (end > b->to)
		b->to = end;
	*copy = (unsigned)(b - w->buffer);
	return true;
}

/* Of what is bound, how much there is of the buffer. */
static GLint64 used_of(GLuint buffer, GLint64 start, GLint64 size)
{
	GLint64 whole = 0;
	GL(glBindBuffer)(GL_COPY_READ_BUFFER, buffer);
	GL(glGetBufferParameteri64v)(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &whole);
	return size > 0 && size < whole - start ? size : whole - start;
}

/* ---- buffers ---- */

static bool add_range(struct gs_write_copies *w, GLenum target, GLenum binding, GLenum start_name,
	GLenum size_name, GLuint point, struct gs_refusal *refusal)
{
	struct bound_range r = {.target = target, .point = point};
	GLuint buffer = (GLuint)get_indexed(binding, point);
	for (unsigned i = 0; i < w->n_ranges; i++)
		if (w->range[i].target == target && w->range[i].point == point)
			return true;
	if (!buffer)
		return true;
	if (!GL(glIsBuffer)(buffer))
		return refuse_orphan(buffer, refusal);
	GL(glGetInteger64i_v)(start_name, point, &r.start);
	GL(glGetInteger64i_v)(size_name, point, &r.size);
	r.used = used_of(buffer, r.start, r.size);
	if (r.used <= 0)
		return true;
	if (w->n_ranges == MOST)
		return full(refusal);
	if (!add_buffer(w, buffer, r.start, r.start + r.used, &r.copy, refusal))
		return false;
	w->range[w->n_ranges++] = r;
	return true;
}

static bool add_ranges(struct gs_write_copies *w, GLuint program, GLenum interface, GLenum target,
	GLenum binding, GLenum start_name, GLenum size_name, struct gs_refusal *refusal)
{
	static const GLenum property = GL_BUFFER_BINDING;
	GLint n = 0;
	GL(glGetProgramInterfaceiv)(program, interface, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		GLint point = 0;
		GL(glGetProgramResourceiv)
		(program, interface, (GLuint)i, 1, &property, 1, NULL, &point);
		if (!add_range(w, target, binding, start_name, size_name, (GLuint)point, refusal))
			return false;
	}
	return true;
}

static bool make_buffer(struct copied_buffer *b, struct gs_refusal *refusal)
{
	gs_caps_drain();
	GL(glGenBuffers)(1, &b->copy);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, b->copy);
	GL(glBufferData)(GL_COPY_WRITE_BUFFER, b->to - b->from, NULL, GL_STREAM_COPY);
	GLenum error = gs_caps_drain();
	return error == GL_NO_ERROR ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "buffer %u, which the draw's shaders may write (%lld bytes), cannot be "
		       "copied: %s",
		       gs_name_shown(GS_OBJECT_BUFFER, b->buffer), (long long)(b->to - b->from),
		       gs_caps_error_name(error));
}

/* ---- images ---- */

/* What a buffer texture shows. */
static void ask_buffer(struct bound_image *m)
{
	struct gs_texture_unit unit;
	GLint size = 0;
	gs_texture_unit_take(&unit, GL_TEXTURE_BUFFER);
	GL(glBindTexture)(GL_TEXTURE_BUFFER, (GLuint)m->texture);
	GL(glGetTexLevelParameteriv)
	(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &m->buffer);
	bool told = gs_caps_drain() == GL_NO_ERROR;
	GL(glGetTexLevelParameteriv)(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET, &m->start);
	GL(glGetTexLevelParameteriv)(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_SIZE, &size);
	if (gs_caps_drain() != GL_NO_ERROR) /* before OpenGL 4.3: the whole buffer */
		m->start = size = 0;
	gs_texture_unit_release(&unit);
	m->used = !told ? -1 : m->buffer ? used_of((GLuint)m->buffer, m->start, size) : 0;
}

static bool add_image(struct gs_write_copies *w, GLuint program, GLuint uniform, GLuint unit)
{
	struct bound_image m = {.unit = unit,
		.program = program,
		.uniform = uniform,
		.texture = get_indexed(GL_IMAGE_BINDING_NAME, unit)};
	for (unsigned i = 0; i < w->n_images; i++)
		if (w->image[i].unit == unit)
			return true;
	if (!m.texture)
		return true;
	if (w->n_images == MOST)
		return false;
	m.level = get_indexed(GL_IMAGE_BINDING_LEVEL, unit);
	m.layered = get_indexed(GL_IMAGE_BINDING_LAYERED, unit);
	m.layer = get_indexed(GL_IMAGE_BINDING_LAYER, unit);
	m.access = get_indexed(GL_IMAGE_BINDING_ACCESS, unit);
	m.format = get_indexed(GL_IMAGE_BINDING_FORMAT, unit);
	m.target = gs_texture_target((GLuint)m.texture, &m.face);
	if (m.target == GL_TEXTURE_BUFFER)
		ask_buffer(&m);
	w->image[w->n_images++] = m;
	return true;
}

/* Of an array of images each has a location of its own, behind the first one's. */
static bool add_images(struct gs_write_copies *w, GLuint program, struct gs_refusal *refusal)
{
	GLint n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveUniform)(program, (GLuint)i, sizeof name, NULL, &size, &type, name);
		GLint location = gs_uniform_is_image(type) ? GL(glGetUniformLocation)(program, name)
							   : -1;
		for (GLint e = 0; location >= 0 && e < size; e++) {
			GLint unit = 0;
			GL(glGetUniformiv)(program, location + e, &unit);
			if (!add_image(w, program, (GLuint)i, (GLuint)unit))
				return full(refusal);
		}
	}
	return true;
}

/* A texture like one level of another, in the same format; whatever was bound is bound again. */
static void make_level(struct copied_level *l, GLenum face, GLenum unit_format)
{
	struct gs_texture_unit unit;
	gs_texture_unit_take(&unit, l->target);
	GL(glBindTexture)(l->target, l->texture);
	GL(glGetTexLevelParameteriv)(face, l->level, GL_TEXTURE_WIDTH, &l->width);
	GL(glGetTexLevelParameteriv)(face, l->level, GL_TEXTURE_HEIGHT, &l->height);
	GL(glGetTexLevelParameteriv)(face, l->level, GL_TEXTURE_DEPTH, &l->depth);
	GL(glGenTextures)(1, &l->copy);
	GL(glBindTexture)(l->target, l->copy);
	/* Its own internal format may be unsized; that of the image unit has texels of the same
	 * size. */
	switch (l->target) {
	case GL_TEXTURE_3D:
	case GL_TEXTURE_2D_ARRAY:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		GL(glTexStorage3D)(l->target, 1, unit_format, l->width, l->height, l->depth);
		break;
	case GL_TEXTURE_1D:
		GL(glTexStorage1D)(l->target, 1, unit_format, l->width);
		break;
	default:
		GL(glTexStorage2D)(l->target, 1, unit_format, l->width, l->height);
	}
	gs_texture_unit_release(&unit);
	if (l->target == GL_TEXTURE_CUBE_MAP)
		l->depth = 6;
	if (l->target == GL_TEXTURE_1D_ARRAY) { /* its layers are its rows, but glCopyImageSubData
						   counts them in z */
		l->depth = l->height;
		l->height = 1;
	}
}

static void copy_level(const struct copied_level *l)
{
	GL(glCopyImageSubData)
	(l->texture, l->target, l->level, 0, 0, 0, l->copy, l->target, 0, 0, 0, 0, l->width,
		l->height, l->depth);
}

static struct copied_level *find_level(struct gs_write_copies *w, const struct bound_image *m)
{
	for (unsigned i = 0; i < w->n_levels; i++)
		if (w->level[i].texture == (GLuint)m->texture && w->level[i].level == m->level)
			return &w->level[i];
	return NULL;
}

static bool refuse_image(const struct bound_image *m, struct gs_refusal *refusal)
{
	char name[256] = "";
	GLint size = 0;
	GLenum type = 0;
	GL(glGetActiveUniform)(m->program, m->uniform, sizeof name, NULL, &size, &type, name);
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw's shaders may write to the image %s (unit %u), whose texture (target "
		"0x%x) this context cannot copy: drawn again, they would write into the "
		"program's own",
		name, m->unit, m->target);
}

static bool make_view(struct gs_write_copies *w, struct bound_image *m)
{
	const struct gs_caps *c = w->caps;
	const struct copied_buffer *b = &w->buffer[m->copy];
	struct gs_texture_unit unit;
	bool ranges = c->version >= (c->api == GS_API_ES ? 32 : 43);
	gs_caps_drain();
	GL(glGenTextures)(1, &m->view);
	gs_texture_unit_take(&unit, GL_TEXTURE_BUFFER);
	GL(glBindTexture)(GL_TEXTURE_BUFFER, m->view);
	if (ranges)
		GL(glTexBufferRange)
	(GL_TEXTURE_BUFFER, (GLenum)m->format, b->copy, m->start - b->from, m->used);
	else GL(glTexBuffer)(GL_TEXTURE_BUFFER, (GLenum)m->format, b->copy);
	gs_texture_unit_release(&unit);
	return gs_caps_drain() == GL_NO_ERROR;
}

static bool copy_written(
	struct gs_write_copies *w, struct bound_image *m, struct gs_refusal *refusal)
{
	m->copied = m->target != GL_TEXTURE_BUFFER || m->used > 0;
	if (m->target == GL_TEXTURE_BUFFER && m->used < 0)
		return refuse_image(m, refusal);
	if (m->target == GL_TEXTURE_BUFFER)
		return !m->copied || add_buffer(w, (GLuint)m->buffer, m->start, m->start + m->used,
					     &m->copy, refusal);
	struct copied_level *l = find_level(w, m);
	if (!l) {
		if (w->n_levels == MOST)
			return full(refusal);
		l = &w->level[w->n_levels++];
		*l = (struct copied_level){
			.texture = (GLuint)m->texture, .target = m->target, .level = m->level};
	}
	m->copy = (unsigned)(l - w->level);
	if (l->copy)
		return true;
	gs_caps_drain();
	bool able = m->target && w->caps->copy_images && w->caps->level_sizes;
	if (able)
		make_level(l, m->face, (GLenum)m->format);
	if (able && gs_caps_drain() == GL_NO_ERROR) {
		copy_level(l);
		able = gs_caps_drain() == GL_NO_ERROR;
	}
	return able || refuse_image(m, refusal);
}

/* What is only read shows what the draw writes, where that is the same memory. */
static bool copy_read(struct gs_write_copies *w, struct bound_image *m, struct gs_refusal *refusal)
{
	bool written = m->target == GL_TEXTURE_BUFFER ? find_buffer(w, (GLuint)m->buffer) != NULL
						      : find_level(w, m) != NULL;
	return !written || copy_written(w, m, refusal);
}

static bool copy_images(struct gs_write_copies *w, struct gs_refusal *refusal)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < w->n_images; i++)
		if (w->image[i].access != GL_READ_ONLY)
			ok = copy_written(w, &w->image[i], refusal);
	for (unsigned i = 0; ok && i < w->n_images; i++)
		if (w->image[i].access == GL_READ_ONLY)
			ok = copy_read(w, &w->image[i], refusal);
	return ok;
}

/* ---- all of it ---- */

static bool add_resources(struct gs_write_copies *w, GLuint program, struct gs_refusal *refusal)
{
	const struct gs_caps *c = w->caps;
	bool ok = true;
	GLint counters = 0;
	if (c->atomic_counters && !c->interfaces)
		GL(glGetProgramiv)(program, GL_ACTIVE_ATOMIC_COUNTER_BUFFERS, &counters);
	if (counters)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw's shaders write atomic counters: binding copies of them needs "
			"program interface queries (OpenGL 4.3)");
	if (c->interfaces && c->copy_buffers)
		ok = add_ranges(w, program, GL_SHADER_STORAGE_BLOCK, GL_SHADER_STORAGE_BUFFER,
			     GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
			     GL_SHADER_STORAGE_BUFFER_SIZE, refusal) &&
		     add_ranges(w, program, GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER,
			     GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START,
			     GL_ATOMIC_COUNTER_BUFFER_SIZE, refusal);
	return ok && (!c->images || add_images(w, program, refusal));
}

/* Captures are drawn with a variant of the program; else the edited one is drawn with, if there is
 * one. */
static bool add_program(struct gs_write_copies *w, const struct gs_redraw *redraw, GLuint program,
	struct gs_refusal *refusal)
{
	GLuint edited = redraw->edited ? redraw->edited(redraw->data, program) : 0;
	const struct gs_link *link = redraw->link(redraw->data, program);
	if (link && gs_link_writes_unseen(w->caps, link))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the shaders of program %u may write through handles (bindless textures) "
			"or addresses, which cannot be redirected to copies: drawn again, they "
			"would write into the program's own memory",
			gs_name_shown(GS_OBJECT_PROGRAM, program));
	return add_resources(w, program, refusal) && (!edited || add_resources(w, edited, refusal));
}

static bool add_programs(struct gs_write_copies *w, const struct gs_redraw *redraw,
	const struct gs_saved *saved, struct gs_refusal *refusal)
{
	const struct gs_caps *c = w->caps;
	bool ok = true;
	if (saved->program)
		return add_program(w, redraw, (GLuint)saved->program, refusal);
	for (unsigned i = 0; ok && saved->pipeline && i < GS_N_STAGES; i++) {
		GLint program = 0;
		if (!gs_caps_stage(c, i))
			continue;
		GL(glGetProgramPipelineiv)((GLuint)saved->pipeline, gs_stage_types[i], &program);
		ok = !program || add_program(w, redraw, (GLuint)program, refusal);
	}
	return ok;
}

/* Binding to a point changes them, too. */
static bool get_generic(struct gs_write_copies *w, struct gs_refusal *refusal)
{
	if (!w->n_ranges)
		return true;
	GL(glGetIntegerv)(GL_SHADER_STORAGE_BUFFER_BINDING, &w->storage);
	GL(glGetIntegerv)(GL_ATOMIC_COUNTER_BUFFER_BINDING, &w->counters);
	gs_caps_drain();
	if (w->storage && !GL(glIsBuffer)((GLuint)w->storage))
		return refuse_orphan((GLuint)w->storage, refusal);
	if (w->counters && !GL(glIsBuffer)((GLuint)w->counters))
		return refuse_orphan((GLuint)w->counters, refusal);
	return true;
}

static bool make_copies(struct gs_write_copies *w, struct gs_refusal *refusal)
{
	bool ok = copy_images(w, refusal); /* buffers are known after that */
	for (unsigned i = 0; ok && i < w->n_buffers; i++)
		ok = make_buffer(&w->buffer[i], refusal);
	for (unsigned i = 0; ok && i < w->n_images; i++) {
		struct bound_image *m = &w->image[i];
		if (m->copied && m->target == GL_TEXTURE_BUFFER)
			ok = make_view(w, m) || refuse_image(m, refusal);
	}
	return ok;
}

static void bind_copies(const struct gs_write_copies *w)
{
	for (unsigned i = 0; i < w->n_ranges; i++) {
		const struct bound_range *r = &w->range[i];
		const struct copied_buffer *b = &w->buffer[r->copy];
		GL(glBindBufferRange)(r->target, r->point, b->copy, r->start - b->from, r->used);
	}
	for (unsigned i = 0; i < w->n_images; i++) {
		const struct bound_image *m = &w->image[i];
		bool buffer = m->target == GL_TEXTURE_BUFFER;
		if (m->copied)
			GL(glBindImageTexture)
		(m->unit, buffer ? m->view : w->level[m->copy].copy, 0, (GLboolean)m->layered,
			m->layer, (GLenum)m->access, (GLenum)m->format);
	}
}

static void bind_theirs(const struct gs_write_copies *w)
{
	for (unsigned i = 0; i < w->n_ranges; i++) {
		const struct bound_range *r = &w->range[i];
		GLuint buffer = w->buffer[r->copy].buffer;
		if (r->size)
			GL(glBindBufferRange)(r->target, r->point, buffer, r->start, r->size);
		else
			GL(glBindBufferBase)(r->target, r->point, buffer);
		bool storage = r->target == GL_SHADER_STORAGE_BUFFER;
		GL(glBindBuffer)(r->target, (GLuint)(storage ? w->storage : w->counters));
	}
	for (unsigned i = 0; i < w->n_images; i++) {
		const struct bound_image *m = &w->image[i];
		if (m->copied)
			GL(glBindImageTexture)
		(m->unit, (GLuint)m->texture, m->level, (GLboolean)m->layered, m->layer,
			(GLenum)m->access, (GLenum)m->format);
	}
}

static void fill_buffer(const struct copied_buffer *b, GLint64 start, GLint64 size)
{
	GL(glBindBuffer)(GL_COPY_READ_BUFFER, b->buffer);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, b->copy);
	GL(glCopyBufferSubData)
	(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, start, start - b->from, size);
}

static bool is_empty(const struct gs_write_copies *w)
{
	return !w->n_buffers && !w->n_levels;
}

struct gs_write_copies *gs_write_copies_take(
	const struct gs_redraw *redraw, const struct gs_saved *saved, struct gs_refusal *refusal)
{
	struct gs_write_copies *w = calloc(1, sizeof *w);
	if (!w) {
		gs_refusal_set(refusal, GS_STATUS_INTERNAL, "the program is out of memory");
		return NULL;
	}
	w->caps = saved->caps;
	bool ok = add_programs(w, redraw, saved, refusal) && get_generic(w, refusal) &&
		  make_copies(w, refusal);
	gs_caps_drain();
	if (ok && !is_empty(w)) {
		w->bound = true;
		bind_copies(w);
		ok = gs_caps_drain() == GL_NO_ERROR ||
		     gs_refusal_set(refusal, GS_STATUS_INTERNAL,
			     "the copies of what the draw's shaders write could not be bound");
	}
	if (ok)
		return w;
	gs_write_copies_release(w);
	return NULL;
}

bool gs_write_copies_fill(const struct gs_write_copies *w, struct gs_refusal *refusal)
{
	if (is_empty(w))
		return true;
	GL(glFlush)(); /* Mesa keeps glRect and glBitmap back, also from a barrier */
	GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	gs_caps_drain();
	for (unsigned i = 0; i < w->n_ranges; i++) {
		const struct bound_range *r = &w->range[i];
		fill_buffer(&w->buffer[r->copy], r->start, r->used);
	}
	for (unsigned i = 0; i < w->n_images; i++) {
		const struct bound_image *m = &w->image[i];
		if (m->copied && m->target == GL_TEXTURE_BUFFER)
			fill_buffer(&w->buffer[m->copy], m->start, m->used);
	}
	for (unsigned i = 0; i < w->n_levels; i++)
		copy_level(&w->level[i]);
	GLenum error = gs_caps_drain();
	return error == GL_NO_ERROR ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "what the draw's shaders may write cannot be copied: %s",
		       gs_caps_error_name(error));
}

void gs_write_copies_release(struct gs_write_copies *w)
{
	if (w->bound) {
		GL(glFlush)(); /* as above */
		bind_theirs(w);
	}
	for (unsigned i = 0; i < w->n_images; i++)
		if (w->image[i].view)
			GL(glDeleteTextures)(1, &w->image[i].view);
	for (unsigned i = 0; i < w->n_levels; i++)
		GL(glDeleteTextures)(1, &w->level[i].copy);
	for (unsigned i = 0; i < w->n_buffers; i++)
		GL(glDeleteBuffers)(1, &w->buffer[i].copy);
	gs_caps_drain();
	free(w);
}

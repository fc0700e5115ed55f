/* SPDX-License-Identifier: MIT */
#include "preload/capture-buffers.h"
#include "preload/target.h"

#include <stdio.h>
#include <string.h>

static GLint get_indexed(GLenum name, GLuint index)
{
	GLint value = 0;
	GL(glGetIntegeri_v)(name, index, &value);
	return value;
}

static bool full(struct gs_refusal *refusal)
{
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw's shaders write to more than %d buffers or images", GS_MAX_WRITTEN);
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
	else
		GL(glBindBufferBase)(GL_SHADER_STORAGE_BUFFER, b->point, b->bound);
	GL(glGetIntegerv)(GL_SHADER_STORAGE_BUFFER_BINDING, &generic);
	if (generic != b->generic) /* one that another context has deleted could not be bound again */
		GL(glBindBuffer)(GL_SHADER_STORAGE_BUFFER, b->generic);
}

/* ---- buffers ---- */

static bool keep_buffer(struct gs_written *w, GLuint buffer, GLint64 start, GLint64 size,
	struct gs_refusal *refusal)
{
	GLint64 whole = 0;
	if (!buffer)
		return true;
	if (w->n_buffers == GS_MAX_WRITTEN)
		return full(refusal);
	GL(glBindBuffer)(GL_COPY_READ_BUFFER, buffer);
	GL(glGetBufferParameteri64v)(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &whole);
	if (size <= 0 || size > whole - start)
		size = whole - start;
	if (size <= 0)
		return true;
	struct gs_written_buffer *b = &w->buffer[w->n_buffers++];
	*b = (struct gs_written_buffer){.buffer = buffer, .start = start, .size = size};
	GL(glGenBuffers)(1, &b->copy);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, b->copy);
	GL(glBufferData)(GL_COPY_WRITE_BUFFER, size, NULL, GL_STREAM_COPY);
	GL(glCopyBufferSubData)(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, start, 0, size);
	GLenum error = gs_caps_drain();
	if (error == GL_NO_ERROR)
		return true;
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"a buffer that the draw's shaders write (name %u, %lld bytes) cannot be kept: %s",
		buffer, (long long)size, gs_caps_error_name(error));
}

static bool keep_bound(struct gs_written *w, GLuint program, GLenum interface, GLenum binding,
	GLenum start_name, GLenum size_name, struct gs_refusal *refusal)
{
	static const GLenum property = GL_BUFFER_BINDING;
	GLint n = 0;
	GL(glGetProgramInterfaceiv)(program, interface, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		GLint point = 0;
		GLint64 start = 0, size = 0;
		GL(glGetProgramResourceiv)(program, interface, i, 1, &property, 1, NULL, &point);
		GL(glGetInteger64i_v)(start_name, point, &start);
		GL(glGetInteger64i_v)(size_name, point, &size);
		if (!keep_buffer(w, get_indexed(binding, point), start, size, refusal))
			return false;
	}
	return true;
}

/* ---- images ---- */

/* A texture like one level of another, in the same format; whatever was bound is bound again. */
static void make_copy(struct gs_written_image *m, GLenum face, GLint unit_format)
{
	GLint bound = 0;
	GL(glGetIntegerv)(gs_texture_binding(m->target), &bound);
	GL(glBindTexture)(m->target, m->texture);
	GL(glGetTexLevelParameteriv)(face, m->level, GL_TEXTURE_WIDTH, &m->width);
	GL(glGetTexLevelParameteriv)(face, m->level, GL_TEXTURE_HEIGHT, &m->height);
	GL(glGetTexLevelParameteriv)(face, m->level, GL_TEXTURE_DEPTH, &m->depth);
	GL(glGenTextures)(1, &m->copy);
	GL(glBindTexture)(m->target, m->copy);
	/* Its own internal format may be unsized; that of the image unit has texels of the same
	 * size. */
	switch (m->target) {
	case GL_TEXTURE_3D:
	case GL_TEXTURE_2D_ARRAY:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		GL(glTexStorage3D)(m->target, 1, unit_format, m->width, m->height, m->depth);
		break;
	case GL_TEXTURE_1D:
		GL(glTexStorage1D)(m->target, 1, unit_format, m->width);
		break;
	default:
		GL(glTexStorage2D)(m->target, 1, unit_format, m->width, m->height);
	}
	GL(glBindTexture)(m->target, bound);
	if (m->target == GL_TEXTURE_CUBE_MAP)
		m->depth = 6;
	if (m->target == GL_TEXTURE_1D_ARRAY) { /* its layers are its rows, but glCopyImageSubData
						   counts them in z */
		m->depth = m->height;
		m->height = 1;
	}
}

static bool keep_image(struct gs_written *w, const struct gs_caps *c, GLuint unit, const char *name,
	struct gs_refusal *refusal)
{
	GLuint texture = get_indexed(GL_IMAGE_BINDING_NAME, unit);
	GLenum face = GL_NONE;
	if (!texture || get_indexed(GL_IMAGE_BINDING_ACCESS, unit) == GL_READ_ONLY)
		return true;
	struct gs_written_image image = {.texture = texture,
		.target = gs_texture_target(texture, &face),
		.level = get_indexed(GL_IMAGE_BINDING_LEVEL, unit)};
	if (image.target == GL_TEXTURE_BUFFER && c->direct) {
		GLint buffer = 0;
		GL(glGetTextureLevelParameteriv)
		(texture, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer);
		return keep_buffer(w, buffer, 0, 0, refusal);
	}
	if (w->n_images == GS_MAX_WRITTEN)
		return full(refusal);
	gs_caps_drain();
	if (c->copy_images && c->level_sizes) {
		make_copy(&image, face, get_indexed(GL_IMAGE_BINDING_FORMAT, unit));
		w->image[w->n_images++] = image;
		GL(glCopyImageSubData)
		(texture, image.target, image.level, 0, 0, 0, image.copy, image.target, 0, 0, 0, 0,
			image.width, image.height, image.depth);
		if (gs_caps_drain() == GL_NO_ERROR)
			return true;
	}
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"the draw's shaders may write to the image %s, whose texture (target 0x%x) this "
		"context cannot copy, so "
		"that what they write could not be put back",
		name, image.target);
}

static bool is_image(GLenum type)
{
	return type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY;
}

static bool keep_images(
	struct gs_written *w, const struct gs_caps *c, GLuint program, struct gs_refusal *refusal)
{
	GLint n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "", element[1040];
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveUniform)(program, i, sizeof name, NULL, &size, &type, name);
		if (!is_image(type))
			continue;
		size_t length = strlen(
			name); /* "s[0].image[0]": only the last is the array itself */
		char *bracket = length > 3 && !strcmp(name + length - 3, "[0]") ? name + length - 3
										: NULL;
		if (bracket)
			*bracket = '\0';
		for (GLint e = 0; e < size; e++) {
			GLint unit = 0;
			snprintf(element, sizeof element, bracket ? "%s[%d]" : "%s", name, e);
			GLint location = GL(glGetUniformLocation)(program, element);
			if (location < 0)
				continue;
			GL(glGetUniformiv)(program, location, &unit);
			if (!keep_image(w, c, unit, element, refusal))
				return false;
		}
	}
	return true;
}

/* ---- all of it ---- */

static bool keep_program(
	struct gs_written *w, const struct gs_caps *c, GLuint program, struct gs_refusal *refusal)
{
	bool ok = true;
	GLint counters = 0;
	if (c->atomic_counters && !c->interfaces)
		GL(glGetProgramiv)(program, GL_ACTIVE_ATOMIC_COUNTER_BUFFERS, &counters);
	if (counters)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw's shaders write atomic counters, which can be put back only with "
			"program interface queries (OpenGL 4.3)");
	if (c->interfaces && c->copy_buffers)
		ok = keep_bound(w, program, GL_SHADER_STORAGE_BLOCK,
			     GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
			     GL_SHADER_STORAGE_BUFFER_SIZE, refusal) &&
		     keep_bound(w, program, GL_ATOMIC_COUNTER_BUFFER,
			     GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START,
			     GL_ATOMIC_COUNTER_BUFFER_SIZE, refusal);
	return ok && (!c->images || keep_images(w, c, program, refusal));
}

bool gs_written_save(struct gs_written *w, const struct gs_saved *saved, struct gs_refusal *refusal)
{
	static const GLenum stages[] = {
		GL_VERTEX_SHADER,
		GL_FRAGMENT_SHADER,
		GL_GEOMETRY_SHADER,
		GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER,
		GL_COMPUTE_SHADER,
	};
	const struct gs_caps *c = saved->caps;
	bool ok = true;
	w->n_buffers = w->n_images = 0;
	if (c->images && (saved->program || saved->pipeline))
		GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	if (saved->program)
		ok = keep_program(w, c, saved->program, refusal);
	for (unsigned i = 0; ok && !saved->program && saved->pipeline && i < 6; i++) {
		GLint program = 0;
		if ((i == 2 && !c->stages_geometry) || ((i == 3 || i == 4) && !c->stages_tess) ||
			(i == 5 && !c->stages_compute))
			continue;
		GL(glGetProgramPipelineiv)(saved->pipeline, stages[i], &program);
		ok = !program || keep_program(w, c, program, refusal);
	}
	gs_caps_drain();
	if (!ok)
		gs_written_finish(w);
	return ok;
}

void gs_written_restore(const struct gs_written *w)
{
	if (w->n_buffers || w->n_images) {
		GL(glFlush)(); /* Mesa keeps glRect and glBitmap back, also from a barrier */
		GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	}
	for (unsigned i = 0; i < w->n_buffers; i++) {
		const struct gs_written_buffer *b = &w->buffer[i];
		GL(glBindBuffer)(GL_COPY_READ_BUFFER, b->copy);
		GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, b->buffer);
		GL(glCopyBufferSubData)
		(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, b->start, b->size);
	}
	for (unsigned i = 0; i < w->n_images; i++) {
		const struct gs_written_image *m = &w->image[i];
		GL(glCopyImageSubData)
		(m->copy, m->target, 0, 0, 0, 0, m->texture, m->target, m->level, 0, 0, 0, m->width,
			m->height, m->depth);
	}
}

void gs_written_finish(struct gs_written *w)
{
	for (unsigned i = 0; i < w->n_buffers; i++)
		GL(glDeleteBuffers)(1, &w->buffer[i].copy);
	for (unsigned i = 0; i < w->n_images; i++)
		GL(glDeleteTextures)(1, &w->image[i].copy);
	w->n_buffers = w->n_images = 0;
}

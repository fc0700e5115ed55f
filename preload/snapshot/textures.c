/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include <stdlib.h>
#include "preload/inspect/inspect.h"
#include "preload/caps/texture.h"
#include "preload/shadow/texture-views.h"

struct texture {
	struct gs_live_snapshot *s;
	GLuint name;
	GLenum target;
	bool is_fixed;
};

GLenum gs_snapshot_texture_target(GLuint name)
{
	GLenum image;
	return gs_texture_target(name, &image);
}

static GLint parameter(GLenum target, GLenum name)
{
	GLint value = 0;
	GL(glGetTexParameteriv)(target, name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static void miss(struct texture *t, const char *why)
{
	gs_snapshot_miss(t->s, "texture", t->name, why);
}

/* ---- images ---- */

/* False: there is no such image. */
static bool ask_image(
	struct texture *t, struct gs_snapshot_image *image, GLenum target, GLint level)
{
	*image = (struct gs_snapshot_image){.texture = t->name, .target = target, .level = level};
	return gs_snapshot_ask_image(&t->s->gl, image);
}

void gs_snapshot_put_image(struct gs_live_snapshot *s, const struct gs_snapshot_image *image,
	bool is_fixed, const uint8_t *bytes)
{
	const struct gs_snapshot_call call = gs_snapshot_image_call(image, is_fixed);
	const struct gs_made_up_memory memory = {.data = bytes,
		.count = image->size,
		.argument = (uint8_t)call.pointer,
		.class = GS_CLASS_VOID,
		.bits = 8};
	gs_snapshot_put(s, call.function, call.args, call.n_args, &memory, bytes != NULL);
}

static void add_image(struct texture *t, const struct gs_snapshot_image *image)
{
	const struct gs_snapshot_call call = gs_snapshot_image_call(image, t->is_fixed);
	uint8_t *bytes = image->size <= GS_SNAPSHOT_MOST
				 ? gs_snapshot_claim(t->s, call.function, call.args, call.n_args,
					   call.pointer, image->size)
				 : NULL;
	if (!bytes) {
		miss(t, "it is too large");
		return;
	}
	if (!gs_snapshot_read_image(&t->s->gl, image, bytes)) {
		miss(t, t->s->gl.is_es ? "OpenGL ES reads only textures that can be drawn into"
				       : "the driver does not let it be read");
		memset(bytes, 0, image->size);
	}
}

static void add_level(struct texture *t, GLint level, const char **why)
{
	bool is_cube = t->target == GL_TEXTURE_CUBE_MAP;
	for (GLenum face = 0; face < (is_cube ? 6u : 1u); face++) {
		struct gs_snapshot_image image;
		GLenum target = is_cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : t->target;
		if (!ask_image(t, &image, target, level))
			continue;
		const char *no_format = gs_snapshot_find_format(&t->s->gl, &image);
		if (no_format)
			*why = no_format;
		else
			add_image(t, &image);
	}
}

static void put_storage(struct texture *t, GLint levels)
{
	static const uint16_t functions[] = {
		GS_FN_glTexStorage1D, GS_FN_glTexStorage2D, GS_FN_glTexStorage3D};
	struct gs_snapshot_image image;
	bool is_cube = t->target == GL_TEXTURE_CUBE_MAP;
	if (!ask_image(t, &image, is_cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : t->target, 0))
		return;
	const uint64_t internal = (uint64_t)gs_snapshot_parameter(
		&t->s->gl, &image, GL_TEXTURE_INTERNAL_FORMAT);
	const uint64_t args[] = {t->target, (uint64_t)levels, internal, (uint64_t)image.width,
		(uint64_t)image.height, (uint64_t)image.depth};
	unsigned axes = gs_snapshot_dimensions(t->target);
	gs_snapshot_put(t->s, functions[axes - 1], args, 3 + axes, NULL, 0);
}

static void add_images(struct texture *t)
{
	GLint levels = t->is_fixed ? parameter(t->target, GL_TEXTURE_IMMUTABLE_LEVELS) : 0;
	const char *why = NULL;
	if (t->is_fixed)
		put_storage(t, levels);
	else
		for (GLint size = gs_snapshot_get(GL_MAX_TEXTURE_SIZE); size; size /= 2)
			levels++;
	for (GLint level = 0; level < levels; level++)
		add_level(t, level, &why);
	if (why)
		miss(t, why);
}

/* ---- textures of several samples, and of buffers ---- */

static void add_samples(struct texture *t)
{
	struct gs_snapshot_image image;
	bool is_array = t->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
	if (!ask_image(t, &image, t->target, 0))
		return;
	const uint64_t args[] = {t->target,
		(uint64_t)gs_snapshot_parameter(&t->s->gl, &image, GL_TEXTURE_SAMPLES),
		(uint64_t)gs_snapshot_parameter(&t->s->gl, &image, GL_TEXTURE_INTERNAL_FORMAT),
		(uint64_t)image.width, (uint64_t)image.height, is_array ? (uint64_t)image.depth : 0,
		0};
	uint64_t sorted[7];
	unsigned n = is_array ? 7 : 6;
	memcpy(sorted, args, sizeof sorted);
	sorted[n - 1] = (uint64_t)gs_snapshot_parameter(
		&t->s->gl, &image, GL_TEXTURE_FIXED_SAMPLE_LOCATIONS);
	bool has_storage = t->is_fixed;
	gs_snapshot_put(t->s,
		is_array      ? has_storage ? GS_FN_glTexStorage3DMultisample
					    : GS_FN_glTexImage3DMultisample
		: has_storage ? GS_FN_glTexStorage2DMultisample
			      : GS_FN_glTexImage2DMultisample,
		sorted, n, NULL, 0);
	miss(t, "no call of GL gives pixels to a texture of several samples");
}

static void add_buffer(struct texture *t)
{
	const struct gs_snapshot_image image = {.target = GL_TEXTURE_BUFFER};
	const struct gs_snapshot_gl *gl = &t->s->gl;
	uint64_t internal = (uint64_t)gs_snapshot_parameter(gl, &image, GL_TEXTURE_INTERNAL_FORMAT);
	uint64_t buffer = (uint64_t)gs_snapshot_parameter(
		gl, &image, GL_TEXTURE_BUFFER_DATA_STORE_BINDING);
	gs_snapshot_errors(gl);
	uint64_t offset = (uint64_t)gs_snapshot_parameter(gl, &image, GL_TEXTURE_BUFFER_OFFSET);
	uint64_t size = (uint64_t)gs_snapshot_parameter(gl, &image, GL_TEXTURE_BUFFER_SIZE);
	bool has_range = !gs_snapshot_errors(gl) && (offset || size) && buffer &&
			 (GLint64)size != gs_buffer_bytes(&t->s->caps, (GLuint)buffer);
	if (has_range)
		GS_PUT(t->s, glTexBufferRange, GL_TEXTURE_BUFFER, internal, buffer, offset, size);
	else
		GS_PUT(t->s, glTexBuffer, GL_TEXTURE_BUFFER, internal, buffer);
}

/* ---- one texture ---- */

static void add_contents(struct texture *t)
{
	bool is_old = t->s->gl.is_es && t->s->caps.version < 31;
	if (is_old)
		miss(t, "OpenGL ES below 3.1 does not say what a texture is");
	else if (t->target == GL_TEXTURE_BUFFER)
		add_buffer(t);
	else if (t->target == GL_TEXTURE_2D_MULTISAMPLE ||
		 t->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		add_samples(t);
	else
		add_images(t);
}

static void add(struct gs_live_snapshot *s, GLuint name)
{
	struct texture t = {.s = s, .name = name, .target = gs_snapshot_texture_target(name)};
	gs_snapshot_put_name(s, GS_FN_glGenTextures, true, name);
	if (!t.target)
		return;
	struct gs_texture_unit unit;
	gs_texture_unit_take(&unit, t.target);
	GL(glBindTexture)(t.target, name);
	GS_PUT(s, glBindTexture, t.target, name);
	if (gs_caps_drain() == GL_NO_ERROR) {
		t.is_fixed = parameter(t.target, GL_TEXTURE_IMMUTABLE_FORMAT);
		add_contents(&t);
		if (t.target != GL_TEXTURE_BUFFER)
			gs_snapshot_texture_parameters(s, t.target);
	}
	gs_snapshot_put_label(s, GL_TEXTURE, name);
	GS_PUT(s, glBindTexture, t.target, 0);
	gs_texture_unit_release(&unit);
}

/* Of a view that still is one, and whose origin still has a name: what was told when it was made.
 * NULL: the texture is none. */
static const struct gs_texture_view *view_of(struct gs_live_snapshot *s, GLuint name)
{
	for (const struct gs_texture_view *view = gs_views(); view; view = view->next)
		if (view->group == s->context->group && view->texture == name)
			return GL(glIsTexture)(view->origin) &&
					       gs_snapshot_texture_target(name) == view->target
				       ? view
				       : NULL;
	return NULL;
}

static void add_texture(struct gs_live_snapshot *s, GLuint name)
{
	if (!view_of(s, name))
		add(s, name);
}

static void add_view(struct gs_live_snapshot *s, const struct gs_texture_view *view)
{
	struct gs_texture_unit unit;
	gs_snapshot_put_name(s, GS_FN_glGenTextures, true, view->texture);
	GS_PUT(s, glTextureView, view->texture, view->target, view->origin, view->internal,
		view->first_level, view->n_levels, view->first_layer, view->n_layers);
	gs_texture_unit_take(&unit, view->target);
	GL(glBindTexture)(view->target, view->texture);
	GS_PUT(s, glBindTexture, view->target, view->texture);
	gs_snapshot_texture_parameters(s, view->target);
	gs_snapshot_put_label(s, GL_TEXTURE, view->texture);
	GS_PUT(s, glBindTexture, view->target, 0);
	gs_texture_unit_release(&unit);
}

/* A view may be one of another view, which was made before. */
static void add_views(struct gs_live_snapshot *s, const struct gs_texture_view *views)
{
	if (!views)
		return;
	add_views(s, views->next);
	if (views->group == s->context->group && GL(glIsTexture)(views->texture) &&
		view_of(s, views->texture) == views)
		add_view(s, views);
}

void gs_snapshot_textures(struct gs_live_snapshot *s)
{
	gs_snapshot_each(s, GS_FN_glIsTexture, add_texture);
	add_views(s, gs_views());
}

/* ---- renderbuffers ---- */

static GLint renderbuffer_parameter(GLenum name)
{
	GLint value = 0;
	GL(glGetRenderbufferParameteriv)(GL_RENDERBUFFER, name, &value);
	return value;
}

/* Copy the renderbuffer to the texture that is bound. Return whether the two have one format. */
static bool copy(GLuint name, const struct gs_snapshot_image *image)
{
	GL(glCopyImageSubData)
	(name, GL_RENDERBUFFER, 0, 0, 0, 0, image->texture, GL_TEXTURE_2D, 0, 0, 0, 0, image->width,
		image->height, 1);
	return gs_caps_drain() == GL_NO_ERROR;
}

/* A texture that has the renderbuffer's format, with what it holds. By the type of its pixels a
 * driver may choose what an internal format without a size is. */
static bool copy_to_texture(
	GLuint name, GLint internal, struct gs_snapshot_image *image, bool *is_fixed)
{
	static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT,
		GL_UNSIGNED_INT_24_8, GL_FLOAT};
	GL(glGenTextures)(1, &image->texture);
	GL(glBindTexture)(GL_TEXTURE_2D, image->texture);
	GL(glTexStorage2D)
	(GL_TEXTURE_2D, 1, (GLenum)internal, image->width, image->height);
	*is_fixed = gs_caps_drain() == GL_NO_ERROR;
	if (*is_fixed)
		return copy(name, image);
	GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		GL(glTexImage2D)
		(GL_TEXTURE_2D, 0, internal, image->width, image->height, 0, (GLenum)internal,
			types[i], NULL);
		if (gs_caps_drain() == GL_NO_ERROR && copy(name, image))
			return true;
	}
	return false;
}

static void put_renderbuffer_pixels(struct gs_live_snapshot *s, GLuint name, GLint internal,
	const struct gs_snapshot_image *image, bool is_fixed, const uint8_t *bytes)
{
	const GLuint own = GS_SNAPSHOT_OWN_NAME;
	gs_snapshot_put_name(s, GS_FN_glGenTextures, true, own);
	GS_PUT(s, glBindTexture, GL_TEXTURE_2D, own);
	if (is_fixed)
		GS_PUT(s, glTexStorage2D, GL_TEXTURE_2D, 1, (uint64_t)internal,
			(uint64_t)image->width, (uint64_t)image->height);
	else
		GS_PUT(s, glTexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	gs_snapshot_put_image(s, image, is_fixed, bytes);
	GS_PUT(s, glCopyImageSubData, own, GL_TEXTURE_2D, 0, 0, 0, 0, name, GL_RENDERBUFFER, 0, 0,
		0, 0, (uint64_t)image->width, (uint64_t)image->height, 1);
	gs_snapshot_put_name(s, GS_FN_glDeleteTextures, false, own);
}

/* What it holds, by way of a texture of its format, of which glCopyImageSubData copies each bit. */
static void add_renderbuffer_pixels(struct gs_live_snapshot *s, GLuint name, GLint internal)
{
	struct gs_snapshot_image image = {.target = GL_TEXTURE_2D,
		.width = renderbuffer_parameter(GL_RENDERBUFFER_WIDTH),
		.height = renderbuffer_parameter(GL_RENDERBUFFER_HEIGHT),
		.depth = 1};
	struct gs_texture_unit unit;
	bool is_fixed;
	uint8_t *bytes = NULL;
	gs_texture_unit_take(&unit, GL_TEXTURE_2D);
	const char *why = copy_to_texture(name, internal, &image, &is_fixed)
				  ? gs_snapshot_find_format(&s->gl, &image)
				  : "no texture has its format";
	if (!why && !(bytes = malloc(image.size)))
		why = "it is too large";
	if (!why && !gs_snapshot_read_image(&s->gl, &image, bytes))
		why = "the driver does not let it be read";
	if (why)
		gs_snapshot_miss(s, "renderbuffer", name, why);
	else
		put_renderbuffer_pixels(s, name, internal, &image, is_fixed, bytes);
	gs_texture_unit_release(&unit);
	GL(glDeleteTextures)(1, &image.texture);
	free(bytes);
}

static void add_renderbuffer(struct gs_live_snapshot *s, GLuint name)
{
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, name);
	GLint width = renderbuffer_parameter(GL_RENDERBUFFER_WIDTH);
	GLint samples = renderbuffer_parameter(GL_RENDERBUFFER_SAMPLES);
	GLint internal = renderbuffer_parameter(GL_RENDERBUFFER_INTERNAL_FORMAT);
	gs_caps_drain();
	gs_snapshot_put_name(s, GS_FN_glGenRenderbuffers, true, name);
	GS_PUT(s, glBindRenderbuffer, GL_RENDERBUFFER, name);
	if (width > 0)
		GS_PUT(s, glRenderbufferStorageMultisample, GL_RENDERBUFFER, (uint64_t)samples,
			(uint64_t)internal, (uint64_t)width,
			(uint64_t)renderbuffer_parameter(GL_RENDERBUFFER_HEIGHT));
	if (width > 0 && samples > 0)
		gs_snapshot_miss(s, "renderbuffer", name,
			"no call of GL gives pixels to a renderbuffer of several samples");
	else if (width > 0 && !s->caps.copy_images)
		gs_snapshot_miss(s, "renderbuffer", name,
			"this context has no way to copy it: that needs OpenGL 4.3 or ES 3.2");
	else if (width > 0)
		add_renderbuffer_pixels(s, name, internal);
	gs_snapshot_put_label(s, GL_RENDERBUFFER, name);
}

void gs_snapshot_renderbuffers(struct gs_live_snapshot *s)
{
	GLint held = gs_snapshot_get(GL_RENDERBUFFER_BINDING);
	gs_snapshot_each(s, GS_FN_glIsRenderbuffer, add_renderbuffer);
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, (GLuint)held);
	GS_PUT(s, glBindRenderbuffer, GL_RENDERBUFFER, 0);
}

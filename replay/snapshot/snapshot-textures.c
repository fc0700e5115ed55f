/* SPDX-License-Identifier: MIT */
/* What a texture holds: each image of it. */
#include <string.h>
#include "replay/snapshot/snapshot-private.h"

struct texture {
	struct gs_player *player;
	GLuint own;
	bool is_fixed;
	GPtrArray *uploads;
	GArray *images; /* struct gs_snapshot_image, of each upload */
};

/* In OpenGL ES an internal format without a size is what the type of the pixels says; with another
 * one the same calls would make another texture. */
static bool is_chosen_by_pixels(struct gs_player *player, const struct gs_snapshot_image *image)
{
	static const GLint unsized[] = {
		GL_RGB, GL_RGBA, GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA};
	bool is_unsized = false;
	for (size_t i = 0; i < G_N_ELEMENTS(unsized); i++)
		is_unsized |= image->internal == unsized[i];
	return gs_replay_context(player)->is_es &&
	       (image->internal == GL_BGRA || (is_unsized && image->bits != 8));
}

/* NULL, or why not; also where there is no such image. */
static const char *add_image(struct texture *texture, GLenum target, GLint level)
{
	struct gs_player *player = texture->player;
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(player);
	struct gs_snapshot_image image = {
		.texture = texture->own, .target = target, .level = level};
	struct gs_snapshot_upload *upload;
	const char *why;
	if (!gs_snapshot_ask_image(&gl, &image))
		return NULL;
	why = gs_snapshot_find_format(&gl, &image);
	if (!why && image.size > GS_SNAPSHOT_MOST)
		why = "the texture is too large";
	if (!why && is_chosen_by_pixels(player, &image))
		why = "what it is depends on the pixels that it was given";
	if (why)
		return why;
	upload = gs_snapshot_image_upload(&image, texture->is_fixed);
	g_ptr_array_add(texture->uploads, upload);
	g_array_append_val(texture->images, image);
	if (gs_snapshot_read_image(&gl, &image, upload->bytes))
		return NULL;
	return gs_replay_context(player)->is_es
		       ? "OpenGL ES reads only textures that can be drawn into"
		       : "the texture cannot be read";
}

static const char *add_images(struct texture *texture, GLenum target)
{
	bool is_cube = target == GL_TEXTURE_CUBE_MAP;
	GLint size = gs_replay_get(texture->player, GL_MAX_TEXTURE_SIZE);
	const char *why = NULL;
	for (GLint level = 0; size && !why; level++, size /= 2)
		for (GLenum face = 0; face < (is_cube ? 6 : 1) && !why; face++)
			why = add_image(texture,
				is_cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target, level);
	return why ? why : texture->uploads->len ? NULL : "the texture has no images";
}

/* Of an unsized internal format, a driver may choose by the type of the pixels what it keeps. */
static bool has_format(struct gs_player *player, const struct gs_snapshot_image *image)
{
	struct gs_snapshot_image now = *image;
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(player);
	return !gs_snapshot_find_format(&gl, &now) && now.format == image->format &&
	       now.type == image->type && now.bits == image->bits &&
	       now.is_compressed == image->is_compressed &&
	       (!now.is_compressed || now.internal == image->internal);
}

/* *is_changed: it may be another texture now. */
static bool come_back(struct texture *texture, bool *is_changed)
{
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(texture->player);
	bool is_same = true;
	for (guint i = 0; i < texture->uploads->len && is_same; i++) {
		gs_snapshot_make(texture->player, texture->uploads->pdata[i]);
		is_same = !gs_replay_errors(texture->player);
		*is_changed = is_same || i > 0; /* what is refused changes nothing */
	}
	for (guint i = 0; is_same && i < texture->uploads->len; i++) {
		const struct gs_snapshot_upload *upload = texture->uploads->pdata[i];
		uint8_t *again = g_malloc(upload->size);
		const struct gs_snapshot_image *image = &g_array_index(
			texture->images, struct gs_snapshot_image, i);
		is_same = gs_snapshot_read_image(&gl, image, again) &&
			  memcmp(again, upload->bytes, upload->size) == 0 &&
			  has_format(texture->player, image);
		g_free(again);
	}
	return is_same;
}

static bool is_fixed(struct gs_player *player, GLenum target)
{
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(player, "glGetTexParameteriv");
	GLint value = 0;
	get(target, GL_TEXTURE_IMMUTABLE_FORMAT, &value);
	gs_replay_errors(player);
	return value;
}

GPtrArray *gs_snapshot_texture(struct gs_player *player, uint32_t target, uint32_t own,
	struct gs_snapshot_refusal *refusal)
{
	struct texture texture = {.player = player, .own = own};
	const struct gs_replay_context *context = gs_replay_context(player);
	*refusal = (struct gs_snapshot_refusal){NULL, false};
	if (context->is_es ? context->version < 31 : !gs_replay_find(player, "glGetTexImage"))
		refusal->why = "OpenGL ES below 3.1 does not say what a texture is";
	else if (target == GL_TEXTURE_BUFFER)
		refusal->why = "it shows a buffer, which is what holds its pixels";
	else if (target == GL_TEXTURE_2D_MULTISAMPLE || target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		refusal->why = "no call gives pixels of several samples";
	if (refusal->why)
		return NULL;
	texture.is_fixed = is_fixed(player, target);
	texture.uploads = gs_snapshot_new_uploads();
	texture.images = g_array_new(FALSE, FALSE, sizeof(struct gs_snapshot_image));
	refusal->why = add_images(&texture, target);
	bool is_changed = false;
	if (!refusal->why && !come_back(&texture, &is_changed))
		*refusal = (struct gs_snapshot_refusal){
			"the texture does not come back the same", is_changed};
	if (refusal->why)
		g_clear_pointer(&texture.uploads, g_ptr_array_unref);
	g_array_free(texture.images, TRUE);
	return texture.uploads;
}

/* SPDX-License-Identifier: MIT */
/* What a texture holds: each image of it, as pixels of a type that holds all values of its format.
 */
#include <string.h>
#include "replay/giving-private.h"

struct image {
	GLenum target; /* of a face: the face's */
	GLint level, width, height, depth, internal;
	GLenum format, type;
	GLint bits; /* of the largest component */
};

static GLint parameter(struct gs_player *player, const struct image *image, GLenum name)
{
	void (*get)(GLenum, GLint, GLenum, GLint *) = gs_replay_find(
		player, "glGetTexLevelParameteriv");
	GLint value = 0;
	get(image->target, image->level, name, &value);
	return value;
}

/* ---- the format ---- */

static unsigned dimensions(GLenum target)
{
	switch (target) {
	case GL_TEXTURE_1D:
		return 1;
	case GL_TEXTURE_3D:
	case GL_TEXTURE_2D_ARRAY:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		return 3;
	default:
		return 2;
	}
}

/* The components that an image has, as a format of pixels. */
static const struct format {
	GLenum sizes[4]; /* 0: none */
	GLenum type;	 /* what tells the class of its numbers */
	GLenum format, integer;
} formats[] = {
	{{GL_TEXTURE_DEPTH_SIZE}, GL_TEXTURE_DEPTH_TYPE, GL_DEPTH_COMPONENT, 0},
	/* An intensity is read as red, and set by it. */
	{{GL_TEXTURE_INTENSITY_SIZE}, GL_TEXTURE_INTENSITY_TYPE, GL_RED, 0},
	{{GL_TEXTURE_LUMINANCE_SIZE, GL_TEXTURE_ALPHA_SIZE}, GL_TEXTURE_LUMINANCE_TYPE,
		GL_LUMINANCE_ALPHA, 0},
	{{GL_TEXTURE_LUMINANCE_SIZE}, GL_TEXTURE_LUMINANCE_TYPE, GL_LUMINANCE, 0},
	{{GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE, GL_TEXTURE_ALPHA_SIZE},
		GL_TEXTURE_RED_TYPE, GL_RGBA, GL_RGBA_INTEGER},
	{{GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE}, GL_TEXTURE_RED_TYPE,
		GL_RGB, GL_RGB_INTEGER},
	{{GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE}, GL_TEXTURE_RED_TYPE, GL_RG, GL_RG_INTEGER},
	{{GL_TEXTURE_RED_SIZE}, GL_TEXTURE_RED_TYPE, GL_RED, GL_RED_INTEGER},
	{{GL_TEXTURE_ALPHA_SIZE}, GL_TEXTURE_ALPHA_TYPE, GL_ALPHA, 0},
};

/* NULL: none has just these components; *most: bits of the largest. */
static const struct format *format_of(
	struct gs_player *player, const struct image *image, GLint *most)
{
	for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
		bool has_all = true;
		*most = 0;
		for (size_t k = 0; k < 4 && formats[i].sizes[k]; k++) {
			GLint bits = parameter(player, image, formats[i].sizes[k]);
			has_all &= bits > 0;
			*most = MAX(*most, bits);
		}
		if (has_all)
			return &formats[i];
	}
	return NULL;
}

/* One that holds all values of such numbers; 0: none. */
static GLenum type_of(GLint class, GLint bits)
{
	switch (class) {
	case GL_UNSIGNED_NORMALIZED:
		/* Fewer than 8 bits go to 16 and back without loss, as 24 to 32. */
		return bits == 8    ? GL_UNSIGNED_BYTE
		       : bits <= 16 ? GL_UNSIGNED_SHORT
				    : GL_UNSIGNED_INT;
	case GL_SIGNED_NORMALIZED:
		return bits == 8 ? GL_BYTE : bits == 16 ? GL_SHORT : 0;
	case GL_FLOAT:
		return bits <= 16 ? GL_HALF_FLOAT : GL_FLOAT;
	case GL_INT:
		return bits <= 8 ? GL_BYTE : bits <= 16 ? GL_SHORT : GL_INT;
	case GL_UNSIGNED_INT:
		return bits <= 8    ? GL_UNSIGNED_BYTE
		       : bits <= 16 ? GL_UNSIGNED_SHORT
				    : GL_UNSIGNED_INT;
	default:
		return 0;
	}
}

/* Whole pixels, whose smallest numbers some drivers make 0 where they come as halves. */
static const struct {
	GLenum format;
	GLint class, bits; /* of the largest component */
	GLenum type;
} packed[] = {
	{GL_RGB, GL_FLOAT, 11, GL_UNSIGNED_INT_10F_11F_11F_REV},
	{GL_RGB, GL_FLOAT, 9, GL_UNSIGNED_INT_5_9_9_9_REV},
	{GL_RGBA, GL_UNSIGNED_NORMALIZED, 10, GL_UNSIGNED_INT_2_10_10_10_REV},
};

static bool is_packed(GLenum type)
{
	for (size_t i = 0; i < G_N_ELEMENTS(packed); i++)
		if (packed[i].type == type)
			return true;
	return false;
}

static GLenum pixel_type_of(GLenum format, GLint class, GLint bits)
{
	for (size_t i = 0; i < G_N_ELEMENTS(packed); i++)
		if (packed[i].format == format && packed[i].class == class &&
			packed[i].bits == bits)
			return packed[i].type;
	return type_of(class, bits);
}

/* NULL, or why not. */
static const char *find_format(struct gs_player *player, struct image *image)
{
	GLint class, bits;
	const struct format *format = format_of(player, image, &bits);
	if (parameter(player, image, GL_TEXTURE_COMPRESSED))
		return "the texture is compressed";
	if (parameter(player, image, GL_TEXTURE_BORDER))
		return "the texture has a border";
	if (!format || parameter(player, image, GL_TEXTURE_STENCIL_SIZE))
		return "the texture holds stencils";
	class = parameter(player, image, format->type);
	image->internal = parameter(player, image, GL_TEXTURE_INTERNAL_FORMAT);
	image->format = class == GL_INT || class == GL_UNSIGNED_INT ? format->integer
								    : format->format;
	image->type = pixel_type_of(image->format, class, bits);
	image->bits = bits;
	/* Core contexts do not know all components. */
	gs_replay_errors(player);
	if (!image->format || !image->type)
		return "no type of pixels holds what the texture does";
	return NULL;
}

static uint64_t size_of(const struct image *image)
{
	uint64_t components = image->format == GL_RGBA || image->format == GL_RGBA_INTEGER ? 4
			      : image->format == GL_RGB || image->format == GL_RGB_INTEGER ? 3
			      : image->format == GL_RG || image->format == GL_RG_INTEGER   ? 2
			      : image->format == GL_LUMINANCE_ALPHA			   ? 2
											   : 1;
	uint64_t bytes = image->type == GL_BYTE || image->type == GL_UNSIGNED_BYTE ? 1
			 : image->type == GL_FLOAT || image->type == GL_INT ||
					 image->type == GL_UNSIGNED_INT || is_packed(image->type)
				 ? 4
				 : 2;
	if (is_packed(image->type))
		components = 1;
	return components * bytes * (uint64_t)image->width * (uint64_t)image->height *
	       (uint64_t)image->depth;
}

/* ---- one image ---- */

static void read_image(struct gs_player *player, const struct image *image, uint8_t *bytes)
{
	void (*get)(GLenum, GLint, GLenum, GLenum, void *) = gs_replay_find(
		player, "glGetTexImage");
	get(image->target, image->level, image->format, image->type, bytes);
}

static void add(struct gs_giving_upload *upload, unsigned *n, uint64_t value)
{
	upload->args[(*n)++] = value;
}

/* The call that fills the image, or, where its storage is not for good, makes it. */
static struct gs_giving_upload *new_upload(const struct image *image, bool is_fixed, uint64_t size)
{
	static const unsigned make[] = {GS_FN_glTexImage1D, GS_FN_glTexImage2D, GS_FN_glTexImage3D};
	static const unsigned fill[] = {
		GS_FN_glTexSubImage1D, GS_FN_glTexSubImage2D, GS_FN_glTexSubImage3D};
	struct gs_giving_upload *upload = g_new0(struct gs_giving_upload, 1);
	GLint sizes[] = {image->width, image->height, image->depth};
	unsigned n = 0, axes = dimensions(image->target);
	upload->function = is_fixed ? fill[axes - 1] : make[axes - 1];
	add(upload, &n, image->target);
	add(upload, &n, (uint64_t)image->level);
	if (is_fixed)
		n += axes; /* offsets */
	else
		add(upload, &n, (uint64_t)image->internal);
	for (unsigned i = 0; i < axes; i++)
		add(upload, &n, (uint64_t)sizes[i]);
	n += !is_fixed; /* border */
	add(upload, &n, image->format);
	add(upload, &n, image->type);
	upload->pointer = n;
	upload->size = size;
	upload->bytes = g_malloc(size);
	return upload;
}

/* ---- all of them ---- */

struct texture {
	struct gs_player *player;
	bool is_fixed;
	GPtrArray *uploads;
	GArray *images; /* struct image, of each upload */
};

/* NULL, or why not; also where there is no such image. */
static const char *add_image(struct texture *texture, GLenum target, GLint level)
{
	struct image image = {.target = target, .level = level};
	struct gs_giving_upload *upload;
	const char *why;
	image.width = parameter(texture->player, &image, GL_TEXTURE_WIDTH);
	image.height = parameter(texture->player, &image, GL_TEXTURE_HEIGHT);
	image.depth = parameter(texture->player, &image, GL_TEXTURE_DEPTH);
	if (gs_replay_errors(texture->player) || image.width <= 0 || image.height <= 0 ||
		image.depth <= 0)
		return NULL;
	why = find_format(texture->player, &image);
	if (!why && size_of(&image) > GS_GIVING_MOST)
		why = "the texture is too large";
	if (why)
		return why;
	upload = new_upload(&image, texture->is_fixed, size_of(&image));
	g_ptr_array_add(texture->uploads, upload);
	g_array_append_val(texture->images, image);
	read_image(texture->player, &image, upload->bytes);
	return gs_replay_errors(texture->player) ? "the texture cannot be read" : NULL;
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
static bool has_format(struct gs_player *player, const struct image *image)
{
	struct image now = *image;
	return !find_format(player, &now) && now.format == image->format &&
	       now.type == image->type && now.bits == image->bits;
}

static bool come_back(struct texture *texture)
{
	bool is_same = true;
	for (guint i = 0; i < texture->uploads->len; i++)
		gs_giving_make(texture->player, texture->uploads->pdata[i]);
	is_same = !gs_replay_errors(texture->player);
	for (guint i = 0; is_same && i < texture->uploads->len; i++) {
		const struct gs_giving_upload *upload = texture->uploads->pdata[i];
		uint8_t *again = g_malloc(upload->size);
		const struct image *image = &g_array_index(texture->images, struct image, i);
		read_image(texture->player, image, again);
		is_same = memcmp(again, upload->bytes, upload->size) == 0 &&
			  !gs_replay_errors(texture->player) && has_format(texture->player, image);
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

GPtrArray *gs_giving_texture(struct gs_player *player, uint32_t target, const char **why)
{
	struct texture texture = {player, false, NULL, NULL};
	*why = NULL;
	if (gs_replay_context(player)->is_es || !gs_replay_find(player, "glGetTexImage"))
		*why = "OpenGL ES reads no textures";
	else if (target == GL_TEXTURE_BUFFER || target == GL_TEXTURE_2D_MULTISAMPLE ||
		 target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		*why = "no call gives pixels to a texture of several samples, or of a buffer";
	if (*why)
		return NULL;
	texture.is_fixed = is_fixed(player, target);
	texture.uploads = g_ptr_array_new_with_free_func(gs_giving_free_upload);
	texture.images = g_array_new(FALSE, FALSE, sizeof(struct image));
	*why = add_images(&texture, target);
	if (!*why && !come_back(&texture))
		*why = "the texture does not come back the same";
	if (*why)
		g_clear_pointer(&texture.uploads, g_ptr_array_unref);
	g_array_free(texture.images, TRUE);
	return texture.uploads;
}

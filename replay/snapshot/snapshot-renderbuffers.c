/* SPDX-License-Identifier: MIT */
/*
 * What a renderbuffer holds. No call gives pixels to it; so a texture of the same format gets them,
 * which is there for that alone, and glCopyImageSubData copies them from it, bit by bit: of all of
 * GL's state, nothing has to do with that.
 */
#include <string.h>
#include "replay/snapshot/snapshot-private.h"

struct renderbuffer {
	struct gs_player *player;
	GLuint own; /* which is bound */
	GLint internal, width, height;
	struct gs_snapshot_image image; /* of the texture */
};

/* The renderbuffer and the texture in a call. */
struct names {
	uint32_t renderbuffer, texture;
	uint32_t bound; /* the GL_TEXTURE_2D that stays bound */
};

static GLint parameter(struct gs_player *player, GLenum name)
{
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(
		player, "glGetRenderbufferParameteriv");
	GLint value = 0;
	get(GL_RENDERBUFFER, name, &value);
	return value;
}

/* ---- textures here ---- */

static void (*copy_of(struct gs_player *player))(GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint,
	GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei)
{
	return gs_replay_find(player, "glCopyImageSubData");
}

/* Of the texture that is bound: its numbers have as many bits as the renderbuffer's. */
static bool has_sizes(const struct renderbuffer *r)
{
	static const GLenum sizes[][2] = {{GL_RENDERBUFFER_RED_SIZE, GL_TEXTURE_RED_SIZE},
		{GL_RENDERBUFFER_GREEN_SIZE, GL_TEXTURE_GREEN_SIZE},
		{GL_RENDERBUFFER_BLUE_SIZE, GL_TEXTURE_BLUE_SIZE},
		{GL_RENDERBUFFER_ALPHA_SIZE, GL_TEXTURE_ALPHA_SIZE},
		{GL_RENDERBUFFER_DEPTH_SIZE, GL_TEXTURE_DEPTH_SIZE},
		{GL_RENDERBUFFER_STENCIL_SIZE, GL_TEXTURE_STENCIL_SIZE}};
	const struct gs_snapshot_image image = {.target = GL_TEXTURE_2D};
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(r->player);
	bool is_same = true;
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
		is_same &= parameter(r->player, sizes[i][0]) ==
			   gs_snapshot_parameter(&gl, &image, sizes[i][1]);
	return is_same;
}

/* By its pixels' type a driver may choose what an internal format without a size is. Such a format
 * is that of the pixels, too. */
static void make_unsized(const struct renderbuffer *r)
{
	static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT,
		GL_UNSIGNED_INT_24_8, GL_FLOAT};
	void (*make)(GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum,
		const void *) = gs_replay_find(r->player, "glTexImage2D");
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		make(GL_TEXTURE_2D, 0, r->internal, r->width, r->height, 0, (GLenum)r->internal,
			types[i], NULL);
		if (!gs_replay_errors(r->player) && has_sizes(r))
			return;
	}
}

/* Bound, and with room; whatever numbers it holds, it may be copied from and to. */
static GLuint make_texture(const struct renderbuffer *r)
{
	void (*generate)(GLsizei, GLuint *) = gs_replay_find(r->player, "glGenTextures");
	GLuint texture = 0;
	generate(1, &texture);
	if (!gs_snapshot_store(r->player, texture, (GLenum)r->internal, r->width, r->height))
		make_unsized(r);
	return texture;
}

static void delete_texture(const struct renderbuffer *r, GLuint texture)
{
	void (*delete)(GLsizei, const GLuint *) = gs_replay_find(r->player, "glDeleteTextures");
	delete (1, &texture);
}

/* NULL, or why not; the bytes are new, of image.size. */
static const char *read_bytes(struct renderbuffer *r, uint8_t **bytes)
{
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(r->player);
	GLuint texture = make_texture(r);
	const char *why = NULL;
	*bytes = NULL;
	copy_of(r->player)(r->own, GL_RENDERBUFFER, 0, 0, 0, 0, texture, GL_TEXTURE_2D, 0, 0, 0, 0,
		r->width, r->height, 1);
	r->image = (struct gs_snapshot_image){.texture = texture,
		.target = GL_TEXTURE_2D,
		.width = r->width,
		.height = r->height,
		.depth = 1};
	if (gs_replay_errors(r->player) || !has_sizes(r))
		why = "no texture has the format of the renderbuffer";
	if (!why)
		why = gs_snapshot_find_format(&gl, &r->image);
	if (!why && r->image.size > GS_SNAPSHOT_MOST)
		why = "the renderbuffer is too large";
	if (!why) {
		*bytes = g_malloc(r->image.size);
		if (!gs_snapshot_read_image(&gl, &r->image, *bytes))
			why = "this driver does not read what the renderbuffer holds";
	}
	if (why)
		g_clear_pointer(bytes, g_free);
	delete_texture(r, texture);
	return why;
}

/* ---- the calls ---- */

/* From the bind of a new texture on. The bytes are copied. */
static void add_calls(
	GPtrArray *calls, const struct renderbuffer *r, struct names names, const uint8_t *bytes)
{
	gs_snapshot_add_texture(calls, names.texture, &r->image, bytes);
	gs_snapshot_add(calls, GS_FN_glCopyImageSubData, 15, names.texture, GL_TEXTURE_2D, 0, 0, 0,
		0, names.renderbuffer, GL_RENDERBUFFER, 0, 0, 0, 0, (unsigned)r->width,
		(unsigned)r->height, 1);
	gs_snapshot_add(calls, GS_FN_glBindTexture, 2, GL_TEXTURE_2D, names.bound);
}

/* Whether these calls, made here with a texture as new as there, give it to the renderbuffer that
 * is bound. */
static bool give_here(struct renderbuffer *r, const uint8_t *bytes)
{
	void (*generate)(GLsizei, GLuint *) = gs_replay_find(r->player, "glGenTextures");
	void (*bind)(GLenum, GLuint) = gs_replay_find(r->player, "glBindTexture");
	struct names names = {.renderbuffer = r->own};
	struct gs_snapshot_image was = r->image;
	GPtrArray *calls = gs_snapshot_new_uploads();
	uint8_t *again = NULL;
	bool is_same;
	generate(1, &names.texture);
	add_calls(calls, r, names, bytes);
	gs_replay_errors(r->player);
	for (guint i = 0; i < calls->len; i++)
		gs_snapshot_make(r->player, calls->pdata[i]);
	bind(GL_TEXTURE_2D, names.texture);
	is_same = has_sizes(r) && !gs_replay_errors(r->player) && !read_bytes(r, &again) &&
		  r->image.format == was.format && r->image.type == was.type &&
		  memcmp(again, bytes, was.size) == 0;
	delete_texture(r, names.texture);
	g_ptr_array_unref(calls);
	g_free(again);
	return is_same;
}

/* Tried on a new renderbuffer that is like it. */
static bool come_back(const struct renderbuffer *r, const uint8_t *bytes)
{
	void (*generate)(GLsizei, GLuint *) = gs_replay_find(r->player, "glGenRenderbuffers");
	void (*delete)(GLsizei, const GLuint *) = gs_replay_find(
		r->player, "glDeleteRenderbuffers");
	void (*bind)(GLenum, GLuint) = gs_replay_find(r->player, "glBindRenderbuffer");
	void (*store)(GLenum, GLenum, GLsizei, GLsizei) = gs_replay_find(
		r->player, "glRenderbufferStorage");
	struct renderbuffer like = *r;
	generate(1, &like.own);
	bind(GL_RENDERBUFFER, like.own);
	store(GL_RENDERBUFFER, (GLenum)r->internal, r->width, r->height);
	bool is_same = give_here(&like, bytes);
	bind(GL_RENDERBUFFER, r->own);
	delete (1, &like.own);
	return is_same;
}

static const char *find_size(struct renderbuffer *r)
{
	r->internal = parameter(r->player, GL_RENDERBUFFER_INTERNAL_FORMAT);
	r->width = parameter(r->player, GL_RENDERBUFFER_WIDTH);
	r->height = parameter(r->player, GL_RENDERBUFFER_HEIGHT);
	if (parameter(r->player, GL_RENDERBUFFER_SAMPLES))
		return "no call gives pixels of several samples";
	if (gs_replay_errors(r->player) || r->width <= 0 || r->height <= 0)
		return "this driver does not say how large the renderbuffer is";
	return NULL;
}

GPtrArray *gs_snapshot_renderbuffer(
	struct gs_player *player, uint32_t own, uint32_t recorded, uint32_t bound, const char **why)
{
	struct renderbuffer r = {.player = player, .own = own};
	const struct gs_replay_context *context = gs_replay_context(player);
	GPtrArray *calls = NULL;
	uint8_t *bytes = NULL;
	*why = NULL;
	if (context->version < (context->is_es ? 32u : 30u) || !copy_of(player))
		*why = "this driver copies no images";
	if (!*why)
		*why = find_size(&r);
	if (!*why)
		*why = read_bytes(&r, &bytes);
	if (!*why && !come_back(&r, bytes))
		*why = "the renderbuffer does not come back the same";
	if (!*why) {
		struct names names = {
			recorded, gs_snapshot_free_name(player, GS_OBJECT_TEXTURE, 0), bound};
		calls = gs_snapshot_new_uploads();
		gs_snapshot_add_name(calls, GS_FN_glGenTextures, names.texture);
		add_calls(calls, &r, names, bytes);
		gs_snapshot_add_name(calls, GS_FN_glDeleteTextures, names.texture);
	}
	g_free(bytes);
	return calls;
}

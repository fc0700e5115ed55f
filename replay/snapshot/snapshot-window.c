/* SPDX-License-Identifier: MIT */
/*
 * What the window holds that is current: its colours, and, if asked for, depth and stencil. No call
 * gives pixels to it; so textures of the same formats get them, which are there for that alone, and
 * glBlitFramebuffer copies them from a framebuffer of these: of all other state, only the scissor,
 * the encoding as sRGB and the choice of draw buffers have to do with that (OpenGL 4.6, 18.3.1),
 * and a condition of rendering: where none is met, what was tried does not come back, and no more
 * is played.
 *
 * The textures have it upside down, as Mesa has its windows, and depths are copied by a call of
 * their own: only so it leaves them all their bits (docs/decisions/018-driver-quirks.md).
 *
 * What a window holds behind a swap is not defined. It is given where a swap leaves it as it was,
 * which is tried.
 */
#include <string.h>
#include "replay/snapshot/snapshot-private.h"

enum { COLOURS, DEPTHS, MOST_IMAGES };

struct window {
	struct gs_player *player;
	GLint width, height;
	GLenum buffer;			/* of the colours: back, or the only one */
	GLint drawn;			/* GL_DRAW_BUFFER, as found */
	bool is_scissored, is_encoding; /* as found */
	GLbitfield mask;
	unsigned n;
	GLenum internal[MOST_IMAGES];
	struct gs_snapshot_image images[MOST_IMAGES];
	uint8_t *bytes[MOST_IMAGES];
};

struct names {
	uint32_t framebuffer, textures[MOST_IMAGES];
	struct gs_snapshot_bound bound;
};

static const char no_format[] = "no texture has the format of the window";

/* ---- functions ---- */

static void bind_framebuffer(const struct window *w, GLenum target, GLuint framebuffer)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(w->player, "glBindFramebuffer");
	bind(target, framebuffer);
}

/* What one call copies of an image. */
static GLbitfield mask_of(const struct window *w, unsigned image)
{
	GLbitfield colours = w->mask & GL_COLOR_BUFFER_BIT;
	return image == COLOURS ? colours : w->mask & ~colours;
}

static void blit(const struct window *w)
{
	void (*copy)(GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield,
		GLenum) = gs_replay_find(w->player, "glBlitFramebuffer");
	for (unsigned i = 0; i < w->n; i++)
		copy(0, 0, w->width, w->height, 0, w->height, w->width, 0, mask_of(w, i),
			GL_NEAREST);
}

static void set(const struct window *w, GLenum capability, bool is_on)
{
	void (*set_to)(GLenum) = gs_replay_find(w->player, is_on ? "glEnable" : "glDisable");
	set_to(capability);
}

static bool is_on(const struct window *w, GLenum capability)
{
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(w->player, "glIsEnabled");
	return is_enabled(capability);
}

static GLenum point_of(unsigned image, const struct window *w)
{
	return image == COLOURS			 ? GL_COLOR_ATTACHMENT0
	       : w->mask & GL_STENCIL_BUFFER_BIT ? GL_DEPTH_STENCIL_ATTACHMENT
						 : GL_DEPTH_ATTACHMENT;
}

/* ---- what the window is; it is the draw framebuffer ---- */

static GLint attachment(const struct window *w, GLenum point, GLenum name)
{
	void (*get)(GLenum, GLenum, GLenum, GLint *) = gs_replay_find(
		w->player, "glGetFramebufferAttachmentParameteriv");
	GLint value = 0;
	get(GL_DRAW_FRAMEBUFFER, point, name, &value);
	return gs_replay_errors(w->player) ? 0 : value;
}

/* An internal format of textures with these numbers; 0: none. */
static GLenum colour_format(const struct window *w, GLenum point)
{
	GLint red = attachment(w, point, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
	bool encodes = attachment(w, point, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_SRGB;
	return red == 8	   ? (encodes ? GL_SRGB8_ALPHA8 : GL_RGBA8)
	       : red == 10 ? GL_RGB10_A2
	       : red == 5  ? GL_RGB565
			   : 0;
}

/* Likewise. Depths are copied only where the format is the same. */
static GLenum depth_format(const struct window *w)
{
	GLint bits = attachment(w, GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE);
	GLint stencil = attachment(w, GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
	bool is_float = attachment(w, GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) ==
			GL_FLOAT;
	if (stencil)
		return is_float ? GL_DEPTH32F_STENCIL8 : bits == 24 ? GL_DEPTH24_STENCIL8 : 0;
	if (is_float)
		return GL_DEPTH_COMPONENT32F;
	return bits == 16   ? GL_DEPTH_COMPONENT16
	       : bits == 24 ? GL_DEPTH_COMPONENT24
	       : bits == 32 ? GL_DEPTH_COMPONENT32
			    : 0;
}

static const char *find_buffer(struct window *w)
{
	bool is_es = gs_replay_context(w->player)->is_es;
	GLint buffers = gs_replay_get(w->player, GL_MAX_DRAW_BUFFERS);
	w->drawn = gs_replay_get(w->player, GL_DRAW_BUFFER0);
	w->buffer = is_es || gs_replay_get(w->player, GL_DOUBLEBUFFER) ? GL_BACK : GL_FRONT;
	if (!is_es && gs_replay_get(w->player, GL_STEREO))
		return "the window has pictures for two eyes";
	if (is_es && (GLenum)w->drawn != w->buffer)
		return "nothing can be drawn into the window";
	for (GLint i = 1; i < buffers; i++)
		if (gs_replay_get(w->player, GL_DRAW_BUFFER0 + (GLenum)i))
			return "several buffers of the window are drawn into";
	return NULL;
}

static const char *find_scissor(struct window *w)
{
	GLboolean (*is_enabled)(GLenum, GLuint) = gs_replay_find(w->player, "glIsEnabledi");
	bool has_many = !gs_replay_context(w->player)->is_es &&
			gs_replay_context(w->player)->version >= 41;
	GLint n = has_many ? gs_replay_get(w->player, GL_MAX_VIEWPORTS) : 1;
	bool is_first = is_on(w, GL_SCISSOR_TEST);
	w->is_encoding = !gs_replay_context(w->player)->is_es && is_on(w, GL_FRAMEBUFFER_SRGB);
	for (GLint i = 1; i < n; i++)
		if ((bool)is_enabled(GL_SCISSOR_TEST, (GLuint)i) != is_first)
			return "the viewports have scissors of their own";
	w->is_scissored = is_first;
	return NULL;
}

static const char *find_window(struct window *w, bool with_depth)
{
	const struct gs_drawable *draw = gs_replay_draw(w->player);
	bool is_es = gs_replay_context(w->player)->is_es;
	const char *why = find_buffer(w);
	GLenum point = is_es ? GL_BACK : w->buffer == GL_BACK ? GL_BACK_LEFT : GL_FRONT_LEFT;
	w->width = draw->width;
	w->height = draw->height;
	w->n = 1;
	w->mask = GL_COLOR_BUFFER_BIT;
	w->internal[COLOURS] = colour_format(w, point);
	bool has_stencil = attachment(w, GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
	bool has_depth = attachment(w, GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE);
	if (with_depth && (has_depth || has_stencil)) {
		w->n = MOST_IMAGES;
		w->internal[DEPTHS] = depth_format(w);
		w->mask |= GL_DEPTH_BUFFER_BIT | (has_stencil ? GL_STENCIL_BUFFER_BIT : 0);
	}
	if (draw != gs_replay_read(w->player))
		return "two windows are current";
	if (gs_replay_get(w->player, GL_SAMPLES))
		return "no call gives pixels of several samples";
	if (!w->internal[COLOURS] || (w->n == MOST_IMAGES && !w->internal[DEPTHS]))
		return no_format;
	return why ? why : find_scissor(w);
}

/* ---- textures and a framebuffer here ---- */

static void generate(const struct window *w, struct names *names)
{
	void (*textures)(GLsizei, GLuint *) = gs_replay_find(w->player, "glGenTextures");
	void (*framebuffers)(GLsizei, GLuint *) = gs_replay_find(w->player, "glGenFramebuffers");
	textures((GLsizei)w->n, names->textures);
	framebuffers(1, &names->framebuffer);
}

static void delete_names(const struct window *w, const struct names *names)
{
	void (*textures)(GLsizei, const GLuint *) = gs_replay_find(w->player, "glDeleteTextures");
	void (*framebuffers)(GLsizei, const GLuint *) = gs_replay_find(
		w->player, "glDeleteFramebuffers");
	framebuffers(1, &names->framebuffer);
	textures((GLsizei)w->n, names->textures);
}

static void bind_texture(const struct window *w, GLuint texture)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(w->player, "glBindTexture");
	bind(GL_TEXTURE_2D, texture);
}

static void attach(const struct window *w, const struct names *names, unsigned image)
{
	void (*attach_image)(GLenum, GLenum, GLenum, GLuint, GLint) = gs_replay_find(
		w->player, "glFramebufferTexture2D");
	gs_snapshot_store(
		w->player, names->textures[image], w->internal[image], w->width, w->height);
	attach_image(
		GL_DRAW_FRAMEBUFFER, point_of(image, w), GL_TEXTURE_2D, names->textures[image], 0);
}

/* ---- reading ---- */

static const char *read_texture(
	const struct window *w, GLuint texture, struct gs_snapshot_image *image, uint8_t **bytes)
{
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(w->player);
	*image = (struct gs_snapshot_image){.texture = texture,
		.target = GL_TEXTURE_2D,
		.width = w->width,
		.height = w->height,
		.depth = 1};
	bind_texture(w, texture);
	const char *why = gs_snapshot_find_format(&gl, image);
	if (!why && image->size > GS_SNAPSHOT_MOST)
		why = "the window is too large";
	if (why)
		return why;
	*bytes = g_malloc(image->size);
	return gs_snapshot_read_image(&gl, image, *bytes)
		       ? NULL
		       : "this driver does not read what the window holds";
}

/* NULL, or why not; the bytes are new, of images[].size each. */
static const char *read_window(
	struct window *w, struct gs_snapshot_image images[MOST_IMAGES], uint8_t *bytes[MOST_IMAGES])
{
	void (*read_buffer)(GLenum) = gs_replay_find(w->player, "glReadBuffer");
	struct names names = {0};
	const char *why = NULL;
	generate(w, &names);
	bind_framebuffer(w, GL_READ_FRAMEBUFFER, 0);
	GLint was_read = gs_replay_get(w->player, GL_READ_BUFFER);
	read_buffer(w->buffer);
	bind_framebuffer(w, GL_DRAW_FRAMEBUFFER, names.framebuffer);
	for (unsigned i = 0; i < w->n; i++)
		attach(w, &names, i);
	set(w, GL_SCISSOR_TEST, false);
	if (w->is_encoding)
		set(w, GL_FRAMEBUFFER_SRGB, false);
	gs_replay_errors(w->player);
	blit(w);
	if (gs_replay_errors(w->player))
		why = no_format;
	read_buffer((GLenum)was_read);
	for (unsigned i = 0; i < w->n && !why; i++)
		why = read_texture(w, names.textures[i], &images[i], &bytes[i]);
	delete_names(w, &names);
	return why;
}

/* ---- the calls ---- */

static void add_attachment(
	GPtrArray *calls, const struct window *w, const struct names *names, unsigned image)
{
	gs_snapshot_add(calls, GS_FN_glFramebufferTexture2D, 5, GL_READ_FRAMEBUFFER,
		point_of(image, w), GL_TEXTURE_2D, names->textures[image], 0);
}

/* Something that decides how the window is drawn into; before the copy, or behind it. */
static void add_state(GPtrArray *calls, const struct window *w, bool is_before)
{
	unsigned function = is_before ? GS_FN_glDisable : GS_FN_glEnable;
	if (w->is_scissored)
		gs_snapshot_add(calls, function, 1, GL_SCISSOR_TEST);
	if (w->is_encoding)
		gs_snapshot_add(calls, function, 1, GL_FRAMEBUFFER_SRGB);
	if ((GLenum)w->drawn != w->buffer)
		gs_snapshot_add(
			calls, GS_FN_glDrawBuffer, 1, is_before ? w->buffer : (unsigned)w->drawn);
}

/* With names that are new. */
static void add_calls(GPtrArray *calls, const struct window *w, const struct names *names,
	uint8_t *const bytes[MOST_IMAGES])
{
	for (unsigned i = 0; i < w->n; i++)
		gs_snapshot_add_texture(calls, names->textures[i], &w->images[i], bytes[i]);
	gs_snapshot_add(calls, GS_FN_glBindTexture, 2, GL_TEXTURE_2D, names->bound.texture);
	gs_snapshot_add(calls, GS_FN_glBindFramebuffer, 2, GL_READ_FRAMEBUFFER, names->framebuffer);
	for (unsigned i = 0; i < w->n; i++)
		add_attachment(calls, w, names, i);
	add_state(calls, w, true);
	for (unsigned i = 0; i < w->n; i++)
		gs_snapshot_add(calls, GS_FN_glBlitFramebuffer, 10, 0, 0, (unsigned)w->width,
			(unsigned)w->height, 0, (unsigned)w->height, (unsigned)w->width, 0,
			mask_of(w, i), GL_NEAREST);
	add_state(calls, w, false);
	gs_snapshot_add(calls, GS_FN_glBindFramebuffer, 2, GL_READ_FRAMEBUFFER,
		names->bound.read_framebuffer);
}

/* ---- whether it comes back ---- */

/* Other colours. */
static uint8_t *inverted(const struct window *w)
{
	const struct gs_snapshot_image *image = &w->images[COLOURS];
	uint8_t *bytes = g_memdup2(w->bytes[COLOURS], image->size);
	bool has_four = image->format == GL_RGBA && image->type == GL_UNSIGNED_BYTE;
	bool has_tens = image->type == GL_UNSIGNED_INT_2_10_10_10_REV;
	for (uint64_t i = 0; i < image->size; i++) {
		uint8_t bits = i % 4 == 3 && has_four ? 0 : i % 4 == 3 && has_tens ? 0x3f : 0xff;
		bytes[i] ^= bits;
	}
	return bytes;
}

/* Other depths, unless all are the same: those of the other corner, which every format can hold. */
static uint8_t *turned(const struct window *w)
{
	const struct gs_snapshot_image *image = &w->images[DEPTHS];
	if (w->n < MOST_IMAGES)
		return NULL;
	uint64_t pixels = (uint64_t)image->width * (uint64_t)image->height;
	uint64_t size = image->size / pixels;
	uint8_t *bytes = g_malloc(image->size);
	for (uint64_t i = 0; i < pixels; i++)
		memcpy(bytes + i * size, w->bytes[DEPTHS] + (pixels - 1 - i) * size, size);
	return bytes;
}

static void swap(const struct window *w)
{
	if (w->buffer == GL_BACK)
		w->player->system->swap(gs_replay_draw(w->player));
}

/* Given here, and, behind a swap if that is asked for, read again as it was. */
static bool is_given(struct window *w, uint8_t *const bytes[MOST_IMAGES], bool swaps)
{
	GPtrArray *calls = gs_snapshot_new_uploads();
	struct gs_snapshot_image images[MOST_IMAGES];
	uint8_t *again[MOST_IMAGES] = {NULL};
	struct names names = {0};
	generate(w, &names);
	bind_framebuffer(w, GL_DRAW_FRAMEBUFFER, 0);
	add_calls(calls, w, &names, bytes);
	gs_replay_errors(w->player);
	for (guint i = 0; i < calls->len; i++)
		gs_snapshot_make(w->player, calls->pdata[i]);
	bool is_same = !gs_replay_errors(w->player);
	delete_names(w, &names);
	if (swaps)
		swap(w);
	is_same = is_same && !read_window(w, images, again);
	for (unsigned i = 0; i < w->n; i++) {
		is_same = is_same && images[i].size == w->images[i].size &&
			  memcmp(again[i], bytes[i], images[i].size) == 0;
		g_free(again[i]);
	}
	g_ptr_array_unref(calls);
	return is_same;
}

static bool come_back(struct window *w)
{
	uint8_t *others[MOST_IMAGES] = {inverted(w), turned(w)};
	bool is_same = is_given(w, others, true) && is_given(w, w->bytes, false);
	g_free(others[COLOURS]);
	g_free(others[DEPTHS]);
	return is_same;
}

/* ---- all ---- */

static GPtrArray *calls_of(const struct window *w, const struct gs_snapshot_bound *bound)
{
	GPtrArray *calls = gs_snapshot_new_uploads();
	struct names names = {.bound = *bound};
	names.framebuffer = gs_snapshot_free_name(w->player, GS_OBJECT_FRAMEBUFFER, 0);
	gs_snapshot_add_name(calls, GS_FN_glGenFramebuffers, names.framebuffer);
	for (unsigned i = 0; i < w->n; i++) {
		names.textures[i] = gs_snapshot_free_name(
			w->player, GS_OBJECT_TEXTURE, i ? names.textures[i - 1] : 0);
		gs_snapshot_add_name(calls, GS_FN_glGenTextures, names.textures[i]);
	}
	add_calls(calls, w, &names, w->bytes);
	gs_snapshot_add_name(calls, GS_FN_glDeleteFramebuffers, names.framebuffer);
	for (unsigned i = 0; i < w->n; i++)
		gs_snapshot_add_name(calls, GS_FN_glDeleteTextures, names.textures[i]);
	return calls;
}

/* What has been bound and switched here meanwhile. */
static void restore(const struct window *w, const struct gs_snapshot_bound *own)
{
	bind_texture(w, own->texture);
	bind_framebuffer(w, GL_READ_FRAMEBUFFER, own->read_framebuffer);
	bind_framebuffer(w, GL_DRAW_FRAMEBUFFER, own->draw_framebuffer);
	if (w->is_scissored)
		set(w, GL_SCISSOR_TEST, true);
	if (w->is_encoding)
		set(w, GL_FRAMEBUFFER_SRGB, true);
}

GPtrArray *gs_snapshot_window(struct gs_player *player, bool with_depth,
	const struct gs_snapshot_bound *own, const struct gs_snapshot_bound *recorded,
	struct gs_snapshot_refusal *refusal)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	struct window w = {.player = player};
	GPtrArray *calls = NULL;
	*refusal = (struct gs_snapshot_refusal){NULL, false};
	if (context->version < (context->is_es ? 31u : 30u) || !gs_replay_draw(player)) {
		refusal->why = "this driver copies no windows";
		return NULL;
	}
	bind_framebuffer(&w, GL_DRAW_FRAMEBUFFER, 0);
	gs_replay_errors(player);
	refusal->why = find_window(&w, with_depth);
	if (!refusal->why)
		refusal->why = read_window(&w, w.images, w.bytes);
	if (!refusal->why && !come_back(&w))
		*refusal = (struct gs_snapshot_refusal){
			"the window does not come back the same", true};
	restore(&w, own);
	if (!refusal->why)
		calls = calls_of(&w, recorded);
	for (unsigned i = 0; i < MOST_IMAGES; i++)
		g_free(w.bytes[i]);
	return calls;
}

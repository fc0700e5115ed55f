/* SPDX-License-Identifier: MIT */
#include "replay/attached.h"

#include <stdio.h>
#include <string.h>
#include <GL/glext.h>
#include "data/targets.h"
#include "replay/private.h"

/* ---- sizes ---- */

GLint gs_attached_ask(struct gs_attached *a, GLenum point, GLenum name)
{
	void (*get)(GLenum, GLenum, GLenum, GLint *) = gs_replay_find(
		a->player, "glGetFramebufferAttachmentParameteriv");
	GLint value = 0;
	get(a->is_old ? GL_FRAMEBUFFER : GL_READ_FRAMEBUFFER, point, name, &value);
	return gs_replay_errors(a->player) ? 0 : value;
}

static void renderbuffer_size(struct gs_attached *a, GLuint name)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(a->player, "glBindRenderbuffer");
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(
		a->player, "glGetRenderbufferParameteriv");
	GLint bound = gs_replay_get(a->player, GL_RENDERBUFFER_BINDING);
	bind(GL_RENDERBUFFER, name);
	get(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &a->width);
	get(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &a->height);
	get(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &a->internal);
	bind(GL_RENDERBUFFER, (GLuint)bound);
}

/* Find a texture's size. GL does not tell a texture's target; binding it fails for all others. */
static void texture_size(struct gs_attached *a, GLuint name, GLint level)
{
	size_t n;
	const struct gs_texture_target *targets = gs_data_texture_targets(&n);
	void (*bind)(GLenum, GLuint) = gs_replay_find(a->player, "glBindTexture");
	void (*get)(GLenum, GLint, GLenum, GLint *) = gs_replay_find(
		a->player, "glGetTexLevelParameteriv");
	bool is_found = false;
	for (size_t i = 0; !is_found && get && i < n; i++) {
		GLint bound = gs_replay_get(a->player, targets[i].binding);
		if (gs_replay_errors(a->player))
			continue;
		bind(targets[i].target, name);
		if (gs_replay_errors(a->player))
			continue;
		get(targets[i].image, level, GL_TEXTURE_WIDTH, &a->width);
		get(targets[i].image, level, GL_TEXTURE_HEIGHT, &a->height);
		get(targets[i].image, level, GL_TEXTURE_INTERNAL_FORMAT, &a->internal);
		bind(targets[i].target, (GLuint)bound);
		is_found = !gs_replay_errors(a->player);
	}
}

bool gs_attached_find(struct gs_attached *a, GLenum point)
{
	const struct gs_drawable *window = gs_replay_draw(a->player);
	a->width = a->height = a->internal = 0;
	if (a->is_window) {
		a->width = window->width;
		a->height = window->height;
	} else {
		GLuint name = (GLuint)gs_attached_ask(
			a, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
		GLint type = gs_attached_ask(a, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
		if (type == GL_RENDERBUFFER)
			renderbuffer_size(a, name);
		else if (type == GL_TEXTURE)
			texture_size(a, name,
				gs_attached_ask(a, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL));
	}
	/* OpenGL ES before 3.1 has no query of a texture's size: take the viewport's. */
	if (!a->is_window && !a->width) {
		GLint box[4] = {0};
		void (*get)(GLenum, GLint *) = gs_replay_find(a->player, "glGetIntegerv");
		get(GL_VIEWPORT, box);
		a->width = box[0] + box[2];
		a->height = box[1] + box[3];
	}
	gs_replay_errors(a->player);
	return a->width > 0 && a->height > 0;
}

/* ---- pixels ---- */

/* Read pixels of the read framebuffer in the first way that GL accepts. Return false if it accepts
 * none. */
static bool read_pixels(struct gs_attached *a, const struct gs_attached_as *ways, size_t n,
	struct gs_attached_as *as, void *pixels)
{
	void (*read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *) = gs_replay_find(
		a->player, "glReadPixels");
	bool is_read = false;
	for (size_t i = 0; !is_read && i < n; i++) {
		*as = ways[i];
		gs_replay_errors(a->player);
		read(0, 0, a->width, a->height, as->format, as->type, pixels);
		is_read = !gs_replay_errors(a->player);
	}
	return is_read;
}

/* What a blit of the player's own must not depend on. */
struct blit_state {
	GLint read, draw, renderbuffer;
	bool is_scissored;
};

/* Switch the scissor test of the first viewport, which blits use; those of others stay. */
static void switch_scissor(struct gs_attached *a, bool on)
{
	void (*switch_all)(GLenum) = gs_replay_find(a->player, on ? "glEnable" : "glDisable");
	void (*switch_one)(GLenum, GLuint) = gs_replay_find(
		a->player, on ? "glEnablei" : "glDisablei");
	const struct gs_replay_context *context = gs_replay_context(a->player);
	gs_replay_know_context(a->player);
	if (!context->is_es && context->version >= 41 && switch_one)
		switch_one(GL_SCISSOR_TEST, 0);
	else
		switch_all(GL_SCISSOR_TEST);
}

static void begin_blit(struct gs_attached *a, struct blit_state *state)
{
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(a->player, "glIsEnabled");
	state->read = gs_replay_get(a->player, GL_READ_FRAMEBUFFER_BINDING);
	state->draw = gs_replay_get(a->player, GL_DRAW_FRAMEBUFFER_BINDING);
	state->renderbuffer = gs_replay_get(a->player, GL_RENDERBUFFER_BINDING);
	state->is_scissored = is_enabled(GL_SCISSOR_TEST);
	if (state->is_scissored)
		switch_scissor(a, false);
}

static void end_blit(struct gs_attached *a, const struct blit_state *state)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(a->player, "glBindFramebuffer");
	void (*bind_image)(GLenum, GLuint) = gs_replay_find(a->player, "glBindRenderbuffer");
	if (state->is_scissored)
		switch_scissor(a, true);
	bind(GL_DRAW_FRAMEBUFFER, (GLuint)state->draw);
	bind(GL_READ_FRAMEBUFFER, (GLuint)state->read);
	bind_image(GL_RENDERBUFFER, (GLuint)state->renderbuffer);
	gs_replay_errors(a->player);
}

/* Copy what is read from into a framebuffer made for that, which is read from then. point: where it
 * is attached there. Return false if that is not possible. */
static bool resolve(struct gs_attached *a, GLenum point, GLuint framebuffer, GLuint image)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(a->player, "glBindFramebuffer");
	void (*bind_image)(GLenum, GLuint) = gs_replay_find(a->player, "glBindRenderbuffer");
	void (*store)(GLenum, GLenum, GLsizei, GLsizei) = gs_replay_find(
		a->player, "glRenderbufferStorage");
	void (*attach)(GLenum, GLenum, GLenum, GLuint) = gs_replay_find(
		a->player, "glFramebufferRenderbuffer");
	void (*blit)(GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield,
		GLenum) = gs_replay_find(a->player, "glBlitFramebuffer");
	bind_image(GL_RENDERBUFFER, image);
	store(GL_RENDERBUFFER, (GLenum)a->internal, a->width, a->height);
	bind(GL_DRAW_FRAMEBUFFER, framebuffer);
	attach(GL_DRAW_FRAMEBUFFER, point, GL_RENDERBUFFER, image);
	blit(0, 0, a->width, a->height, 0, 0, a->width, a->height,
		point == GL_DEPTH_ATTACHMENT	 ? GL_DEPTH_BUFFER_BIT
		: point == GL_STENCIL_ATTACHMENT ? GL_STENCIL_BUFFER_BIT
						 : GL_COLOR_BUFFER_BIT,
		GL_NEAREST);
	bind(GL_READ_FRAMEBUFFER, framebuffer);
	return !gs_replay_errors(a->player);
}

static bool is_color(GLenum point)
{
	return point != GL_DEPTH_ATTACHMENT && point != GL_STENCIL_ATTACHMENT &&
	       point != GL_DEPTH && point != GL_STENCIL;
}

/* Likewise, and read it. */
static bool read_resolved(struct gs_attached *a, GLenum point, const struct gs_attached_as *ways,
	size_t n, struct gs_attached_as *as, void *pixels)
{
	void (*generate)(GLsizei, GLuint *) = gs_replay_find(a->player, "glGenFramebuffers");
	void (*end)(GLsizei, const GLuint *) = gs_replay_find(a->player, "glDeleteFramebuffers");
	void (*generate_images)(GLsizei, GLuint *) = gs_replay_find(
		a->player, "glGenRenderbuffers");
	void (*end_images)(GLsizei, const GLuint *) = gs_replay_find(
		a->player, "glDeleteRenderbuffers");
	struct blit_state state;
	GLuint framebuffer, image;
	if (a->is_old || !a->internal || gs_replay_context(a->player)->in_condition ||
		!gs_replay_find(a->player, "glBlitFramebuffer"))
		return false;
	begin_blit(a, &state);
	generate(1, &framebuffer);
	generate_images(1, &image);
	bool is_read = resolve(a, is_color(point) ? GL_COLOR_ATTACHMENT0 : point, framebuffer,
			       image) &&
		       read_pixels(a, ways, n, as, pixels);
	end_blit(a, &state);
	end(1, &framebuffer);
	end_images(1, &image);
	return is_read;
}

size_t gs_attached_bytes(const struct gs_attached_as *as)
{
	const size_t components = as->format == GL_DEPTH_COMPONENT || as->format == GL_STENCIL_INDEX
					  ? 1
					  : 4;
	return components * (as->type == GL_UNSIGNED_BYTE ? 1 : sizeof(GLfloat));
}

void *gs_attached_read(struct gs_attached *a, GLenum point, const struct gs_attached_as *ways,
	size_t n, struct gs_attached_as *as)
{
	size_t most = 0;
	for (size_t i = 0; i < n; i++)
		most = MAX(most, gs_attached_bytes(&ways[i]));
	/* A way that GL does not accept leaves the memory as it was. */
	void *pixels = g_try_malloc0((gsize)a->width * (gsize)a->height * most);
	if (!pixels)
		return NULL;
	if (!read_pixels(a, ways, n, as, pixels) && !read_resolved(a, point, ways, n, as, pixels))
		g_clear_pointer(&pixels, g_free);
	return pixels;
}

/* ---- all of it ---- */

bool gs_attached_begin(
	struct gs_attached *a, struct gs_player *player, unsigned long long call, bool is_of_window)
{
	memset(a, 0, sizeof(*a));
	a->player = player;
	if (!gs_replay_draw(player) || gs_replay_is_in_block(player) ||
		gs_replay_is_compiling(player)) {
		fprintf(stderr, "glstep-replay: nothing can be read behind call %llu\n", call);
		return false;
	}
	/* GL_FRAMEBUFFER_BINDING has the same value. */
	GLint framebuffer = is_of_window ? 0 : gs_replay_get(player, GL_DRAW_FRAMEBUFFER_BINDING);
	gs_replay_errors(player);
	gs_replay_begin_reading(player, &a->saved, (unsigned)framebuffer);
	gs_replay_errors(player);
	a->framebuffer = (unsigned)framebuffer;
	a->is_window = !framebuffer;
	a->is_old = a->saved.is_old;
	return true;
}

void gs_attached_end(struct gs_attached *a)
{
	gs_replay_end_reading(a->player, &a->saved);
	gs_replay_errors(a->player);
}

/* SPDX-License-Identifier: MIT */
/*
 * Shows the framebuffer that is drawn into, after a call: each colour buffer that is drawn into,
 * and depth and stencil if they are tested. Of several layers the first one is shown. A
 * multisampled framebuffer is resolved first, as its pixels cannot be read.
 */
#include <stdio.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "data/targets.h"
#include "replay/private.h"
#include "replay/reading.h"

enum { MOST_PIXEL = 16 };

struct drawn {
	struct gs_player *player;
	uint64_t call;
	GLint width, height;
	uint8_t *pixels;
	bool is_window, is_old;
};

/* ---- sizes ---- */

static GLint attachment(const struct drawn *d, GLenum point, GLenum name)
{
	void (*get)(GLenum, GLenum, GLenum, GLint *) = gs_replay_find(
		d->player, "glGetFramebufferAttachmentParameteriv");
	GLint value = 0;
	get(d->is_old ? GL_FRAMEBUFFER : GL_READ_FRAMEBUFFER, point, name, &value);
	return gs_replay_errors(d->player) ? 0 : value;
}

static void renderbuffer_size(struct drawn *d, GLuint name, GLint *internal)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(d->player, "glBindRenderbuffer");
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(
		d->player, "glGetRenderbufferParameteriv");
	GLint bound = gs_replay_get(d->player, GL_RENDERBUFFER_BINDING);
	bind(GL_RENDERBUFFER, name);
	get(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &d->width);
	get(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &d->height);
	get(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, internal);
	bind(GL_RENDERBUFFER, (GLuint)bound);
}

/* Find a texture's size. GL does not tell a texture's target; binding it fails for all others. */
static void texture_size(struct drawn *d, GLuint name, GLint level, GLint *internal)
{
	size_t n;
	const struct gs_texture_target *targets = gs_data_texture_targets(&n);
	void (*bind)(GLenum, GLuint) = gs_replay_find(d->player, "glBindTexture");
	void (*get)(GLenum, GLint, GLenum, GLint *) = gs_replay_find(
		d->player, "glGetTexLevelParameteriv");
	bool is_found = false;
	for (size_t i = 0; !is_found && get && i < n; i++) {
		GLint bound = gs_replay_get(d->player, targets[i].binding);
		if (gs_replay_errors(d->player))
			continue;
		bind(targets[i].target, name);
		if (gs_replay_errors(d->player))
			continue;
		get(targets[i].image, level, GL_TEXTURE_WIDTH, &d->width);
		get(targets[i].image, level, GL_TEXTURE_HEIGHT, &d->height);
		get(targets[i].image, level, GL_TEXTURE_INTERNAL_FORMAT, internal);
		bind(targets[i].target, (GLuint)bound);
		is_found = !gs_replay_errors(d->player);
	}
}

/* Find the size, and internal format, of what is attached there. Return false if they are not
 * known. */
static bool find_size(struct drawn *d, GLenum point, GLint *internal)
{
	const struct gs_drawable *window = gs_replay_draw(d->player);
	d->width = d->height = *internal = 0;
	if (d->is_window) {
		d->width = window->width;
		d->height = window->height;
	} else {
		GLuint name = (GLuint)attachment(d, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
		GLint type = attachment(d, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
		if (type == GL_RENDERBUFFER)
			renderbuffer_size(d, name, internal);
		else if (type == GL_TEXTURE)
			texture_size(d, name,
				attachment(d, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL),
				internal);
	}
	/* OpenGL ES before 3.1 has no query of a texture's size: take the viewport's. */
	if (!d->is_window && !d->width) {
		GLint box[4] = {0};
		void (*get)(GLenum, GLint *) = gs_replay_find(d->player, "glGetIntegerv");
		get(GL_VIEWPORT, box);
		d->width = box[0] + box[2];
		d->height = box[1] + box[3];
	}
	gs_replay_errors(d->player);
	return d->width > 0 && d->height > 0;
}

/* ---- pixels ---- */

/* Read pixels of the read framebuffer, as the first type that GL accepts. Return false if it
 * accepts none. */
static bool read_pixels(struct drawn *d, GLenum format)
{
	static const GLenum colors[][2] = {{GL_RGBA, GL_FLOAT}, {GL_RGBA_INTEGER, GL_INT},
		{GL_RGBA_INTEGER, GL_UNSIGNED_INT}, {GL_RGBA, GL_UNSIGNED_BYTE}};
	const GLenum other[2] = {
		format, format == GL_DEPTH_COMPONENT ? GL_FLOAT : GL_UNSIGNED_BYTE};
	void (*read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *) = gs_replay_find(
		d->player, "glReadPixels");
	bool is_read = false;
	for (size_t i = 0; !is_read && i < (format ? 1 : G_N_ELEMENTS(colors)); i++) {
		const GLenum *as = format ? other : colors[i];
		gs_replay_errors(d->player);
		memset(d->pixels, 0, (size_t)d->width * (size_t)d->height * MOST_PIXEL);
		read(0, 0, d->width, d->height, as[0], as[1], d->pixels);
		is_read = !gs_replay_errors(d->player);
	}
	return is_read;
}

/* Resolve the attachment into a renderbuffer made for that, and read it. Return false if that is
 * not possible. */
static bool read_resolved(struct drawn *d, GLenum format, GLenum point, GLint internal)
{
	void (*generate)(GLsizei, GLuint *) = gs_replay_find(d->player, "glGenFramebuffers");
	void (*end)(GLsizei, const GLuint *) = gs_replay_find(d->player, "glDeleteFramebuffers");
	void (*bind)(GLenum, GLuint) = gs_replay_find(d->player, "glBindFramebuffer");
	void (*generate_images)(GLsizei, GLuint *) = gs_replay_find(
		d->player, "glGenRenderbuffers");
	void (*end_images)(GLsizei, const GLuint *) = gs_replay_find(
		d->player, "glDeleteRenderbuffers");
	void (*bind_image)(GLenum, GLuint) = gs_replay_find(d->player, "glBindRenderbuffer");
	void (*store)(GLenum, GLenum, GLsizei, GLsizei) = gs_replay_find(
		d->player, "glRenderbufferStorage");
	void (*attach)(GLenum, GLenum, GLenum, GLuint) = gs_replay_find(
		d->player, "glFramebufferRenderbuffer");
	void (*blit)(GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield,
		GLenum) = gs_replay_find(d->player, "glBlitFramebuffer");
	void (*enable)(GLenum) = gs_replay_find(d->player, "glEnable");
	void (*disable)(GLenum) = gs_replay_find(d->player, "glDisable");
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(d->player, "glIsEnabled");
	GLint was = gs_replay_get(d->player, GL_READ_FRAMEBUFFER_BINDING);
	GLint bound = gs_replay_get(d->player, GL_RENDERBUFFER_BINDING);
	GLint drawn = gs_replay_get(d->player, GL_DRAW_FRAMEBUFFER_BINDING);
	bool is_scissored = is_enabled(GL_SCISSOR_TEST);
	GLuint framebuffer, image;
	if (!blit || d->is_old || !internal)
		return false;
	generate(1, &framebuffer);
	generate_images(1, &image);
	bind_image(GL_RENDERBUFFER, image);
	store(GL_RENDERBUFFER, (GLenum)internal, d->width, d->height);
	bind(GL_DRAW_FRAMEBUFFER, framebuffer);
	attach(GL_DRAW_FRAMEBUFFER, format ? point : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image);
	disable(GL_SCISSOR_TEST);
	blit(0, 0, d->width, d->height, 0, 0, d->width, d->height,
		format == GL_DEPTH_COMPONENT ? GL_DEPTH_BUFFER_BIT
		: format		     ? GL_STENCIL_BUFFER_BIT
					     : GL_COLOR_BUFFER_BIT,
		GL_NEAREST);
	bool is_read = !gs_replay_errors(d->player);
	bind(GL_READ_FRAMEBUFFER, framebuffer);
	is_read = is_read && read_pixels(d, format);
	if (is_scissored)
		enable(GL_SCISSOR_TEST);
	bind(GL_DRAW_FRAMEBUFFER, (GLuint)drawn);
	bind(GL_READ_FRAMEBUFFER, (GLuint)was);
	bind_image(GL_RENDERBUFFER, (GLuint)bound);
	end(1, &framebuffer);
	end_images(1, &image);
	gs_replay_errors(d->player);
	return is_read;
}

/* Print one buffer. format: that of depth or stencil; 0: a colour buffer. */
static void show(struct drawn *d, const char *name, GLenum format, GLenum point)
{
	GLint internal;
	bool is_read = false;
	if (find_size(d, point, &internal)) {
		d->pixels = g_malloc((gsize)d->width * (gsize)d->height * MOST_PIXEL);
		is_read = read_pixels(d, format) || read_resolved(d, format, point, internal);
	}
	if (is_read) {
		char *sum = g_compute_checksum_for_data(
			G_CHECKSUM_MD5, d->pixels, (gsize)d->width * (gsize)d->height * MOST_PIXEL);
		if (printf("call %llu %s %s\n", (unsigned long long)d->call, name, sum) < 0)
			d->player->has_failed = true;
		g_free(sum);
	} else if (!format) {
		fprintf(stderr, "glstep-replay: what call %llu has drawn cannot be read\n",
			(unsigned long long)d->call);
	}
	g_clear_pointer(&d->pixels, g_free);
}

/* Print the colour buffers that are drawn into. OpenGL ES 1 and 2 have one. */
static void show_colors(struct drawn *d)
{
	void (*read_buffer)(GLenum) = gs_replay_find(d->player, "glReadBuffer");
	GLint was = d->is_old ? 0 : gs_replay_get(d->player, GL_READ_BUFFER);
	GLint n = d->is_old ? 1 : gs_replay_get(d->player, GL_MAX_DRAW_BUFFERS);
	for (GLint i = 0; i < n; i++) {
		GLenum buffer = d->is_old ? GL_COLOR_ATTACHMENT0
					  : (GLenum)gs_replay_get(
						    d->player, GL_DRAW_BUFFER0 + (GLenum)i);
		char name[16];
		if (!buffer || (!d->is_window && !attachment(d, buffer,
							 GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)))
			continue;
		/* Both buffers have the same contents. */
		if (buffer == GL_FRONT_AND_BACK)
			buffer = gs_replay_context(d->player)->is_double ? GL_BACK : GL_FRONT;
		if (!d->is_old)
			read_buffer(buffer);
		g_snprintf(name, sizeof name, "color%d", i);
		show(d, name, 0, buffer);
	}
	if (!d->is_old)
		read_buffer((GLenum)was);
}

void gs_replay_show_drawn(struct gs_player *player, uint64_t call)
{
	struct drawn d = {.player = player, .call = call};
	struct gs_replay_reading saved = {0};
	if (!gs_replay_draw(player) || gs_replay_is_in_block(player)) {
		fprintf(stderr, "glstep-replay: nothing can be read behind call %llu\n",
			(unsigned long long)call);
		return;
	}
	/* GL_FRAMEBUFFER_BINDING has the same value. */
	GLint framebuffer = gs_replay_get(player, GL_DRAW_FRAMEBUFFER_BINDING);
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(player, "glIsEnabled");
	gs_replay_errors(player);
	gs_replay_begin_reading(player, &saved, (unsigned)framebuffer);
	gs_replay_errors(player);
	d.is_window = !framebuffer;
	d.is_old = saved.is_old;
	show_colors(&d);
	if (is_enabled(GL_DEPTH_TEST))
		show(&d, "depth", GL_DEPTH_COMPONENT, d.is_window ? GL_DEPTH : GL_DEPTH_ATTACHMENT);
	if (is_enabled(GL_STENCIL_TEST))
		show(&d, "stencil", GL_STENCIL_INDEX,
			d.is_window ? GL_STENCIL : GL_STENCIL_ATTACHMENT);
	gs_replay_end_reading(player, &saved);
	gs_replay_errors(player);
}

/* SPDX-License-Identifier: MIT */
/* The ends of frames, and their pictures. */
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "replay/private.h"

static int get(struct gs_player *player, unsigned name)
{
	int value = 0;
	void (*get_integer)(GLenum, GLint *) = gs_replay_find(player, "glGetIntegerv");
	get_integer(name, &value);
	return value;
}

static const GLenum pack_names[] = {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS,
	GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST};
static const int pack_plain[] = {1, 0, 0, 0, 0, 0};

/* Scales and maps of compatibility contexts change what is read. */
static const GLenum transfer_names[] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE,
	GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS, GL_MAP_COLOR};
static const float transfer_plain[] = {1, 1, 1, 1, 0, 0, 0, 0, 0};

struct read_state {
	bool is_old; /* ES 1 and ES 2 have less */
	int framebuffer, pack_buffer, pack[G_N_ELEMENTS(pack_names)];
	float transfer[G_N_ELEMENTS(transfer_names)];
};

static void set_state(struct gs_player *player, const struct read_state *s)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(player, "glBindFramebuffer");
	void (*bind_buffer)(GLenum, GLuint) = gs_replay_find(player, "glBindBuffer");
	void (*store)(GLenum, GLint) = gs_replay_find(player, "glPixelStorei");
	void (*transfer)(GLenum, GLfloat) = gs_replay_find(player, "glPixelTransferf");
	const struct gs_replay_context *context = gs_replay_context(player);
	if (bind)
		bind(s->is_old ? GL_FRAMEBUFFER : GL_READ_FRAMEBUFFER, (GLuint)s->framebuffer);
	if (!s->is_old && bind_buffer)
		bind_buffer(GL_PIXEL_PACK_BUFFER, (GLuint)s->pack_buffer);
	for (size_t i = 0; i < (s->is_old ? 1 : context->is_es ? 4 : 6); i++)
		store(pack_names[i], s->pack[i]);
	for (size_t i = 0; !context->is_es && transfer && i < G_N_ELEMENTS(transfer_names); i++)
		transfer(transfer_names[i], s->transfer[i]);
}

static void save_state(struct gs_player *player, struct read_state *s)
{
	void (*get_float)(GLenum, GLfloat *) = gs_replay_find(player, "glGetFloatv");
	const struct gs_replay_context *context = gs_replay_context(player);
	const char *(*get_string)(GLenum) = gs_replay_find(player, "glGetString");
	const char *version = get_string(GL_VERSION);
	s->is_old = context->is_es && version &&
		    (strstr(version, "ES 2") || strstr(version, "ES-C"));
	s->framebuffer = get(
		player, s->is_old ? GL_FRAMEBUFFER_BINDING : GL_READ_FRAMEBUFFER_BINDING);
	s->pack_buffer = s->is_old ? 0 : get(player, GL_PIXEL_PACK_BUFFER_BINDING);
	for (size_t i = 0; i < G_N_ELEMENTS(pack_names); i++)
		s->pack[i] = get(player, pack_names[i]);
	memcpy(s->transfer, transfer_plain, sizeof s->transfer);
	for (size_t i = 0; !context->is_es && i < G_N_ELEMENTS(transfer_names); i++)
		get_float(transfer_names[i], &s->transfer[i]);
}

static void forget_errors(unsigned (*error)(void))
{
	while (error())
		;
}

/* RGBA, the bottom row first. NULL: it cannot be read. */
static uint8_t *read_picture(struct gs_player *player, int width, int height)
{
	struct read_state saved = {0}, plain = {0};
	unsigned (*error)(void) = gs_replay_find(player, "glGetError");
	void (*read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *) = gs_replay_find(
		player, "glReadPixels");
	void (*read_buffer)(GLenum) = gs_replay_find(player, "glReadBuffer");
	const struct gs_replay_context *context = gs_replay_context(player);
	uint8_t *pixels = g_malloc0((gsize)width * (gsize)height * 4);
	save_state(player, &saved);
	plain.is_old = saved.is_old;
	memcpy(plain.pack, pack_plain, sizeof plain.pack);
	memcpy(plain.transfer, transfer_plain, sizeof plain.transfer);
	set_state(player, &plain);
	if (!saved.is_old) {
		int old = get(player, GL_READ_BUFFER);
		read_buffer(context->is_double ? GL_BACK : GL_FRONT);
		forget_errors(error);
		read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
		read_buffer((GLenum)old);
	} else {
		forget_errors(error); /* ES 1 has no framebuffers */
		read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	}
	bool failed = error();
	set_state(player, &saved);
	forget_errors(error);
	if (failed)
		g_clear_pointer(&pixels, g_free);
	return pixels;
}

static bool write_png(const char *path, const uint8_t *pixels, int width, int height)
{
	png_image image = {.version = PNG_IMAGE_VERSION,
		.width = (png_uint_32)width,
		.height = (png_uint_32)height,
		.format = PNG_FORMAT_RGBA};
	/* A negative stride: libpng takes the last row first. */
	return png_image_write_to_file(&image, path, 0, pixels, -4 * width, NULL);
}

static void show(struct gs_player *player, const uint8_t *pixels, int width, int height)
{
	const struct gs_replay_options *options = player->options;
	if (options->md5) {
		char *sum = g_compute_checksum_for_data(
			G_CHECKSUM_MD5, pixels, (gsize)width * (gsize)height * 4);
		if (printf("frame %llu %s\n", (unsigned long long)player->frames, sum) < 0)
			player->has_failed = player->is_over = true;
		g_free(sum);
	}
	if (options->images) {
		char *name = g_strdup_printf(
			"frame-%06llu.png", (unsigned long long)player->frames);
		char *path = g_build_filename(options->images, name, NULL);
		if (!write_png(path, pixels, width, height)) {
			fprintf(stderr, "glstep-replay: %s: %s\n", path, g_strerror(errno));
			player->has_failed = player->is_over = true;
		}
		g_free(path);
		g_free(name);
	}
}

void gs_replay_end_frame(struct gs_player *player)
{
	const struct gs_replay_options *options = player->options;
	const struct gs_drawable *draw = player->thread ? player->thread->draw : NULL;
	bool wanted = (options->md5 || options->images) && draw && gs_replay_context(player) &&
		      player->frames >= options->first_frame;
	if (wanted) {
		uint8_t *pixels = read_picture(player, draw->width, draw->height);
		if (pixels)
			show(player, pixels, draw->width, draw->height);
		else
			fprintf(stderr, "glstep-replay: frame %llu cannot be read\n",
				(unsigned long long)player->frames);
		g_free(pixels);
	}
	if (player->frames++ >= options->last_frame)
		player->is_over = true;
}

/* SPDX-License-Identifier: MIT */
/* Ends frames, and writes their pictures. */
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "replay/measure/experiments.h"
#include "replay/private.h"
#include "replay/reading.h"
#include "trace/call-set.h"

static void forget_errors(unsigned (*error)(void))
{
	while (error())
		;
}

/* Read the picture as RGBA, the bottom row first; to be freed with g_free(). NULL: it cannot be
 * read. */
static uint8_t *read_picture(struct gs_player *player, int width, int height)
{
	struct gs_replay_reading saved = {0};
	unsigned (*error)(void) = gs_replay_find(player, "glGetError");
	void (*read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *) = gs_replay_find(
		player, "glReadPixels");
	void (*read_buffer)(GLenum) = gs_replay_find(player, "glReadBuffer");
	const struct gs_replay_context *context = gs_replay_context(player);
	uint8_t *pixels = g_malloc0((gsize)width * (gsize)height * 4);
	gs_replay_begin_reading(player, &saved, 0);
	if (!saved.is_old) {
		int old = gs_replay_get(player, GL_READ_BUFFER);
		read_buffer(context->is_double ? GL_BACK : GL_FRONT);
		forget_errors(error);
		read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
		read_buffer((GLenum)old);
	} else {
		forget_errors(error); /* ES 1 has no framebuffers */
		read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	}
	bool failed = error();
	gs_replay_end_reading(player, &saved);
	forget_errors(error);
	if (failed)
		g_clear_pointer(&pixels, g_free);
	return pixels;
}

bool gs_replay_write_png(
	const char *path, const uint8_t *pixels, int width, int height, bool has_alpha)
{
	png_image image = {.version = PNG_IMAGE_VERSION,
		.width = (png_uint_32)width,
		.height = (png_uint_32)height,
		.format = has_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB};
	/* With a negative stride libpng writes the last row first. */
	return png_image_write_to_file(
		&image, path, 0, pixels, (has_alpha ? -4 : -3) * width, NULL);
}

bool gs_replay_streams(const struct gs_player *player)
{
	return player->options->images && strcmp(player->options->images, "-") == 0;
}

static bool stream(const char *what, const uint8_t *pixels, int width, int height)
{
	size_t size = (size_t)width * 3;
	g_autofree uint8_t *row = g_malloc(size + 1);
	bool good = printf("P6\n# %s\n%d %d\n255\n", what, width, height) > 0;
	for (int y = height - 1; y >= 0 && good; y--) {
		const uint8_t *from = pixels + (size_t)y * (size_t)width * 4;
		for (size_t x = 0; x < (size_t)width; x++)
			memcpy(row + 3 * x, from + 4 * x, 3);
		good = fwrite(row, 1, size, stdout) == size;
	}
	return fflush(stdout) == 0 && good;
}

void gs_replay_write_picture(
	struct gs_player *player, const char *name, const uint8_t *pixels, int width, int height)
{
	bool streams = gs_replay_streams(player);
	g_autofree char *file = g_strconcat(name, streams ? ".ppm" : ".png", NULL);
	g_autofree char *path = g_build_filename(player->options->images, file, NULL);
	if (streams ? stream(file, pixels, width, height)
		    : gs_replay_write_png(path, pixels, width, height, true))
		return;
	fprintf(stderr, "glstep-replay: %s: %s\n", path, g_strerror(errno));
	player->has_failed = player->is_over = true;
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
		g_autofree char *name = g_strdup_printf(
			"frame-%06llu", (unsigned long long)player->frames);
		gs_replay_write_picture(player, name, pixels, width, height);
	}
}

void gs_replay_end_frame(struct gs_player *player)
{
	const struct gs_replay_options *options = player->options;
	const struct gs_drawable *draw = gs_replay_draw(player);
	bool wanted = (options->md5 || options->images) && !options->calls && !options->at &&
		      draw && player->frames >= options->first_frame &&
		      (!options->frames || gs_call_set_has(options->frames, player->frames, 0, 0));
	struct gs_experiments *experiments = options->experiments;
	bool is_compared = draw && gs_experiments_wants_picture(experiments);
	wanted &= !gs_experiments_is_again(experiments);
	if (wanted || is_compared) {
		uint8_t *pixels = read_picture(player, draw->width, draw->height);
		if (pixels && is_compared)
			gs_experiments_take_picture(experiments, pixels,
				(uint64_t)draw->width * (uint64_t)draw->height * 4);
		if (!wanted)
			;
		else if (pixels)
			show(player, pixels, draw->width, draw->height);
		else
			fprintf(stderr, "glstep-replay: frame %llu cannot be read\n",
				(unsigned long long)player->frames);
		g_free(pixels);
	}
	if (player->frames++ >= options->last_frame)
		player->is_over = true;
}

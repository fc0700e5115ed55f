/* SPDX-License-Identifier: MIT */
/*
 * Writes pictures of what is attached to the framebuffer that is drawn into, as it is behind a
 * call. What eight bits a component hold is a PNG file of the bytes that GL gives, as pictures of
 * frames are. All else, which a picture can only hint at, has its values in a file for NumPy, too;
 * the debugger writes both kinds, of its images.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "debugger/engine/show/field.h"
#include "replay/attached.h"
#include "replay/private.h"

enum { COMPONENTS = GS_ATTACHED_COMPONENTS, MOST_PIXELS = 1 << 26 };

struct picture {
	struct gs_attached *of;
	uint64_t call;
	unsigned which; /* enum gs_replay_attachment */
	char name[GS_ATTACHED_NAME];
};

static void fail(struct picture *p, const char *path, const char *why)
{
	fprintf(stderr, "glstep-replay: %s: %s\n", path, why);
	p->of->player->has_failed = p->of->player->is_over = true;
}

static char *name_of(const struct picture *p)
{
	return g_strdup_printf("call-%08llu-%s", (unsigned long long)p->call, p->name);
}

/* Tell why there is no picture, once for each attachment. */
static void tell(const struct picture *p, const char *why)
{
	char *kind = g_strdup_printf("picture %s %s", p->name, why);
	if (g_hash_table_add(p->of->player->told, kind))
		fprintf(stderr, "glstep-replay: call %llu has no picture of %s: %s\n",
			(unsigned long long)p->call, p->name, why);
}

/* ---- files ---- */

static void write_bytes(struct picture *p, const uint8_t *pixels)
{
	g_autofree char *name = name_of(p);
	gs_replay_write_picture(p->of->player, name, pixels, p->of->width, p->of->height);
	p->of->player->n_pictures++;
}

static double number_of(const void *pixels, size_t i, GLenum type)
{
	switch (type) {
	case GL_FLOAT:
		return (double)((const GLfloat *)pixels)[i];
	case GL_INT:
		return ((const GLint *)pixels)[i];
	case GL_UNSIGNED_INT:
		return ((const GLuint *)pixels)[i];
	default:
		return ((const GLubyte *)pixels)[i];
	}
}

/* Write values, of which a pixel has n in memory; those that are kept count. */
static void write_values(
	struct picture *p, const void *pixels, GLenum type, unsigned n, const bool kept[COMPONENTS])
{
	static const char letters[] = "rgba";
	static const char *const endings[] = {"png", "npy"};
	if (gs_replay_streams(p->of->player))
		return tell(p, "it has other values than bytes, which need a folder");
	if ((size_t)p->of->width * (size_t)p->of->height > MOST_PIXELS)
		return tell(p, "it is too large for a file of values");
	char **names = g_new0(char *, COMPONENTS + 1);
	struct gs_type of = {.base = type == GL_FLOAT ? GS_BASE_FLOAT
				     : type == GL_INT ? GS_BASE_INT
						      : GS_BASE_UINT,
		.columns = 1};
	for (unsigned k = 0; k < n; k++)
		if (kept[k])
			names[of.rows++] = g_strndup(letters + k, 1);
	struct gs_field *field = gs_field_new(
		(unsigned)p->of->width, (unsigned)p->of->height, &of, names, g_strdup(p->name));
	size_t to = 0;
	for (size_t i = 0; i < (size_t)p->of->width * (size_t)p->of->height; i++)
		for (unsigned k = 0; k < n; k++)
			if (kept[k])
				field->values[to++] = number_of(pixels, i * n + k, type);
	gs_field_count(field);
	for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
		g_autoptr(GError) error = NULL;
		g_autofree char *name = name_of(p);
		g_autofree char *file = g_strdup_printf("%s.%s", name, endings[i]);
		g_autofree char *path = g_build_filename(
			p->of->player->options->images, file, NULL);
		if (!gs_field_save(field, path, NULL, &error))
			fail(p, path, error->message);
		p->of->player->n_pictures++;
	}
	gs_field_free(field);
}

/* ---- all of them ---- */

static void write_one(struct picture *p)
{
	struct gs_attached_pixels image;
	static const bool one[COMPONENTS] = {true};
	if (!gs_attached_is_there(p->of, p->which)) {
		if (p->of->player->options->attachments != GS_REPLAY_ALL_ATTACHMENTS)
			tell(p, "nothing is attached there");
		return;
	}
	if (!gs_attached_read_image(p->of, p->which, &image))
		return tell(p, image.why);
	if (p->which >= GS_REPLAY_COLORS)
		write_values(p, image.pixels, image.as.type, 1, one);
	else if (image.as.type == GL_UNSIGNED_BYTE)
		write_bytes(p, image.pixels);
	else
		write_values(p, image.pixels, image.as.type, COMPONENTS, image.has);
	g_free(image.pixels);
}

/* ---- as apitrace's players write them ---- */

/* Return which colour is drawn into first. */
static unsigned drawn_into(struct gs_attached *a)
{
	if (a->is_window || a->is_old)
		return GS_REPLAY_COLOR;
	GLint buffer = gs_replay_get(a->player, GL_DRAW_BUFFER0) - GL_COLOR_ATTACHMENT0;
	gs_replay_errors(a->player);
	return buffer > 0 && buffer < GS_REPLAY_COLORS ? (unsigned)buffer : GS_REPLAY_COLOR;
}

/* Return red, green and blue of all pixels as bytes; g_free. */
static uint8_t *bytes_of(const struct gs_attached_pixels *image)
{
	const double most = 255;
	size_t n = (size_t)image->width * (size_t)image->height;
	bool is_byte = image->as.type == GL_UNSIGNED_BYTE, is_float = image->as.type == GL_FLOAT;
	uint8_t *bytes = g_malloc(3 * n + 1);
	for (size_t i = 0; i < 3 * n; i++) {
		size_t at = i / 3 * COMPONENTS + i % 3;
		double value = number_of(image->pixels, at, image->as.type);
		bytes[i] = is_byte ? ((const uint8_t *)image->pixels)[at]
				   : (uint8_t)(CLAMP(is_float ? value * most : value, 0, most) +
					       0.5);
	}
	return bytes;
}

static void write_snapshot(struct picture *p)
{
	struct gs_attached_pixels image;
	gs_attached_name(p->which, p->name);
	if (!gs_attached_is_there(p->of, p->which))
		return tell(p, "nothing is attached there");
	if (!gs_attached_read_image(p->of, p->which, &image))
		return tell(p, image.why);
	g_autofree char *path = g_strdup_printf("%s%010llu.png",
		p->of->player->options->snapshot_prefix, (unsigned long long)p->call);
	g_autofree uint8_t *bytes = bytes_of(&image);
	if (!gs_replay_write_png(path, bytes, image.width, image.height, false))
		fail(p, path, g_strerror(errno));
	p->of->player->n_pictures++;
	g_free(image.pixels);
}

void gs_replay_write_pictures(struct gs_player *player, uint64_t call)
{
	struct gs_attached a;
	uint64_t wanted = player->options->attachments;
	if (!gs_attached_begin(&a, player, call, false))
		return;
	if (player->options->snapshot_prefix) {
		struct picture p = {.of = &a, .call = call, .which = drawn_into(&a)};
		write_snapshot(&p);
		gs_attached_end(&a);
		return;
	}
	unsigned n_colors = gs_attached_count_colors(&a);
	for (unsigned which = 0; which < GS_REPLAY_N_ATTACHMENTS; which++) {
		struct picture p = {&a, call, which, "stencil"};
		if (!(wanted >> which & 1) || (which < GS_REPLAY_COLORS && which >= n_colors &&
						      wanted == GS_REPLAY_ALL_ATTACHMENTS))
			continue;
		gs_attached_name(which, p.name);
		write_one(&p);
	}
	gs_attached_end(&a);
}

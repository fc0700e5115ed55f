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

enum { COMPONENTS = 4, MOST_BYTE_BITS = 8, MOST_PIXELS = 1 << 26 };

struct picture {
	struct gs_attached *of;
	uint64_t call;
	unsigned which; /* enum gs_replay_attachment */
	GLenum point;
	char name[16];
};

static void fail(struct picture *p, const char *path, const char *why)
{
	fprintf(stderr, "glstep-replay: %s: %s\n", path, why);
	p->of->player->has_failed = p->of->player->is_over = true;
}

static char *path_of(const struct picture *p, const char *ending)
{
	char *name = g_strdup_printf(
		"call-%08llu-%s.%s", (unsigned long long)p->call, p->name, ending);
	char *path = g_build_filename(p->of->player->options->images, name, NULL);
	g_free(name);
	return path;
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
	bool streams = gs_replay_streams(p->of->player);
	char *path = path_of(p, streams ? "ppm" : "png");
	if (!(streams ? gs_replay_stream(
				strrchr(path, '/') + 1, pixels, p->of->width, p->of->height)
		      : gs_replay_write_png(path, pixels, p->of->width, p->of->height)))
		fail(p, path, g_strerror(errno));
	p->of->player->n_pictures++;
	g_free(path);
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
		char *path = path_of(p, endings[i]);
		if (!gs_field_save(field, path, NULL, &error))
			fail(p, path, error->message);
		p->of->player->n_pictures++;
		g_free(path);
	}
	gs_field_free(field);
}

/* ---- kinds of attachments ---- */

static const char *why_not(const struct picture *p)
{
	return gs_replay_context(p->of->player)->in_condition
		       ? "it cannot be read while a query decides whether anything is drawn"
		       : "it cannot be read";
}

static void write_other(struct picture *p)
{
	static const struct gs_attached_as depth[] = {{GL_DEPTH_COMPONENT, GL_FLOAT}},
					   stencil[] = {{GL_STENCIL_INDEX, GL_UNSIGNED_BYTE}};
	static const bool one[COMPONENTS] = {true};
	struct gs_attached_as as;
	void *pixels = gs_attached_read(
		p->of, p->point, p->which == GS_REPLAY_DEPTH ? depth : stencil, 1, &as);
	if (!pixels)
		return tell(p, why_not(p));
	write_values(p, pixels, as.type, 1, one);
	g_free(pixels);
}

/* Find which components the colours have, and how many bits the largest has; 0: GL does not say. */
static int find_components(struct picture *p, bool has[COMPONENTS])
{
	static const GLenum sizes[COMPONENTS] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
	int most = 0;
	for (unsigned k = 0; k < COMPONENTS; k++) {
		int bits = p->of->is_old ? 0 : gs_attached_ask(p->of, p->point, sizes[k]);
		has[k] = bits > 0;
		most = MAX(most, bits);
	}
	for (unsigned k = 0; k < COMPONENTS; k++) /* luminance has none of its own */
		has[k] |= !most;
	return most;
}

static void write_color(struct picture *p)
{
	/* Ways to read, as far as they say all that there is. */
	static const struct gs_attached_as floats[] = {{GL_RGBA, GL_FLOAT},
		{GL_RGBA, GL_UNSIGNED_BYTE}},
					   bytes[] = {{GL_RGBA, GL_UNSIGNED_BYTE}},
					   integers[] = {{GL_RGBA_INTEGER, GL_INT}},
					   naturals[] = {{GL_RGBA_INTEGER, GL_UNSIGNED_INT}};
	bool has[COMPONENTS];
	struct gs_attached_as as;
	int bits = find_components(p, has);
	GLint type = p->of->is_old ? 0
				   : gs_attached_ask(p->of, p->point,
					     GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
	const struct gs_attached_as *ways = type == GL_INT	      ? integers
					    : type == GL_UNSIGNED_INT ? naturals
								      : floats;
	if ((!type || type == GL_UNSIGNED_NORMALIZED) && bits <= MOST_BYTE_BITS)
		ways = bytes;
	/* Bytes do not say what floating-point numbers are, or those below 0. */
	size_t n = ways == floats && (!type || type == GL_UNSIGNED_NORMALIZED) ? 2 : 1;
	void *pixels = gs_attached_read(p->of, p->point, ways, n, &as);
	if (!pixels)
		return tell(p, why_not(p));
	if (as.type == GL_UNSIGNED_BYTE)
		write_bytes(p, pixels);
	else
		write_values(p, pixels, as.type, COMPONENTS, has);
	g_free(pixels);
}

/* ---- where they are ---- */

/* Return the window's buffer that is drawn into first, or where its frames come from. */
static GLenum window_buffer(struct gs_player *player)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	GLenum buffer = (GLenum)gs_replay_get(player, GL_DRAW_BUFFER0);
	bool is_front = buffer == GL_FRONT || buffer == GL_FRONT_LEFT;
	gs_replay_errors(player);
	if (context->is_es)
		return GL_BACK;
	if (!context->is_double || is_front)
		return GL_FRONT_LEFT;
	return buffer == GL_BACK_RIGHT || buffer == GL_FRONT_RIGHT ? buffer : GL_BACK_LEFT;
}

static GLenum point_of(struct gs_attached *a, unsigned which)
{
	if (which == GS_REPLAY_DEPTH)
		return a->is_window && !a->is_old ? GL_DEPTH : GL_DEPTH_ATTACHMENT;
	if (which == GS_REPLAY_STENCIL)
		return a->is_window && !a->is_old ? GL_STENCIL : GL_STENCIL_ATTACHMENT;
	return a->is_window ? window_buffer(a->player) : GL_COLOR_ATTACHMENT0 + which;
}

static bool is_there(const struct picture *p)
{
	struct gs_player *player = p->of->player;
	if (!p->of->is_window || (!p->of->is_old && p->which >= GS_REPLAY_COLORS))
		return gs_attached_ask(p->of, p->point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) !=
		       GL_NONE;
	if (p->which == GS_REPLAY_DEPTH)
		return gs_replay_get(player, GL_DEPTH_BITS) > 0;
	return p->which == GS_REPLAY_STENCIL ? gs_replay_get(player, GL_STENCIL_BITS) > 0
					     : p->which == GS_REPLAY_COLOR;
}

static void write_one(struct picture *p)
{
	struct gs_player *player = p->of->player;
	void (*read_buffer)(GLenum) = gs_replay_find(player, "glReadBuffer");
	bool is_color = p->which < GS_REPLAY_COLORS;
	if (!is_there(p)) {
		if (player->options->attachments != GS_REPLAY_ALL_ATTACHMENTS)
			tell(p, "nothing is attached there");
		return;
	}
	if (!gs_attached_find(p->of, p->point))
		return tell(p, "its size is not known");
	if (!is_color)
		return write_other(p);
	GLint was = p->of->is_old ? 0 : gs_replay_get(player, GL_READ_BUFFER);
	if (!p->of->is_old)
		read_buffer(p->point);
	write_color(p);
	if (!p->of->is_old)
		read_buffer((GLenum)was);
}

static unsigned count_colors(struct gs_attached *a)
{
	GLint n = a->is_old || a->is_window ? 1
					    : gs_replay_get(a->player, GL_MAX_COLOR_ATTACHMENTS);
	return (unsigned)CLAMP(n, 1, GS_REPLAY_COLORS);
}

void gs_replay_write_pictures(struct gs_player *player, uint64_t call)
{
	struct gs_attached a;
	uint64_t wanted = player->options->attachments;
	if (!gs_attached_begin(&a, player, call))
		return;
	unsigned n_colors = count_colors(&a);
	for (unsigned which = 0; which < GS_REPLAY_N_ATTACHMENTS; which++) {
		struct picture p = {&a, call, which, point_of(&a, which), "stencil"};
		bool is_color = which < GS_REPLAY_COLORS;
		if (!(wanted >> which & 1) ||
			(is_color && which >= n_colors && wanted == GS_REPLAY_ALL_ATTACHMENTS))
			continue;
		if (is_color)
			g_snprintf(p.name, sizeof p.name, "color%u", which);
		else if (which == GS_REPLAY_DEPTH)
			g_strlcpy(p.name, "depth", sizeof p.name);
		write_one(&p);
	}
	gs_attached_end(&a);
}

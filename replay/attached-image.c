/* SPDX-License-Identifier: MIT */
/* Attachments by their numbers: where they are, and how all that they hold is read. */
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "replay/attached.h"
#include "replay/private.h"

enum { COMPONENTS = GS_ATTACHED_COMPONENTS, MOST_BYTE_BITS = 8 };

/* ---- where they are ---- */

void gs_attached_name(unsigned which, char name[GS_ATTACHED_NAME])
{
	if (which < GS_REPLAY_COLORS)
		g_snprintf(name, GS_ATTACHED_NAME, "color%u", which);
	else
		g_strlcpy(name, which == GS_REPLAY_DEPTH ? "depth" : "stencil", GS_ATTACHED_NAME);
}

unsigned gs_attached_count_colors(struct gs_attached *a)
{
	GLint n = a->is_old || a->is_window ? 1
					    : gs_replay_get(a->player, GL_MAX_COLOR_ATTACHMENTS);
	return (unsigned)CLAMP(n, 1, GS_REPLAY_COLORS);
}

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

bool gs_attached_is_there(struct gs_attached *a, unsigned which)
{
	if (!a->is_window || (!a->is_old && which >= GS_REPLAY_COLORS))
		return gs_attached_ask(a, point_of(a, which),
			       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_NONE;
	if (which == GS_REPLAY_DEPTH)
		return gs_replay_get(a->player, GL_DEPTH_BITS) > 0;
	return which == GS_REPLAY_STENCIL ? gs_replay_get(a->player, GL_STENCIL_BITS) > 0
					  : which == GS_REPLAY_COLOR;
}

/* ---- how they are read ---- */

static const char *why_not(const struct gs_attached *a)
{
	return gs_replay_context(a->player)->in_condition
		       ? "it cannot be read while a query decides whether anything is drawn"
		       : "it cannot be read";
}

static bool read_other(struct gs_attached *a, unsigned which, struct gs_attached_pixels *image)
{
	static const struct gs_attached_as depth[] = {{GL_DEPTH_COMPONENT, GL_FLOAT}},
					   stencil[] = {{GL_STENCIL_INDEX, GL_UNSIGNED_BYTE}};
	GLenum point = point_of(a, which);
	bool is_depth = which == GS_REPLAY_DEPTH;
	image->n = 1;
	image->has[0] = true;
	if (!a->is_old)
		image->bits = gs_attached_ask(a, point,
			is_depth ? GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE
				 : GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
	if (!a->is_old && is_depth)
		image->type = gs_attached_ask(a, point, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
	image->pixels = gs_attached_read(a, point, is_depth ? depth : stencil, 1, &image->as);
	return image->pixels;
}

/* Find which components the colours have, and how many bits the largest has. */
static void find_components(struct gs_attached *a, GLenum point, struct gs_attached_pixels *image)
{
	static const GLenum sizes[COMPONENTS] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE,
		GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
	for (unsigned k = 0; k < COMPONENTS; k++) {
		int bits = a->is_old ? 0 : gs_attached_ask(a, point, sizes[k]);
		image->has[k] = bits > 0;
		image->bits = MAX(image->bits, bits);
	}
	for (unsigned k = 0; k < COMPONENTS; k++) /* luminance has none of its own */
		image->has[k] |= !image->bits;
}

static bool read_color(struct gs_attached *a, GLenum point, struct gs_attached_pixels *image)
{
	/* Ways to read, as far as they say all that there is. */
	static const struct gs_attached_as floats[] = {{GL_RGBA, GL_FLOAT},
		{GL_RGBA, GL_UNSIGNED_BYTE}},
					   bytes[] = {{GL_RGBA, GL_UNSIGNED_BYTE}},
					   integers[] = {{GL_RGBA_INTEGER, GL_INT}},
					   naturals[] = {{GL_RGBA_INTEGER, GL_UNSIGNED_INT}};
	find_components(a, point, image);
	GLint type = a->is_old
			     ? 0
			     : gs_attached_ask(a, point, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
	const struct gs_attached_as *ways = type == GL_INT	      ? integers
					    : type == GL_UNSIGNED_INT ? naturals
								      : floats;
	if ((!type || type == GL_UNSIGNED_NORMALIZED) && image->bits <= MOST_BYTE_BITS)
		ways = bytes;
	/* Bytes do not say what floating-point numbers are, or those below 0. */
	size_t n = ways == floats && (!type || type == GL_UNSIGNED_NORMALIZED) ? 2 : 1;
	image->n = COMPONENTS;
	image->type = type;
	image->pixels = gs_attached_read(a, point, ways, n, &image->as);
	return image->pixels;
}

bool gs_attached_read_image(struct gs_attached *a, unsigned which, struct gs_attached_pixels *image)
{
	struct gs_player *player = a->player;
	void (*read_buffer)(GLenum) = gs_replay_find(player, "glReadBuffer");
	GLenum point = point_of(a, which);
	memset(image, 0, sizeof *image);
	image->why = "its size is not known";
	if (!gs_attached_find(a, point))
		return false;
	image->why = why_not(a);
	image->width = a->width;
	image->height = a->height;
	if (which >= GS_REPLAY_COLORS)
		return read_other(a, which, image);
	GLint was = a->is_old ? 0 : gs_replay_get(player, GL_READ_BUFFER);
	if (!a->is_old)
		read_buffer(point);
	bool is_read = read_color(a, point, image);
	if (!a->is_old)
		read_buffer((GLenum)was);
	return is_read;
}

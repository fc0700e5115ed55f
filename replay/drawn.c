/* SPDX-License-Identifier: MIT */
/*
 * Shows the framebuffer that is drawn into, after a call: each colour buffer that is drawn into,
 * and depth and stencil if they are tested.
 */
#include <stdio.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "replay/attached.h"
#include "replay/private.h"

static const struct gs_attached_as color_ways[] = {{GL_RGBA, GL_FLOAT}, {GL_RGBA_INTEGER, GL_INT},
	{GL_RGBA_INTEGER, GL_UNSIGNED_INT}, {GL_RGBA, GL_UNSIGNED_BYTE}};

/* Print one buffer. other: how depth or stencil are read; NULL: it is a colour buffer. */
static void show(struct gs_attached *a, uint64_t call, const char *name,
	const struct gs_attached_as *other, GLenum point)
{
	struct gs_attached_as as;
	uint8_t *pixels = NULL;
	if (gs_attached_find(a, point))
		pixels = gs_attached_read(a, point, other ? other : color_ways,
			other ? 1 : G_N_ELEMENTS(color_ways), &as);
	if (pixels) {
		char *sum = g_compute_checksum_for_data(G_CHECKSUM_MD5, pixels,
			(gsize)a->width * (gsize)a->height * gs_attached_bytes(&as));
		if (printf("call %llu %s %s\n", (unsigned long long)call, name, sum) < 0)
			a->player->has_failed = true;
		g_free(sum);
	} else if (!other) {
		fprintf(stderr, "glstep-replay: what call %llu has drawn cannot be read\n",
			(unsigned long long)call);
	}
	g_free(pixels);
}

/* Print the colour buffers that are drawn into. OpenGL ES 1 and 2 have one. */
static void show_colors(struct gs_attached *a, uint64_t call)
{
	struct gs_player *player = a->player;
	void (*read_buffer)(GLenum) = gs_replay_find(player, "glReadBuffer");
	GLint was = a->is_old ? 0 : gs_replay_get(player, GL_READ_BUFFER);
	GLint n = a->is_old ? 1 : gs_replay_get(player, GL_MAX_DRAW_BUFFERS);
	for (GLint i = 0; i < n; i++) {
		GLenum buffer = a->is_old ? GL_COLOR_ATTACHMENT0
					  : (GLenum)gs_replay_get(
						    player, GL_DRAW_BUFFER0 + (GLenum)i);
		char name[16];
		if (!buffer || (!a->is_window && !gs_attached_ask(a, buffer,
							 GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)))
			continue;
		/* Both buffers have the same contents. */
		if (buffer == GL_FRONT_AND_BACK)
			buffer = gs_replay_context(player)->is_double ? GL_BACK : GL_FRONT;
		if (!a->is_old)
			read_buffer(buffer);
		g_snprintf(name, sizeof name, "color%d", i);
		show(a, call, name, NULL, buffer);
	}
	if (!a->is_old)
		read_buffer((GLenum)was);
}

void gs_replay_show_drawn(struct gs_player *player, uint64_t call)
{
	static const struct gs_attached_as depth = {GL_DEPTH_COMPONENT, GL_FLOAT},
					   stencil = {GL_STENCIL_INDEX, GL_UNSIGNED_BYTE};
	struct gs_attached a;
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(player, "glIsEnabled");
	if (!gs_attached_begin(&a, player, call, false))
		return;
	show_colors(&a, call);
	if (is_enabled(GL_DEPTH_TEST))
		show(&a, call, "depth", &depth, a.is_window ? GL_DEPTH : GL_DEPTH_ATTACHMENT);
	if (is_enabled(GL_STENCIL_TEST))
		show(&a, call, "stencil", &stencil,
			a.is_window ? GL_STENCIL : GL_STENCIL_ATTACHMENT);
	gs_attached_end(&a);
}

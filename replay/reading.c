/* SPDX-License-Identifier: MIT */
#include "replay/reading.h"

#include <stdio.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "replay/link.h"
#include "replay/private.h"

static const GLenum pack_names[GS_READING_PACKS] = {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH,
	GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST};
static const int pack_plain[GS_READING_PACKS] = {1, 0, 0, 0, 0, 0};

/* Scale, bias and maps of compatibility contexts, which change what is read. */
static const GLenum transfer_names[GS_READING_TRANSFERS] = {GL_RED_SCALE, GL_GREEN_SCALE,
	GL_BLUE_SCALE, GL_ALPHA_SCALE, GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS,
	GL_MAP_COLOR, GL_INDEX_SHIFT, GL_INDEX_OFFSET, GL_MAP_STENCIL};
static const float transfer_plain[GS_READING_TRANSFERS] = {1, 1, 1, 1, 0, 0, 0, 0, 0};

static void set_state(struct gs_player *player, const struct gs_replay_reading *s)
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
	for (size_t i = 0; i < (context->is_es ? 4 : 6); i++)
		if (i == 0 || s->stores_rows)
			store(pack_names[i], s->pack[i]);
	for (size_t i = 0; !context->is_es && transfer && i < G_N_ELEMENTS(transfer_names); i++)
		transfer(transfer_names[i], s->transfer[i]);
}

static void save_state(struct gs_player *player, struct gs_replay_reading *s)
{
	void (*get_float)(GLenum, GLfloat *) = gs_replay_find(player, "glGetFloatv");
	const struct gs_replay_context *context = gs_replay_context(player);
	const char *(*get_string)(GLenum) = gs_replay_find(player, "glGetString");
	const char *version = get_string(GL_VERSION);
	s->is_old = context->is_es && version &&
		    (strstr(version, "ES 2") || strstr(version, "ES-C"));
	s->framebuffer = gs_replay_get(
		player, s->is_old ? GL_FRAMEBUFFER_BINDING : GL_READ_FRAMEBUFFER_BINDING);
	s->pack_buffer = s->is_old ? 0 : gs_replay_get(player, GL_PIXEL_PACK_BUFFER_BINDING);
	s->stores_rows = gs_replay_stores_rows(player, true);
	for (size_t i = 0; i < G_N_ELEMENTS(pack_names); i++)
		s->pack[i] = gs_replay_get(player, pack_names[i]);
	memcpy(s->transfer, transfer_plain, sizeof s->transfer);
	for (size_t i = 0; !context->is_es && i < G_N_ELEMENTS(transfer_names); i++)
		get_float(transfer_names[i], &s->transfer[i]);
}

/* Make the window that is read from, if it is another one, the one that is drawn into, or exchange
 * them back. Mesa forgets the contents of a window that is current in no context. */
static void exchange(struct gs_player *player, bool exchanged)
{
	struct gs_drawable *draw = gs_replay_draw(player), *read = gs_replay_read(player);
	gs_link_mute(true);
	bool done = player->system->make_current(
		exchanged ? read : draw, exchanged ? draw : read, gs_replay_context(player)->own);
	gs_link_mute(false);
	if (!done)
		fputs("glstep-replay: a context cannot be made current once more\n", stderr);
	player->has_failed |= !done;
}

void gs_replay_begin_reading(
	struct gs_player *player, struct gs_replay_reading *saved, unsigned framebuffer)
{
	struct gs_replay_reading plain = {.framebuffer = (int)framebuffer};
	saved->is_aside = !framebuffer && gs_replay_draw(player) != gs_replay_read(player);
	if (saved->is_aside)
		exchange(player, true);
	save_state(player, saved);
	plain.is_old = saved->is_old;
	plain.stores_rows = saved->stores_rows;
	memcpy(plain.pack, pack_plain, sizeof plain.pack);
	memcpy(plain.transfer, transfer_plain, sizeof plain.transfer);
	set_state(player, &plain);
}

void gs_replay_end_reading(struct gs_player *player, const struct gs_replay_reading *saved)
{
	set_state(player, saved);
	if (saved->is_aside)
		exchange(player, false);
}

/* SPDX-License-Identifier: MIT */
/* What decides how pixels go from and to memory. */
#include <string.h>
#include "replay/snapshot/snapshot-private.h"

static const GLenum stores[GS_SNAPSHOT_STORES] = {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
	GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_IMAGES,
	GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST, GL_UNPACK_COMPRESSED_BLOCK_WIDTH,
	GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, GL_UNPACK_COMPRESSED_BLOCK_DEPTH,
	GL_UNPACK_COMPRESSED_BLOCK_SIZE};
static const GLenum packs[GS_SNAPSHOT_STORES] = {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH,
	GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_IMAGES,
	GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST, GL_PACK_COMPRESSED_BLOCK_WIDTH,
	GL_PACK_COMPRESSED_BLOCK_HEIGHT, GL_PACK_COMPRESSED_BLOCK_DEPTH,
	GL_PACK_COMPRESSED_BLOCK_SIZE};
static const GLint plain_stores[GS_SNAPSHOT_STORES] = {1};

/* Scales and maps of compatibility contexts. */
static const GLenum transfers[GS_SNAPSHOT_TRANSFERS] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE,
	GL_ALPHA_SCALE, GL_DEPTH_SCALE, GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS,
	GL_DEPTH_BIAS, GL_MAP_COLOR, GL_INDEX_SHIFT, GL_INDEX_OFFSET, GL_MAP_STENCIL};
static const GLfloat plain_transfers[GS_SNAPSHOT_TRANSFERS] = {1, 1, 1, 1, 1};

void gs_snapshot_plain_pixels(struct gs_player *player, struct gs_snapshot_pixels *was)
{
	void (*store)(GLenum, GLint) = gs_replay_find(player, "glPixelStorei");
	void (*transfer)(GLenum, GLfloat) = gs_replay_find(player, "glPixelTransferf");
	void (*get)(GLenum, GLfloat *) = gs_replay_find(player, "glGetFloatv");
	void (*bind)(GLenum, GLuint) = gs_replay_find(player, "glBindBuffer");
	memcpy(was->transfers, plain_transfers, sizeof was->transfers);
	was->has_transfers = !gs_replay_context(player)->is_es &&
			     !gs_replay_context(player)->is_core && transfer;
	was->pack_buffer = gs_replay_get(player, GL_PIXEL_PACK_BUFFER_BINDING);
	was->unpack_buffer = gs_replay_get(player, GL_PIXEL_UNPACK_BUFFER_BINDING);
	for (size_t i = 0; i < GS_SNAPSHOT_STORES; i++) {
		was->stores[i] = gs_replay_get(player, stores[i]);
		was->packs[i] = gs_replay_get(player, packs[i]);
		store(stores[i], plain_stores[i]);
		store(packs[i], plain_stores[i]);
	}
	for (size_t i = 0; was->has_transfers && i < GS_SNAPSHOT_TRANSFERS; i++) {
		get(transfers[i], &was->transfers[i]);
		transfer(transfers[i], plain_transfers[i]);
	}
	bind(GL_PIXEL_PACK_BUFFER, 0);
	bind(GL_PIXEL_UNPACK_BUFFER, 0);
	/* Not each version has all of them. */
	gs_replay_errors(player);
}

void gs_snapshot_restore_pixels(struct gs_player *player, const struct gs_snapshot_pixels *was)
{
	void (*store)(GLenum, GLint) = gs_replay_find(player, "glPixelStorei");
	void (*transfer)(GLenum, GLfloat) = gs_replay_find(player, "glPixelTransferf");
	void (*bind)(GLenum, GLuint) = gs_replay_find(player, "glBindBuffer");
	for (size_t i = 0; i < GS_SNAPSHOT_STORES; i++) {
		store(stores[i], was->stores[i]);
		store(packs[i], was->packs[i]);
	}
	for (size_t i = 0; was->has_transfers && i < GS_SNAPSHOT_TRANSFERS; i++)
		transfer(transfers[i], was->transfers[i]);
	bind(GL_PIXEL_PACK_BUFFER, (GLuint)was->pack_buffer);
	bind(GL_PIXEL_UNPACK_BUFFER, (GLuint)was->unpack_buffer);
	gs_replay_errors(player);
}

static uint64_t raw_float(GLfloat number)
{
	uint32_t bits;
	memcpy(&bits, &number, sizeof bits);
	return bits;
}

void gs_snapshot_write_pixels(struct gs_snapshot_calls *calls, const struct gs_snapshot_pixels *was,
	uint32_t unpack, bool is_plain)
{
	for (size_t i = 0; i < GS_SNAPSHOT_STORES; i++) {
		uint64_t args[] = {stores[i],
			(uint64_t)(int64_t)(is_plain ? plain_stores[i] : was->stores[i])};
		if (was->stores[i] != plain_stores[i])
			gs_snapshot_write(calls, GS_FN_glPixelStorei, args, 0);
	}
	for (size_t i = 0; i < GS_SNAPSHOT_TRANSFERS; i++) {
		GLfloat number = is_plain ? plain_transfers[i] : was->transfers[i];
		uint64_t args[] = {transfers[i], raw_float(number)};
		if (was->transfers[i] != plain_transfers[i])
			gs_snapshot_write(calls, GS_FN_glPixelTransferf, args, 0);
	}
	if (unpack) {
		uint64_t args[] = {GL_PIXEL_UNPACK_BUFFER, is_plain ? 0 : unpack};
		gs_snapshot_write(calls, GS_FN_glBindBuffer, args, 0);
	}
}

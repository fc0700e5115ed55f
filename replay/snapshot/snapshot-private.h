/* SPDX-License-Identifier: MIT */
/* What the files that give contents share. */
#ifndef GS_REPLAY_SNAPSHOT_PRIVATE_H
#define GS_REPLAY_SNAPSHOT_PRIVATE_H

#include <GL/gl.h>
#include <GL/glext.h>
#include "dispatch/dispatch.h"
#include "replay/private.h"
#include "snapshot/images.h"

enum {
	GS_SNAPSHOT_MOST = 1 << 29, /* bytes of a call */
	GS_SNAPSHOT_STORES = 12,    /* GL_UNPACK_... */
	GS_SNAPSHOT_TRANSFERS = 14
};

/* ---- snapshot-calls.c: a trace of calls that give contents ---- */

struct gs_snapshot_calls;

/* NULL: the file cannot be written, and the user knows why. It takes the file's place when it is
 * whole. */
struct gs_snapshot_calls *gs_snapshot_calls_new(const char *path, uint32_t thread);
bool gs_snapshot_calls_free(struct gs_snapshot_calls *calls);
/* A call with raw arguments, in recorded names. Its one pointer, if it has one, is to `size` bytes:
 * numbers, or, where the type does not say of what, a blob; an argument of 0 there: NULL. */
void gs_snapshot_write(
	struct gs_snapshot_calls *calls, unsigned function, const uint64_t *args, uint64_t size);

/* ---- what snapshot.c and the kinds of objects share ---- */

/* One call that gives. */
struct gs_snapshot_upload {
	unsigned function;
	uint64_t args[GS_WIRE_ARGS];
	unsigned pointer; /* which of them is the bytes, unless these are NULL */
	uint64_t size;
	uint8_t *bytes;
};

/* ---- snapshot-uploads.c ---- */

/* Makes the call here. */
void gs_snapshot_make(struct gs_player *player, const struct gs_snapshot_upload *upload);
void gs_snapshot_free_upload(gpointer upload);
GPtrArray *gs_snapshot_new_uploads(void);
/* A call with n arguments (unsigned); and one with a single name: of glGen..., glDelete... */
void gs_snapshot_add(GPtrArray *uploads, unsigned function, unsigned n, ...);
void gs_snapshot_add_name(GPtrArray *uploads, unsigned function, uint32_t name);
/* Binds a texture that has no image so far, and gives it one: of GL_TEXTURE_2D. The bytes are
 * copied.
 */
void gs_snapshot_add_texture(GPtrArray *uploads, uint32_t name,
	const struct gs_snapshot_image *image, const uint8_t *bytes);
/* Binds a new texture to GL_TEXTURE_2D here, and gives it one level of a sized format. False: this
 * driver does not. */
bool gs_snapshot_store(
	struct gs_player *player, GLuint texture, GLenum internal, GLint width, GLint height);
/* The least above that one that no texture or framebuffer of the trace has. */
uint32_t gs_snapshot_free_name(struct gs_player *player, enum gs_object_kind kind, uint32_t above);

/* ---- snapshot-buffers.c, snapshot-textures.c, snapshot-renderbuffers.c ---- */

/* The uploads of an object that is bound (struct gs_snapshot_upload *): made, and what they give
 * reads the same. NULL: *why says why not, a text that lasts; .is_changed: and the object holds
 * something else now. */
struct gs_snapshot_refusal {
	const char *why;
	bool is_changed;
};
GPtrArray *gs_snapshot_buffer(struct gs_player *player, struct gs_snapshot_refusal *refusal);
GPtrArray *gs_snapshot_texture(struct gs_player *player, uint32_t target, uint32_t own,
	struct gs_snapshot_refusal *refusal);
/* The names are those of its calls: this driver's and the recorded one, and the recorded one of the
 * GL_TEXTURE_2D that the calls find bound. */
GPtrArray *gs_snapshot_renderbuffer(struct gs_player *player, uint32_t own, uint32_t recorded,
	uint32_t bound, const char **why);

/* ---- snapshot-window.c ---- */

/* Names of what is bound: this driver's, or recorded. */
struct gs_snapshot_bound {
	uint32_t texture; /* GL_TEXTURE_2D */
	uint32_t draw_framebuffer, read_framebuffer;
};
/* The calls find the window bound to be drawn into, and what else is bound as recorded. A swap of
 * it has been made here, unless it was refused before. */
GPtrArray *gs_snapshot_window(struct gs_player *player, bool with_depth,
	const struct gs_snapshot_bound *own, const struct gs_snapshot_bound *recorded,
	struct gs_snapshot_refusal *refusal);

/* ---- snapshot-uploads.c: snapshot/images.h, in a player ---- */

/* Return the GL of the current context, for snapshot/images.h. */
struct gs_snapshot_gl gs_snapshot_player_gl(struct gs_player *player);
/* Return the call that fills the image or, unless its storage is fixed, makes it. Its bytes are not
 * set. */
struct gs_snapshot_upload *gs_snapshot_image_upload(
	const struct gs_snapshot_image *image, bool is_fixed);

/* How pixels are read from memory, as the trace has it here: kept, and made plain; then the calls
 * that do so, or that put it back, are written. `unpack`: the recorded name of the buffer from
 * which pixels are read. */
struct gs_snapshot_pixels {
	GLint stores[GS_SNAPSHOT_STORES], packs[GS_SNAPSHOT_STORES];
	GLint pack_buffer, unpack_buffer; /* this driver's names */
	GLfloat transfers[GS_SNAPSHOT_TRANSFERS];
	bool has_transfers;
};
void gs_snapshot_plain_pixels(struct gs_player *player, struct gs_snapshot_pixels *was);
/* Puts back here what was kept. */
void gs_snapshot_restore_pixels(struct gs_player *player, const struct gs_snapshot_pixels *was);
void gs_snapshot_write_pixels(struct gs_snapshot_calls *calls, const struct gs_snapshot_pixels *was,
	uint32_t unpack, bool is_plain);

#endif

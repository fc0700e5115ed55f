/* SPDX-License-Identifier: MIT */
/*
 * What the files share that make a snapshot: they read back what an object holds, and write calls
 * into a trace that give it to the object again. "This driver's" names are those of the player's
 * GL, "recorded" ones those of the trace that is played.
 */
#ifndef GS_REPLAY_SNAPSHOT_PRIVATE_H
#define GS_REPLAY_SNAPSHOT_PRIVATE_H

#include <GL/gl.h>
#include <GL/glext.h>
#include "dispatch/dispatch.h"
#include "replay/private.h"
#include "snapshot/images.h"

enum {
	GS_SNAPSHOT_MOST = 1 << 29, /* bytes that one call gives */
	GS_SNAPSHOT_STORES = 12,    /* parameters of glPixelStore: GL_UNPACK_..., GL_PACK_... */
	GS_SNAPSHOT_TRANSFERS = 14  /* parameters of glPixelTransfer */
};

/* ---- snapshot-calls.c: a trace of calls that give contents ---- */

struct gs_snapshot_calls;

/* Begin the trace, with calls of that thread. Return NULL if the file cannot be written, after
 * telling the user why. */
struct gs_snapshot_calls *gs_snapshot_calls_new(const char *path, uint32_t thread);
/* Complete the trace, which replaces the file of that path then. Return false if it could not be
 * written completely; the file is as it was then. */
bool gs_snapshot_calls_free(struct gs_snapshot_calls *calls);
/* Write a call. args: raw words; names are recorded ones. If one of them is a pointer, `size` bytes
 * are there: numbers of its type, or of void a blob; 0: NULL. */
void gs_snapshot_write(
	struct gs_snapshot_calls *calls, unsigned function, const uint64_t *args, uint64_t size);

/* ---- what snapshot.c and the kinds of objects share ---- */

/* A call that gives an object a part of what it holds. */
struct gs_snapshot_upload {
	unsigned function;
	uint64_t args[GS_WIRE_ARGS];
	unsigned pointer; /* index of the argument that points at .bytes, unless these are NULL */
	uint64_t size;	  /* of .bytes, which are the upload's */
	uint8_t *bytes;
};

/* ---- snapshot-uploads.c ---- */

/* Make the call in this driver. */
void gs_snapshot_make(struct gs_player *player, const struct gs_snapshot_upload *upload);
void gs_snapshot_free_upload(gpointer upload);
/* Return an empty list of uploads, which it frees with itself; g_ptr_array_unref. */
GPtrArray *gs_snapshot_new_uploads(void);
/* Append a call with n arguments (unsigned); and one of glGen..., glDelete... with one name. */
void gs_snapshot_add(GPtrArray *uploads, unsigned function, unsigned n, ...);
void gs_snapshot_add_name(GPtrArray *uploads, unsigned function, uint32_t name);
/* Append calls that bind a new texture to GL_TEXTURE_2D and give it an image, whose bytes are
 * copied. */
void gs_snapshot_add_texture(GPtrArray *uploads, uint32_t name,
	const struct gs_snapshot_image *image, const uint8_t *bytes);
/* Bind a new texture to GL_TEXTURE_2D in this driver, and give it one level of a sized format.
 * Return false if this driver refuses. */
bool gs_snapshot_store(
	struct gs_player *player, GLuint texture, GLenum internal, GLint width, GLint height);
/* Return the least recorded name above `above` that no object of that kind has. */
uint32_t gs_snapshot_free_name(struct gs_player *player, enum gs_object_kind kind, uint32_t above);

/* ---- snapshot-buffers.c, snapshot-textures.c, snapshot-renderbuffers.c ---- */

/* Why there are no uploads of an object. */
struct gs_snapshot_refusal {
	const char *why; /* static */
	bool is_changed; /* the object holds something else now */
};
/* Each returns the uploads of an object that is bound, after it has made them in this driver and
 * found that the object holds the same as before. NULL: *refusal or *why says why not. */
GPtrArray *gs_snapshot_buffer(struct gs_player *player, struct gs_snapshot_refusal *refusal);
GPtrArray *gs_snapshot_texture(struct gs_player *player, uint32_t target, uint32_t own,
	struct gs_snapshot_refusal *refusal);
/* own, recorded: this driver's name of the renderbuffer and the recorded one. bound: the recorded
 * name of the texture that the calls find bound to GL_TEXTURE_2D. */
GPtrArray *gs_snapshot_renderbuffer(struct gs_player *player, uint32_t own, uint32_t recorded,
	uint32_t bound, const char **why);

/* ---- snapshot-window.c ---- */

/* Names of what is bound: this driver's, or recorded. */
struct gs_snapshot_bound {
	uint32_t texture; /* GL_TEXTURE_2D */
	uint32_t draw_framebuffer, read_framebuffer;
};
/* Likewise, the uploads of the window that is drawn into; the calls find it bound, and what else is
 * bound as `recorded` says. The window's buffers have been swapped in this driver then, unless it
 * was refused before. */
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

/* How the trace has pixels read from memory and written there: glPixelStore, glPixelTransfer, pixel
 * buffers. */
struct gs_snapshot_pixels {
	GLint stores[GS_SNAPSHOT_STORES], packs[GS_SNAPSHOT_STORES];
	GLint pack_buffer, unpack_buffer; /* this driver's names */
	GLfloat transfers[GS_SNAPSHOT_TRANSFERS];
	bool has_transfers;
};
/* Keep that in *was, and set it in this driver to plain values: no offsets, no swaps, no scale. */
void gs_snapshot_plain_pixels(struct gs_player *player, struct gs_snapshot_pixels *was);
/* Set it in this driver to what was kept. */
void gs_snapshot_restore_pixels(struct gs_player *player, const struct gs_snapshot_pixels *was);
/* Write the calls that set it to plain values (is_plain), or to what was kept. unpack: the
 * recorded name of the buffer that pixels are read from. */
void gs_snapshot_write_pixels(struct gs_snapshot_calls *calls, const struct gs_snapshot_pixels *was,
	uint32_t unpack, bool is_plain);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * snapshot/images - one image of a texture: read from GL, and the call that gives it back. Both the
 * preload library, in whose recordings what lives comes first, and the player, for its checkpoints,
 * use it; so it needs neither GLib nor a way of its own to GL's functions.
 *
 * The state that decides how pixels are read and written (pixel store, pixel buffers, pixel
 * transfer) is plain while it is used: an alignment of 1, all else at its default.
 */
#ifndef GS_SNAPSHOT_IMAGES_H
#define GS_SNAPSHOT_IMAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "data/data.h"
#include "wire/wire.h"

/* GL, as its user reaches it. */
struct gs_snapshot_gl {
	/* Return the function (GS_FN_...) of the current context; NULL: it has none. */
	void *(*find)(void *user, unsigned function);
	void *user;
	bool is_es;
};

/* An image of a texture, which is bound to its target. */
struct gs_snapshot_image {
	GLuint texture; /* this driver's name */
	GLenum target;	/* of a face: the face's */
	GLint level, width, height, depth, internal;
	GLenum format, type;
	GLint bits; /* of the largest component */
	bool is_compressed;
	uint64_t size; /* bytes in memory */
};

/* A call whose argument `pointer` points at the bytes of an image. */
struct gs_snapshot_call {
	unsigned function, n_args, pointer;
	uint64_t args[GS_WIRE_ARGS];
};

/* Take all of GL's errors. Return whether there was one. */
bool gs_snapshot_errors(const struct gs_snapshot_gl *gl);
/* Return a parameter of the image's level. */
GLint gs_snapshot_parameter(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, GLenum name);
/* Return how many axes such images have. */
unsigned gs_snapshot_dimensions(GLenum target);
/* Find how large the image is: sets .width, .height and .depth. Return false if there is none. */
bool gs_snapshot_ask_image(const struct gs_snapshot_gl *gl, struct gs_snapshot_image *image);
/* Find how the image's pixels lie in memory so that all of its values have room: sets .internal,
 * .format, .type, .bits, .is_compressed and .size. Return NULL, or why there is no such way, a text
 * that lasts. */
const char *gs_snapshot_find_format(
	const struct gs_snapshot_gl *gl, struct gs_snapshot_image *image);
/* Return how many components such pixels have. */
unsigned gs_snapshot_components(GLenum format);
/* Return the bytes of a component, or of a packed pixel. */
unsigned gs_snapshot_type_bytes(GLenum type);
/* Read the image into memory of .size bytes. Return false if this driver cannot. */
bool gs_snapshot_read_image(
	const struct gs_snapshot_gl *gl, const struct gs_snapshot_image *image, uint8_t *bytes);
/* Return the call that fills the image or, unless its storage is fixed, makes it; its pointer is
 * not set. */
struct gs_snapshot_call gs_snapshot_image_call(
	const struct gs_snapshot_image *image, bool is_fixed);

#endif

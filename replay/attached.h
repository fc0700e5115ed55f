/* SPDX-License-Identifier: MIT */
/*
 * replay/attached - what is attached to the framebuffer that is drawn into, and its pixels. Of
 * several layers it is the first one. A multisampled framebuffer is resolved first, as its pixels
 * cannot be read.
 */
#ifndef GS_REPLAY_ATTACHED_H
#define GS_REPLAY_ATTACHED_H

#include <stdbool.h>
#include <stddef.h>
#include <GL/gl.h>
#include "replay/reading.h"

struct gs_player;

struct gs_attached {
	struct gs_player *player;
	struct gs_replay_reading saved;
	bool is_window;
	unsigned framebuffer; /* its name here; 0: the window */
	bool is_old;	      /* a context of OpenGL ES 1 or 2 */
	/* What gs_attached_find has found: size, and internal format or 0. */
	GLint width, height, internal;
};

/* Pixels as glReadPixels is asked for them. */
struct gs_attached_as {
	GLenum format, type;
};

/* Begin to read what is attached in the current context, or the window, behind that call;
 * gs_attached_end restores the state. Return false if nothing can be read there, which is reported.
 */
bool gs_attached_begin(struct gs_attached *a, struct gs_player *player, unsigned long long call,
	bool is_of_window);
void gs_attached_end(struct gs_attached *a);
/* Return a parameter of the attachment point, or buffer of the window; 0: nothing is attached, or
 * GL does not say. */
GLint gs_attached_ask(struct gs_attached *a, GLenum point, GLenum name);
/* Find size and internal format of what is attached there. Return false if they are not known. */
bool gs_attached_find(struct gs_attached *a, GLenum point);
/* Return how many bytes a pixel has that is read so. */
size_t gs_attached_bytes(const struct gs_attached_as *as);
/* Read the pixels that were found, as the first of n ways that GL accepts: *as. Colours are those
 * of the read buffer. Return them, to be freed with g_free(); NULL: they cannot be read. */
void *gs_attached_read(struct gs_attached *a, GLenum point, const struct gs_attached_as *ways,
	size_t n, struct gs_attached_as *as);

/* ---- attached-image.c: an attachment by its number, enum gs_replay_attachment ---- */

enum { GS_ATTACHED_COMPONENTS = 4, GS_ATTACHED_NAME = 16 };

struct gs_attached_pixels {
	GLint width, height;
	struct gs_attached_as as;
	unsigned n; /* components of a pixel in memory; those that are kept have .has */
	bool has[GS_ATTACHED_COMPONENTS];
	GLint type; /* of the components: GL_UNSIGNED_NORMALIZED, ...; 0: GL does not say */
	int bits;   /* of the largest component; 0: GL does not say */
	void *pixels;
	const char *why; /* it could not be read */
};

/* Write its name: "color0", "depth", "stencil". */
void gs_attached_name(unsigned which, char name[GS_ATTACHED_NAME]);
/* Return how many colours may be attached. */
unsigned gs_attached_count_colors(struct gs_attached *a);
/* Return whether there is such an attachment. */
bool gs_attached_is_there(struct gs_attached *a, unsigned which);
/* Read one that is there, in the way that says all that there is. Return false, with .why set, if
 * it cannot be read; else .pixels are freed with g_free(). */
bool gs_attached_read_image(
	struct gs_attached *a, unsigned which, struct gs_attached_pixels *image);

#endif

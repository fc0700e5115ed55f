/* SPDX-License-Identifier: MIT */
/*
 * What the draw's shaders may write besides the framebuffer - storage buffers, atomic counters,
 * images - is copies of ours while the draw is redrawn: the program's own memory is not touched.
 * So nothing has to be put back, not over what the program writes meanwhile through a persistent
 * mapping, and nobody who looks there sees a draw that has not happened.
 */
#ifndef GS_PRELOAD_CAPTURE_BUFFERS_H
#define GS_PRELOAD_CAPTURE_BUFFERS_H

#include "preload/capture/program/variant.h"

struct gs_redraw;
struct gs_write_copies;

/* Copies, not filled yet, are bound in the place of what the program has bound. NULL: something
 * cannot be copied; nothing is changed then. Copy bindings (GL_COPY_READ_BUFFER, ...) are lost. */
struct gs_write_copies *gs_write_copies_take(
	const struct gs_redraw *redraw, const struct gs_saved *saved, struct gs_refusal *refusal);
/* What the program's own holds now; before each draw. */
bool gs_write_copies_fill(const struct gs_write_copies *written, struct gs_refusal *refusal);
/* The program's own is bound again. Not NULL. */
void gs_write_copies_release(struct gs_write_copies *written);

/* ---- a storage buffer of ours ---- */

struct gs_storage_binding {
	GLuint point;
	GLint generic, bound; /* the program's, put back */
	GLint64 start, size;
};

/* A shader storage binding point where nothing is bound, the highest; 0 if there is none. */
GLuint gs_storage_free_point(void);
void gs_storage_take(struct gs_storage_binding *binding, GLuint point);
void gs_storage_release(const struct gs_storage_binding *binding);

#endif

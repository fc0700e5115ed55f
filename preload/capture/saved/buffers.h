/* SPDX-License-Identifier: MIT */
/*
 * While a draw is redrawn, the storage buffers, atomic counters and images that its shaders may
 * write are replaced by copies. The program's memory is not touched, so nothing has to be restored,
 * which could overwrite what the program writes through a persistent mapping, and nobody sees
 * effects of a draw that has not happened yet.
 */
#ifndef GS_PRELOAD_CAPTURE_BUFFERS_H
#define GS_PRELOAD_CAPTURE_BUFFERS_H

#include "preload/capture/program/variant.h"

struct gs_redraw;
struct gs_write_copies;

/* Binds copies, not filled yet, in place of the program's objects. Returns NULL if something cannot
 * be copied; nothing is changed then. Changes the copy bindings (GL_COPY_READ_BUFFER, ...). */
struct gs_write_copies *gs_write_copies_take(
	const struct gs_redraw *redraw, const struct gs_saved *saved, struct gs_refusal *refusal);
/* Copies the present contents of the program's objects; call it before each draw. */
bool gs_write_copies_fill(const struct gs_write_copies *written, struct gs_refusal *refusal);
/* Binds the program's objects again and frees the copies. Not NULL. */
void gs_write_copies_release(struct gs_write_copies *written);

/* ---- a storage buffer of ours ---- */

struct gs_storage_binding {
	GLuint point;
	GLint generic, bound; /* the program's, to be restored */
	GLint64 start, size;
};

/* Returns the highest shader storage binding point with nothing bound; 0 if there is none. */
GLuint gs_storage_free_point(void);
void gs_storage_take(struct gs_storage_binding *binding, GLuint point);
void gs_storage_release(const struct gs_storage_binding *binding);

#endif

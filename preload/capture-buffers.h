/* SPDX-License-Identifier: MIT */
/* What the draw's shaders may write besides the framebuffer: storage buffers, atomic counters and
 * images, kept and put back. */
#ifndef GS_PRELOAD_CAPTURE_BUFFERS_H
#define GS_PRELOAD_CAPTURE_BUFFERS_H

#include "preload/variant.h"

enum { GS_MAX_WRITTEN = 96 };

struct gs_written_buffer {
	GLuint buffer, copy;
	GLintptr start;
	GLsizeiptr size;
};

struct gs_written_image {
	GLuint texture, copy;
	GLenum target;
	GLint level, width, height, depth;
};

struct gs_written {
	unsigned n_buffers, n_images;
	struct gs_written_buffer buffer[GS_MAX_WRITTEN];
	struct gs_written_image image[GS_MAX_WRITTEN];
};

/* False: something that cannot be kept; nothing is held then. */
bool gs_written_save(
	struct gs_written *written, const struct gs_saved *saved, struct gs_refusal *refusal);
/* As it was; any number of times. */
void gs_written_restore(const struct gs_written *written);
void gs_written_finish(struct gs_written *written);

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

/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/image-memory - memory for images that have a value for each element of a target.
 * The kernel clears each page that a process touches for the first time, which takes longer than
 * filling the image does. So, while shaders are debugged, pieces of at least GS_IMAGE_MEMORY_LARGE
 * bytes are kept when they are freed, up to GS_IMAGE_MEMORY_KEPT bytes in all, and handed out
 * again. Any thread may call any of these functions. If there is no memory the process ends, as
 * with g_malloc.
 */
#ifndef GS_IMAGE_MEMORY_H
#define GS_IMAGE_MEMORY_H

#include <stddef.h>

#define GS_IMAGE_MEMORY_LARGE ((size_t)1 << 20)
#define GS_IMAGE_MEMORY_KEPT ((size_t)192 << 20)

/* Return `size` bytes, to be freed by gs_image_memory_free: with any contents, zeros, or a copy. */
void *gs_image_memory_new(size_t size);
void *gs_image_memory_new0(size_t size);
void *gs_image_memory_copy(const void *from, size_t size);
void gs_image_memory_free(void *piece); /* NULL is fine */
/* Make and keep a piece of that size if none is kept, so that the next gs_image_memory_new of so
 * many bytes is quick. Call it while nothing else is to be done. */
void gs_image_memory_prepare(size_t size);
/* Keep freed pieces from now on, until `end` was called as often as `begin`; all of them go back to
 * the system then. */
void gs_image_memory_begin(void);
void gs_image_memory_end(void);

#endif

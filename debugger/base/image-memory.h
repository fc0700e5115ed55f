/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/image-memory - memory for what belongs to all elements of a target. The kernel
 * clears each page that a process touches for the first time, which takes longer than to fill an
 * image: so while shaders are debugged, pieces of GS_IMAGE_MEMORY_LARGE bytes and more are kept
 * when they are freed, up to GS_IMAGE_MEMORY_KEPT bytes in all, and used again. Any thread may call
 * any of these. Where there is no memory the process ends, as with g_malloc.
 */
#ifndef GS_IMAGE_MEMORY_H
#define GS_IMAGE_MEMORY_H

#include <stddef.h>

#define GS_IMAGE_MEMORY_LARGE ((size_t)1 << 20)
#define GS_IMAGE_MEMORY_KEPT ((size_t)192 << 20)

/* Bytes with any contents; gs_image_memory_free. */
void *gs_image_memory_new(size_t size);
/* The same, of zeros. */
void *gs_image_memory_new0(size_t size);
void *gs_image_memory_copy(const void *from, size_t size);
void gs_image_memory_free(void *piece); /* NULL is fine */
/* For idle times: has the next gs_image_memory_new of so many bytes find a piece that is kept. */
void gs_image_memory_prepare(size_t size);
/* From the first begin to the last end pieces are kept; then all go back to the system. */
void gs_image_memory_begin(void);
void gs_image_memory_end(void);

#endif

/* SPDX-License-Identifier: MIT */
/* The colour of what is being drawn into, as a person would look at it. */
#ifndef GS_PRELOAD_TARGET_PICTURE_H
#define GS_PRELOAD_TARGET_PICTURE_H

#include "preload/capture/target/target.h"

/* Writes a struct gs_wire_image without the program's formats, and the picture as RGBA8, bottom row
 * first, or nothing if there is no colour. *used: bytes written. Values above 1 become 1; integers
 * stay, or are scaled by the largest if any is above 255. */
bool gs_picture_get(const struct gs_caps *caps, GLuint conditional_query, GLenum conditional_mode,
	void *pixels, uint64_t size, uint64_t *used, struct gs_refusal *refusal);

#endif

/* SPDX-License-Identifier: MIT */
/* The colour of what is being drawn into, as a person would look at it. */
#ifndef GS_PRELOAD_TARGET_PICTURE_H
#define GS_PRELOAD_TARGET_PICTURE_H

#include "preload/capture/target/target.h"

/* pixels of size bytes gets struct gs_wire_image, without formats of the program's, and then RGBA8,
 * bottom row first, or nothing where there is no colour; *used: bytes written. Values above 1 are
 * shown as 1; integers as they are, or, if any is above 255, scaled to the largest. */
bool gs_picture_get(const struct gs_caps *caps, GLuint conditional_query, GLenum conditional_mode,
	void *pixels, uint64_t size, uint64_t *used, struct gs_refusal *refusal);

#endif

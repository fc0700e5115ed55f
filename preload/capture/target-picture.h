/* SPDX-License-Identifier: MIT */
/* GS_REQUEST_FRAMEBUFFER: the colour of what is being drawn into, as a person would look at it. */
#ifndef GS_PRELOAD_TARGET_PICTURE_H
#define GS_PRELOAD_TARGET_PICTURE_H

#include "preload/capture/target.h"
#include "preload/core/request.h"

/* pixels of size bytes gets struct gs_wire_image and then RGBA8, bottom row first; *used: bytes
 * written. Values above 1 are shown as 1; integers as they are, or, if any is above 255, scaled to
 * the largest. */
bool gs_picture_get(const struct gs_caps *caps, GLuint conditional_query, GLenum conditional_mode,
	void *pixels, uint64_t size, uint64_t *used, struct gs_refusal *refusal);

gs_serve_func gs_serve_framebuffer;

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Blend functions with a second source colour: while one is set, a draw into more than
 * GL_MAX_DUAL_SOURCE_DRAW_BUFFERS draw buffers is an error (OpenGL 4.6, section 17.3.6.3), and
 * drivers raise it even where blending is off. A capture draws into several.
 */
#ifndef GS_PRELOAD_CAPTURE_BLEND_H
#define GS_PRELOAD_CAPTURE_BLEND_H

#include "preload/caps/caps.h"

struct gs_blend_functions {
	bool dual_source; /* one of them uses the second colour; else nothing is changed */
	GLint factor[GS_MAX_DRAW_BUFFERS]
		    [4]; /* RGB source and destination, alpha source and destination */
};

void gs_blend_functions_get(struct gs_blend_functions *functions, const struct gs_caps *caps);
/* Replaces them by (GL_ONE, GL_ZERO). */
void gs_blend_functions_plain(const struct gs_blend_functions *functions);
void gs_blend_functions_restore(
	const struct gs_blend_functions *functions, const struct gs_caps *caps);

#endif

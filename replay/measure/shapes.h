/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/shapes - what becomes of points, lines and triangles with given corner positions,
 * by the rules of the GL specification, without GL. Each is the first of these that applies:
 *
 *  degenerate  a triangle without area, as far as doubles tell: its corners are in a line or in one
 *              place, or are not numbers
 *  outside     no part of it is inside of the view volume
 *  culled      a triangle whose face is not drawn
 *  rasterized  all others; clipped: those of them that are partly outside
 */
#ifndef GS_REPLAY_SHAPES_H
#define GS_REPLAY_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gs_shape_rules {
	bool zero_to_one;  /* depth range of the view volume is 0 to w; otherwise -w to w */
	bool clamps_depth; /* the near and far planes do not clip */
	bool y_is_down;	   /* glClipControl with GL_UPPER_LEFT */
	bool culls_front, culls_back, front_is_clockwise;
	double width, height; /* size of the viewport, in pixels */
};

struct gs_shapes {
	uint64_t assembled, degenerate, outside, culled, clipped, rasterized;
	uint64_t triangles; /* rasterized triangles */
	double area;	    /* ... and their area inside the view volume, in pixels */
};

/* Add a shape of n = 1, 2 or 3 corners, given by positions as in gl_Position. */
void gs_shapes_add(struct gs_shapes *shapes, const struct gs_shape_rules *rules,
	const float (*corners)[4], unsigned n);

#endif

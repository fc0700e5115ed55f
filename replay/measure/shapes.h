/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/shapes - what becomes of points, lines and triangles whose corners have these
 * positions, by the rules of the GL specification, without GL. Each is the first of these that it
 * is:
 *
 *  degenerate  a triangle without area, as far as doubles tell: corners in a line or in one place,
 *              or that are no numbers
 *  outside     nothing of it is inside of the view volume
 *  culled      a triangle whose face is not drawn
 *  rasterized  all others; clipped: those of them of which a part is outside
 */
#ifndef GS_REPLAY_SHAPES_H
#define GS_REPLAY_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gs_shape_rules {
	bool zero_to_one;  /* depth goes from 0 to w; else from -w */
	bool clamps_depth; /* near and far do not clip */
	bool y_is_down;	   /* glClipControl with GL_UPPER_LEFT */
	bool culls_front, culls_back, front_is_clockwise;
	double width, height; /* of the viewport, in pixels */
};

struct gs_shapes {
	uint64_t assembled, degenerate, outside, culled, clipped, rasterized;
	uint64_t triangles; /* rasterized */
	double area;	    /* theirs, what is inside, in pixels */
};

/* One shape of 1, 2 or 3 corners: positions as gl_Position. */
void gs_shapes_add(struct gs_shapes *shapes, const struct gs_shape_rules *rules,
	const float (*corners)[4], unsigned n);

#endif

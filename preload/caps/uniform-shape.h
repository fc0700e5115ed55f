/* SPDX-License-Identifier: MIT */
/* preload/caps/uniform-shape - what a value of a uniform's type is made of. */
#ifndef GS_PRELOAD_UNIFORM_SHAPE_H
#define GS_PRELOAD_UNIFORM_SHAPE_H

#include "preload/core/gl.h"

struct gs_uniform_shape {
	/* Type of a scalar: f float, d double, i int, u unsigned, I and U those of 64 bits, b bool,
	 * s sampler or image, whose value is the number of its unit. */
	char base;
	uint8_t columns, rows; /* a vector has one column */
};

/* Return the shape of a type, such as GL_FLOAT_VEC3. A type that is not known is taken for a
 * sampler or image. */
struct gs_uniform_shape gs_uniform_shape(GLenum type);
/* Return whether it is an image, not a sampler. */
static inline bool gs_uniform_is_image(GLenum type)
{
	return type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY;
}

/* Return how many bytes a value has in GL's answers; bool has four. */
static inline unsigned gs_uniform_shape_bytes(struct gs_uniform_shape shape)
{
	bool wide = shape.base == 'd' || shape.base == 'I' || shape.base == 'U';
	return shape.columns * shape.rows * (wide ? 8 : 4);
}

#endif

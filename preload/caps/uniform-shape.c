/* SPDX-License-Identifier: MIT */
#include "preload/caps/uniform-shape.h"

static const struct {
	GLenum type;
	struct gs_uniform_shape shape;
} shapes[] = {
	{GL_FLOAT, {'f', 1, 1}},
	{GL_FLOAT_VEC2, {'f', 1, 2}},
	{GL_FLOAT_VEC3, {'f', 1, 3}},
	{GL_FLOAT_VEC4, {'f', 1, 4}},
	{GL_INT, {'i', 1, 1}},
	{GL_INT_VEC2, {'i', 1, 2}},
	{GL_INT_VEC3, {'i', 1, 3}},
	{GL_INT_VEC4, {'i', 1, 4}},
	{GL_UNSIGNED_INT, {'u', 1, 1}},
	{GL_UNSIGNED_INT_VEC2, {'u', 1, 2}},
	{GL_UNSIGNED_INT_VEC3, {'u', 1, 3}},
	{GL_UNSIGNED_INT_VEC4, {'u', 1, 4}},
	{GL_BOOL, {'b', 1, 1}},
	{GL_BOOL_VEC2, {'b', 1, 2}},
	{GL_BOOL_VEC3, {'b', 1, 3}},
	{GL_BOOL_VEC4, {'b', 1, 4}},
	{GL_FLOAT_MAT2, {'f', 2, 2}},
	{GL_FLOAT_MAT3, {'f', 3, 3}},
	{GL_FLOAT_MAT4, {'f', 4, 4}},
	{GL_FLOAT_MAT2x3, {'f', 2, 3}},
	{GL_FLOAT_MAT2x4, {'f', 2, 4}},
	{GL_FLOAT_MAT3x2, {'f', 3, 2}},
	{GL_FLOAT_MAT3x4, {'f', 3, 4}},
	{GL_FLOAT_MAT4x2, {'f', 4, 2}},
	{GL_FLOAT_MAT4x3, {'f', 4, 3}},
	{GL_DOUBLE, {'d', 1, 1}},
	{GL_DOUBLE_VEC2, {'d', 1, 2}},
	{GL_DOUBLE_VEC3, {'d', 1, 3}},
	{GL_DOUBLE_VEC4, {'d', 1, 4}},
	{GL_DOUBLE_MAT2, {'d', 2, 2}},
	{GL_DOUBLE_MAT3, {'d', 3, 3}},
	{GL_DOUBLE_MAT4, {'d', 4, 4}},
	{GL_DOUBLE_MAT2x3, {'d', 2, 3}},
	{GL_DOUBLE_MAT2x4, {'d', 2, 4}},
	{GL_DOUBLE_MAT3x2, {'d', 3, 2}},
	{GL_DOUBLE_MAT3x4, {'d', 3, 4}},
	{GL_DOUBLE_MAT4x2, {'d', 4, 2}},
	{GL_DOUBLE_MAT4x3, {'d', 4, 3}},
	{GL_INT64_ARB, {'I', 1, 1}},
	{GL_INT64_VEC2_ARB, {'I', 1, 2}},
	{GL_INT64_VEC3_ARB, {'I', 1, 3}},
	{GL_INT64_VEC4_ARB, {'I', 1, 4}},
	{GL_UNSIGNED_INT64_ARB, {'U', 1, 1}},
	{GL_UNSIGNED_INT64_VEC2_ARB, {'U', 1, 2}},
	{GL_UNSIGNED_INT64_VEC3_ARB, {'U', 1, 3}},
	{GL_UNSIGNED_INT64_VEC4_ARB, {'U', 1, 4}},
};

struct gs_uniform_shape gs_uniform_shape(GLenum type)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (shapes[i].type == type)
			return shapes[i].shape;
	return (struct gs_uniform_shape){'s', 1, 1};
}

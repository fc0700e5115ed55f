/* SPDX-License-Identifier: MIT */
/*
 * examples/reference - the example's fragment shader computed on the CPU, in C floats,
 * independently of any driver: what a debugger must show. Not bit-exact (drivers round
 * differently); gs_example_stable says where that cannot matter.
 */
#ifndef EXAMPLES_REFERENCE_H
#define EXAMPLES_REFERENCE_H

#include <stdbool.h>

struct vec2 {
	float x, y;
};
struct vec3 {
	float x, y, z;
};
struct vec4 {
	float x, y, z, w;
};
struct ray {
	struct vec3 origin, direction;
};
struct hit {
	int material, steps;
	float distance;
	struct vec3 position;
};

/* The program's inputs to its shader in a frame. */
struct gs_example_uniforms {
	float aspect;
	struct vec4 spheres[3];
	struct vec3 light;
	float rim_scale;
};
void gs_example_uniforms_at(
	struct gs_example_uniforms *uniforms, double time, int width, int height, bool nan);

#define GS_EXAMPLE_TILES 16 /* the texture's width and height */
void gs_example_tile(int x, int y, unsigned char rgba[4]);

/* The variables of main and of the first call of each function, at one pixel. */
struct gs_example_values {
	struct vec2 screen;
	struct ray ray, mirrored;
	float first_distance; /* d in march at its first iteration */
	struct hit hit, second;
	struct vec3 base, normal, to_light; /* of the first shade() */
	float diffuse, facing, rim;
	bool shaded;  /* the first hit has a material: normal ... rim are meaningful */
	bool mirrors; /* a sphere: mirrored and second are meaningful */
	struct vec3 first_result, result;
};
/* x, y: of the pixel's centre, so n + 0.5 */
void gs_example_reference(float x, float y, double time, int width, int height, bool nan,
	struct gs_example_values *values);
/* Rounding differences cannot change this pixel's path: its decisions are the same a little to each
 * side. */
bool gs_example_stable(float x, float y, double time, int width, int height, bool nan);

#endif

/* SPDX-License-Identifier: MIT */
/* frontend/pictures/colour-map - from a number to a colour: scales (linear, logarithmic, signed)
 * and maps that are even to the eye. */
#ifndef GS_FRONTEND_COLOUR_MAP_H
#define GS_FRONTEND_COLOUR_MAP_H

#include <stdint.h>

enum gs_colour_map { /* CHANNELS: each channel its own colour */
	GS_MAP_CHANNELS,
	GS_MAP_GREY,
	GS_MAP_VIRIDIS,
	GS_MAP_INFERNO,
	GS_MAP_DIVERGING,
	GS_N_MAPS,
};
enum gs_scale { GS_SCALE_LINEAR, GS_SCALE_LOGARITHMIC, GS_SCALE_SIGNED, GS_N_SCALES };
extern const char *const gs_colour_map_names[GS_N_MAPS];
extern const char *const gs_scale_names[GS_N_SCALES];

/*
 * Maps a finite value from min .. max to 0 .. 1. LOGARITHMIC: over the decades of the range's
 * positive part; values below it give 0. SIGNED: 0 is in the middle, and the larger of |min| and
 * |max| at an end.
 */
double gs_scale_position(enum gs_scale scale, double value, double min, double max);
/* The value at a fraction of the scale. */
double gs_scale_value(enum gs_scale scale, double fraction, double min, double max);
/* 0xRRGGBB; fraction: 0 to 1. */
uint32_t gs_colour_map_at(enum gs_colour_map map, double fraction);

#endif

/* SPDX-License-Identifier: MIT */
/* frontend/pictures/colour-map - maps numbers to colours: scales (linear, logarithmic, signed) and
 * perceptually uniform colour maps. */
#ifndef GS_FRONTEND_COLOUR_MAP_H
#define GS_FRONTEND_COLOUR_MAP_H

#include <stdint.h>

enum gs_colour_map { /* CHANNELS: one colour for each channel */
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
 * Return the position, from 0 to 1, of a finite value in the range min to max. LOGARITHMIC: in the
 * decades of the range's positive part; 0 for values below it. SIGNED: 0 is in the middle, and the
 * larger of |min| and |max| at an end.
 */
double gs_scale_position(enum gs_scale scale, double value, double min, double max);
/* Return the value at a position of the scale, from 0 to 1. */
double gs_scale_value(enum gs_scale scale, double fraction, double min, double max);
/* Return the map's colour, 0xRRGGBB, at a position from 0 to 1; CHANNELS: a grey. */
uint32_t gs_colour_map_at(enum gs_colour_map map, double fraction);

#endif

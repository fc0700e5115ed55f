/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/colour-map.h"

#include <math.h>

const char *const gs_colour_map_names[GS_N_MAPS] = {
	"Red, green, blue", "Grey", "Viridis", "Inferno", "Blue to red"};
const char *const gs_scale_names[GS_N_SCALES] = {"Linear", "Logarithmic", "Signed"};

enum { STOPS = 9, DECADES = 6 };

/* Evenly spaced colours of the maps, which are interpolated linearly. */
static const uint32_t stops[GS_N_MAPS][STOPS] = {
	[GS_MAP_VIRIDIS] = {0x440154, 0x472c7a, 0x3b518b, 0x2c718e, 0x21908d, 0x27ad81, 0x5cc863,
		0xaadc32, 0xfde725},
	[GS_MAP_INFERNO] = {0x000004, 0x1f0c48, 0x550f6d, 0x88226a, 0xba3655, 0xe35933, 0xf98c0a,
		0xf9c932, 0xfcffa4},
	[GS_MAP_DIVERGING] = {0x053061, 0x2166ac, 0x67a9cf, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xef8a62,
		0xb2182b, 0x67001f},
};

/* Return the least positive value that a logarithmic scale shows. */
static double least_positive(double min, double max)
{
	return min > 0 ? min : max * pow(10, -DECADES);
}

double gs_scale_position(enum gs_scale scale, double value, double min, double max)
{
	double fraction;
	if (scale == GS_SCALE_SIGNED) {
		double most = fmax(fabs(min), fabs(max));
		fraction = most > 0 ? 0.5 + value / (2 * most) : 0.5;
	} else if (scale == GS_SCALE_LOGARITHMIC) {
		double least = least_positive(min, max);
		if (value <= 0 || max <= 0)
			return 0;
		fraction = max > least ? log(value / least) / log(max / least) : value > max;
	} else {
		fraction = max > min ? (value - min) / (max - min) : value > max;
	}
	return fmin(1, fmax(0, fraction));
}

double gs_scale_value(enum gs_scale scale, double fraction, double min, double max)
{
	if (scale == GS_SCALE_SIGNED)
		return (fraction - 0.5) * 2 * fmax(fabs(min), fabs(max));
	if (scale == GS_SCALE_LOGARITHMIC && max > 0) {
		double least = least_positive(min, max);
		return least * pow(max / least, fraction);
	}
	return min + fraction * (max - min);
}

uint32_t gs_colour_map_at(enum gs_colour_map map, double fraction)
{
	if (map == GS_MAP_CHANNELS || map == GS_MAP_GREY) {
		uint32_t grey = (uint32_t)lround(fraction * 255);
		return grey << 16 | grey << 8 | grey;
	}
	double at = fraction * (STOPS - 1);
	int first = (int)fmin(floor(at), STOPS - 2);
	double part = at - first;
	uint32_t a = stops[map][first], b = stops[map][first + 1], colour = 0;
	for (int shift = 16; shift >= 0; shift -= 8) {
		double from = a >> shift & 255, to = b >> shift & 255;
		colour |= (uint32_t)lround(from + part * (to - from)) << shift;
	}
	return colour;
}

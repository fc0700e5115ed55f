/* SPDX-License-Identifier: MIT */
/*
 * How far apart two colours look: their distance in CIE 1976 L*a*b*, Delta E*ab (CIE 15:2004), of
 * sRGB (IEC 61966-2-1) with its own white.
 */
#include <math.h>
#include "compare/private.h"

enum { RGB = 3 };

/* Return the light that a component of sRGB stands for. */
static double light_of(double value)
{
	const double linear_up_to = 0.04045, slope = 12.92, offset = 0.055, power = 2.4;
	value = isnan(value) ? 0 : CLAMP(value, 0.0, 1.0);
	return value <= linear_up_to ? value / slope : pow((value + offset) / (1 + offset), power);
}

/* CIE's function of the share of white. */
static double response(double share)
{
	const double delta = 6.0 / 29;
	return share > delta * delta * delta ? cbrt(share) : share / (3 * delta * delta) + 4.0 / 29;
}

static void to_lab(const double rgb[RGB], double lab[RGB])
{
	/* Shares of white's X, Y and Z: rows of sRGB's matrix, each divided by its sum. */
	static const double rows[RGB][RGB] = {{0.4124564, 0.3575761, 0.1804375},
		{0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}};
	double f[RGB];
	for (int i = 0; i < RGB; i++) {
		double share = 0, white = 0;
		for (int k = 0; k < RGB; k++) {
			share += rows[i][k] * light_of(rgb[k]);
			white += rows[i][k];
		}
		f[i] = response(share / white);
	}
	lab[0] = 116 * f[1] - 16;
	lab[1] = 500 * (f[0] - f[1]);
	lab[2] = 200 * (f[1] - f[2]);
}

double gs_perceptual_distance(const double a[3], const double b[3])
{
	double lab_a[RGB], lab_b[RGB], sum = 0;
	to_lab(a, lab_a);
	to_lab(b, lab_b);
	for (int i = 0; i < RGB; i++)
		sum += (lab_a[i] - lab_b[i]) * (lab_a[i] - lab_b[i]);
	return sqrt(sum);
}

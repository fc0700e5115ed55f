/* SPDX-License-Identifier: MIT */
/* debugger/base/axis - where the axis of a plot has marks. */
#ifndef GS_AXIS_H
#define GS_AXIS_H

#include <math.h>

/* Return a step of 1, 2, 5 or 10 times a power of ten, so that about `parts` of them make the
 * whole. Both are above 0. */
static inline double gs_axis_step(double whole, double parts)
{
	double raw = whole / parts, power = pow(10, floor(log10(raw)));
	return power * (raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10);
}

#endif

/* SPDX-License-Identifier: MIT */
#include "data/small-float.h"

#include <math.h>

enum { MOST_EXPONENT = 31, BIAS = 15, EXPONENT_BITS = 5 };

double gs_small_float(uint32_t bits, unsigned mantissa_bits, bool is_signed)
{
	uint32_t one = 1u << mantissa_bits, mantissa = bits & (one - 1);
	int exponent = (int)(bits >> mantissa_bits & MOST_EXPONENT), scale = (int)mantissa_bits;
	double size = exponent == MOST_EXPONENT ? (double)(mantissa ? NAN : INFINITY)
		      : exponent		? ldexp(mantissa | one, exponent - BIAS - scale)
						: ldexp(mantissa, 1 - BIAS - scale);
	return is_signed && bits >> (mantissa_bits + EXPONENT_BITS) & 1 ? -size : size;
}

/* SPDX-License-Identifier: MIT */
/* data/small-float - floating-point numbers with 5 bits of exponent: halves, and those of 10 and 11
 * bits (OpenGL 4.6, 2.3.4). */
#ifndef GS_DATA_SMALL_FLOAT_H
#define GS_DATA_SMALL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

enum { GS_HALF_MANTISSA = 10 };

/* What the bits stand for: the mantissa lowest, then the exponent, then the sign, if it has one. */
double gs_small_float(uint32_t bits, unsigned mantissa_bits, bool is_signed);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/npy - marks of absent elements in .npy files, NumPy's format for arrays. An element
 * that does not stand at the position has no value; the file has a NaN with special bits in its
 * place, so that glstep can tell it from a value that is NaN. Other readers see a NaN in both.
 */
#ifndef GS_NPY_H
#define GS_NPY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Bits of the double. A float that is converted to double never becomes this NaN, since the low
 * bits are not 0. */
#define GS_NPY_ABSENT_BITS UINT64_C(0x7ff8676c73746570)

/* Return the value that marks an absent element. */
static inline double gs_npy_absent(void)
{
	uint64_t bits = GS_NPY_ABSENT_BITS;
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Return whether the value marks an absent element; false for any other NaN. */
static inline bool gs_npy_is_absent(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits == GS_NPY_ABSENT_BITS;
}

#endif

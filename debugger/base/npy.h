/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/npy - how a .npy file tells an element that does not stand at the position from one
 * whose value is NaN: by the bits of the NaN. NumPy and every other reader see a NaN in both.
 */
#ifndef GS_NPY_H
#define GS_NPY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* No float becomes this NaN when it is widened to a double: its low bits are not 0. */
#define GS_NPY_ABSENT_BITS UINT64_C(0x7ff8676c73746570)

static inline double gs_npy_absent(void)
{
	uint64_t bits = GS_NPY_ABSENT_BITS;
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline bool gs_npy_is_absent(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits == GS_NPY_ABSENT_BITS;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * dispatch/raw - arguments and results as raw 64-bit words, as they are in struct gs_wire_call:
 * signed integers extended by their sign, others by zeros, a float's bits in the low half. One
 * pair of functions for each letter of a signature (dispatch/generate.py).
 */
#ifndef GS_DISPATCH_RAW_H
#define GS_DISPATCH_RAW_H

#include <stdint.h>
#include <string.h>

#define GS_PACK_INTEGER(letter, type, extend)                                                      \
	static inline uint64_t gs_pack_##letter(type v)                                            \
	{                                                                                          \
		return (uint64_t)(extend)v;                                                        \
	}                                                                                          \
	static inline type gs_unpack_##letter(uint64_t raw)                                        \
	{                                                                                          \
		return (type)raw;                                                                  \
	}
GS_PACK_INTEGER(b, int8_t, int64_t)
GS_PACK_INTEGER(s, int16_t, int64_t)
GS_PACK_INTEGER(i, int32_t, int64_t)
GS_PACK_INTEGER(B, uint8_t, uint64_t)
GS_PACK_INTEGER(S, uint16_t, uint64_t)
GS_PACK_INTEGER(I, uint32_t, uint64_t)
GS_PACK_INTEGER(L, uint64_t, uint64_t)

static inline uint64_t gs_pack_f(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline float gs_unpack_f(uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float v;
	memcpy(&v, &bits, sizeof v);
	return v;
}

static inline uint64_t gs_pack_d(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline double gs_unpack_d(uint64_t raw)
{
	double v;
	memcpy(&v, &raw, sizeof v);
	return v;
}
#undef GS_PACK_INTEGER

#endif

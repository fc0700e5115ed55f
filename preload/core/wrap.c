/* SPDX-License-Identifier: MIT */
/*
 * The wrappers: every GL, GLX, EGL and GLES function by its own name. Straight ones are a load, a
 * branch, a count and a tail jump; the others go to gs_call with their arguments as raw 64-bit
 * words.
 *
 * No GL header may be included here: wrappers are declared by what a register holds, not by GL's
 * types.
 */
#include <string.h>
#include "preload/core/core.h"
#include "preload/signatures.h"

#define EXPORTED __attribute__((visibility("default")))
#define SLOW __attribute__((noinline, cold))
#define LIKELY(x) __builtin_expect(x, 1)

/* The real function was stored before the mark was set: the mark must be read before the function.
 */
#if defined(__x86_64__)
#define IS_STRAIGHT(function) gs_fast_path[function] /* the machine keeps loads in order */
#else
#define IS_STRAIGHT(function) __atomic_load_n(&gs_fast_path[function], __ATOMIC_ACQUIRE)
#endif

#define GS_PACK_INTEGER(letter, type, extend)                                                      \
	static inline uint64_t pack_##letter(type v)                                               \
	{                                                                                          \
		return (uint64_t)(extend)v;                                                        \
	}                                                                                          \
	static inline type unpack_##letter(uint64_t raw)                                           \
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

static inline uint64_t pack_f(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline float unpack_f(uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float v;
	memcpy(&v, &bits, sizeof v);
	return v;
}

static inline uint64_t pack_d(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline double unpack_d(uint64_t raw)
{
	double v;
	memcpy(&v, &raw, sizeof v);
	return v;
}

/* Of each binary interface: the slow path, and the real call with arguments from a record. */
#define GS_SLOW(s, give)                                                                           \
	static SLOW GS_RET_##s slow_##s(unsigned function GS_MORE_PARAMETERS_##s)                  \
	{                                                                                          \
		const uint64_t args[GS_N_##s + 1] = {GS_PACK_##s};                                 \
		give(gs_call(function, args, GS_N_##s));                                           \
	}
#define GS_NOTHING(s)                                                                              \
	GS_SLOW(s, (void))                                                                         \
	static void execute_##s(void *real, struct gs_wire_call *call)                             \
	{                                                                                          \
		const uint64_t *args __attribute__((unused)) = call->args;                         \
		((void (*)(GS_PARAMETERS_##s))real)(GS_UNPACK_##s);                                \
	}
#define GS_VALUE(s, r)                                                                             \
	GS_SLOW(s, return unpack_##r)                                                              \
	static void execute_##s(void *real, struct gs_wire_call *call)                             \
	{                                                                                          \
		const uint64_t *args __attribute__((unused)) = call->args;                         \
		call->ret = pack_##r(((GS_RET_##s(*)(GS_PARAMETERS_##s))real)(GS_UNPACK_##s));     \
		call->flags |= GS_CALL_RETURNED;                                                   \
	}
GS_SIGNATURES

#define GS_WRAP(name, s)                                                                           \
	EXPORTED GS_RET_##s name(GS_PARAMETERS_##s);                                               \
	GS_RET_##s name(GS_PARAMETERS_##s)                                                         \
	{                                                                                          \
		uint64_t *counts = gs_thread_counts;                                               \
		if (LIKELY(counts && IS_STRAIGHT(GS_FN_##name))) {                                 \
			counts[GS_FN_##name]++;                                                    \
			return ((GS_RET_##s(*)(GS_PARAMETERS_##s))gs_real_table[GS_FN_##name])(    \
				GS_ARGUMENTS_##s);                                                 \
		}                                                                                  \
		return slow_##s(GS_FN_##name GS_MORE_ARGUMENTS_##s);                               \
	}
#include "preload/wrappers.inc"
#undef GS_WRAP

#define GS_WRAP(name, s) [GS_FN_##name] = (void *)name,
void *const gs_wrapper_table[GS_N_FUNCTIONS] = {
#include "preload/wrappers.inc"
};

#define GS_EXECUTE(name, s) [GS_FN_##name] = execute_##s,
void (*const gs_execute_table[GS_N_FUNCTIONS])(void *real, struct gs_wire_call *call) = {
#include "preload/executes.inc"
};

/* SPDX-License-Identifier: MIT */
/*
 * The wrappers: every GL, GLX, EGL and GLES function by its own name. Straight ones are a load, a
 * branch, a count and a tail jump; the others go to gs_call with their arguments as raw 64-bit
 * words.
 *
 * No GL header may be included here: wrappers are declared by what a register holds, not by GL's
 * types.
 */
#include "dispatch/raw.h"
#include "dispatch/signatures.h"
#include "preload/core/core.h"

#define EXPORTED __attribute__((visibility("default")))
#define SLOW __attribute__((noinline, cold))
#define LIKELY(x) __builtin_expect(x, 1)

/* The real function was stored before the mark was set: the mark must be read before the function.
 */
#define PATH(function) gs_arch_load(&gs_fast_path[function])

/* Of each binary interface: the slow path. */
#define GS_SLOW(s, give)                                                                           \
	static SLOW GS_RET_##s slow_##s(unsigned function GS_MORE_PARAMETERS_##s)                  \
	{                                                                                          \
		const uint64_t args[GS_N_##s + 1] = {GS_PACK_##s};                                 \
		give(gs_call(function, args, GS_N_##s));                                           \
	}
#define GS_NOTHING(s) GS_SLOW(s, (void))
#define GS_VALUE(s, r) GS_SLOW(s, return gs_unpack_##r)
GS_SIGNATURES

#define GS_FUNCTION(name, s)                                                                       \
	EXPORTED GS_RET_##s name(GS_PARAMETERS_##s);                                               \
	GS_RET_##s name(GS_PARAMETERS_##s)                                                         \
	{                                                                                          \
		uint64_t *counts = gs_thread_counts;                                               \
		if (LIKELY(counts && PATH(GS_FN_##name) == GS_PATH_STRAIGHT)) {                    \
			counts[GS_FN_##name]++;                                                    \
			return ((GS_RET_##s(*)(GS_PARAMETERS_##s))gs_real_table[GS_FN_##name])(    \
				GS_ARGUMENTS_##s);                                                 \
		}                                                                                  \
		return slow_##s(GS_FN_##name GS_MORE_ARGUMENTS_##s);                               \
	}
#include "dispatch/functions.inc"
#undef GS_FUNCTION

#define GS_FUNCTION(name, s) [GS_FN_##name] = (void *)name,
void *const gs_wrapper_table[GS_N_FUNCTIONS] = {
#include "dispatch/functions.inc"
};

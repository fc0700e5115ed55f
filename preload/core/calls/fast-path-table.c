/* SPDX-License-Identifier: MIT */
/* The path of each function's wrapper, one byte each, and its setters. fast-path.c decides. */
#include "preload/core/core.h"

HIDDEN _Alignas(GS_FAST_PATH_SIZE) uint8_t gs_fast_path[GS_FAST_PATH_SIZE];
static_assert(
	(int)GS_N_FUNCTIONS <= (int)GS_WIRE_FUNCTIONS, "more functions than the wire has bits");

HIDDEN _Atomic uint32_t gs_immediate_open, gs_immediate_seen, gs_lists_open, gs_mesa_trace_errors,
	gs_source_override_count, gs_flushes_end_frames;
HIDDEN _Atomic uint32_t gs_fast_path_changes;
HIDDEN struct gs_call_policy gs_call_policy;

void gs_fast_path_set(unsigned function, enum gs_wire_path path)
{
	__atomic_store_n(&gs_fast_path[function], (uint8_t)path, __ATOMIC_RELEASE);
}

void gs_fast_path_clear(void)
{
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		gs_fast_path_set(i, GS_PATH_SLOW);
}

void gs_fast_path_disable_all(void)
{
	atomic_fetch_add(&gs_fast_path_changes, 1);
	gs_fast_path_clear();
}

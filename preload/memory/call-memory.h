/* SPDX-License-Identifier: MIT */
/* preload/memory/call-memory - what the pointers of a call point at, as wire/memory.h describes
 * it. */
#ifndef GS_PRELOAD_CALL_MEMORY_H
#define GS_PRELOAD_CALL_MEMORY_H

#include "data/draw.h"
#include "preload/core/request.h"

/* Appends the inputs (before the call), or the outputs (after it). What does not fit or is not
 * known is left out. limit: bytes of each. */
void gs_call_memory_add(struct gs_call_memory *memory, struct gs_thread *thread,
	const struct gs_wire_call *call, uint64_t limit, bool out);
/* Calls of the function have memory, as far as that does not depend on GL's state. */
bool gs_call_has_memory(unsigned function);
void gs_call_memory_free(struct gs_call_memory *memory);

gs_serve_func gs_serve_call_memory;

/* client-memory.c: whether an array of the fixed functions is in that buffer, which is what GL says
 * of it. NVIDIA's driver says so of one in memory, too, while the last draw's was in a buffer
 * (decision 018). */
bool gs_call_memory_is_offset(
	const struct gs_context *context, int32_t buffer, const void *pointer);

/* draw-count.c: get the commands of an indirect draw of vertices, as many as the call draws.
 * Returns false if their number stands in a buffer and cannot be read. */
bool gs_multi_commands(const struct gs_wire_call *call, struct gs_draw_commands *commands);

/* glx-windows.c: adds hooks, to know sizes of GLXWindows. */
void gs_glx_windows_init(void);

#endif

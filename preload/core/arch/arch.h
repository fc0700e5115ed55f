/* SPDX-License-Identifier: MIT */
/*
 * preload/core/arch - what depends on the machine. Each machine has a header and a file of its own
 * with the same names, which are explained here; configure says which file is built:
 *
 *   GS_STUB(name, index)     assembly: a function that jumps through a shim's table
 *   GS_ARCH_LARGEST_PAGE     bytes of the largest page that Linux has there
 *   GS_ARCH_HAS_COPY         gs_arch_copy can be called
 *   gs_arch_load             loads a byte before all that is loaded later
 *   gs_arch_note_registers   notes where the calling function can be unwound from as long as it
 *                            runs; nothing where the debugger could not use it
 *   gs_arch_ticks            returns a counter that goes on while the machine runs
 *   gs_arch_has_steady_ticks whether it does so at one speed, and is the same on all processors
 *   dlopen                   the program's, exported (preload/core/libraries/library.c)
 */
#ifndef GS_PRELOAD_ARCH_H
#define GS_PRELOAD_ARCH_H

#if defined(__x86_64__)
#include "preload/core/arch/x86-64.h"
#elif defined(__aarch64__)
#include "preload/core/arch/aarch64.h"
#endif

#ifndef __ASSEMBLER__

#include <stddef.h>

/* Copies memory of which the source or the target may not be there. Returns 1; 0: a fault, after
 * which the debugger had the thread go on at place->out. */
__attribute__((visibility("hidden"))) uint32_t gs_arch_copy(
	void *to, const void *from, size_t size);
/* Tells where the code of gs_arch_copy is, for the debugger. */
void gs_arch_copy_place(struct gs_wire_copy *place);

#endif
#endif

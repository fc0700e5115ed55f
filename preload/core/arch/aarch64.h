/* SPDX-License-Identifier: MIT */
#ifndef GS_PRELOAD_ARCH_AARCH64_H
#define GS_PRELOAD_ARCH_AARCH64_H

/* clang-format off */
#define GS_STUB(name, i)                                                                           \
	.text; .balign 16; .globl name; .type name, %function;                                     \
	name: hint 34; adrp x16, gs_shim_table+8*i;                                                \
	ldr x16, [x16, :lo12:gs_shim_table+8*i]; br x16; .size name, .- name
/* clang-format on */

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>
#include "wire/wire.h"

enum { GS_ARCH_LARGEST_PAGE = 65536, GS_ARCH_HAS_COPY = false };

static inline __attribute__((always_inline)) uint8_t gs_arch_load(const uint8_t *from)
{
	return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}

static inline uint64_t gs_arch_ticks(void)
{
	uint64_t ticks;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
}

static inline bool gs_arch_has_steady_ticks(void)
{
	return true;
}

static inline void gs_arch_note_registers(struct gs_wire_registers *registers)
{
	(void)registers;
}

#endif
#endif

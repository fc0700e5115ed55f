/* SPDX-License-Identifier: MIT */
#ifndef GS_PRELOAD_ARCH_X86_64_H
#define GS_PRELOAD_ARCH_X86_64_H

/* clang-format off */
#define GS_STUB(name, i)                                                                           \
	.text; .balign 16; .globl name; .type name, @function;                                     \
	name: endbr64; jmp *gs_shim_table+8*i(%rip); .size name, .- name
/* clang-format on */

#ifndef __ASSEMBLER__

#include <cpuid.h>
#include <stdbool.h>
#include <stdint.h>
#include "wire/wire.h"

enum { GS_ARCH_LARGEST_PAGE = 4096, GS_ARCH_HAS_COPY = true };

/* The machine keeps loads in order. */
static inline __attribute__((always_inline)) uint8_t gs_arch_load(const uint8_t *from)
{
	return *from;
}

static inline uint64_t gs_arch_ticks(void)
{
	return __builtin_ia32_rdtsc();
}

/* Intel's manual, volume 3, 18.17.1: the time-stamp counter is invariant. */
static inline bool gs_arch_has_steady_ticks(void)
{
	enum { POWER_MANAGEMENT = 0x80000007, INVARIANT = 1 << 8 };
	unsigned a, b, c, d = 0;
	return __get_cpuid(POWER_MANAGEMENT, &a, &b, &c, &d) && (d & INVARIANT);
}

static inline __attribute__((always_inline)) void gs_arch_note_registers(
	struct gs_wire_registers *registers)
{
	__asm__ volatile("leaq 0f(%%rip), %%rax\n"
			 "0:	movq %%rsp, 8(%0)\n"
			 "	movq %%rbp, 16(%0)\n"
			 "	movq %%rbx, 24(%0)\n"
			 "	movq %%r12, 32(%0)\n"
			 "	movq %%r13, 40(%0)\n"
			 "	movq %%r14, 48(%0)\n"
			 "	movq %%r15, 56(%0)\n"
			 "	movq %%rax, (%0)\n"
			 :
			 : "r"(registers)
			 : "rax", "memory");
}

#endif
#endif

/* SPDX-License-Identifier: MIT */
#ifndef GS_PRELOAD_ARCH_X86_64_H
#define GS_PRELOAD_ARCH_X86_64_H

/* clang-format off */
#define GS_STUB(name, i)                                                                           \
	.text; .balign 16; .globl name; .type name, @function;                                     \
	name: endbr64; jmp *gs_shim_table+8*i(%rip); .size name, .- name
/* clang-format on */

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>
#include "wire/wire.h"

enum { GS_ARCH_LARGEST_PAGE = 4096, GS_ARCH_HAS_COPY = true };

/* The machine keeps loads in order. */
static inline __attribute__((always_inline)) uint8_t gs_arch_load(const uint8_t *from)
{
	return *from;
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

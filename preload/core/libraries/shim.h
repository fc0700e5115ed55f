/* SPDX-License-Identifier: MIT */
/*
 * preload/core/libraries/shim - stands for a GL library that the program has opened with dlopen. A
 * shim exports those functions of the real library that we wrap, as jumps through a table that the
 * preload library fills in; for all other names dlsym goes on to the real library, which the shim
 * needs (DT_NEEDED). Assembly only.
 */
/* clang-format off */
#if defined(__x86_64__)
#define GS_STUB(name, i)                                                                           \
	.text; .balign 16; .globl name; .type name, @function;                                     \
	name: endbr64; jmp *gs_shim_table+8*i(%rip); .size name, .- name
#elif defined(__aarch64__)
#define GS_STUB(name, i)                                                                           \
	.text; .balign 16; .globl name; .type name, %function;                                     \
	name: hint 34; adrp x16, gs_shim_table+8*i;                                                \
	ldr x16, [x16, :lo12:gs_shim_table+8*i]; br x16; .size name, .- name
#endif

/* gs_shim_info, the one name that the real library lacks: how many stubs, their names, the table. */
#define GS_SHIM_TABLES(n)                                                                          \
	.section .data.rel.ro, "aw"; .balign 8; .globl gs_shim_info; gs_shim_info:                 \
	.quad n; .quad GS_SHIM_NAMES; .quad gs_shim_table;                                         \
	.bss; .balign 8; gs_shim_table: .zero 8*n;                                                 \
	.section .note.GNU-stack, "", %progbits

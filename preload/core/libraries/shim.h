/* SPDX-License-Identifier: MIT */
/*
 * preload/core/libraries/shim - stands for a GL library that the program has opened with dlopen. A
 * shim exports those functions of the real library that we wrap, as jumps through a table that the
 * preload library fills in; for all other names dlsym goes on to the real library, which the shim
 * needs (DT_NEEDED). Assembly only.
 */
#include "preload/core/arch/arch.h" /* GS_STUB(name, index) */

/* clang-format off */
/* gs_shim_info, the one name that the real library lacks: how many stubs, their names, the table. */
#define GS_SHIM_TABLES(n)                                                                          \
	.section .data.rel.ro, "aw"; .balign 8; .globl gs_shim_info; gs_shim_info:                 \
	.quad n; .quad GS_SHIM_NAMES; .quad gs_shim_table;                                         \
	.bss; .balign 8; gs_shim_table: .zero 8*n;                                                 \
	.section .note.GNU-stack, "", %progbits

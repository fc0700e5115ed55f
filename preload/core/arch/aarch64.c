/* SPDX-License-Identifier: MIT */
#include "preload/core/core.h"

/* dlopen: asks gs_library_kind(name, flags). -1: jumps to the real dlopen, with gs_dlopen_drop
 * cleared from the flags; else to gs_library_open(name, flags, kind, caller). */
__asm__(".text\n"
	".globl dlopen\n"
	".type dlopen, %function\n"
	"dlopen:\n"
	"	.cfi_startproc\n"
	"	stp x29, x30, [sp, #-32]!\n"
	"	.cfi_adjust_cfa_offset 32\n"
	"	.cfi_rel_offset x30, 8\n"
	"	stp x0, x1, [sp, #16]\n"
	"	bl gs_library_kind\n"
	"	mov w2, w0\n"
	"	ldp x0, x1, [sp, #16]\n"
	"	ldp x29, x30, [sp], #32\n"
	"	.cfi_adjust_cfa_offset -32\n"
	"	.cfi_restore x30\n"
	"	mov x3, x30\n" /* whence it was called */
	"	tbnz w2, #31, 1f\n"
	"	b gs_library_open\n"
	"1:	adrp x3, gs_dlopen_drop\n"
	"	ldr w3, [x3, :lo12:gs_dlopen_drop]\n"
	"	bic w1, w1, w3\n"
	"	adrp x3, gs_real_dlopen\n"
	"	ldr x3, [x3, :lo12:gs_real_dlopen]\n"
	"	br x3\n"
	"	.cfi_endproc\n"
	".size dlopen, . - dlopen\n");

void gs_arch_copy_place(struct gs_wire_copy *place)
{
	(void)place;
}

uint32_t gs_arch_copy(void *to, const void *from, size_t size)
{
	(void)to;
	(void)from;
	(void)size;
	return 0;
}

/* SPDX-License-Identifier: MIT */
#include "preload/core/core.h"

/* dlopen: asks gs_library_kind(name, flags). -1: jumps to the real dlopen, with gs_dlopen_drop
 * cleared from the flags; else to gs_library_open(name, flags, kind, caller). */
__asm__(".text\n"
	".globl dlopen\n"
	".type dlopen, @function\n"
	"dlopen:\n"
	"	.cfi_startproc\n"
	"	endbr64\n"
	"	pushq %rdi\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %rsi\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	subq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	call gs_library_kind\n"
	"	addq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %rsi\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %rdi\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	movl %eax, %edx\n"
	"	movq (%rsp), %rcx\n" /* whence it was called */
	"	testl %eax, %eax\n"
	"	jns gs_library_open\n"
	"	movl gs_dlopen_drop(%rip), %eax\n"
	"	notl %eax\n"
	"	andl %eax, %esi\n"
	"	jmp *gs_real_dlopen(%rip)\n"
	"	.cfi_endproc\n"
	".size dlopen, . - dlopen\n");

/* ---- guarded copies ---- */

extern HIDDEN const char gs_arch_copy_begin[], gs_arch_copy_end[], gs_arch_copy_out[];

/*
 * rdi: to, rsi: from, rdx: bytes; returns 1, and 0 from gs_arch_copy_out. Nothing is on the stack.
 * From 16 KiB on the bytes go past this processor's caches, as another one's will read them: the
 * two then do not wait for each other's cache lines.
 */
__asm__(".pushsection .text\n"
	".p2align 5\n"
	".hidden gs_arch_copy\n"
	".globl gs_arch_copy\n"
	".type gs_arch_copy, @function\n"
	"gs_arch_copy:\n"
	".cfi_startproc\n"
	".hidden gs_arch_copy_begin\n"
	".globl gs_arch_copy_begin\n"
	"gs_arch_copy_begin:\n"
	"	cmp $16384, %rdx\n"
	"	jae 5f\n"
	/* 16 bytes at a time, then what is left by its bits */
	"1:	sub $16, %rdx\n"
	"	jb 2f\n"
	"	movdqu (%rsi), %xmm0\n"
	"	movdqu %xmm0, (%rdi)\n"
	"	add $16, %rsi\n"
	"	add $16, %rdi\n"
	"	jmp 1b\n"
	"2:	test $8, %dl\n"
	"	jz 3f\n"
	"	mov (%rsi), %rax\n"
	"	mov %rax, (%rdi)\n"
	"	add $8, %rsi\n"
	"	add $8, %rdi\n"
	"3:	test $4, %dl\n"
	"	jz 4f\n"
	"	mov (%rsi), %eax\n"
	"	mov %eax, (%rdi)\n"
	"	add $4, %rsi\n"
	"	add $4, %rdi\n"
	"4:	and $3, %edx\n"
	"	jz 7f\n"
	"6:	movzbl (%rsi), %eax\n"
	"	mov %al, (%rdi)\n"
	"	inc %rsi\n"
	"	inc %rdi\n"
	"	dec %edx\n"
	"	jnz 6b\n"
	"7:	mov $1, %eax\n"
	"	ret\n"
	/* much: 16 bytes up to where the target is aligned, then 64 at a time */
	"5:	movdqu (%rsi), %xmm0\n"
	"	movdqu %xmm0, (%rdi)\n"
	"	mov %rdi, %rcx\n"
	"	neg %rcx\n"
	"	and $15, %ecx\n"
	"	add %rcx, %rsi\n"
	"	add %rcx, %rdi\n"
	"	sub %rcx, %rdx\n"
	"	mov %rdx, %rcx\n"
	"	shr $6, %rcx\n"
	"	and $63, %edx\n"
	"8:	movdqu (%rsi), %xmm0\n"
	"	movdqu 16(%rsi), %xmm1\n"
	"	movdqu 32(%rsi), %xmm2\n"
	"	movdqu 48(%rsi), %xmm3\n"
	"	movntdq %xmm0, (%rdi)\n"
	"	movntdq %xmm1, 16(%rdi)\n"
	"	movntdq %xmm2, 32(%rdi)\n"
	"	movntdq %xmm3, 48(%rdi)\n"
	"	add $64, %rsi\n"
	"	add $64, %rdi\n"
	"	dec %rcx\n"
	"	jnz 8b\n"
	"	sfence\n"
	"	jmp 1b\n"
	".hidden gs_arch_copy_end\n"
	".globl gs_arch_copy_end\n"
	"gs_arch_copy_end:\n"
	".hidden gs_arch_copy_out\n"
	".globl gs_arch_copy_out\n"
	"gs_arch_copy_out:\n"
	"	sfence\n"
	"	xor %eax, %eax\n"
	"	ret\n"
	".cfi_endproc\n"
	".size gs_arch_copy, .-gs_arch_copy\n"
	".popsection\n");

void gs_arch_copy_place(struct gs_wire_copy *place)
{
	place->begin = (uint64_t)(uintptr_t)gs_arch_copy_begin;
	place->end = (uint64_t)(uintptr_t)gs_arch_copy_end;
	place->out = (uint64_t)(uintptr_t)gs_arch_copy_out;
}

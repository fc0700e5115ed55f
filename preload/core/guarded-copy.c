/* SPDX-License-Identifier: MIT */
/*
 * Copying memory that may not be there. The code stands between two addresses that the debugger
 * knows (header.copy). It traces this process, and so sees each fault before any handler does:
 * where one comes from in between, it has the thread go on at the third address, and nothing else
 * in the program learns of it. docs/decisions/037-guarded-copies.md says why so.
 */
#include "preload/core/core.h"

#if defined(__x86_64__)

extern HIDDEN const char gs_copy_begin[], gs_copy_end[], gs_copy_out[];
extern HIDDEN uint32_t gs_copy(void *to, const void *from, size_t size);

/*
 * rdi: to, rsi: from, rdx: bytes; returns 1, and 0 from gs_copy_out. Nothing is on the stack. From
 * 16 KiB on the bytes go past this processor's caches, as another one's will read them: the two
 * then do not wait for each other's cache lines.
 */
__asm__(".pushsection .text\n"
	".p2align 5\n"
	".hidden gs_copy\n"
	".globl gs_copy\n"
	".type gs_copy, @function\n"
	"gs_copy:\n"
	".cfi_startproc\n"
	".hidden gs_copy_begin\n"
	".globl gs_copy_begin\n"
	"gs_copy_begin:\n"
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
	".hidden gs_copy_end\n"
	".globl gs_copy_end\n"
	"gs_copy_end:\n"
	".hidden gs_copy_out\n"
	".globl gs_copy_out\n"
	"gs_copy_out:\n"
	"	sfence\n"
	"	xor %eax, %eax\n"
	"	ret\n"
	".cfi_endproc\n"
	".size gs_copy, .-gs_copy\n"
	".popsection\n");

void gs_copy_tell(void)
{
	gs_wire->copy.begin = (uint64_t)(uintptr_t)gs_copy_begin;
	gs_wire->copy.end = (uint64_t)(uintptr_t)gs_copy_end;
	gs_wire->copy.out = (uint64_t)(uintptr_t)gs_copy_out;
}

bool gs_copy_is_guarded(void)
{
	return gs_role == GS_ROLE_OWNER &&
	       atomic_load_explicit(&gs_wire->attached, memory_order_relaxed);
}

bool gs_copy_guarded(void *to, const void *from, size_t size)
{
	return gs_copy(to, from, size);
}

#else

void gs_copy_tell(void)
{
}

bool gs_copy_is_guarded(void)
{
	return false;
}

bool gs_copy_guarded(void *to, const void *from, size_t size)
{
	(void)to;
	(void)from;
	(void)size;
	return false;
}

#endif

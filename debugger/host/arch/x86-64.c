/* SPDX-License-Identifier: MIT */
#include "debugger/host/arch/arch.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

enum { SYSCALL_BYTES = 2, CS_64 = 0x33 };

unsigned gs_arch_elf_machine(void)
{
	return EM_X86_64;
}

static bool get_registers(pid_t tid, struct user_regs_struct *registers)
{
	struct iovec all = {registers, sizeof *registers};
	return ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS, &all) == 0 &&
	       all.iov_len == sizeof *registers;
}

bool gs_arch_stack_pointer(pid_t tid, uint64_t *pointer)
{
	struct user_regs_struct registers;
	if (!get_registers(tid, &registers))
		return false;
	*pointer = registers.rsp;
	return true;
}

bool gs_arch_set_stack_pointer(pid_t tid, uint64_t pointer)
{
	struct user_regs_struct registers;
	struct iovec all = {&registers, sizeof registers};
	if (!get_registers(tid, &registers))
		return false;
	registers.rsp = pointer;
	return ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &all) == 0;
}

bool gs_arch_leave_copy(pid_t tid, const struct gs_wire_copy *place)
{
	struct user_regs_struct regs;
	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0 || regs.rip < place->begin ||
		regs.rip >= place->end)
		return false;
	regs.rip = place->out;
	return ptrace(PTRACE_SETREGS, tid, 0, &regs) == 0;
}

long gs_arch_interrupted_call(pid_t tid)
{
	struct user_regs_struct regs;
	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0 || regs.cs != CS_64 ||
		(long)regs.rax != -EINTR)
		return -1;
	return (long)regs.orig_rax;
}

void gs_arch_make_call_again(pid_t tid)
{
	struct user_regs_struct regs;
	if (ptrace(PTRACE_GETREGS, tid, 0, &regs) < 0)
		return;
	regs.rax = regs.orig_rax;
	regs.rip -= SYSCALL_BYTES;
	ptrace(PTRACE_SETREGS, tid, 0, &regs);
}

unsigned gs_arch_noted_registers(const struct gs_wire_registers *noted,
	struct gs_arch_register registers[GS_ARCH_MOST_REGISTERS])
{
	const struct gs_arch_register all[GS_ARCH_MOST_REGISTERS] = {{3, noted->bx}, {6, noted->bp},
		{7, noted->sp}, {12, noted->r12}, {13, noted->r13}, {14, noted->r14},
		{15, noted->r15}, {16, noted->pc}};
	memcpy(registers, all, sizeof all);
	return GS_ARCH_MOST_REGISTERS;
}

/* SPDX-License-Identifier: MIT */
#include "debugger/host/arch/arch.h"

#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

unsigned gs_arch_elf_machine(void)
{
	return EM_AARCH64;
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
	*pointer = registers.sp;
	return true;
}

bool gs_arch_set_stack_pointer(pid_t tid, uint64_t pointer)
{
	struct user_regs_struct registers;
	struct iovec all = {&registers, sizeof registers};
	if (!get_registers(tid, &registers))
		return false;
	registers.sp = pointer;
	return ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &all) == 0;
}

bool gs_arch_leave_copy(pid_t tid, const struct gs_wire_copy *place)
{
	(void)tid;
	(void)place;
	return false;
}

long gs_arch_interrupted_call(pid_t tid)
{
	(void)tid;
	return -1;
}

void gs_arch_make_call_again(pid_t tid)
{
	(void)tid;
}

unsigned gs_arch_noted_registers(const struct gs_wire_registers *noted,
	struct gs_arch_register registers[GS_ARCH_MOST_REGISTERS])
{
	(void)noted;
	(void)registers;
	return 0;
}

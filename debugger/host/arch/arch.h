/* SPDX-License-Identifier: MIT */
/*
 * debugger/host/arch - what depends on the machine: what its programs are, and the registers of
 * threads that ptrace has stopped. One file a machine has the same functions; configure says which
 * is built.
 */
#ifndef GS_HOST_ARCH_H
#define GS_HOST_ARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "wire/wire.h"

/* Returns the machine that the header of an ELF file for this one names: EM_... */
unsigned gs_arch_elf_machine(void);

/* Both return false if the thread's registers are not those of a 64-bit program. */
bool gs_arch_stack_pointer(pid_t tid, uint64_t *pointer);
bool gs_arch_set_stack_pointer(pid_t tid, uint64_t pointer);

/* Has a thread that stands in the code of the preload library's guarded copies go on at place->out.
 * False: it stands elsewhere, or the machine has no such copies. */
bool gs_arch_leave_copy(pid_t tid, const struct gs_wire_copy *place);

/* Returns the number of the system call that has just failed with EINTR in the thread; -1: none
 * has, or it could not be made again. */
long gs_arch_interrupted_call(pid_t tid);
/* Has the thread make that system call again. */
void gs_arch_make_call_again(pid_t tid);

/* A register by DWARF's number. */
struct gs_arch_register {
	int number;
	uint64_t value;
};
enum { GS_ARCH_MOST_REGISTERS = 8 };
/* Gives the registers that a wrapper has noted, for unwinding; returns how many. */
unsigned gs_arch_noted_registers(const struct gs_wire_registers *noted,
	struct gs_arch_register registers[GS_ARCH_MOST_REGISTERS]);

#endif

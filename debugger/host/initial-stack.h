/* SPDX-License-Identifier: MIT */
/*
 * debugger/host/initial-stack - the stack that the kernel has given a process which stands at
 * PTRACE_EVENT_EXEC: its environment can be read and changed there. 64-bit programs.
 */
#ifndef GS_HOST_INITIAL_STACK_H
#define GS_HOST_INITIAL_STACK_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct initial_stack {
	pid_t pid;
	int memory;		  /* descriptor */
	uint64_t pointer;	  /* of the stack */
	uint64_t *words;	  /* from there on: argc, argv, NULL, environment, NULL, auxv */
	size_t n_words, first, n; /* where its environment's pointers are, and how many */
	char **environment;
	bool is_secure; /* AT_SECURE: its loader ignores LD_PRELOAD */
};

/* False: it is not as expected, and nothing is to be cleared. */
bool gs_host_stack_read(struct initial_stack *stack, pid_t pid);
void gs_host_stack_clear(struct initial_stack *stack);
/* In that variable, from that byte on; no longer than it is. */
void gs_host_stack_overwrite(
	const struct initial_stack *stack, size_t variable, size_t from, const char *text);
/* Variables may have other values than in stack->environment, and others may follow. False: there
 * is no room for them, and nothing has changed. */
bool gs_host_stack_set_environment(const struct initial_stack *stack, char **environment);

#endif

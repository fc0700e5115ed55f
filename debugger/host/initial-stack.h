/* SPDX-License-Identifier: MIT */
/*
 * debugger/host/initial-stack - the initial stack of a 64-bit process that has stopped with
 * PTRACE_EVENT_EXEC: its environment can be read and changed there.
 */
#ifndef GS_HOST_INITIAL_STACK_H
#define GS_HOST_INITIAL_STACK_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct initial_stack {
	pid_t pid;
	int memory;	  /* descriptor */
	uint64_t pointer; /* of the stack */
	uint64_t *words;  /* from the pointer on: argc, argv, NULL, environment, NULL, auxv */
	size_t n_words, first, n; /* index and number of the environment's pointers */
	char **environment;
	bool is_secure; /* AT_SECURE: its loader ignores LD_PRELOAD */
};

/* Reads the stack. Returns false if it is not as expected; it need not be cleared then. */
bool gs_host_stack_read(struct initial_stack *stack, pid_t pid);
void gs_host_stack_clear(struct initial_stack *stack);
/* Overwrites a variable from that byte on, at most to its end. */
void gs_host_stack_overwrite(
	const struct initial_stack *stack, size_t variable, size_t from, const char *text);
/* Sets the environment: the variables of stack->environment, perhaps with other values, then new
 * ones. Returns false if there is no room; nothing has changed then. */
bool gs_host_stack_set_environment(const struct initial_stack *stack, char **environment);

#endif

/* SPDX-License-Identifier: MIT */
#include "debugger/host/initial-stack.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "debugger/host/arch/arch.h"

enum {
	MOST_WORDS = 512 << 10,
	MOST_TEXT = 4 << 20, /* bytes; Linux allows a quarter of the stack */
	ROOM = 96 << 10,     /* bytes below the pointer: the kernel maps 128 KiB there */
	ALIGNMENT = 16,
};

/* ---- reading ---- */

/* Where the kernel has put its arguments and its environment (proc(5)). */
static bool find_texts(pid_t pid, uint64_t *arguments, uint64_t *start, uint64_t *end)
{
	enum { ARG_START = 48, ENV_START = 50, ENV_END = 51, AFTER_NAME = 3 };
	g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
	g_autofree char *text = NULL;
	if (!g_file_get_contents(path, &text, NULL, NULL))
		return false;
	const char *rest = strrchr(text, ')');
	g_auto(GStrv) fields = g_strsplit(rest ? rest + 2 : "", " ", -1);
	if (g_strv_length(fields) <= ENV_END - AFTER_NAME)
		return false;
	*arguments = g_ascii_strtoull(fields[ARG_START - AFTER_NAME], NULL, 10);
	*start = g_ascii_strtoull(fields[ENV_START - AFTER_NAME], NULL, 10);
	*end = g_ascii_strtoull(fields[ENV_END - AFTER_NAME], NULL, 10);
	return *start && *start <= *end && *end - *start <= MOST_TEXT;
}

/* The index behind the next word that is 0; past the end: there is none. */
static size_t skip_to_zero(const struct initial_stack *stack, size_t at)
{
	while (at < stack->n_words && stack->words[at])
		at++;
	return at + 1;
}

static bool find_parts(struct initial_stack *stack)
{
	size_t at = stack->n_words ? (size_t)MIN(stack->words[0], MOST_WORDS) + 1 : 0;
	if (at >= stack->n_words || stack->words[at])
		return false;
	stack->first = at + 1;
	at = skip_to_zero(stack, stack->first);
	if (at > stack->n_words)
		return false;
	stack->n = at - 1 - stack->first;
	for (; at + 1 < stack->n_words; at += 2) {
		if (stack->words[at] == AT_SECURE)
			stack->is_secure = stack->words[at + 1] != 0;
		if (stack->words[at] != AT_NULL)
			continue;
		stack->n_words = at + 2;
		return true;
	}
	return false;
}

static char *read_block(int memory, uint64_t from, size_t size)
{
	char *block = g_malloc(size + 1);
	if (pread(memory, block, size, (off_t)from) != (ssize_t)size)
		g_clear_pointer(&block, g_free);
	else
		block[size] = '\0';
	return block;
}

static bool read_environment(struct initial_stack *stack, uint64_t start, uint64_t end)
{
	g_autofree char *text = read_block(stack->memory, start, (size_t)(end - start));
	if (!text)
		return false;
	stack->environment = g_new0(char *, stack->n + 1);
	for (size_t i = 0; i < stack->n; i++) {
		uint64_t at = stack->words[stack->first + i];
		if (at < start || at >= end)
			return false;
		stack->environment[i] = g_strdup(text + (at - start));
	}
	return true;
}

static bool read_all(struct initial_stack *stack)
{
	uint64_t arguments, start, end;
	if (!gs_arch_stack_pointer(stack->pid, &stack->pointer) ||
		!find_texts(stack->pid, &arguments, &start, &end))
		return false;
	if (arguments <= stack->pointer)
		return false;
	stack->n_words = (size_t)MIN((arguments - stack->pointer) / sizeof(uint64_t), MOST_WORDS);
	stack->words = (uint64_t *)read_block(
		stack->memory, stack->pointer, stack->n_words * sizeof(uint64_t));
	return stack->words && find_parts(stack) && read_environment(stack, start, end);
}

bool gs_host_stack_read(struct initial_stack *stack, pid_t pid)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
	*stack = (struct initial_stack){.pid = pid, .memory = open(path, O_RDWR | O_CLOEXEC)};
	if (stack->memory < 0)
		return false;
	if (read_all(stack))
		return true;
	gs_host_stack_clear(stack);
	return false;
}

void gs_host_stack_clear(struct initial_stack *stack)
{
	close(stack->memory);
	g_free(stack->words);
	g_strfreev(stack->environment);
}

/* ---- changing ---- */

void gs_host_stack_overwrite(
	const struct initial_stack *stack, size_t variable, size_t from, const char *text)
{
	(void)!pwrite(stack->memory, text, strlen(text),
		(off_t)(stack->words[stack->first + variable] + from));
}

static bool is_new(const struct initial_stack *stack, char **environment, size_t i)
{
	return i >= stack->n || !g_str_equal(environment[i], stack->environment[i]);
}

/* What is new goes below all that is there, and below that the words once more: the program's
 * stack begins at argc. */
bool gs_host_stack_set_environment(const struct initial_stack *stack, char **environment)
{
	size_t n = g_strv_length(environment), texts = 0, head = stack->first;
	size_t n_words = stack->n_words - stack->n + n, at = n_words * sizeof(uint64_t);
	for (size_t i = 0; i < n; i++)
		texts += is_new(stack, environment, i) ? strlen(environment[i]) + 1 : 0;
	size_t size = (at + texts + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (n < stack->n || size > ROOM)
		return false;
	uint64_t pointer = stack->pointer - size;
	g_autofree uint64_t *words = g_malloc0(size);
	memcpy(words, stack->words, head * sizeof *words);
	for (size_t i = 0; i < n; i++) {
		if (!is_new(stack, environment, i)) {
			words[head + i] = stack->words[head + i];
			continue;
		}
		words[head + i] = pointer + at;
		strcpy((char *)words + at, environment[i]);
		at += strlen(environment[i]) + 1;
	}
	memcpy(words + head + n, stack->words + head + stack->n,
		(stack->n_words - head - stack->n) * sizeof *words);
	return pwrite(stack->memory, words, size, (off_t)pointer) == (ssize_t)size &&
	       gs_arch_set_stack_pointer(stack->pid, pointer);
}

/* SPDX-License-Identifier: MIT */
/*
 * What is done for a file that a process has just executed, before any of it has run.
 *
 * A program of glibc loads our libraries if its environment names them: what a launcher has taken
 * from that is put back. musl's loader takes LD_PRELOAD as glibc's does, and ends a program that is
 * to load what it cannot link: there our libraries are taken out. Why others do not load them is
 * kept, for whoever waits for a call of GL in vain.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/host/initial-stack.h"
#include "debugger/host/private.h"

/* ---- which loader ---- */

bool gs_host_find_loader(int fd, const Elf64_Ehdr *head, char loader[PATH_MAX])
{
	for (unsigned i = 0; i < head->e_phnum; i++) {
		Elf64_Phdr segment;
		off_t at = (off_t)(head->e_phoff + (uint64_t)i * head->e_phentsize);
		if (pread(fd, &segment, sizeof segment, at) != (ssize_t)sizeof segment)
			return false;
		if (segment.p_type != PT_INTERP)
			continue;
		size_t size = MIN(segment.p_filesz, PATH_MAX - 1);
		ssize_t n = pread(fd, loader, size, (off_t)segment.p_offset);
		loader[n > 0 ? n : 0] = '\0';
		return n > 0;
	}
	return false;
}

bool gs_host_is_musl(const char *loader)
{
	return strstr(loader, "/ld-musl-") != NULL;
}

/* A file that needs no loader may be one itself, to which the program was named. */
static bool is_loader_of_glibc(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && g_str_has_prefix(slash, "/ld-") && !gs_host_is_musl(path);
}

static bool is_loader_of_musl(const char *path)
{
	return gs_host_is_musl(path) || g_str_has_suffix(path, "/libc.so");
}

enum kind { KIND_UNKNOWN, KIND_GLIBC, KIND_MUSL, KIND_STATIC, KIND_32_BIT };

static enum kind look_into(int fd, const char *path)
{
	Elf64_Ehdr head;
	char loader[PATH_MAX] = "";
	if (pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
		memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
		return KIND_UNKNOWN;
	if (head.e_ident[EI_CLASS] == ELFCLASS32)
		return KIND_32_BIT;
	if (head.e_ident[EI_CLASS] != ELFCLASS64)
		return KIND_UNKNOWN;
	if (gs_host_find_loader(fd, &head, loader))
		return gs_host_is_musl(loader) ? KIND_MUSL : KIND_GLIBC;
	return is_loader_of_glibc(path)	 ? KIND_GLIBC
	       : is_loader_of_musl(path) ? KIND_MUSL
					 : KIND_STATIC;
}

/* ---- its environment ---- */

/* Spaces separate names there. */
static void blank(const struct initial_stack *stack, const char *entries)
{
	g_autofree char *variable = g_strconcat("LD_PRELOAD=", entries, NULL);
	g_autofree char *spaces = g_strnfill(strlen(entries), ' ');
	for (char **e = stack->environment; *e; e++)
		if (g_str_has_prefix(*e, variable))
			gs_host_stack_overwrite(stack, (size_t)(e - stack->environment),
				strlen("LD_PRELOAD="), spaces);
}

/* Not where the library is not: the loader would complain to the user of the program. */
static bool sees_library(struct gs_host *host, pid_t pid)
{
	g_auto(GStrv) paths = g_strsplit(host->preloads, ":", -1);
	for (char **p = paths; *p; p++) {
		g_autofree char *there = g_strdup_printf("/proc/%d/root%s", (int)pid, *p);
		if (access(there, R_OK) != 0)
			return false;
	}
	return true;
}

static void complete(struct gs_host *host, pid_t pid, const struct initial_stack *stack, char *path)
{
	bool changed;
	g_auto(GStrv) environment = gs_host_complete_environment(
		host, g_strdupv(stack->environment), &changed);
	if (stack->is_secure)
		gs_host_hide(host, HIDDEN_SECURE, path);
	else if (!sees_library(host, pid))
		gs_host_hide(host, HIDDEN_FILES, path);
	else if (changed && !gs_host_stack_set_environment(stack, environment))
		gs_host_hide(host, HIDDEN_LARGE, path);
	else if (changed)
		gs_debug_log(GS_DEBUG_HOST, "puts the environment of %s right", path);
}

static void look_at_environment(struct gs_host *host, pid_t pid, enum kind kind, char *path)
{
	struct initial_stack stack;
	if (!host->preloads || !gs_host_stack_read(&stack, pid))
		return;
	if (kind == KIND_MUSL)
		blank(&stack, host->preloads);
	else
		complete(host, pid, &stack, path);
	gs_host_stack_clear(&stack);
}

void gs_host_look_at_image(struct gs_host *host, pid_t pid)
{
	g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int)pid);
	g_autofree char *path = g_file_read_link(link, NULL);
	int fd = path ? open(link, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	enum kind kind = look_into(fd, path);
	close(fd);
	if (kind == KIND_GLIBC || kind == KIND_MUSL)
		look_at_environment(host, pid, kind, path);
	if (kind == KIND_MUSL)
		gs_host_hide(host, HIDDEN_MUSL, path);
	else if (kind == KIND_STATIC)
		gs_host_hide(host, HIDDEN_STATIC, path);
	else if (kind == KIND_32_BIT)
		gs_host_hide(host, HIDDEN_32_BIT, path);
}

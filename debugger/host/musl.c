/* SPDX-License-Identifier: MIT */
/*
 * Programs of another C library than ours. musl's loader takes LD_PRELOAD as glibc's does, and ends
 * a program that is to load what it cannot link: so where such a program begins, our libraries are
 * taken out of its environment, before it has run.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "debugger/host/private.h"

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

static int open_of(pid_t pid, const char *name, int flags)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	return open(path, flags | O_CLOEXEC);
}

static bool runs_musl(pid_t pid)
{
	Elf64_Ehdr head;
	char loader[PATH_MAX] = "";
	int fd = open_of(pid, "exe", O_RDONLY);
	if (fd < 0)
		return false;
	bool is_elf = pread(fd, &head, sizeof head, 0) == (ssize_t)sizeof head &&
		      memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
		      head.e_ident[EI_CLASS] == ELFCLASS64;
	bool has_loader = is_elf && gs_host_find_loader(fd, &head, loader);
	close(fd);
	return has_loader && gs_host_is_musl(loader);
}

/* Where the environment lies that the kernel has given it (proc(5): env_start, env_end). */
static bool find_environment(pid_t pid, uint64_t *start, uint64_t *end)
{
	enum { ENV_START = 50, AFTER_NAME = 3 };
	g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
	g_autofree char *text = NULL;
	if (!g_file_get_contents(path, &text, NULL, NULL))
		return false;
	const char *rest = strrchr(text, ')');
	g_auto(GStrv) fields = g_strsplit(rest ? rest + 2 : "", " ", -1);
	if (g_strv_length(fields) < ENV_START + 2 - AFTER_NAME)
		return false;
	*start = g_ascii_strtoull(fields[ENV_START - AFTER_NAME], NULL, 10);
	*end = g_ascii_strtoull(fields[ENV_START + 1 - AFTER_NAME], NULL, 10);
	return *start && *start < *end;
}

/* In its place stand spaces, which separate names there. */
static void blank(int memory, uint64_t start, uint64_t end, const char *entries)
{
	enum { MOST = 4 << 20 }; /* bytes; Linux allows a quarter of the stack */
	size_t size = (size_t)MIN(end - start, MOST), n = strlen(entries);
	g_autofree char *text = g_malloc(size + 1);
	g_autofree char *variable = g_strconcat("LD_PRELOAD=", entries, NULL);
	g_autofree char *spaces = g_strnfill(n, ' ');
	ssize_t got = pread(memory, text, size, (off_t)start);
	text[MAX(got, 0)] = '\0';
	for (ssize_t at = 0; at < got; at += (ssize_t)strlen(text + at) + 1)
		if (g_str_has_prefix(text + at, variable))
			(void)!pwrite(memory, spaces, n,
				(off_t)(start + (uint64_t)at + strlen("LD_PRELOAD=")));
}

void gs_host_spare_musl(struct gs_host *host, pid_t pid)
{
	uint64_t start, end;
	if (!host->preloads || !runs_musl(pid) || !find_environment(pid, &start, &end))
		return;
	int memory = open_of(pid, "mem", O_RDWR);
	if (memory < 0)
		return;
	blank(memory, start, end, host->preloads);
	close(memory);
}

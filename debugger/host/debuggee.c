/* SPDX-License-Identifier: MIT */
/* Which process of the program is debugged, and what it is called. */
#include <stdlib.h>
#include <string.h>
#include "debugger/host/private.h"

uint32_t gs_host_debuggee(struct gs_host *host)
{
	return atomic_load(&host->debuggee);
}

uint64_t gs_host_calls_before(struct gs_host *host)
{
	return atomic_load(&host->calls_before);
}

/* NULL: it has ended. */
static char *executable_of(pid_t pid)
{
	g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int)pid);
	return g_file_read_link(link, NULL);
}

static bool is_executable_of(const char *program, const char *executable)
{
	g_autofree char *found = g_find_program_in_path(program);
	char *real = found ? realpath(found, NULL) : NULL;
	bool is_same = real && g_str_equal(real, executable);
	free(real);
	return is_same;
}

/* Does an interpreter run it? The kernel names the script behind the interpreter and its argument.
 */
static bool is_script_of(const char *program, pid_t pid)
{
	enum { MOST_BEFORE = 3 };
	g_autofree char *path = g_strdup_printf("/proc/%d/cmdline", (int)pid);
	g_autofree char *name = g_path_get_basename(program);
	g_autofree char *words = NULL;
	gsize size, at = 0;
	if (!g_file_get_contents(path, &words, &size, NULL))
		return false;
	for (unsigned n = 0; n <= MOST_BEFORE && at < size; n++) {
		g_autofree char *word = g_path_get_basename(words + at);
		if (n && g_str_equal(word, name))
			return true;
		at += strlen(words + at) + 1;
	}
	return false;
}

char *gs_host_program(struct gs_host *host, const char *started)
{
	pid_t owner = host_owner(host);
	char *executable = owner ? executable_of(owner) : NULL;
	bool is_started = !executable ||
			  (owner == host->root && (is_executable_of(started, executable) ||
							  is_script_of(started, owner)));
	if (!is_started)
		return executable;
	g_free(executable);
	return g_strdup(started);
}

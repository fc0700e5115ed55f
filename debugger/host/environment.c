/* SPDX-License-Identifier: MIT */
/*
 * What a process of the program has to find in its environment. A launcher may clear or overwrite
 * that; so it is completed where the program is started, and for each file that it executes
 * (debugger/host/image.c).
 */
#include <string.h>
#include "debugger/host/private.h"

/* AddressSanitizer of gcc ends a program before whose runtime library another one is loaded, and
 * looking for leaks, which is a kind of tracing, ends one that is traced already. What the user has
 * set comes between. */
static const struct {
	const char *name, *before, *after;
} options[] = {
	{"ASAN_OPTIONS", "verify_asan_link_order=0:", ":detect_leaks=0"},
	{"LSAN_OPTIONS", "", ":detect_leaks=0"},
};

static char **set(char **environment, const char *name, char *value, bool *changed)
{
	const char *present = g_environ_getenv(environment, name);
	if (!present || !g_str_equal(present, value)) {
		environment = g_environ_setenv(environment, name, value, TRUE);
		*changed = true;
	}
	g_free(value);
	return environment;
}

/* The user's own libraries come after ours. */
static char *preload_value(const struct gs_host *host, const char *theirs)
{
	theirs = theirs ? theirs + strspn(theirs, " :") : "";
	return strstr(theirs, host->preloads) ? g_strdup(theirs)
	       : *theirs		      ? g_strconcat(host->preloads, ":", theirs, NULL)
					      : g_strdup(host->preloads);
}

static char *options_value(size_t i, const char *theirs)
{
	const char *own = theirs ? theirs : "";
	return g_strconcat(g_str_has_prefix(own, options[i].before) ? "" : options[i].before, own,
		g_str_has_suffix(own, options[i].after) ? "" : options[i].after, NULL);
}

char **gs_host_complete_environment(const struct gs_host *host, char **environment, bool *changed)
{
	*changed = false;
	for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
		environment = set(environment, options[i].name,
			options_value(i, g_environ_getenv(environment, options[i].name)), changed);
	environment = set(environment, "LD_PRELOAD",
		preload_value(host, g_environ_getenv(environment, "LD_PRELOAD")), changed);
	return set(environment, GS_WIRE_ENV, g_strdup(host->wire_name), changed);
}

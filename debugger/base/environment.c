/* SPDX-License-Identifier: MIT */
#include "debugger/base/environment.h"
#include <glib.h>

char **gs_environment_with(char *const *changes)
{
	char **all = g_get_environ();
	for (; changes && *changes; changes++) {
		g_auto(GStrv) parts = g_strsplit(*changes, "=", 2);
		if (parts[0] && parts[1])
			all = g_environ_setenv(all, parts[0], parts[1], TRUE);
	}
	return all;
}

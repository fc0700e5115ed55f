/* SPDX-License-Identifier: MIT */
/* debugger/base/environment - the environment of a process that glstep starts. */
#ifndef GS_ENVIRONMENT_H
#define GS_ENVIRONMENT_H

/* Return our own environment with these variables, NAME=VALUE, NULL at the end (NULL: none), set;
 * g_strfreev. What has no "=" is left out. */
char **gs_environment_with(char *const *changes);

#endif

/* SPDX-License-Identifier: MIT */
/* preload/core/libraries/caller-path - opens a library as if the program's own code had called
 * dlopen. */
#ifndef GS_PRELOAD_CALLER_PATH_H
#define GS_PRELOAD_CALLER_PATH_H

/* Looks where the RPATH or RUNPATH of the caller's library, and $ORIGIN in the name, lead. caller:
 * an address in the code that calls. */
void *gs_dlopen_for(const void *caller, const char *name, int flags);

#endif

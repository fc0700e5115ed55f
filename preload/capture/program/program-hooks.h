/* SPDX-License-Identifier: MIT */
/* preload/capture/program/program-hooks - what a redraw has to know of the program's calls, and
 * what of its query results it has to put right. */
#ifndef GS_PRELOAD_PROGRAM_HOOKS_H
#define GS_PRELOAD_PROGRAM_HOOKS_H

#include <stdbool.h>

/* Enables the hooks of queries, which are needed only while partial results are kept
 * (gs_queries_any). */
void gs_query_hooks_enable(bool on);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of glstep-trace share. */
#ifndef GS_TRACE_TOOL_H
#define GS_TRACE_TOOL_H

#include "trace/trace.h"

enum { GS_TOOL_FAILED = 1, GS_TOOL_USAGE = 2 }; /* exit statuses */

/* Prints the sentence and returns the status. */
int gs_tool_fail(int status, const char *file, const char *what);
/* NULL: it cannot be read, and the user knows why. */
struct gs_trace_reader *gs_tool_open(const char *file, gs_trace_report report, void *data);
/* Says what was not read, if anything, and what that means for the exit status. */
int gs_tool_end(const char *file, const struct gs_trace_reader *reader);
/* trace-join.c. The new file takes its place when it is whole. */
int gs_tool_join(const char *out, char **files, size_t n);

#endif

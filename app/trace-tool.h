/* SPDX-License-Identifier: MIT */
/* What the files of glstep-trace share. */
#ifndef GS_TRACE_TOOL_H
#define GS_TRACE_TOOL_H

#include "trace/trace.h"

enum { GS_TOOL_FAILED = 1, GS_TOOL_USAGE = 2 }; /* exit statuses */

/* Prints the sentence and returns the status. */
int gs_tool_fail(int status, const char *file, const char *what);
extern const char gs_tool_words[]; /* how it is used */
int gs_tool_usage(const char *what, const char *word);
/* False: the word, which may be NULL, is no number. */
bool gs_tool_number(const char *word, uint64_t *number);
/* A word that is none of the command's options: the file, of which there is one. 0, or the status
 * of gs_tool_usage. */
int gs_tool_take_file(const char *word, const char **file);
/* NULL: it cannot be read, and the user knows why. */
struct gs_trace_reader *gs_tool_open(const char *file, gs_trace_report report, void *data);
/* Says what was not read, if anything, and what that means for the exit status. */
int gs_tool_end(const char *file, const struct gs_trace_reader *reader);
/* Writes the text to standard output and empties it, if it is long or the last. False: memory was
 * short, or it cannot be written. */
bool gs_tool_print(struct gs_trace_text *text, bool is_last);
/* Writes what is left and frees the text. The exit status, which says whether all was written. */
int gs_tool_finish(struct gs_trace_text *text, int status);
/* trace-join.c. The new file takes its place when it is whole. */
int gs_tool_join(const char *out, char **files, size_t n);
/* Each command's words, behind its own; the exit status. trace-extract.c ... */
int gs_tool_extract(char **words);

#endif

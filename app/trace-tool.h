/* SPDX-License-Identifier: MIT */
/* What the files of glstep-trace share. */
#ifndef GS_TRACE_TOOL_H
#define GS_TRACE_TOOL_H

#include <stdio.h>
#include "trace/call-set.h"
#include "trace/trace.h"

enum { GS_TOOL_FAILED = 1, GS_TOOL_USAGE = 2 }; /* exit statuses */

/* Prints the sentence and returns the status. */
int gs_tool_fail(int status, const char *file, const char *what);
void gs_tool_print_words(FILE *file); /* how it is used */
int gs_tool_usage(const char *what, const char *word);
/* A set of calls that stands behind that option. NULL: the word, which may be NULL, is none, and
 * the user knows why. */
struct gs_call_set *gs_tool_calls(const char *option, const char *word);
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
/* As printf, up to 1000 characters. */
void gs_tool_add(struct gs_trace_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The first of n numbers, at most `most`, with commas between. */
void gs_tool_add_numbers(struct gs_trace_text *text, const uint64_t *numbers, uint64_t n,
	uint64_t most, const char *comma);
/* A group of state by its name, as a bit. False: there is none. */
bool gs_tool_group(const char *name, uint32_t *group);
int gs_tool_no_group(const char *name); /* says which there are */
/* Each command's words, behind its own; the exit status. trace-check.c ... */
int gs_tool_check(char **words);
int gs_tool_repack(char **words); /* trace-join.c, as the next */
int gs_tool_join(char **words);
int gs_tool_extract(char **words);
int gs_tool_state(char **words);
int gs_tool_memory(char **words);
int gs_tool_uses(char **words);
int gs_tool_statistics(char **words);
int gs_tool_report(char **words); /* as a page; trace-report.c */
int gs_tool_export(char **words);

struct gs_measured;
/* trace-measure.c: the path of glstep-replay, or its name; g_free(). */
char *gs_tool_player(void);
/* Has it play these frames of the file (NULL: all), with an option and its value, and nothing to
 * see. 0, or the status of a failure, of which the user knows. */
int gs_tool_play(const char *file, const char *option, const char *value, const char *frames);
struct gs_tool_replay {
	bool is_wanted;
	const char *frames; /* whose draws are measured; NULL: all */
};
/* Whether *words stands at --replay or --frames: taken; *words is at the last word of it then, and
 * *status the one of what was wrong, or 0. */
bool gs_tool_take_replay(char ***words, struct gs_tool_replay *wish, int *status);
/* After the last word: 0, or the status of frames without a replay, of which the user knows. */
int gs_tool_check_replay(const struct gs_tool_replay *wish);
/* What a replay of the file measures; gs_measured_free(). NULL: nothing, or it was not wanted.
 * *status: 0, or that of a failure, of which the user knows. */
struct gs_measured *gs_tool_measure(
	const char *file, const struct gs_tool_replay *wish, int *status);

/* Of a trace: frames, or one call. */
struct gs_tool_span {
	bool is_call; /* .first is its number */
	uint64_t first, last;
};
/* The number of the first call that an extracted trace was asked for. */
uint64_t gs_tool_begins(const char *part);
/* Whether GL holds the same at the end of each of these frames, or behind the draw, and there in
 * `part`, as far as the calls tell; of objects at which the draw does not look, only that they are
 * bound. *name: what it does not hold alike, to be freed with g_free(); NULL: that is not known. */
bool gs_tool_same_state(const char *whole, const struct gs_tool_span *span, const char *part,
	const struct gs_tool_span *part_span, char **name);

struct gs_verb;
/* trace-verb.c: the command that is a verb; NULL: there is none of that name. */
const struct gs_verb *gs_tool_verb(const char *command);
int gs_tool_run_verb(const struct gs_verb *verb, char **words);
/* trace-tool.c: "[replay [frames FRAMES]]" of its usage as "[--replay [--frames FRAMES]] ";
 * g_free(). A word that is one of several stands behind the name of its option. */
char *gs_tool_verb_options(const struct gs_verb *verb);

#endif

/* SPDX-License-Identifier: MIT */
/* app/trace-tool - functions that the commands of glstep-trace share. Where a function returns a
 * status, it is an exit status, and 0 means success; errors have been printed to standard error by
 * then. */
#ifndef GS_TRACE_TOOL_H
#define GS_TRACE_TOOL_H

#include <glib.h>
#include <stdio.h>
#include "trace/call-set.h"
#include "trace/trace.h"

enum { GS_TOOL_FAILED = 1, GS_TOOL_USAGE = 2 }; /* exit statuses */

/* Print a sentence about a file (may be NULL) to standard error. Return the status. */
int gs_tool_fail(int status, const char *file, const char *what);
void gs_tool_print_words(FILE *file); /* print the usage */
/* Print what is wrong with a word (may be NULL), and the usage. Return GS_TOOL_USAGE. */
int gs_tool_usage(const char *what, const char *word);
/* Return the set of calls that is the value of an option; free it with gs_call_set_free. word may
 * be NULL. Return NULL after an error message if it is none. */
struct gs_call_set *gs_tool_calls(const char *option, const char *word);
/* Read a number. Return false if the word, which may be NULL, is none. */
bool gs_tool_number(const char *word, uint64_t *number);
/* Take a word that is no known option as the file, of which there may be one. Return 0, or the
 * status of gs_tool_usage. */
int gs_tool_take_file(const char *word, const char **file);
/* Open a trace; close it with gs_trace_close. Return NULL after an error message if it cannot be
 * read. */
struct gs_trace_reader *gs_tool_open(const char *file, gs_trace_report report, void *data);
/* Print which part of the trace could not be read, if any. Return GS_TOOL_FAILED if it is damaged,
 * else 0. */
int gs_tool_end(const char *file, const struct gs_trace_reader *reader);
/* Write the text to standard output and empty it, if it is long or the last. Return false if memory
 * ran out or it cannot be written. */
bool gs_tool_print(struct gs_trace_text *text, bool is_last);
/* Write the rest of the text and free it. Return the status, or GS_TOOL_FAILED if not all was
 * written. */
int gs_tool_finish(struct gs_trace_text *text, int status);
/* Append formatted text of up to 1000 characters, as printf. */
void gs_tool_add(struct gs_trace_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Append the first of n numbers, at most `most`, with commas between. */
void gs_tool_add_numbers(struct gs_trace_text *text, const uint64_t *numbers, uint64_t n,
	uint64_t most, const char *comma);
/* Set *group to the bit of a group of state. Return false if there is no group of that name. */
bool gs_tool_group(const char *name, uint32_t *group);
int gs_tool_no_group(const char *name); /* print which groups there are; return GS_TOOL_USAGE */
/* Run a command with the words after its name. Return the exit status. The source file of most is
 * called after the command. */
int gs_tool_check(char **words);
int gs_tool_repack(char **words); /* trace-join.c, as the next one */
int gs_tool_join(char **words);
int gs_tool_edit(char **words);
int gs_tool_extract(char **words);
int gs_tool_state(char **words);
int gs_tool_memory(char **words);
int gs_tool_uses(char **words);
int gs_tool_diff(char **words);
int gs_tool_statistics(char **words);
int gs_tool_report(char **words); /* as a page; trace-report.c */
int gs_tool_export(char **words);

struct gs_measured;
struct gs_timed;
/* trace-measure.c: return the path of glstep-replay, or only its name; g_free(). */
char *gs_tool_player(void);
/* Let glstep-replay play frames of the file (NULL: all) with an option and its value, without
 * showing them. Return 0, or a status after an error message. */
int gs_tool_play(const char *file, const char *option, const char *value, const char *frames);
struct gs_tool_replay {
	bool is_wanted;
	const char *frames; /* frames whose draw calls are measured; NULL: all */
};
/* Take --replay or --frames at *words; *words is moved to the option's last word. Return false if
 * there is neither. *status: 0, or the status of an error. */
bool gs_tool_take_replay(char ***words, struct gs_tool_replay *wish, int *status);
/* Call after the last word. is_played: the trace is played for another reason, too. Return 0, or a
 * status after an error message if there are frames without a replay. */
int gs_tool_check_replay(const struct gs_tool_replay *wish, bool is_played);
/* Return what a replay of the file measures, or NULL if it failed or was not wanted;
 * gs_measured_free(). *status: 0, or the status of an error. */
struct gs_measured *gs_tool_measure(
	const char *file, const struct gs_tool_replay *wish, int *status);

/* trace-times.c: how long calls take. */
struct gs_tool_times {
	unsigned rounds;  /* how often the trace is played; 0: times are not wanted */
	bool is_recorded; /* then: it is not, and those that it was recorded with are told */
};
/* Take --times[=N|=recorded] at `word`. Return false if it is another word. *status: 0, or the
 * status of an error. */
bool gs_tool_take_times(const char *word, struct gs_tool_times *wish, int *status);
/* Return the times of the trace's calls, which is played, frames of it (NULL: all), or NULL if that
 * failed or was not wanted; gs_timed_free(). *status: 0, or the status of an error. */
struct gs_timed *gs_tool_time(
	const char *file, struct gs_tool_times *wish, const char *frames, int *status);

/* trace-events.c: write the times of a trace's calls into a file for viewers
 * of timelines. Return 0, or a status after an error message. */
int gs_tool_write_events(const char *file, const struct gs_timed *timed, const char *out);

/* A part of a trace: frames, or one call. */
struct gs_tool_span {
	bool is_call; /* .first is the call's number */
	uint64_t first, last;
};
/* Return the number of the first call in an extracted trace that is of the wanted part, as the
 * comment before it says; 0 if there is none. */
uint64_t gs_tool_begins(const char *part);
/* Return whether GL's state is the same at the end of each of these frames, or after the draw call,
 * in `whole` and in `part`, as far as it follows from the calls. Of bound objects that the draw
 * call does not use, only the binding is compared. *name: the variable that differs (g_free()), or
 * NULL if none is known. */
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

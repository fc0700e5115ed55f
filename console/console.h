/* SPDX-License-Identifier: MIT */
/*
 * console/ - the console, a user interface over verbs/: each line gets one answer, as text for
 * people or as a line of JSON.
 *
 * execute.c        runs a line's verb and writes the answer
 * script.c         the lines of a script
 * opening.c        opens a trace, with progress
 * interactive.c    line editing, history, completion
 */
#ifndef GS_CONSOLE_H
#define GS_CONSOLE_H

#include "verbs/verbs.h"

struct gs_remote;

struct gs_console {
	struct gs_verbs verbs;
	struct gs_remote *remote; /* NULL: the session is ours; else the server that has it */
	bool json, keep_going, interactive;
	int timeout_ms; /* for one command, and for the first writer of a FIFO */
	gint64 script_deadline;
	bool failed;	   /* a command failed */
	bool unreadable;   /* a script could not be read to its end */
	bool mute;	   /* standard output could not be written */
	bool cannot_start; /* the program could not be started */
	bool over; /* the console ends: quit, a script's command failed, or standard output cannot
		      be written */
	/* A command failed and has ended the scripts; the commands after it are skipped. */
	bool stopped;
	unsigned n_skipped;
	char *skipped;	  /* the first of them; NULL */
	const char *file; /* the script being run; NULL: none */
	unsigned line;
};

/* ---- execute.c ---- */

/* Execute a line and write its answer. Blank lines and comments do nothing. */
void gs_console_execute(struct gs_console *console, const char *line);
/* Execute the lines of a script; "-": standard input. A read error is reported and ends the
 * console. */
void gs_console_run_file(struct gs_console *console, const char *path);
/* Count a command that is not executed because one before it failed. Blank lines and comments do
 * not count. */
void gs_console_skip(struct gs_console *console, const char *line);
/* Tell on standard error which commands were skipped, if any, and forget them. */
void gs_console_tell_skipped(struct gs_console *console);
/* Write to standard output immediately. A write error is reported and ends the console. */
void gs_console_say(struct gs_console *console, const char *text);
/* Run `glstep help [--json] [COMMAND]`: print the commands that begin so, with --json in one line
 * what each takes (usage.h). Returns the exit status. */
int gs_console_help_main(int argc, char **argv);

/* ---- script.c ---- */

struct gs_script;
struct gs_patience;

/* Open a script; "-": standard input. patience: for the first writer of a FIFO. Return NULL with an
 * error of code USAGE if it cannot be opened. */
struct gs_script *gs_script_open(
	const char *path, const struct gs_patience *patience, GError **error);
/* Get the next line without its end (g_free), or NULL after the last. Return false with an error if
 * the script cannot be read or is not text. */
bool gs_script_line(struct gs_script *script, char **line, GError **error);
/* Return the next line if it can be read without waiting (g_free), else NULL. */
char *gs_script_rest(struct gs_script *script);
unsigned gs_script_line_number(
	const struct gs_script *script); /* of the last line returned, from 1 */
void gs_script_close(struct gs_script *script);

/* ---- opening.c ---- */

/* Open a trace as gs_session_open does, with progress on a terminal. Ctrl-C cancels: *cancelled is
 * set, and the list holds what was read. */
bool gs_console_open(struct gs_console *console, const char *path, bool *cancelled, GError **error);

/* ---- interactive.c ---- */

/* Return whether lines are typed at a terminal, not read from a file. */
bool gs_console_is_interactive(const struct gs_console *console);

/* Read and execute lines of standard input until its end or `quit`. */
void gs_console_interact(struct gs_console *console);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * console/ - the console, a user interface over verbs/: lines in, one answer each out, as text for
 * people or as a line of JSON.
 *
 * execute.c        runs a line's verb and writes the answer
 * script.c         the lines of a script
 * interactive.c    line editing, history, completion
 */
#ifndef GS_CONSOLE_H
#define GS_CONSOLE_H

#include "verbs/verbs.h"

struct gs_console {
	struct gs_verbs verbs;
	bool json, keep_going, interactive;
	int timeout_ms; /* for one command, and for the first writer of a script that is a FIFO */
	gint64 script_deadline;
	bool failed;	   /* a command failed */
	bool unreadable;   /* a script could not be read to its end */
	bool mute;	   /* standard output could not be written */
	bool cannot_start; /* because the program could not be started */
	bool over; /* quit, a script's command failed, or standard output cannot be written */
	/* Commands behind one that failed, which has ended the scripts. */
	bool stopped;
	unsigned n_skipped;
	char *skipped;	  /* the first of them */
	const char *file; /* script being run, NULL none */
	unsigned line;
};

/* ---- execute.c ---- */

/* Executes a line and writes its answer; blank lines and comments do nothing. */
void gs_console_execute(struct gs_console *console, const char *line);
/* A script: '-' is standard input. A read error is reported and ends the console. */
void gs_console_run_file(struct gs_console *console, const char *path);
/* A command that is not executed, as one before it has failed; blank lines and comments are none.
 */
void gs_console_skip(struct gs_console *console, const char *line);
/* Says on standard error that there are such, if there are. */
void gs_console_tell_skipped(struct gs_console *console);
/* Writes to standard output immediately. A write error is reported and ends the console. */
void gs_console_say(struct gs_console *console, const char *text);
/* Run `glstep help [--json] [COMMAND]`: print the commands that begin so, with --json in one line
 * what each takes (usage.h). Returns the exit status. */
int gs_console_help_main(int argc, char **argv);

/* ---- script.c ---- */

struct gs_script;
struct gs_patience;

/* patience is for the first writer of a FIFO. NULL: USAGE. */
struct gs_script *gs_script_open(
	const char *path, const struct gs_patience *patience, GError **error);
/* The next line without its end (g_free); NULL after the last. False: the script cannot be read or
 * is not text. */
bool gs_script_line(struct gs_script *script, char **line, GError **error);
/* The next line, as far as it can be read without waiting; NULL. */
char *gs_script_rest(struct gs_script *script);
unsigned gs_script_line_number(
	const struct gs_script *script); /* number of the last line returned, from 1 */
void gs_script_close(struct gs_script *script);

/* ---- opening.c ---- */

/* As gs_session_open; tells a terminal how far it is. Ctrl-C cancels: the list then holds what was
 * read. */
bool gs_console_open(struct gs_console *console, const char *path, bool *cancelled, GError **error);

/* ---- interactive.c ---- */

/* Lines are typed at a terminal, not read from a file. */
bool gs_console_is_interactive(const struct gs_console *console);

void gs_console_interact(struct gs_console *console);

#endif

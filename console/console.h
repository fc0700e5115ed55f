/* SPDX-License-Identifier: MIT */
/*
 * console/ - the console, a user interface over debugger/session/session.h: commands in, one answer
 * each out, as text for people or as a line of JSON.
 *
 * commands.c       finds a line's command in the tables, calls its function, writes the answer
 * commands-*.c     the functions; -host, -calls, -inspect and -shader have a table of them
 * usage.c          what may follow a command's name: for help, completion, schema
 * arguments.c      what of its usage each word is that follows a command's name
 * script.c         the lines of a script
 * reply.c          what commands answer, as JSON and as text
 * interactive.c    line editing, history, completion
 */
#ifndef GS_CONSOLE_H
#define GS_CONSOLE_H

#include <json-glib/json-glib.h>
#include "debugger/base/count-text.h"
#include "debugger/calls/filter.h"
#include "debugger/session/session.h"

struct gs_console {
	struct gs_session *session;
	bool json, keep_going, interactive;
	int timeout_ms; /* for one command, and for the first writer of a script that is a FIFO */
	gint64 script_deadline;
	bool failed;		      /* a command failed */
	bool unreadable;	      /* a script could not be read to its end */
	bool mute;		      /* standard output could not be written */
	bool cannot_start;	      /* because the program could not be started */
	struct gs_call_filter filter; /* of the list of calls */
	bool over; /* quit, a script's command failed, or standard output cannot be written */
	/* Commands behind one that failed, which has ended the scripts. */
	bool stopped;
	unsigned n_skipped;
	char *skipped;	  /* the first of them */
	const char *file; /* script being run, NULL none */
	unsigned line;
};

/* A command's answer, as JSON and as text; only one of them is shown. */
struct gs_reply {
	JsonBuilder *json; /* in an open object: the result */
	GString *text;	   /* lines, each ended */
};

/* Returns false if error is set. */
struct gs_arguments;
typedef bool gs_command_func(struct gs_console *console, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error);

struct gs_command {
	const char *name;      /* one or more words */
	const char *arguments; /* usage.h */
	const char *help;
	gs_command_func *function;
	unsigned needs; /* enum gs_needs */
	int how;	/* for a function of several commands */
};
extern const struct gs_command gs_host_commands[], gs_call_commands[], gs_inspect_commands[],
	gs_shader_commands[];
gs_command_func gs_command_backtrace, gs_command_set_source, gs_command_set_uniform,
	gs_command_set_test, gs_command_set_buffer, gs_command_mesh, gs_command_blocks,
	gs_command_block, gs_command_trace_start, gs_command_trace_stop, gs_command_trace_save,
	gs_command_trace_restart, gs_command_trace_classes, gs_command_trace_comment,
	gs_command_trace_assert, gs_command_goto, gs_command_again, gs_command_call_at,
	gs_command_focus, gs_command_emitted, gs_command_scope, gs_command_print, gs_command_values,
	gs_command_mask, gs_command_condition, gs_command_history, gs_command_profile,
	gs_command_reach, gs_command_count, gs_command_delete, gs_command_pixel,
	gs_command_next_pixel, gs_command_history_pixel;

/* ---- commands.c ---- */

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
/* Find the command with the longest name that the line begins with. Returns it, and what follows
 * its name; NULL if there is none. */
const struct gs_command *gs_console_find(const char *line, const char **arguments);
/* The i-th command; NULL past the end. */
const struct gs_command *gs_console_command(size_t i);

/* ---- arguments.c ---- */

/* Find what of the command's usage each word of the line is, which follows the command's name.
 * begins_others: other commands begin with that name, too. Returns NULL and sets error USAGE if
 * they do not fit; free by gs_arguments_free. */
struct gs_arguments *gs_arguments_new(
	const struct gs_command *command, bool begins_others, const char *line, GError **error);
void gs_arguments_free(struct gs_arguments *a);

/* An argument's name is a keyword or a value of the usage, as it stands there; "level N" is the N
 * behind `level`. */

/* Return `how` of the command. */
int gs_argument_how(const struct gs_arguments *a);
/* Return whether it was given. */
bool gs_argument_has(const struct gs_arguments *a, const char *name);
/* Return the first of n names that was given; -1: none. */
int gs_argument_which(const struct gs_arguments *a, const char *const *names, size_t n);
/* Return what was given, without quotes; of a rest (usage.h) as it was typed. NULL: it was not. */
const char *gs_argument_text(const struct gs_arguments *a, const char *name);
/* Return a number, which is within the limits of its name (usage.c). */
uint64_t gs_argument_number(const struct gs_arguments *a, const char *name, uint64_t by_default);
/* The same; UINT_MAX for what is more. */
unsigned gs_argument_unsigned(const struct gs_arguments *a, const char *name, unsigned by_default);
/* Get a number of at least 1. Returns false and sets error USAGE for 0. */
bool gs_argument_count(const struct gs_arguments *a, const char *name, uint64_t by_default,
	uint64_t *count, GError **error);
/* Return STAGE, which must have been given. */
enum gs_stage gs_argument_stage(const struct gs_arguments *a);

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

/* ---- reply.c ---- */

void gs_json_string(JsonBuilder *json, const char *key, const char *value);
void gs_json_integer(JsonBuilder *json, const char *key, int64_t value);
void gs_json_boolean(JsonBuilder *json, const char *key, bool value);
/* "nan", "inf", "-inf" where JSON has no number */
void gs_json_double(JsonBuilder *json, double value);
/* Likewise, by its type: integers whole, what json-glib's integers do not hold as a string. */
void gs_json_scalar(JsonBuilder *json, const struct gs_scalar *scalar);

void gs_reply_stop(struct gs_console *console, struct gs_reply *reply, const struct gs_stop *stop);
void gs_reply_call(struct gs_reply *reply, const struct gs_call_info *call); /* fields of a call */
/* JSON only: a member "drawn", if it draws. */
void gs_reply_drawn(struct gs_reply *reply, const struct gs_call_drawn *drawn);
void gs_reply_where(struct gs_reply *reply, const struct gs_where *where, bool with_reached);
/* commands-trace.c: a recording that has ended: the members of a JSON object, and "FILE: ... bytes"
 * without an end. */
void gs_reply_recording(
	struct gs_reply *reply, const char *file, const struct gs_recording_figures *figures);
void gs_reply_breakpoints(struct gs_reply *reply, struct gs_session *session);
/* A value of this type from its scalars, as JSON and as text on one line, which says "undefined"
 * for those that are marked; undefined NULL: none is. */
void gs_reply_value(struct gs_reply *reply, const struct gs_type *type,
	const struct gs_scalar *scalars, const uint8_t *undefined);
void gs_reply_uniform(struct gs_reply *reply, const struct gs_uniform_info *uniform);

/* ---- opening.c ---- */

/* As gs_session_open; tells a terminal how far it is. Ctrl-C cancels: the list then holds what was
 * read. */
bool gs_console_open(struct gs_console *console, const char *path, bool *cancelled, GError **error);

/* ---- interactive.c ---- */

/* Lines are typed at a terminal, not read from a file. */
bool gs_console_is_interactive(const struct gs_console *console);

void gs_console_interact(struct gs_console *console);

#endif

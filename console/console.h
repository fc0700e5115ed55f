/* SPDX-License-Identifier: MIT */
/*
 * console/ - the console face of debugger/session.h: commands in, one answer each out, as text for
 * people or as a line of JSON.
 *
 * commands.c       the table of commands and how a line finds its function
 * commands-*.c     the functions
 * reply.c          what commands answer, as JSON and as text
 * interactive.c    line editing, history, completion
 * main.c           the program glstep: its command line
 */
#ifndef GS_CONSOLE_H
#define GS_CONSOLE_H

#include <json-glib/json-glib.h>
#include "debugger/call-filter.h"
#include "debugger/session.h"

struct gs_console {
	struct gs_session *session;
	bool json, keep_going, interactive;
	bool failed;	   /* a command failed */
	bool cannot_start; /* because the program could not be started */
	struct gs_call_filter filter; /* of the list of calls */
	bool over;	   /* quit, or a script's command failed */
	const char *file;  /* script being run, NULL none */
	unsigned line;
};

/* What a command answers: both forms are made, one is shown. */
struct gs_reply {
	JsonBuilder *json; /* in an open object: the result */
	GString *text;	   /* lines, each ended */
};

/* arguments: what follows the command's name, stripped. False: error is set. */
typedef bool gs_command_func(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error);

struct gs_command {
	const char *name;      /* one or more words */
	const char *arguments; /* for help */
	const char *help;
	gs_command_func *function;
};
extern const struct gs_command gs_host_commands[], gs_call_commands[], gs_inspect_commands[], gs_shader_commands[];
gs_command_func gs_command_backtrace, gs_command_set_source, gs_command_set_uniform, gs_command_set_test, gs_command_set_buffer,
	gs_command_mesh, gs_command_blocks, gs_command_block, gs_command_focus, gs_command_emitted, gs_command_scope, gs_command_print, gs_command_values, gs_command_mask,
	gs_command_condition, gs_command_history, gs_command_profile, gs_command_reach, gs_command_count;

/* ---- commands.c ---- */

/* Executes a line and writes its answer; blank lines and comments do nothing. */
void gs_console_execute(struct gs_console *console, const char *line);
/* A script: '-' is standard input. False: it could not be read, or a command failed and the rest
 * was left out. */
bool gs_console_run_file(struct gs_console *console, const char *path);
/* The i-th command; NULL past the end. */
const struct gs_command *gs_console_command(size_t i);

/* What arguments are made of; false or NULL: error USAGE is set. */
bool gs_parse_none(const char *arguments, GError **error);
bool gs_parse_number(
	const char *word, const char *what, uint64_t max, uint64_t *number, GError **error);
bool gs_parse_count(const char *arguments, uint64_t by_default, uint64_t *count,
	GError **error); /* optional, >= 1 */
/* Words, at least and at most so many; g_strfreev. */
char **gs_parse_words(
	const char *arguments, unsigned least, unsigned most, const char *usage, GError **error);
bool gs_parse_stage(const char *word, enum gs_stage *stage, GError **error);

/* ---- reply.c ---- */

void gs_json_string(JsonBuilder *json, const char *key, const char *value);
void gs_json_integer(JsonBuilder *json, const char *key, int64_t value);
void gs_json_boolean(JsonBuilder *json, const char *key, bool value);
void gs_json_double(
	JsonBuilder *json, double value); /* "nan", "inf", "-inf" where JSON has no number */

void gs_reply_stop(struct gs_reply *reply, const struct gs_stop *stop);
void gs_reply_call(struct gs_reply *reply, const struct gs_call_info *call); /* fields of a call */
void gs_reply_where(struct gs_reply *reply, const struct gs_where *where, bool with_reached);
void gs_reply_breakpoints(struct gs_reply *reply, struct gs_session *session);
/* A value of this type from its scalars, as JSON and as text on one line. */
void gs_reply_value(
	struct gs_reply *reply, const struct gs_type *type, const struct gs_scalar *scalars);
/* Numbers in the shape of a type, NaN as "nan". */
void gs_reply_numbers(struct gs_reply *reply, const struct gs_type *type, const double *numbers);
void gs_reply_uniform(struct gs_reply *reply, const struct gs_uniform_info *uniform);

/* ---- interactive.c ---- */

void gs_console_interact(struct gs_console *console);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * verbs/ - what can be asked of a session: one table of verbs over debugger/session/session.h, for
 * the console, and for every other face that takes or sends them as words.
 *
 * A verb is found by the line that begins with its name; what follows are its arguments, which its
 * usage describes. It is refused if they do not fit, or if the session lacks what the verb needs.
 * Else it runs, in the session's thread, and fills in a reply: a tree for programs, which
 * gs_verb_text tells people. Help, completion and the schema come from the table, too.
 *
 * verbs.c       finds a line's verb, checks what it needs, runs it
 * run.c         replies; runs those that need a trace's file alone
 * verb-*.c      the verbs; -host, -edit, -calls, -analyses, -inspect and -shader have a table
 * reading.h     how a verb reads a trace's file
 * table.h       a reply as a table: the tabs of the window that the table of verbs names
 * usage.c       what may follow a verb's name
 * arguments.c   what of its usage each word is that follows a verb's name
 * paths.h       names for all that they tell, for `get`, `set` and `follow`
 * lines.c       lines put together from words
 * shapes.c      what a reply has: the schema of it
 * json.c        members of trees
 * reply.c       what several verbs reply with: stops, calls, positions, values
 * tell.h        what a tree says, as lines for people
 */
#ifndef GS_VERBS_H
#define GS_VERBS_H

#include <json-glib/json-glib.h>
#include "debugger/base/count-text.h"
#include "debugger/calls/filter.h"
#include "debugger/session/pixel.h"
#include "debugger/session/session.h"

struct gs_reply;
/* Who asks, and what stays between two verbs. Zero but for the session at first. */
struct gs_verbs {
	struct gs_session *session;   /* borrowed */
	struct gs_call_filter filter; /* of the list of calls */
	bool quits;		      /* `quit` was asked for */
	struct gs_reading_of *of;     /* reading.h; NULL: no file is read */
	/* Runs a line for a verb that asks others; gs_verb_run sets it. */
	bool (*run)(
		struct gs_verbs *verbs, const char *line, struct gs_reply *reply, GError **error);
	const char *text; /* what the file "-" holds for `set source`; NULL: no more */
};

/* What a verb replies with. */
struct gs_reply {
	const struct gs_verb *verb; /* whose it is */
	JsonBuilder *json;	    /* in an open object: the result */
	/* Nobody reads it: stops, calls, places and breakpoints are not written. */
	bool is_bare;
	/* Where the program or the shader stands now, if the verb says so, and a remark, for a face
	 * that shows them in another way. The reply's own: zero has_... to take one. */
	bool has_stop, has_where;
	struct gs_stop stop;
	struct gs_where where;
	struct gs_pixel_history *history; /* in place of a tree, where it is bare; NULL: none */
	char *note;			  /* NULL: none */
};

struct gs_arguments;
struct gs_usage;
/* Run a verb, whose arguments and needs were checked. Returns false if error is set; what is in the
 * reply then is dropped. */
typedef bool gs_verb_func(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error);

/* ---- what a verb replies with, as a tab of the window ---- */

/* A column of its table. */
struct gs_tab_column {
	const char *title;
	const char *cell; /* what of a row stands there: a template of tell.h; "{NAME}" of a number
			     is shown and sorted as one */
	int width;	  /* pixels; 0: what is left */
};

/* How the user says what follows the verb's name. */
struct gs_tab_control {
	const char *words; /* of the usage: "replay", which is there or not; "per frame|draw", of
			      which one is chosen; FILE or another value, which is typed; "[LINE]",
			      which may be left out; "[faults KINDS]", likewise, of
			      which the value is typed */
	const char *title, *tip;
};

/* Only the first three are needed: the rest is what the shape of the result says. Each row of the
 * table is a record, an element of a list, or a member of what has any. */
struct gs_tab {
	const char *id;		 /* in the settings, which keep where tabs are */
	const char *title, *tip; /* for people */
	const char *rows; /* members of the result whose elements are the rows, a space between;
			     NULL: the first that has such */
	const struct gs_tab_column *columns; /* ends without a title; NULL: the plain members of a
						row, by their names */
	const char *summary; /* the line above: a template; NULL: the plain members of the result */
	const char *detail;  /* of the selected row, below: a template; NULL: nothing */
	const char *marked;  /* rows of which this tells something have a warning's colour */
	const char *call; /* the call that a row leads to, or the first calls that stand below it:
			     members, of which each row has one; NULL: "call", "call.index",
			     "first_call" or "calls" */
	const char *of;	  /* of how many calls these are the first: a member; NULL: all */
	const struct gs_tab_control *controls; /* ends without a title; NULL: there are none */
	/* Of a verb that lets the program run on: a button with this label asks for it, and nothing
	 * else does; NULL: it is asked for whenever the tab is seen and the program has gone on. */
	const char *asks;
	bool has_lanes; /* its rows are calls with times, which lanes above the table show, too */
};

struct gs_verb {
	const char *name;      /* one or more words */
	const char *arguments; /* usage.h */
	const char *help;
	gs_verb_func *function;
	unsigned needs;	    /* enum gs_needs */
	const char *result; /* members of the reply: shapes.h */
	const char *told;   /* the reply as lines for people, each ended: a template of tell.h */
	int how;	    /* for a function of several verbs */
	const struct gs_tab *tab; /* of the window, which shows the result; NULL: none */
};
/* how of gs_verb_stop */
enum { GS_VERB_START, GS_VERB_PAUSE, GS_VERB_RESTART, GS_VERB_AGAIN, GS_VERB_LEAVE };
extern const struct gs_verb gs_host_verbs[], gs_edit_verbs[], gs_call_verbs[], gs_trace_verbs[],
	gs_inspect_verbs[], gs_shader_verbs[];
gs_verb_func gs_verb_backtrace, gs_verb_set_source, gs_verb_set_uniform, gs_verb_set_test,
	gs_verb_set_fragment, gs_verb_set_buffer, gs_verb_mesh, gs_verb_blocks, gs_verb_block,
	gs_verb_trace_start, gs_verb_trace_stop, gs_verb_trace_save, gs_verb_trace_restart,
	gs_verb_trace_classes, gs_verb_trace_comment, gs_verb_trace_assert, gs_verb_goto,
	gs_verb_stop, gs_verb_call_at, gs_verb_focus, gs_verb_emitted, gs_verb_scope, gs_verb_print,
	gs_verb_values, gs_verb_mask, gs_verb_condition, gs_verb_history, gs_verb_profile,
	gs_verb_reach, gs_verb_executions, gs_verb_loops, gs_verb_cost, gs_verb_count,
	gs_verb_delete, gs_verb_overlay, gs_verb_pixel, gs_verb_next_pixel, gs_verb_history_pixel,
	gs_verb_history_texture, gs_verb_written_texture, gs_verb_origin, gs_verb_times,
	gs_verb_sanitize, gs_verb_get, gs_verb_set, gs_verb_follow;

/* ---- run.c ---- */

/* Begin an empty reply; end it with gs_reply_clear. */
void gs_reply_init(struct gs_reply *reply);
void gs_reply_drop(struct gs_reply *reply); /* one that says nothing of a program */
/* Close the result's object. Returns its tree, to be freed by json_node_unref; call it once. */
JsonNode *gs_reply_tree(struct gs_reply *reply);

/* Return a result's tree as lines for people, each ended; g_free. */
char *gs_verb_text(const struct gs_verb *verb, JsonNode *tree);

/* ---- verbs.c ---- */

/* Find the verb of a line, which has no white space at its ends, and run it with what follows its
 * name. Returns false if error is set: USAGE where there is no such verb or its arguments do not
 * fit, gs_session_need's where the session lacks what it needs, or what the verb reports. */
bool gs_verb_run(struct gs_verbs *verbs, const char *line, struct gs_reply *reply, GError **error);
/* Find the verb with the longest name that the line begins with. Returns it, and what follows its
 * name; NULL if there is none. */
const struct gs_verb *gs_verb_find(const char *line, const char **arguments);
/* Return the i-th verb; NULL past the end. */
const struct gs_verb *gs_verb_at(size_t i);
enum gs_verb_moves {
	GS_VERB_MOVES_NOTHING,
	GS_VERB_MOVES_PROGRAM, /* its result is a stop */
	GS_VERB_MOVES_SHADER   /* its result is a position in a shader */
};
/* Return what stands elsewhere after the verb. */
enum gs_verb_moves gs_verb_moves(const struct gs_verb *verb);
/* verb-host.c: return whether whoever asks for it leaves. */
bool gs_verb_quits(const struct gs_verb *verb);
/* Reply with the verbs whose names begin so, and what each takes, needs and replies with. Returns
 * false and sets error USAGE if there is none. */
bool gs_verbs_list(struct gs_reply *reply, const char *begins, GError **error);

/* ---- lines.c ---- */

/* Return a line of the console with other names of files: what `file` returns for each, in g_malloc
 * memory. g_free. NULL with file's error. A line that is no command stays as it is. */
char *gs_verb_with_files(const char *line,
	char *(*file)(gpointer data, const char *name, GError **error), gpointer data,
	GError **error);
/* Return the line of a verb and words behind its name, with quotes where they need them; g_free. */
char *gs_verb_line(const struct gs_verb *verb, const char *const *words, size_t n);

/* ---- arguments.c ---- */

/* Find what of the verb's usage each word of the line is, which follows the verb's name.
 * begins_others: other verbs begin with that name, too. Returns NULL and sets error USAGE if
 * they do not fit; free by gs_arguments_free. */
struct gs_arguments *gs_arguments_new(
	const struct gs_verb *verb, bool begins_others, const char *line, GError **error);
void gs_arguments_free(struct gs_arguments *a);
/* Get the i-th value or keyword that was given: its place in the line, which has `length` bytes
 * there, and its text without quotes. Return what of the usage it is; NULL past the last. */
const struct gs_usage *gs_argument_at(const struct gs_arguments *a, size_t i, const char **begin,
	size_t *length, const char **text);

/* An argument's name is a keyword or a value of the usage, as it stands there; "level N" is the N
 * behind `level`. */

/* Return `how` of the verb. */
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

/* ---- json.c ---- */

/* Return a tree as one line of JSON, with its end, to be freed by g_free. */
char *gs_json_line(JsonNode *root);
void gs_json_string(JsonBuilder *json, const char *key, const char *value); /* NULL: null */
void gs_json_integer(JsonBuilder *json, const char *key, int64_t value);
void gs_json_boolean(JsonBuilder *json, const char *key, bool value);
/* Add a member unless it is NULL, or false. */
void gs_json_optional(JsonBuilder *json, const char *key, const char *value);
void gs_json_flag(JsonBuilder *json, const char *key, bool value);
/* Begin a list, or an object, as a member. */
void gs_json_begin_list(JsonBuilder *json, const char *key);
void gs_json_begin_object(JsonBuilder *json, const char *key);
/* Add a list of strings, which NULL ends; list NULL: an empty one. */
void gs_json_strings(JsonBuilder *json, const char *key, char **list);
void gs_json_integers(JsonBuilder *json, const char *key, const unsigned *list, size_t n);
void gs_json_numbers(JsonBuilder *json, const char *key, const uint64_t *list, size_t n);
/* "nan", "inf", "-inf" where JSON has no number */
void gs_json_double(JsonBuilder *json, double value);

/* ---- reply.c ---- */

void gs_reply_clear(struct gs_reply *reply);

/* Likewise, by its type: integers whole, what json-glib's integers do not hold as a string. */
void gs_json_scalar(JsonBuilder *json, const struct gs_scalar *scalar);

/* Say where the program stands, without a word of it in the tree. Takes the stop, and leaves
 * the caller an empty one. */
void gs_reply_keep_stop(struct gs_reply *reply, struct gs_stop *stop);
/* If good, reply with where the program stands. Takes the stop, or clears it. Returns good. */
bool gs_reply_stop(struct gs_verbs *verbs, struct gs_reply *reply, bool good, struct gs_stop *stop);
void gs_reply_call(struct gs_reply *reply, const struct gs_call_info *call); /* fields of a call */
/* A member "drawn", if it draws. */
void gs_reply_drawn(struct gs_reply *reply, const struct gs_call_drawn *drawn);
/* If good, reply with where the shader stands, and with_reached whether that was reached. Takes the
 * place, or clears it. Returns good. */
bool gs_reply_where(struct gs_reply *reply, bool good, struct gs_where *where, bool with_reached);
/* verb-trace.c: the members of a recording that has ended, which "{@recording}" tells. */
void gs_reply_recording(
	struct gs_reply *reply, const char *file, const struct gs_recording_figures *figures);
/* If good, reply with all breakpoints. Returns good. */
bool gs_reply_breakpoints(struct gs_verbs *verbs, struct gs_reply *reply, bool good);
/* Add the numbers of a cell. */
void gs_json_cell(JsonBuilder *json, const struct gs_field *field, size_t cell);
/* Add a value of this type from its scalars; scalars NULL: null. */
void gs_json_value(JsonBuilder *json, const struct gs_type *type, const struct gs_scalar *scalars);
/* Add the name of a scalar's type. */
void gs_json_base(JsonBuilder *json, enum gs_base base);
/* Add a type as a member "type", with "members" if it is a struct's. */
void gs_json_type(JsonBuilder *json, const struct gs_type *type);
/* Add the numbers of the n scalars that are marked as a list of that name, if any is; undefined
 * NULL: none is. */
void gs_json_undefined(JsonBuilder *json, const char *key, const uint8_t *undefined, size_t n);
void gs_reply_uniform(struct gs_reply *reply, const struct gs_uniform_info *uniform);

#endif

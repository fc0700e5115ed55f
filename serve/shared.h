/* SPDX-License-Identifier: MIT */
/*
 * serve/shared - a session that several members use: clients of a server, a window, an editor. Each
 * asks for commands, as lines of the console; they run one after the other in the session's thread.
 * All members are told when one moves the program or the shader, and who it was.
 *
 * All functions are for the thread of the default main context, which must run; they do not block.
 */
#ifndef GS_SERVE_SHARED_H
#define GS_SERVE_SHARED_H

#include "verbs/verbs.h"

struct gs_shared;
struct gs_sharer;
struct gs_shared_order;

/* Share a session, which it takes over; NULL: there is none until gs_sharer_launch. */
struct gs_shared *gs_shared_new(struct gs_session *session);
/* Interrupt what runs, and end the session. All members must have left. */
void gs_shared_free(struct gs_shared *shared);

/* What a member is told, by these methods (docs/server.md):
 *   running  {"client","name","command"}           a command that may move has begun
 *   stopped  {"client","name","command","stop"}    where the program stands now
 *   moved    {"client","name","command","where"}   where the shader stands now
 *   output   {"text"}                              the program has written that
 * params is borrowed. */
typedef void gs_shared_told_func(gpointer data, const char *method, JsonNode *params);

/* Become a member. name: for the others; NULL: a number alone. */
struct gs_sharer *gs_shared_join(
	struct gs_shared *shared, const char *name, gs_shared_told_func *told, gpointer data);
/* Leave. What the member has ordered and what has not begun is dropped; nothing is called for it
 * any more. */
void gs_sharer_leave(struct gs_sharer *member);
unsigned gs_sharer_number(const struct gs_sharer *member); /* from 1 */
void gs_sharer_set_name(struct gs_sharer *member, const char *name);
/* Set the function that says which file a command means by a name, in g_malloc memory; NULL with
 * error: none. Without it files are as they are named. */
typedef char *gs_shared_file_func(gpointer data, const char *name, GError **error);
void gs_sharer_set_files(struct gs_sharer *member, gs_shared_file_func *file, gpointer data);
/* Add the members as a list: {"client","name"} each. */
void gs_shared_list(struct gs_shared *shared, JsonBuilder *json, const char *key);

/* What an order has come to. */
struct gs_outcome {
	const struct gs_verb *verb; /* NULL: there is no such */
	JsonNode *result;	    /* borrowed; NULL: it failed */
	const GError *error;	    /* then */
	bool cancelled;
	bool quits; /* it was `quit` */
};
typedef void gs_shared_done_func(gpointer data, const struct gs_outcome *outcome);
/* Order a command: a line of the console. done is called once, from the main loop. Return the
 * order, which lives until then. */
struct gs_shared_order *gs_sharer_order(
	struct gs_sharer *member, const char *line, gs_shared_done_func *done, gpointer data);
/* Do not begin it; interrupt it if it has begun. */
void gs_shared_order_cancel(struct gs_shared_order *order);
/* Return for how many microseconds it has run; 0: it has not begun. */
gint64 gs_shared_order_time(struct gs_shared_order *order);
/* Return how many calls of GL the program has executed; any program's, as it runs. */
uint64_t gs_shared_calls(struct gs_shared *shared);
/* Interrupt what moves the program now, whoever has ordered it. */
void gs_shared_pause(struct gs_shared *shared);
/* Tell all members what the program has written. */
void gs_shared_tell_output(struct gs_shared *shared, const char *text);
/* Likewise, begin a session with this program in place of the one there is, if any, which is ended;
 * is_trace: open the trace of that name. The outcome's result is an empty object. launch is copied
 * (argv, environment, directory). */
struct gs_shared_order *gs_sharer_launch(struct gs_sharer *member, const struct gs_launch *launch,
	bool is_trace, int timeout_ms, gs_shared_done_func *done, gpointer data);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * frontend/private - the inside of the controller, for the files of this folder.
 *
 * controller.c            decides what is queried when
 * tasks.c                 pushes queries and actions, and takes their results
 * action-results.c        takes over stops and positions
 * queries/fetches.c       queries on their way: says what takes long, cancels
 * queries/piecewise.c     queries in the background, piece by piece
 * queries/query-*.c       one or a few kinds of queries each
 * actions/actions*.c      one or a few kinds of actions each
 * survey.c                what is read from a trace's file, in a thread of its own
 * tabs.c                  tabs that show what verbs reply with
 */
#ifndef GS_FRONTEND_PRIVATE_H
#define GS_FRONTEND_PRIVATE_H

#include "frontend/controller.h"
#include "frontend/queries/query.h"

/* Progress of a background query that fetches its result in pieces. */
struct gs_piecewise {
	guint timer;   /* source of the timer that starts the next piece; 0: none */
	bool pending;  /* a piece is being fetched */
	int begun;     /* gs_controller.generation when the last piece was pushed */
	gint64 pushed; /* time at which the last piece was pushed; monotonic microseconds */
	guint takes;   /* ms that the last piece took */
};

/* Callbacks through which the other files tell controller.c that something is due; controller.c
 * decides what is queried then. */
struct gs_order {
	/* Query everything that belongs to a new position or stop. */
	void (*refresh)(struct gs_controller *c);
	/* Query the visible parts of the state that are out of date. */
	void (*refresh_wanted)(struct gs_controller *c);
	/* Query the parts that wait until the focus element's values are known. */
	void (*rest)(struct gs_controller *c);
	/* Query the image that is due: immediately if at_once, else when all queries and pictures
	 * are done. */
	void (*due_image)(struct gs_controller *c, bool at_once);
	/* Cancel the image that is due. */
	void (*drop_image)(struct gs_controller *c);
	/* If everything visible is known, query the next piece of what is fetched in the
	 * background. */
	void (*in_background)(struct gs_controller *c);
	/* Called when an action has ended, before its position is taken over. */
	void (*before)(struct gs_controller *c, const struct gs_action *action);
};

struct gs_controller {
	struct gs_controller_events events;
	const struct gs_order *order;
	struct gs_ui_state state;
	struct gs_worker *worker;
	struct gs_worker *reader;   /* thread that reads trace files while the session goes on; NULL
				       until needed */
	struct gs_task survey_task; /* while state.survey.reading */
	struct gs_task uses_task;   /* while state.uses.reading */
	struct gs_uses *uses_next;  /* the request to read next; NULL: none */
	unsigned list_read;	    /* generation of the list of calls to which these belong */
	struct gs_uses_file *uses_file; /* used by the reader's thread; NULL until needed */
	int generation;			/* generation of the state shown; read by the worker */
	unsigned n_waiting, n_refreshes, n_errands;
	int action_serial, dropped; /* serial of the last action, and of the last action that Pause
				       dropped if it is a step; read by the worker */
	bool refused;		    /* the last action was refused, and a message says why */
	GQueue actions; /* struct gs_action_class of the unfinished actions, in order; the first one
			   is running */
	guint slow_timer, tick_timer, end_timer;
	bool logs_calls;      /* the calls of the running program are logged, not only counted */
	uint64_t seen_calls;  /* number of calls that the program had made when last asked, */
	gint64 seen_calls_at; /* and when that number was first seen; monotonic microseconds */
	uint64_t seen_drawn;  /* the same for draw calls and frames */
	gint64 seen_drawn_at;
	uint64_t seen_inside; /* the same for the call in progress */
	gint64 seen_inside_at;
	char *launched;	   /* gs_remembered_name of the launched program; NULL: none yet */
	bool was_shown;	   /* a watch was put into the image automatically, which happens once */
	char *first_note;  /* note of where, at the start of shader debugging */
	GPtrArray *wanted; /* char *: names of deferred variables that the user has expanded */
	GQueue fetches;	   /* struct gs_query_class of pending queries, in order */
	guint fetch_timer;
	int serial, cancelled;	 /* serial of the last query, and of the last one that the user
				    cancelled */
	bool background_stopped; /* the user cancelled background queries, until the next action */
	bool is_lost;		 /* the shader's position is unknown: nothing but it is queried */
	bool asked_reach; /* gs_controller_push_reach was called for the shader being debugged */
	bool asked_executions; /* likewise */
	unsigned wants, fresh; /* visible parts of the state, and parts that are up to date */
	GHashTable *pictured;  /* list's name -> char **, the expressions or resources whose
				  thumbnails are visible in it */
	struct gs_piecewise thumbs, changes;
	guint thumb_takes[2]; /* ms that the last thumbnail of an expression, and of a resource,
				 took */
	unsigned n_stops;     /* number of stops taken over */
	bool rest_due;	      /* gs_order.rest must query the remaining parts of a new position */
	bool image_due;	      /* an image must be queried once its glance has been painted */
	guint image_idle;
	bool ahead_due; /* queries were made since programs were last compiled for the next steps */
	guint ahead_timer;
	GByteArray *changes_known; /* a byte for each position of the path: 1 if state.changes is
				      known there */
	gs_hover_func hover;
	gpointer hover_data;
};

/* ---- tasks.c ---- */

/* Update state.work.settled: whether everything shown belongs to the current position. */
void gs_controller_settle(struct gs_controller *c);
/* Return a new action of the class, or NULL if there is no session or too many actions are waiting.
 * Pass it to gs_controller_push_action, which takes ownership. */
gpointer gs_controller_new_action(struct gs_controller *c, const struct gs_action_class *class);
/* Push an action; takes ownership. While the program runs, an action with GS_ACTION_MEANWHILE is
 * done immediately. */
void gs_controller_push_action(struct gs_controller *c, struct gs_action *action);
/* Push an action without parameters. Does nothing if there can be none. */
void gs_controller_push_simple_action(struct gs_controller *c, const struct gs_action_class *class);
/* Call when a task that was counted as an action (n_waiting) has ended. */
void gs_controller_end_action(struct gs_controller *c);
/* Push a task to the session's thread that also runs while that thread waits for the program. Takes
 * the task; its `done` must call gs_controller_end_errand and free it. */
void gs_controller_push_errand(struct gs_controller *c, struct gs_task *errand);
void gs_controller_end_errand(struct gs_controller *c);
/* Return a new query of the class. Pass it to one of the functions below, which take ownership. */
gpointer gs_controller_new_query(struct gs_controller *c, const struct gs_query_class *class);
/* Push a query. If the shader's position is unknown, free it and query the position instead. */
void gs_controller_push_query(struct gs_controller *c, struct gs_query *query);
/* Push a query in any case. */
void gs_controller_push_even_if_lost(struct gs_controller *c, struct gs_query *query);
/* Push a query without parameters, as gs_controller_push_query. */
void gs_controller_push_simple_query(struct gs_controller *c, const struct gs_query_class *class);
/* Push a query that state.work.settled does not wait for. `done` gets the query and must free
 * it. */
void gs_controller_push_background_query(
	struct gs_controller *c, struct gs_query *query, void (*done)(struct gs_task *task));
/* Return whether the query's result belongs to what is shown. */
bool gs_controller_may_take(const struct gs_controller *c, const struct gs_query *query);
/* Report that parts of the state (bits of enum gs_part) changed, and go on in the background. */
void gs_controller_changed(struct gs_controller *c, unsigned parts);
bool gs_controller_is_stopped(const struct gs_controller *c); /* program waits at a call */

/* ---- fetches.c ---- */

/* Let Pause cancel the query even before it has begun. For queries pushed by other functions than
 * these. */
void gs_controller_may_cancel(struct gs_controller *c, struct gs_query *query);
/* Call before a query is pushed, and when the oldest pushed one is done. */
void gs_controller_fetch_begun(struct gs_controller *c, struct gs_query *query);
void gs_controller_fetch_done(struct gs_controller *c);
/* Call when a query has begun or ended. Shows a message if one takes long, or removes that
 * message. */
void gs_controller_fetch_check(struct gs_controller *c);
/* Cancel all queries that were pushed so far; a message says so if there were any. */
void gs_controller_cancel_fetches(struct gs_controller *c);
void gs_controller_fetch_finish(struct gs_controller *c);

/* ---- recording.c ---- */

/* Update state.recording from the session. */
void gs_controller_look_at_recording(struct gs_controller *c);
/* Move a recording that has ended, if `ended` has one, into the state. Return the parts of the
 * state that changed. */
unsigned gs_controller_take_ended_recording(
	struct gs_controller *c, struct gs_ended_recording *ended);

/* ---- actions/actions-verb.c ---- */

/* In the session's thread: run the verb of a line; text: what the file "-" holds. */
bool gs_action_run_verb(struct gs_action *action, const char *line, const char *text);
/* Goes to the call and debugs the pixel there. */
void gs_controller_debug_pixel_at(
	struct gs_controller *c, uint64_t call, const struct gs_pixel *pixel);

/* ---- survey.c ---- */

/* After an action: forget what was read of the trace if its calls are edited since. */
void gs_controller_follow_edits(struct gs_controller *c);

/* ---- tabs.c ---- */

/* actions-verb.c: run the tab's verb, which lets the program run on, for the tab. */
void gs_controller_run_tab(struct gs_controller *c, struct gs_ui_tab *tab, const char *arguments);

/* Once no worker is left. */
void gs_controller_tabs_finish(struct gs_controller *c);

/* ---- action-results.c ---- */

/* Show a message, made a sentence by gs_controller_sentence. */
void gs_controller_say(struct gs_controller *c, enum gs_message_kind kind, const char *text);
/* Show an error about something that is shown, unless the message on screen says why the last
 * action was refused. */
void gs_controller_say_of_query(struct gs_controller *c, const char *text);
/* Return a text in the words of the window, with a capital and a full stop; g_free. */
char *gs_controller_sentence(const char *text);
/* Return the error as a sentence (g_free), or NULL if there is none. */
char *gs_controller_note(const GError *error);
/* Each of these moves a part of an action's result into the state and returns the parts of the
 * state that changed. */
unsigned gs_controller_take_stop(struct gs_controller *c, struct gs_action *action);
/* Move both the stop and the position of an action that enters a shader at another call. */
unsigned gs_controller_take_entered(struct gs_controller *c, struct gs_action *action);
/* Clear the stop (unless it says how the program ended) and the program in use. */
unsigned gs_controller_take_no_program(struct gs_controller *c);
unsigned gs_controller_take_operations(struct gs_controller *c, const struct gs_action *action);
/* Move a position into the state; takes ownership of where and call_path. say: show messages about
 * the position. */
unsigned gs_controller_take_where(
	struct gs_controller *c, struct gs_where *where, char ***call_path, bool say);

/* ---- queries that other files push ---- */

/* Each of the following functions queries a part of the state. */
void gs_controller_push_program(struct gs_controller *c);
void gs_controller_push_framebuffer(struct gs_controller *c);
/* Query the program's own call stack, if it has stopped and not ended. */
void gs_controller_push_host_stack(struct gs_controller *c);
void gs_controller_push_gl_state(struct gs_controller *c);
void gs_controller_push_resources(struct gs_controller *c);
void gs_controller_push_blocks(struct gs_controller *c);
/* Query the vertices at a draw call, or while a vertex shader is debugged and they are unknown. */
void gs_controller_push_mesh(struct gs_controller *c);
/* Query the check at the end of a fragment shader. */
void gs_controller_push_check(struct gs_controller *c);
void gs_controller_push_where(struct gs_controller *c);
void gs_controller_push_values(struct gs_controller *c);
void gs_controller_push_image(struct gs_controller *c);
/* Call when queries or pictures have ended. Starts the image that is due once all have. */
void gs_controller_image_next(struct gs_controller *c);
/* Query the image now if one is due. */
void gs_controller_push_due_image(struct gs_controller *c);
void gs_controller_drop_image(struct gs_controller *c);
void gs_controller_push_path(struct gs_controller *c);
void gs_controller_push_reach(struct gs_controller *c);
/* Query the executions if they are wanted and not known. */
void gs_controller_push_executions(struct gs_controller *c);
/* Forget what was counted of all elements: it is asked for anew. */
void gs_controller_drop_counts(struct gs_controller *c);
void gs_controller_push_table(struct gs_controller *c);
void gs_controller_push_emitted(struct gs_controller *c);
/* Free, in the session's thread, a session that could not start its program. */
void gs_controller_drop_session(struct gs_controller *c);

/* ---- in the background, one piece after the other ---- */

/* ---- queries/piecewise.c ---- */

/* Return whether everything shown is known and no other work waits. */
bool gs_controller_is_at_rest(const struct gs_controller *c);
/* Return the same if a shader is debugged, else false. */
bool gs_controller_may_ask_in_background(const struct gs_controller *c);
/* If `wanted`, call `ask` with the controller after `delay` ms, unless *timer runs already; else
 * stop *timer. */
void gs_controller_ask_later(
	struct gs_controller *c, guint *timer, bool wanted, guint delay, GSourceFunc ask);
/* Push the query of one piece. The class's take gets its result; then the next piece is queried. */
void gs_controller_push_piece(
	struct gs_controller *c, struct gs_piecewise *pieces, struct gs_query *query);

/* ---- query-ahead.c, query-thumbnail.c, query-changes.c ---- */

/* Call after a change. If everything else that is visible is known, query the next piece, in this
 * order: programs for the next steps, thumbnails, values written by the steps. */
void gs_controller_ahead_next(struct gs_controller *c);
void gs_controller_thumbs_next(struct gs_controller *c);
void gs_controller_changes_next(struct gs_controller *c);
void gs_controller_thumbs_init(struct gs_controller *c);
void gs_controller_thumbs_finish(struct gs_controller *c);
/* Call after an action, before its position is taken over. Drops the values written by the steps of
 * the path if the path may have changed. */
void gs_controller_changes_check(struct gs_controller *c, const struct gs_action *action);
void gs_controller_changes_finish(struct gs_controller *c);

#endif

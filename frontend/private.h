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

/* Progress of a background query that fetches piece by piece. */
struct gs_piecewise {
	guint timer;   /* timer until the next piece is queried */
	bool pending;  /* one has been */
	int begun;     /* the generation of the last one */
	gint64 pushed; /* when */
	guint takes;   /* ms, the last one */
};

/* What is queried when. controller.c decides that; what it stands upon only says that it is time.
 */
struct gs_order {
	/* Query everything that belongs to a new position or stop. */
	void (*refresh)(struct gs_controller *c);
	/* Query the visible parts that are not up to date. */
	void (*refresh_wanted)(struct gs_controller *c);
	/* Query the parts that wait for the focus element's values. */
	void (*rest)(struct gs_controller *c);
	/* Query the image that is due, at once, or when all queries and pictures have ended. */
	void (*due_image)(struct gs_controller *c, bool at_once);
	void (*drop_image)(struct gs_controller *c);
	/* If all that is visible is known, query the next piece of what is asked in the background.
	 */
	void (*in_background)(struct gs_controller *c);
	/* An action has ended whose position is not taken over yet. */
	void (*before)(struct gs_controller *c, const struct gs_action *action);
};

struct gs_controller {
	struct gs_controller_events events;
	const struct gs_order *order;
	struct gs_ui_state state;
	struct gs_worker *worker;
	struct gs_worker *reader;	/* of files, beside the session; NULL: not needed so far */
	struct gs_task survey_task;	/* while state.survey.reading */
	struct gs_task uses_task;	/* while state.uses.reading */
	struct gs_uses *uses_next;	/* asked for meanwhile; NULL */
	struct gs_uses_file *uses_file; /* the reader's; NULL: nothing was asked so far */
	int generation;			/* generation of the state shown; read by the worker */
	unsigned n_waiting, n_refreshes, n_errands;
	int action_serial, dropped; /* of the last action, and of the last one that may be dropped;
				       read by the worker */
	bool refused;		    /* the last action was, and a message says why */
	GQueue actions; /* struct gs_action_class of those that wait, in order; the first is done */
	guint slow_timer, tick_timer, end_timer;
	bool logs_calls;      /* of the program that runs */
	uint64_t seen_calls;  /* how many it had made when it was looked at last, */
	gint64 seen_calls_at; /* and when they had become so many; monotonic microseconds */
	uint64_t seen_drawn;  /* the same of draws and frames */
	gint64 seen_drawn_at;
	uint64_t seen_inside; /* the same of the call that it is in */
	gint64 seen_inside_at;
	char *launched;	   /* gs_remembered_name; NULL: none so far */
	bool was_shown;	   /* a watch was put into the image automatically, which happens once */
	char *first_note;  /* note of where, at the start of shader debugging */
	GPtrArray *wanted; /* names of deferred variables that were opened */
	GQueue fetches;	   /* struct gs_query_class of pending queries, in order */
	guint fetch_timer;
	int serial, cancelled; /* serials of refreshes: the last one, and the last one that the user
				  cancelled */
	bool background_stopped; /* the user cancelled thumbnails and changes until the next action
				  */
	bool is_lost;		 /* the shader's position is not known: nothing else is queried */
	bool asked_reach;	 /* of the shader being debugged */
	unsigned wants, fresh;	 /* parts that are visible, and parts that are up to date */
	GHashTable *pictured;	 /* list -> char **: expressions, or resources, whose thumbnails
				    are visible */
	struct gs_piecewise thumbs, changes;
	guint thumb_takes[2]; /* ms: the last one of an expression, of a resource */
	unsigned n_stops;     /* that were taken over */
	bool rest_due;	      /* parts to query after the values of a new position */
	bool image_due;	      /* to be queried once what is seen of it at a glance is painted */
	guint image_idle;
	bool ahead_due; /* a query was made since programs for the next steps were compiled */
	guint ahead_timer;
	GByteArray *changes_known; /* for each position of the path: whether state.changes is known
				      there */
	gs_hover_func hover;
	gpointer hover_data;
};

/* ---- tasks.c ---- */

/* Find out anew whether all that is shown is known. */
void gs_controller_settle(struct gs_controller *c);
/* NULL: there is no program, or too many actions are waiting. */
gpointer gs_controller_new_action(struct gs_controller *c, const struct gs_action_class *class);
void gs_controller_push_action(struct gs_controller *c, struct gs_action *action);
void gs_controller_push_simple_action(struct gs_controller *c, const struct gs_action_class *class);
/* A task of the session's thread that counts as an action has ended. */
void gs_controller_end_action(struct gs_controller *c);
/* For the session's thread, at once where that waits for the program; done calls the function
 * behind it. */
void gs_controller_push_errand(struct gs_controller *c, struct gs_task *errand);
void gs_controller_end_errand(struct gs_controller *c);
gpointer gs_controller_new_query(struct gs_controller *c, const struct gs_query_class *class);
/* While the shader's position is not known, queries only that instead. */
void gs_controller_push_query(struct gs_controller *c, struct gs_query *query);
void gs_controller_push_even_if_lost(struct gs_controller *c, struct gs_query *query);
void gs_controller_push_simple_query(struct gs_controller *c, const struct gs_query_class *class);
/* In the background: the controller does not wait for it. `done` of the task gets the query. */
void gs_controller_push_background_query(
	struct gs_controller *c, struct gs_query *query, void (*done)(struct gs_task *task));
/* The result belongs to what is shown. */
bool gs_controller_may_take(const struct gs_controller *c, const struct gs_query *query);
void gs_controller_changed(struct gs_controller *c, unsigned parts);
bool gs_controller_is_stopped(const struct gs_controller *c); /* at a call */

/* ---- fetches.c ---- */

/* Lets Pause cancel the query even before it has begun; for queries that are pushed without the
 * functions below. */
void gs_controller_may_cancel(struct gs_controller *c, struct gs_query *query);
/* about to be pushed */
void gs_controller_fetch_begun(struct gs_controller *c, struct gs_query *query);
void gs_controller_fetch_done(struct gs_controller *c); /* the first query that has begun */
/* A query has begun or ended: shows a message if it takes long, or removes the message. */
void gs_controller_fetch_check(struct gs_controller *c);
void gs_controller_cancel_fetches(struct gs_controller *c);
void gs_controller_fetch_finish(struct gs_controller *c);

/* ---- recording.c ---- */

void gs_controller_look_at_recording(struct gs_controller *c);
/* One that has ended, if one has; takes its path. Returns the parts of the state that changed. */
unsigned gs_controller_take_ended_recording(
	struct gs_controller *c, struct gs_ended_recording *ended);

/* ---- actions/actions-verb.c ---- */

/* In the session's thread: run the verb of a line; text: what the file "-" holds. */
bool gs_action_run_verb(struct gs_action *action, const char *line, const char *text);
/* Goes to the call and debugs the pixel there. */
void gs_controller_debug_pixel_at(
	struct gs_controller *c, uint64_t call, const struct gs_pixel *pixel);

/* ---- tabs.c ---- */

/* Once no worker is left. */
void gs_controller_tabs_finish(struct gs_controller *c);

/* ---- action-results.c ---- */

void gs_controller_say(struct gs_controller *c, enum gs_message_kind kind, const char *text);
/* What is wrong with something that is shown: an error, unless the message says why the last action
 * was refused. */
void gs_controller_say_of_query(struct gs_controller *c, const char *text);
char *gs_controller_sentence(const char *text); /* with a capital and a full stop; g_free */
/* The error as a sentence; NULL: there is none. g_free */
char *gs_controller_note(const GError *error);
/* Each moves an action's result into the state and returns the parts that changed. */
unsigned gs_controller_take_stop(struct gs_controller *c, struct gs_action *action);
/* Takes both the stop and the position of an action that debugs a pixel at another call. */
unsigned gs_controller_take_pixel_event(struct gs_controller *c, struct gs_action *action);
unsigned gs_controller_take_no_program(struct gs_controller *c);
unsigned gs_controller_take_operations(struct gs_controller *c, const struct gs_action *action);
/* Takes ownership of where and call_path. say: show messages about the position. */
unsigned gs_controller_take_where(
	struct gs_controller *c, struct gs_where *where, char ***call_path, bool say);

/* ---- queries that other files push ---- */

void gs_controller_push_program(struct gs_controller *c);
void gs_controller_push_framebuffer(struct gs_controller *c);
/* if there is something to query */
void gs_controller_push_host_stack(struct gs_controller *c);
void gs_controller_push_gl_state(struct gs_controller *c);
void gs_controller_push_resources(struct gs_controller *c);
void gs_controller_push_blocks(struct gs_controller *c);
void gs_controller_push_mesh(struct gs_controller *c);	/* if it can be queried */
void gs_controller_push_check(struct gs_controller *c); /* if there is something to check */
void gs_controller_push_where(struct gs_controller *c);
void gs_controller_push_values(struct gs_controller *c);
void gs_controller_push_image(struct gs_controller *c);
/* Call when queries or pictures have ended: the image that is due comes when all have. */
void gs_controller_image_next(struct gs_controller *c);
void gs_controller_push_due_image(struct gs_controller *c); /* at once, if it is due */
void gs_controller_drop_image(struct gs_controller *c);	    /* it is not due any more */
void gs_controller_push_path(struct gs_controller *c);
void gs_controller_push_reach(struct gs_controller *c);
void gs_controller_push_table(struct gs_controller *c);
void gs_controller_push_emitted(struct gs_controller *c);
/* Frees a session that could not start its program, in its thread. */
void gs_controller_drop_session(struct gs_controller *c);

/* ---- in the background, one piece after the other ---- */

/* ---- queries/piecewise.c ---- */

/* Whether everything that is shown is known, and no other work waits. */
bool gs_controller_is_at_rest(const struct gs_controller *c);
/* Likewise, and whether a shader is debugged. */
bool gs_controller_may_ask_in_background(const struct gs_controller *c);
/* wanted: runs ask with the controller after delay (ms), if *timer does not run yet; else stops it.
 */
void gs_controller_ask_later(
	struct gs_controller *c, guint *timer, bool wanted, guint delay, GSourceFunc ask);
/* Pushes a piece: the class's take gets the result; then the next piece is queried. */
void gs_controller_push_piece(
	struct gs_controller *c, struct gs_piecewise *pieces, struct gs_query *query);

/* ---- query-ahead.c, query-thumbnail.c, query-changes.c ---- */

/* Call after a change: if everything else that is visible is known, queries the next piece. The
 * order is: programs for the next steps, thumbnails, values written by the steps. */
void gs_controller_ahead_next(struct gs_controller *c);
void gs_controller_thumbs_next(struct gs_controller *c);
void gs_controller_changes_next(struct gs_controller *c);
void gs_controller_thumbs_init(struct gs_controller *c);
void gs_controller_thumbs_finish(struct gs_controller *c);
/* Call after an action, before its position is taken over: drops values written on the path if they
 * may have changed. */
void gs_controller_changes_check(struct gs_controller *c, const struct gs_action *action);
void gs_controller_changes_finish(struct gs_controller *c);

#endif

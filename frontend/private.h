/* SPDX-License-Identifier: MIT */
/*
 * frontend/private - the inside of the controller, for the files of this folder.
 *
 * controller.c   pushes queries and actions, and decides what is asked for when
 * take.c         takes over stops and positions
 * pieces.c       queries in the background, piece by piece
 * fetches.c      queries on their way: says what takes long, cancels
 * actions*.c     one or a few kinds of actions each
 * query-*.c      one or a few kinds of queries each
 */
#ifndef GS_FRONTEND_PRIVATE_H
#define GS_FRONTEND_PRIVATE_H

#include "frontend/controller.h"
#include "frontend/query.h"

/* What background queries fetch piece by piece. */
struct gs_pieces {
	guint timer;   /* until the next piece is asked for */
	bool pending;  /* one has been */
	gint64 pushed; /* when */
	guint takes;   /* ms, the last one */
};

struct gs_controller {
	struct gs_controller_events events;
	struct gs_ui_state state;
	struct gs_worker *worker;
	int generation; /* of what is shown; read by the worker */
	unsigned n_waiting, n_refreshes;
	guint slow_timer, tick_timer;
	bool was_shown;	   /* a watch has been put into the image by itself, which is done once */
	char *first_note;  /* of where, when the shader was begun */
	GPtrArray *wanted; /* names of deferred variables that were opened */
	GQueue fetches;	   /* struct gs_query_class of the queries that are not done, in order */
	guint fetch_timer;
	int serial, cancelled;	 /* of refreshes: the last one, and the last that the user does not
				    want any more */
	bool background_stopped; /* thumbnails and changes: by the user, until the next action */
	bool is_lost;		 /* where the shader stands is not known: only that is asked for */
	bool asked_reach;	 /* of the shader being debugged */
	unsigned wants, fresh;	 /* parts that something shows, and those that belong to now */
	GHashTable *pictured;	 /* list -> char **: whose thumbnails are to be seen */
	struct gs_pieces thumbs, changes;
	bool rest_due; /* what is asked for behind the values of a new position */
	guint rest_idle;
	bool ahead_due; /* something was asked since the program was last made ready for the next
			   steps */
	guint ahead_timer;
	GByteArray *changes_known; /* of each position of the path: whether state.changes has what
				      is over there */
	gs_hover_func hover;
	gpointer hover_data;
};

/* ---- controller.c ---- */

/* NULL: there is no program, or enough actions are waiting already. */
gpointer gs_controller_new_action(struct gs_controller *c, const struct gs_action_class *class);
void gs_controller_push_action(struct gs_controller *c, struct gs_action *action);
void gs_controller_push_simple_action(struct gs_controller *c, const struct gs_action_class *class);
/* A task of the session's thread that counts as an action has ended. */
void gs_controller_end_action(struct gs_controller *c);
gpointer gs_controller_new_query(struct gs_controller *c, const struct gs_query_class *class);
/* While it is not known where the shader stands, only that is asked for instead. */
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
/* Asks for all that belongs to a new position or stop. */
void gs_controller_refresh(struct gs_controller *c);
/* Asks now for the part of it that waits for the focus element's values. */
void gs_controller_push_rest(struct gs_controller *c);
/* Asks for the parts that something shows and that are not fresh. */
void gs_controller_refresh_wanted(struct gs_controller *c);

/* ---- fetches.c ---- */

/* Pause cancels the query also before it has begun; for one that is pushed without those below. */
void gs_controller_may_cancel(struct gs_controller *c, struct gs_query *query);
/* about to be pushed */
void gs_controller_fetch_begun(struct gs_controller *c, struct gs_query *query);
void gs_controller_fetch_done(struct gs_controller *c); /* the first of those that have begun */
/* Something has begun or ended: says so later if it takes long, stops saying so. */
void gs_controller_fetch_check(struct gs_controller *c);
void gs_controller_cancel_fetches(struct gs_controller *c);
void gs_controller_fetch_finish(struct gs_controller *c);

/* ---- take.c ---- */

void gs_controller_say(struct gs_controller *c, enum gs_message_kind kind, const char *text);
char *gs_controller_sentence(const char *text); /* begins and ends as one; g_free */
/* The error as a sentence; NULL: there is none. g_free */
char *gs_controller_note(const GError *error);
/* Each moves what an action brought into the state, and returns the parts that changed. */
unsigned gs_controller_take_stop(struct gs_controller *c, struct gs_action *action);
unsigned gs_controller_take_no_program(struct gs_controller *c);
unsigned gs_controller_take_operations(struct gs_controller *c, const struct gs_action *action);
/* where and call_path are taken over; say: tell what there is to tell of the position. */
unsigned gs_controller_take_where(
	struct gs_controller *c, struct gs_where *where, char ***call_path, bool say);

/* ---- queries that other files ask for ---- */

void gs_controller_push_program(struct gs_controller *c);
void gs_controller_push_framebuffer(struct gs_controller *c);
/* where there is something to ask for */
void gs_controller_push_host_stack(struct gs_controller *c);
void gs_controller_push_gl_state(struct gs_controller *c);
void gs_controller_push_resources(struct gs_controller *c);
void gs_controller_push_blocks(struct gs_controller *c);
void gs_controller_push_mesh(struct gs_controller *c);	/* where it can be asked for */
void gs_controller_push_check(struct gs_controller *c); /* where there is something to check */
void gs_controller_push_where(struct gs_controller *c);
void gs_controller_push_values(struct gs_controller *c);
void gs_controller_push_image(struct gs_controller *c);
void gs_controller_push_path(struct gs_controller *c);
void gs_controller_push_reach(struct gs_controller *c);
void gs_controller_push_table(struct gs_controller *c);
void gs_controller_push_emitted(struct gs_controller *c);
void gs_controller_drop_check(struct gs_controller *c);
/* The session, which could not start its program, is freed in its thread. */
void gs_controller_drop_session(struct gs_controller *c);

/* ---- in the background, one piece after the other ---- */

/* ---- pieces.c ---- */

/* A shader is debugged, all that belongs to its position is there, and nothing else is to be done.
 */
bool gs_controller_may_ask_in_background(const struct gs_controller *c);
/* The class's take gets it when it is done; then the next piece is asked for. */
void gs_controller_push_piece(
	struct gs_controller *c, struct gs_pieces *pieces, struct gs_query *query);

/* ---- query-ahead.c, query-thumbnail.c, query-changes.c ---- */

/* Something has changed: if all else that is shown is there, the next piece is asked for. First
 * programs for the next steps, then thumbnails, then what the steps have written. */
void gs_controller_ahead_next(struct gs_controller *c);
void gs_controller_thumbs_next(struct gs_controller *c);
void gs_controller_changes_next(struct gs_controller *c);
void gs_controller_thumbs_init(struct gs_controller *c);
void gs_controller_thumbs_finish(struct gs_controller *c);
/* An action is done, its position not yet taken: what the path has written may not hold any more.
 */
void gs_controller_changes_check(struct gs_controller *c, const struct gs_action *action);
void gs_controller_changes_finish(struct gs_controller *c);

#endif

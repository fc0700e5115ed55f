/* SPDX-License-Identifier: MIT */
/* ui/controller's parts: asking (controller.c) and what came back (controller-take.c). */
#ifndef GS_UI_CONTROLLER_PRIVATE_H
#define GS_UI_CONTROLLER_PRIVATE_H

#include "ui/controller.h"
#include "ui/job.h"

struct gs_controller {
	struct gs_controller_events events;
	struct gs_ui_state state;
	struct gs_worker *worker;
	int generation; /* of what is shown; read by the worker */
	unsigned n_waiting, n_refreshes;
	enum gs_job_kind doing;
	guint slow_timer, tick_timer;
	bool was_shown;	   /* a watch has been put into the image by itself, which is done once */
	char *first_note;  /* of where, when the shader was begun */
	GPtrArray *wanted; /* names of deferred variables that were opened */
	GQueue fetches;	  /* enum gs_job_kind of the refreshes that are not done, in order */
	guint fetch_timer;
	int serial, cancelled; /* of refreshes: the last one, and the last that the user does not want any more */
	bool background_stopped; /* thumbnails and changes: by the user, until the next action */
	bool is_lost; /* where the shader stands is not known: only that is asked for */
	bool asked_reach; /* of the shader being debugged */
	unsigned wants, fresh; /* parts that something shows, and those that belong to now */
	GHashTable *pictured; /* list -> char **: whose thumbnails are to be seen */
	guint thumb_timer;
	bool thumb_pending;
	gint64 thumb_pushed; /* when */
	guint thumb_takes;   /* ms, the last one */
	bool rest_due; /* what is asked for behind the values of a new position */
	guint rest_idle;
	bool ahead_due; /* something was asked since the program was last made ready for the next steps */
	guint ahead_timer;
	GByteArray *changes_known; /* of each position of the path: whether state.changes has what is over there */
	guint changes_timer, changes_take; /* take: ms, the last piece */
	bool changes_pending;
	gint64 changes_pushed;
	gs_hover_func hover;
	gpointer hover_data;
};

/* ---- controller.c ---- */
/* NULL: there is no program, or enough is waiting already. */
struct gs_job *gs_controller_new_action(struct gs_controller *c, enum gs_job_kind kind);
void gs_controller_push_action(struct gs_controller *c, struct gs_job *job);
void gs_controller_push_refresh(struct gs_controller *c, struct gs_job *job);
void gs_controller_refresh(struct gs_controller *c); /* all that belongs to a new position or stop */
void gs_controller_push_rest(struct gs_controller *c); /* of that, now, what is not asked for yet */
void gs_controller_refresh_image(struct gs_controller *c);
void gs_controller_refresh_wanted(struct gs_controller *c);

/* ---- controller-fetch.c: refreshes on their way, and cancelling them ---- */
/* Pause cancels the job also before it is begun; of one that is pushed without those below. */
void gs_controller_may_cancel(struct gs_controller *c, struct gs_job *job);
void gs_controller_fetch_begun(struct gs_controller *c, struct gs_job *job); /* it is about to be pushed */
void gs_controller_fetch_done(struct gs_controller *c); /* the first of those that have begun */
/* Something has begun or ended: says so later if it takes long, stops saying so. */
void gs_controller_fetch_check(struct gs_controller *c);
void gs_controller_cancel_fetches(struct gs_controller *c);
void gs_controller_fetch_finish(struct gs_controller *c);

/* ---- controller-thumbs.c ---- */
void gs_controller_thumbs_init(struct gs_controller *c);
void gs_controller_thumbs_finish(struct gs_controller *c);
/* Something has changed: if all else that is shown is there, it is the thumbnails' turn. */
void gs_controller_thumbs_next(struct gs_controller *c);

/* ---- controller-ahead.c ---- */
void gs_controller_ahead_next(struct gs_controller *c); /* as gs_controller_thumbs_next; its turn comes first */

/* ---- controller-changes.c ---- */
void gs_controller_changes_next(struct gs_controller *c); /* as gs_controller_thumbs_next */
/* An action is done, its position not yet taken: what the path has written may not hold any more. */
void gs_controller_changes_check(struct gs_controller *c, const struct gs_job *job);
void gs_controller_changes_finish(struct gs_controller *c);

/* ---- controller-take.c ---- */
void gs_controller_say(struct gs_controller *c, enum gs_message_kind kind, const char *text);
/* Each makes what a job brought the state's, and returns the parts that changed. */
unsigned gs_controller_take_stop(struct gs_controller *c, struct gs_job *job);
unsigned gs_controller_take_where(struct gs_controller *c, struct gs_job *job);
unsigned gs_controller_take_no_program(struct gs_controller *c);
unsigned gs_controller_take_refresh(struct gs_controller *c, struct gs_job *job);

char *gs_controller_sentence(const char *text); /* begins and ends as one; g_free */

/* ---- controller-inspect.c ---- */
bool gs_controller_can_ask_mesh(const struct gs_controller *c);
void gs_controller_drop_mesh(struct gs_controller *c);
void gs_controller_drop_check(struct gs_controller *c);
void gs_controller_refresh_check(struct gs_controller *c); /* where there is something to check */
unsigned gs_controller_take_mesh(struct gs_controller *c, struct gs_job *job);
unsigned gs_controller_take_check(struct gs_controller *c, struct gs_job *job);

/* ---- controller-edit.c ---- */
unsigned gs_controller_take_edit(struct gs_controller *c, struct gs_job *job); /* of any action */
unsigned gs_controller_take_host_stack(struct gs_controller *c, struct gs_job *job);
/* Whether there is something to ask for: at a call, or outside GL. */
bool gs_controller_can_ask_host_stack(const struct gs_controller *c);

#endif

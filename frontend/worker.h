/* SPDX-License-Identifier: MIT */
/*
 * frontend/worker - one thread that runs tasks one after the other; their results come back in the
 * GTK main loop.
 *
 * One such thread owns the session, another renders images. There are two queues: the user's
 * actions go before the window's queries, so that a key held down never waits for stale images.
 */
#ifndef GS_FRONTEND_WORKER_H
#define GS_FRONTEND_WORKER_H

#include <stdbool.h>
#include <glib.h>

struct gs_worker;

/* A task; the first member of a larger struct. */
struct gs_task {
	void (*work)(struct gs_task *task); /* in the worker's thread */
	void (*done)(struct gs_task
			*task); /* in the main loop, then the task is no longer the worker's */
	bool is_refresh;	/* after all tasks that are not */
	bool is_errand;		/* may be done within another one */
	gpointer owner;		/* for done */
};

struct gs_worker *gs_worker_new(const char *name); /* the thread's */
/* Runs what is queued with is_refresh false, drops the rest (done is called for neither), joins the
 * thread. NULL is fine. */
void gs_worker_free(struct gs_worker *worker);
/* From within a task: does the errands that come next, before the task ends. */
void gs_worker_do_errands(struct gs_worker *worker);
void gs_worker_push(struct gs_worker *worker, struct gs_task *task);

#endif

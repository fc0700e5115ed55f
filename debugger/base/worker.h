/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/worker - a thread that runs tasks one after the other; their results are delivered
 * in the main loop, the default GMainContext.
 *
 * One such thread owns the session, another renders images. There are two queues: the user's
 * actions run before the window's queries, so that a key held down never waits for images that are
 * out of date.
 */
#ifndef GS_WORKER_H
#define GS_WORKER_H

#include <stdbool.h>
#include <glib.h>

struct gs_worker;

/* A task: the first member of a larger struct. */
struct gs_task {
	void (*work)(struct gs_task *task); /* called in the worker's thread */
	void (*done)(struct gs_task
			*task); /* called in the main loop; the task is the caller's again then */
	bool is_refresh;	/* runs after all tasks whose is_refresh is false */
	bool is_errand;		/* may run within another task: gs_worker_do_errands */
	gpointer owner;		/* for use by `done` */
};

struct gs_worker *gs_worker_new(const char *name); /* name: of the thread */
/* Run the queued tasks with is_refresh false, drop the others, and join the thread. `done` is
 * called for none of them. `worker` may be NULL. */
void gs_worker_free(struct gs_worker *worker);
/* Call from within a task: runs the errands at the head of the queue before the task ends. */
void gs_worker_do_errands(struct gs_worker *worker);
/* Queue a task; it belongs to the worker until `done` is called. */
void gs_worker_push(struct gs_worker *worker, struct gs_task *task);

#endif

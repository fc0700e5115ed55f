/* SPDX-License-Identifier: MIT */
/*
 * frontend/pictures/picture-jobs - the thread in which pictures are made, so that the main loop
 * only hands over the input and gets the result. Jobs that the user waits for run before the
 * others.
 */
#ifndef GS_FRONTEND_PICTURE_JOBS_H
#define GS_FRONTEND_PICTURE_JOBS_H

#include <glib-object.h>
#include "debugger/base/worker.h"

struct gs_picture_job;
typedef void (*gs_picture_job_func)(struct gs_picture_job *job);

/* The first member of a larger struct, zeroed, whose functions the caller sets. */
struct gs_picture_job {
	struct gs_task task;
	gs_picture_job_func make; /* called in the thread, unless the job is cancelled by then */
	gs_picture_job_func done; /* called in the main loop, unless the job is cancelled by then */
	gs_picture_job_func free; /* called in the main loop in any case, except at glstep's end */
	int cancelled;
};

/* Queue a job, which belongs to the thread until `free` is called. later: run it after all jobs
 * that were pushed without. */
void gs_picture_job_push(struct gs_picture_job *job, bool later);
/* Cancel a pushed job: `done` is not called. Main loop only. */
void gs_picture_job_cancel(struct gs_picture_job *job);
/* Drop a reference to the array in the thread, because freeing hundreds of megabytes takes time.
 * The array may be NULL. */
void gs_picture_jobs_drop(GPtrArray *array);
/* Return whether a pushed job is not done yet; set the function to call when none is left. */
bool gs_picture_jobs_busy(void);
void gs_picture_jobs_watch(void (*idle)(gpointer data), gpointer data); /* NULL: call none */
void gs_picture_jobs_finish(void);					/* end the thread */

#endif

/* SPDX-License-Identifier: MIT */
/*
 * frontend/pictures/picture-jobs - the thread in which pictures are made, so that the main loop
 * only hands over what is to be shown and gets what is ready. Those that the user waits for are
 * made before the others.
 */
#ifndef GS_FRONTEND_PICTURE_JOBS_H
#define GS_FRONTEND_PICTURE_JOBS_H

#include <glib-object.h>
#include "frontend/worker.h"

struct gs_picture_job;
typedef void (*gs_picture_job_func)(struct gs_picture_job *job);

/* The first member of a larger struct, zeroed and filled in by who pushes it. */
struct gs_picture_job {
	struct gs_task task;
	gs_picture_job_func make; /* in the thread, unless the job is cancelled by then */
	gs_picture_job_func done; /* in the main loop, likewise */
	gs_picture_job_func free; /* in the main loop, in any case, but at the program's end */
	int cancelled;
};

/* takes it; later: after all that are not */
void gs_picture_job_push(struct gs_picture_job *job, bool later);
/* Call in the main loop for a pushed job: done is not called any more. */
void gs_picture_job_cancel(struct gs_picture_job *job);
/* Drops a reference in the thread, because freeing hundreds of megabytes takes time. NULL is
 * fine. */
void gs_picture_jobs_drop(GPtrArray *array);
/* Whether a pushed job is not done yet; and the function to call when none is left. */
bool gs_picture_jobs_busy(void);
void gs_picture_jobs_watch(void (*idle)(gpointer data), gpointer data); /* NULL: nobody */
void gs_picture_jobs_finish(void);					/* ends the thread */

#endif

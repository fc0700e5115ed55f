/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/picture-jobs.h"

static struct gs_worker *worker;
static unsigned n_pending; /* main loop only */
static void (*on_idle)(gpointer data);
static gpointer on_idle_data;

static void push(struct gs_task *task)
{
	if (!worker)
		worker = gs_worker_new("pictures");
	gs_worker_push(worker, task);
}

/* ---- what is dropped ---- */

static void work_drop(struct gs_task *task)
{
	g_clear_pointer(&task->owner, g_ptr_array_unref);
}

static void done_drop(struct gs_task *task)
{
	g_free(task);
}

void gs_picture_jobs_drop(GPtrArray *array)
{
	if (!array)
		return;
	struct gs_task *task = g_new0(struct gs_task, 1);
	task->work = work_drop;
	task->done = done_drop;
	task->owner = array;
	push(task);
}

/* ---- jobs ---- */

static void work(struct gs_task *task)
{
	struct gs_picture_job *job = (struct gs_picture_job *)task;
	if (!g_atomic_int_get(&job->cancelled))
		job->make(job);
}

static void done(struct gs_task *task)
{
	struct gs_picture_job *job = (struct gs_picture_job *)task;
	if (!g_atomic_int_get(&job->cancelled))
		job->done(job);
	job->free(job);
	if (--n_pending == 0 && on_idle)
		on_idle(on_idle_data);
}

void gs_picture_job_push(struct gs_picture_job *job, bool later)
{
	job->task.work = work;
	job->task.done = done;
	job->task.is_refresh = later;
	n_pending++;
	push(&job->task);
}

void gs_picture_job_cancel(struct gs_picture_job *job)
{
	g_atomic_int_set(&job->cancelled, 1);
}

bool gs_picture_jobs_busy(void)
{
	return n_pending > 0;
}

void gs_picture_jobs_watch(void (*idle)(gpointer data), gpointer data)
{
	on_idle = idle;
	on_idle_data = data;
}

void gs_picture_jobs_finish(void)
{
	g_clear_pointer(&worker, gs_worker_free);
	n_pending = 0;
}

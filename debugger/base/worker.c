/* SPDX-License-Identifier: MIT */
#include "debugger/base/worker.h"

struct gs_worker {
	GThread *thread;
	GMutex lock;
	GCond changed;
	GQueue asked, refresh;
	bool quit;
	int *alive; /* main loop only; 0 once the worker is freed, so that late results are dropped
		     */
};

struct delivery {
	struct gs_task *task;
	int *alive;
};

static void release_alive(int *alive)
{
	g_atomic_rc_box_release(alive);
}

static gboolean deliver(gpointer data)
{
	struct delivery *delivery = data;
	if (*delivery->alive)
		delivery->task->done(delivery->task);
	return G_SOURCE_REMOVE;
}

static void delivery_free(gpointer data)
{
	struct delivery *delivery = data;
	release_alive(delivery->alive);
	g_free(delivery);
}

static struct gs_task *next_task(struct gs_worker *worker)
{
	g_mutex_lock(&worker->lock);
	while (g_queue_is_empty(&worker->asked) && g_queue_is_empty(&worker->refresh) &&
		!worker->quit)
		g_cond_wait(&worker->changed, &worker->lock);
	struct gs_task *task = g_queue_pop_head(&worker->asked);
	if (!task && !worker->quit)
		task = g_queue_pop_head(&worker->refresh);
	g_mutex_unlock(&worker->lock);
	return task;
}

static void do_task(struct gs_worker *worker, struct gs_task *task)
{
	task->work(task);
	struct delivery *delivery = g_new(struct delivery, 1);
	delivery->task = task;
	delivery->alive = g_atomic_rc_box_acquire(worker->alive);
	g_idle_add_full(G_PRIORITY_DEFAULT, deliver, delivery, delivery_free);
}

static gpointer run(gpointer data)
{
	struct gs_worker *worker = data;
	struct gs_task *task;
	while ((task = next_task(worker)))
		do_task(worker, task);
	return NULL;
}

static struct gs_task *next_errand(struct gs_worker *worker)
{
	g_mutex_lock(&worker->lock);
	struct gs_task *task = g_queue_peek_head(&worker->asked);
	task = task && task->is_errand ? g_queue_pop_head(&worker->asked) : NULL;
	g_mutex_unlock(&worker->lock);
	return task;
}

void gs_worker_do_errands(struct gs_worker *worker)
{
	struct gs_task *task;
	while ((task = next_errand(worker)))
		do_task(worker, task);
}

struct gs_worker *gs_worker_new(const char *name)
{
	struct gs_worker *worker = g_new0(struct gs_worker, 1);
	g_mutex_init(&worker->lock);
	g_cond_init(&worker->changed);
	worker->alive = g_atomic_rc_box_new0(int);
	*worker->alive = 1;
	worker->thread = g_thread_new(name, run, worker);
	return worker;
}

void gs_worker_free(struct gs_worker *worker)
{
	if (!worker)
		return;
	g_mutex_lock(&worker->lock);
	worker->quit = true;
	g_cond_signal(&worker->changed);
	g_mutex_unlock(&worker->lock);
	g_thread_join(worker->thread);
	*worker->alive = 0;
	release_alive(worker->alive);
	g_queue_clear(&worker->asked);
	g_queue_clear(&worker->refresh);
	g_mutex_clear(&worker->lock);
	g_cond_clear(&worker->changed);
	g_free(worker);
}

void gs_worker_push(struct gs_worker *worker, struct gs_task *task)
{
	g_mutex_lock(&worker->lock);
	g_queue_push_tail(task->is_refresh ? &worker->refresh : &worker->asked, task);
	g_cond_signal(&worker->changed);
	g_mutex_unlock(&worker->lock);
}

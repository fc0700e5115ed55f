/* SPDX-License-Identifier: MIT */
#include "ui/controller-private.h"

/* ms: who steps on at once does not wait for pictures that nobody will see; the longer one takes, the surer
 * we must be. */
enum { PAUSE = 150, TIMES = 4 };

static bool may_ask(const struct gs_controller *c)
{
	return c->state.in_shader && c->state.settled && !c->n_waiting && !c->n_refreshes &&
	       c->state.where.stage == GS_STAGE_FRAGMENT && !c->thumb_pending && !c->background_stopped && !c->is_lost;
}

/* The first that is to be seen and not there yet; NULL: none. */
static const char *missing(const struct gs_controller *c)
{
	GHashTableIter iter;
	gpointer names;
	g_hash_table_iter_init(&iter, c->pictured);
	while (g_hash_table_iter_next(&iter, NULL, &names))
		for (char **name = names; *name; name++)
			if (!g_hash_table_contains(c->state.thumbnails, *name))
				return *name;
	return NULL;
}

static void done(struct gs_task *task)
{
	struct gs_job *job = (struct gs_job *)task;
	struct gs_controller *c = task->owner;
	c->thumb_pending = false;
	c->thumb_takes = (guint)((g_get_monotonic_time() - c->thumb_pushed) / 1000);
	if (!job->is_stale && job->expected == c->generation && (job->ok || !c->background_stopped)) {
		/* what has none is not asked for again at this position */
		g_hash_table_insert(c->state.thumbnails, g_steal_pointer(&job->text),
			g_steal_pointer(&job->thumbnail));
		c->events.changed(c->events.data, GS_PART_THUMBNAILS);
	}
	gs_job_free(job);
	gs_controller_thumbs_next(c);
	gs_controller_changes_next(c);
	gs_controller_fetch_check(c);
}

static gboolean ask(gpointer data)
{
	struct gs_controller *c = data;
	const char *name = may_ask(c) ? missing(c) : NULL;
	c->thumb_timer = 0;
	if (!name)
		return G_SOURCE_REMOVE;
	struct gs_job *job = gs_job_new(GS_JOB_THUMBNAIL, c->state.session);
	job->text = g_strdup(name);
	job->task.owner = c;
	job->task.done = done;
	job->generation = &c->generation;
	job->expected = c->generation;
	c->thumb_pending = true;
	c->thumb_pushed = g_get_monotonic_time();
	gs_controller_may_cancel(c, job);
	gs_worker_push(c->worker, &job->task);
	gs_controller_fetch_check(c);
	return G_SOURCE_REMOVE;
}

void gs_controller_thumbs_next(struct gs_controller *c)
{
	if (!may_ask(c) || !missing(c)) {
		g_clear_handle_id(&c->thumb_timer, g_source_remove);
		return;
	}
	bool begun = g_hash_table_size(c->state.thumbnails) > 0;
	if (!c->thumb_timer)
		c->thumb_timer = g_timeout_add(begun ? 1 : PAUSE + TIMES * c->thumb_takes, ask, c);
}

void gs_controller_thumbnails(
	struct gs_controller *c, const char *list, const char *const *expressions)
{
	g_hash_table_insert(c->pictured, g_strdup(list), g_strdupv((char **)expressions));
	gs_controller_thumbs_next(c);
}

void gs_controller_thumbs_init(struct gs_controller *c)
{
	c->pictured = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
}

void gs_controller_thumbs_finish(struct gs_controller *c)
{
	g_clear_handle_id(&c->thumb_timer, g_source_remove);
	g_hash_table_unref(c->pictured);
}

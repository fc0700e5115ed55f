/* SPDX-License-Identifier: MIT */
/* Tracks the queries in progress: reports those that take long, and cancels them. */
#include "frontend/private.h"

enum { SLOW_AFTER = 500 }; /* ms; the values of a step usually take less */

static bool is_fetching(const struct gs_controller *c)
{
	return c->fetches.length || c->changes.timer || c->changes.pending || c->thumbs.pending;
}

static char *text_of(struct gs_controller *c)
{
	const struct gs_path_summary *path_summary = c->state.path_summary;
	const struct gs_query_class *first = g_queue_peek_head(&c->fetches);
	if (first)
		return g_strdup(first->doing);
	if (c->thumbs.pending)
		return g_strdup("drawing the thumbnails");
	unsigned known = 0;
	for (guint i = 0; i < c->changes_known->len; i++)
		known += c->changes_known->data[i];
	return g_strdup_printf("reading the values that the steps wrote, %u of %zu", known,
		path_summary ? path_summary->length : 0);
}

/* Set the parts that are out of date, but only if the user is told that a query takes long, so that
 * the panels do not flicker for quick ones. */
static void note_old_parts(struct gs_controller *c)
{
	c->state.work.old_parts = 0;
	for (const GList *l = c->state.work.fetching ? c->fetches.head : NULL; l; l = l->next)
		c->state.work.old_parts |= ((const struct gs_query_class *)l->data)->parts;
}

static gboolean is_slow(gpointer data)
{
	struct gs_controller *c = data;
	char *text = text_of(c);
	if (g_strcmp0(text, c->state.work.fetching)) {
		g_free(c->state.work.fetching);
		c->state.work.fetching = g_steal_pointer(&text);
		note_old_parts(c);
		c->events.changed(c->events.data, GS_PART_RUN);
	}
	g_free(text);
	return G_SOURCE_CONTINUE;
}

void gs_controller_fetch_check(struct gs_controller *c)
{
	if (is_fetching(c)) {
		if (!c->fetch_timer)
			c->fetch_timer = g_timeout_add(SLOW_AFTER, is_slow, c);
		return;
	}
	g_clear_handle_id(&c->fetch_timer, g_source_remove);
	if (!c->state.work.fetching)
		return;
	g_clear_pointer(&c->state.work.fetching, g_free);
	note_old_parts(c);
	c->events.changed(c->events.data, GS_PART_RUN);
}

void gs_controller_may_cancel(struct gs_controller *c, struct gs_query *query)
{
	query->serial = ++c->serial;
	query->cancelled = &c->cancelled;
}

void gs_controller_fetch_begun(struct gs_controller *c, struct gs_query *query)
{
	gs_controller_may_cancel(c, query);
	g_queue_push_tail(&c->fetches, (gpointer)query->class);
	gs_controller_fetch_check(c);
}

void gs_controller_fetch_done(struct gs_controller *c)
{
	g_queue_pop_head(&c->fetches);
	note_old_parts(c);
}

void gs_controller_cancel_fetches(struct gs_controller *c)
{
	c->order->rest(c);
	c->order->due_image(c, true);
	if (!is_fetching(c))
		return;
	g_atomic_int_set(&c->cancelled, c->serial);
	c->background_stopped = true;
	g_clear_handle_id(&c->changes.timer, g_source_remove);
	gs_controller_say(c, GS_MESSAGE_INFO, GS_CANCELLED);
	gs_controller_fetch_check(c);
}

void gs_controller_fetch_finish(struct gs_controller *c)
{
	g_clear_handle_id(&c->fetch_timer, g_source_remove);
	g_queue_clear(&c->fetches);
}

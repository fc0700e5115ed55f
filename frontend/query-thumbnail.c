/* SPDX-License-Identifier: MIT */
/* Background query for values of all elements as thumbnails, one after the other. */
#include "frontend/private.h"

#include "frontend/image-thumb.h"

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

struct thumbnail {
	struct gs_query query;
	char *expression;
	cairo_surface_t *surface; /* NULL: it has none */
};

static bool get(struct gs_query *query)
{
	struct thumbnail *t = (struct thumbnail *)query;
	struct gs_field *field = gs_session_picture(query->session, t->expression, NULL);
	if (!field)
		return false;
	t->surface = gs_image_thumb(field);
	gs_field_free(field);
	return true;
}

/* What has none is not asked for again at this position. */
static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct thumbnail *t = (struct thumbnail *)query;
	g_hash_table_insert(c->state.thumbnails, g_steal_pointer(&t->expression),
		g_steal_pointer(&t->surface));
	return GS_PART_THUMBNAILS;
}

static void clear(struct gs_query *query)
{
	struct thumbnail *t = (struct thumbnail *)query;
	g_free(t->expression);
	g_clear_pointer(&t->surface, cairo_surface_destroy);
}

static const struct gs_query_class class = {
	.size = sizeof(struct thumbnail),
	.doing = "drawing the small pictures",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get,
	.take = take,
	.clear = clear,
};

static void done(struct gs_task *task)
{
	struct gs_query *query = (struct gs_query *)task;
	struct gs_controller *c = task->owner;
	c->thumb_pending = false;
	c->thumb_takes = (guint)((g_get_monotonic_time() - c->thumb_pushed) / 1000);
	if (gs_controller_may_take(c, query) && (query->ok || !c->background_stopped))
		c->events.changed(c->events.data, take(c, query));
	gs_query_free(query);
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
	struct thumbnail *t = gs_controller_new_query(c, &class);
	t->expression = g_strdup(name);
	c->thumb_pending = true;
	c->thumb_pushed = g_get_monotonic_time();
	gs_controller_push_background_query(c, &t->query, done);
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

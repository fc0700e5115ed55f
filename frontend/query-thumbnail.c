/* SPDX-License-Identifier: MIT */
/* Background query for values of all elements as thumbnails, one after the other. */
#include "frontend/private.h"

#include "frontend/image-thumb.h"

/* ms: fetch a thumbnail only after a delay, so that stepping on does not wait for it; the longer it
 * takes, the longer the delay. */
enum { PAUSE = 150, TIMES = 4 };

static bool may_ask(const struct gs_controller *c)
{
	return gs_controller_may_ask_in_background(c) && !c->thumbs.pending &&
	       c->state.where.stage == GS_STAGE_FRAGMENT;
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

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct thumbnail *t = (struct thumbnail *)query;
	g_hash_table_insert(
		c->state.thumbnails, g_steal_pointer(&t->expression), g_steal_pointer(&t->surface));
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
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get,
	.take = take,
	.clear = clear,
};

static gboolean ask(gpointer data)
{
	struct gs_controller *c = data;
	const char *name = may_ask(c) ? missing(c) : NULL;
	c->thumbs.timer = 0;
	if (!name)
		return G_SOURCE_REMOVE;
	struct thumbnail *t = gs_controller_new_query(c, &class);
	t->expression = g_strdup(name);
	gs_controller_push_piece(c, &c->thumbs, &t->query);
	return G_SOURCE_REMOVE;
}

void gs_controller_thumbs_next(struct gs_controller *c)
{
	bool begun = g_hash_table_size(c->state.thumbnails) > 0;
	gs_controller_ask_later(c, &c->thumbs.timer, may_ask(c) && missing(c),
		begun ? 1 : PAUSE + TIMES * c->thumbs.takes, ask);
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
	g_clear_handle_id(&c->thumbs.timer, g_source_remove);
	g_hash_table_unref(c->pictured);
}

/* SPDX-License-Identifier: MIT */
/* Background query for thumbnails, one after the other: first those of expressions, then those of
 * textures and attachments. */
#include "frontend/private.h"

#include <string.h>
#include "debugger/session/program/bound.h"
#include "frontend/pictures/image-thumb.h"
#include "frontend/pictures/resource-thumb.h"
#include "wire/inspect.h"

/* The delay before the first thumbnail is PAUSE ms plus TIMES times the duration of the last one,
 * so that stepping on does not wait for thumbnails. */
enum { PAUSE = 150, TIMES = 4 };
enum { MOST = 500 }; /* most thumbnails of textures and attachments to keep */

/* Return the first expression whose thumbnail is visible but unknown; NULL: none. */
static const char *missing_expression(const struct gs_controller *c)
{
	GHashTableIter iter;
	gpointer list, names;
	if (!gs_controller_may_ask_in_background(c) || c->state.where.stage != GS_STAGE_FRAGMENT)
		return NULL;
	g_hash_table_iter_init(&iter, c->pictured);
	while (g_hash_table_iter_next(&iter, &list, &names))
		for (char **name = names; strcmp(list, GS_RESOURCE_THUMBS) && *name; name++)
			if (!g_hash_table_contains(c->state.thumbnails, *name))
				return *name;
	return NULL;
}

/* Return the resource of that name, or NULL if its thumbnail was fetched at this stop. */
static const struct gs_wire_resource *unless_known(const struct gs_controller *c, const char *name)
{
	const struct gs_resource_thumb *thumb = g_hash_table_lookup(c->state.resource_thumbs, name);
	const struct gs_wire_resource *found = NULL;
	if (thumb && thumb->stop == c->n_stops)
		return NULL;
	for (size_t i = 0; !found && i < c->state.resources.n; i++) {
		g_autofree char *its = gs_resource_thumb_name(&c->state.resources.list[i]);
		if (!g_strcmp0(its, name))
			found = &c->state.resources.list[i];
	}
	return found;
}

static const struct gs_wire_resource *missing_resource(const struct gs_controller *c)
{
	const struct gs_wire_resource *found = NULL;
	char **names = g_hash_table_lookup(c->pictured, GS_RESOURCE_THUMBS);
	bool may = gs_controller_is_at_rest(c) && gs_controller_is_stopped(c) &&
		   c->fresh & GS_PART_RESOURCES;
	for (; names && may && !found && *names; names++)
		found = unless_known(c, *names);
	return found;
}

struct thumbnail {
	struct gs_query query;
	char *expression;
	cairo_surface_t *surface; /* NULL: it has no thumbnail */
};

/* Of a sampler or image: what is bound there. Returns false if it is none, or nothing is. */
static bool get_of_bound(struct thumbnail *t)
{
	struct gs_session *session = t->query.session;
	struct gs_bindings *bindings = gs_bindings_get(session, NULL);
	bool is_array = false;
	g_autoptr(GArray) all = bindings ? gs_bindings_find(bindings, t->expression, &is_array)
					 : NULL;
	const struct gs_bound *bound = all && all->len && !is_array
					       ? &g_array_index(all, struct gs_bound, 0)
					       : NULL;
	struct gs_resource_thumb *thumb = bound && bound->texture ? gs_resource_thumb_get(session,
									    bound->texture, NULL)
								  : NULL;
	if (thumb)
		t->surface = g_steal_pointer(&thumb->surface);
	gs_resource_thumb_free(thumb);
	gs_bindings_free(bindings);
	return thumb != NULL;
}

static bool get(struct gs_query *query)
{
	struct thumbnail *t = (struct thumbnail *)query;
	struct gs_rect covered;
	struct gs_field *field = gs_session_picture(query->session, t->expression, &covered, NULL);
	if (!field)
		return get_of_bound(t);
	t->surface = gs_image_thumb(field, &covered);
	gs_field_free(field);
	return true;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct thumbnail *t = (struct thumbnail *)query;
	c->thumb_takes[0] = c->thumbs.takes;
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

/* ---- of a texture or attachment ---- */

struct resource_thumbnail {
	struct gs_query query;
	struct gs_wire_resource resource;
	unsigned stop;
	struct gs_resource_thumb *thumb;
};

static bool get_of_resource(struct gs_query *query)
{
	struct resource_thumbnail *t = (struct resource_thumbnail *)query;
	t->thumb = gs_resource_thumb_get(query->session, &t->resource, &query->error);
	return t->thumb != NULL;
}

/* Store the thumbnail, or a note why there is none. */
static unsigned take_of_resource(struct gs_controller *c, struct gs_query *query)
{
	struct resource_thumbnail *t = (struct resource_thumbnail *)query;
	c->thumb_takes[1] = c->thumbs.takes;
	if (!t->thumb) {
		t->thumb = g_new0(struct gs_resource_thumb, 1);
		t->thumb->note = gs_controller_note(query->error);
	}
	t->thumb->stop = t->stop;
	if (g_hash_table_size(c->state.resource_thumbs) >= MOST)
		g_hash_table_remove_all(c->state.resource_thumbs);
	g_hash_table_insert(c->state.resource_thumbs, gs_resource_thumb_name(&t->resource),
		g_steal_pointer(&t->thumb));
	return GS_PART_THUMBNAILS;
}

static void clear_of_resource(struct gs_query *query)
{
	gs_resource_thumb_free(((struct resource_thumbnail *)query)->thumb);
}

static const struct gs_query_class resource_class = {
	.size = sizeof(struct resource_thumbnail),
	.work = get_of_resource,
	.take = take_of_resource,
	.clear = clear_of_resource,
};

static void push_resource(struct gs_controller *c, const struct gs_wire_resource *resource)
{
	struct resource_thumbnail *t = gs_controller_new_query(c, &resource_class);
	t->resource = *resource;
	t->stop = c->n_stops;
	gs_controller_push_piece(c, &c->thumbs, &t->query);
}

/* ---- the next thumbnail ---- */

static gboolean ask(gpointer data)
{
	struct gs_controller *c = data;
	const char *name = c->thumbs.pending ? NULL : missing_expression(c);
	const struct gs_wire_resource *resource = c->thumbs.pending || name ? NULL
									    : missing_resource(c);
	c->thumbs.timer = 0;
	if (resource)
		push_resource(c, resource);
	if (!name)
		return G_SOURCE_REMOVE;
	struct thumbnail *t = gs_controller_new_query(c, &class);
	t->expression = g_strdup(name);
	gs_controller_push_piece(c, &c->thumbs, &t->query);
	return G_SOURCE_REMOVE;
}

void gs_controller_thumbs_next(struct gs_controller *c)
{
	bool begun = c->thumbs.begun == c->generation;
	bool of_resource = !missing_expression(c);
	bool is_missing = !c->thumbs.pending && (!of_resource || missing_resource(c));
	gs_controller_ask_later(c, &c->thumbs.timer, is_missing,
		begun ? 1 : PAUSE + TIMES * c->thumb_takes[of_resource], ask);
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

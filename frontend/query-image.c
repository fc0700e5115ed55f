/* SPDX-License-Identifier: MIT */
/* Query for values of all elements as images, and for the mask of the position. */
#include "frontend/private.h"

#include <string.h>
#include "frontend/picture-jobs.h"

struct image {
	struct gs_query query;
	char **expressions; /* what fields are wanted of */
	bool want_mask;
	bool want_counts;  /* of the elements at the position */
	GPtrArray *fields; /* struct gs_field */
	struct gs_mask *mask;
	bool has_where;
	struct gs_where where;
};

/* ---- in the session's thread ---- */

/* A name of gs_counts, or an expression. */
static struct gs_field *fetch_field(
	struct gs_session *session, const char *expression, GError **error)
{
	for (int i = 0; i < GS_N_COUNTS; i++) {
		if (strcmp(gs_counts[i], expression))
			continue;
		struct gs_field *field = gs_session_count(session, i, error);
		if (field) {
			g_free(field->expression);
			field->expression = g_strdup(expression);
		}
		return field;
	}
	return gs_session_values(session, expression, error);
}

static bool get_fields(struct image *image)
{
	struct gs_query *query = &image->query;
	bool ok = true;
	for (char **e = image->expressions; *e && !gs_query_is_cancelled(query); e++) {
		g_autoptr(GError) error = NULL;
		struct gs_field *field = fetch_field(query->session, *e, &error);
		if (field)
			g_ptr_array_add(image->fields, field);
		else if (ok)
			query->error = g_steal_pointer(&error);
		ok &= field != NULL;
	}
	return ok;
}

static bool get(struct gs_query *query)
{
	struct image *image = (struct image *)query;
	if (image->want_counts) /* first: with them come all images of the last position, in one
				   draw */
		image->has_where = gs_session_where(query->session, &image->where, NULL);
	bool ok = get_fields(image);
	if (!image->want_mask || gs_query_is_cancelled(query))
		return ok;
	image->mask = gs_session_mask(query->session, query->error ? NULL : &query->error);
	return ok && image->mask;
}

/* ---- in the main loop ---- */

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct image *image = (struct image *)query;
	state->n_images++;
	gs_picture_jobs_drop(state->fields); /* others may still be looking at them */
	state->fields = g_steal_pointer(&image->fields);
	gs_ui_state_set_mask(state, g_steal_pointer(&image->mask));
	if (image->has_where) {
		state->where.active = image->where.active;
		state->where.counted = image->where.counted;
	}
	g_free(state->image_error);
	state->image_error = gs_controller_note(query->error);
	return GS_PART_IMAGE;
}

static void clear(struct gs_query *query)
{
	struct image *image = (struct image *)query;
	g_strfreev(image->expressions);
	g_clear_pointer(&image->fields, g_ptr_array_unref);
	gs_mask_free(image->mask);
	if (image->has_where)
		gs_where_clear(&image->where);
}

static const struct gs_query_class class = {
	.size = sizeof(struct image),
	.doing = "fetching the image",
	.parts = GS_PART_IMAGE,
	.flags = GS_QUERY_NEEDS_SHADER | GS_QUERY_MAY_NEED_PROGRAM,
	.work = get,
	.take = take,
	.clear = clear,
};

static void add_wanted(GPtrArray *wanted, const char *expression)
{
	if (expression && !g_ptr_array_find_with_equal_func(wanted, expression, g_str_equal, NULL))
		g_ptr_array_add(wanted, g_strdup(expression));
}

void gs_controller_push_image(struct gs_controller *c)
{
	if (!c->state.in_shader)
		return;
	struct image *image = gs_controller_new_query(c, &class);
	enum gs_shown shown = gs_ui_state_shown(&c->state);
	GPtrArray *wanted = g_ptr_array_new();
	for (int i = 0; i < 3 && shown == GS_SHOW_VALUE; i++)
		add_wanted(wanted, c->state.channel[i].expression);
	if (wanted->len)
		add_wanted(wanted, c->state.subtract);
	g_ptr_array_add(wanted, NULL);
	image->expressions = (char **)g_ptr_array_free(wanted, FALSE);
	image->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	image->want_mask = c->state.where.is_decision || shown != GS_SHOW_VALUE;
	image->want_counts = !c->state.where.counted;
	gs_controller_push_query(c, &image->query);
}

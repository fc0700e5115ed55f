/* SPDX-License-Identifier: MIT */
/* Query for images of the values of all elements, and for the mask of the position. */
#include "frontend/private.h"

#include <string.h>
#include "frontend/pictures/picture-jobs.h"

struct image {
	struct gs_query query;
	char **expressions; /* expressions, or names of gs_counts, to fetch */
	unsigned step;	    /* fetch the first of each step x step elements */
	bool want_mask;
	bool want_counts;  /* count the elements at the position */
	GPtrArray *fields; /* struct gs_field */
	struct gs_mask *mask;
	bool has_where;
	struct gs_where where;
};

/* ---- in the session's thread ---- */

/* Return the field of an expression or of a name of gs_counts. */
static struct gs_field *fetch_field(
	struct gs_session *session, const char *expression, unsigned step, GError **error)
{
	int count = gs_count_index(expression);
	if (count == GS_N_COUNTS)
		return step == 1 ? gs_session_values(session, expression, error)
				 : gs_session_glance(session, expression, step, error);
	struct gs_field *field = gs_session_count(session, count, error);
	if (field) {
		g_free(field->expression);
		field->expression = g_strdup(expression);
	}
	return field;
}

static bool get_fields(struct image *image)
{
	struct gs_query *query = &image->query;
	bool ok = true;
	for (char **e = image->expressions; *e && !gs_query_is_cancelled(query); e++) {
		g_autoptr(GError) error = NULL;
		struct gs_field *field = fetch_field(query->session, *e, image->step, &error);
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
	if (image->want_counts) /* first, because it captures all fields of the last position in one
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
	state->image.n++;
	gs_picture_jobs_drop(state->image.fields); /* the thread of pictures may still use them */
	state->image.fields = g_steal_pointer(&image->fields);
	gs_picture_jobs_drop(g_steal_pointer(&state->image.glance));
	gs_ui_state_set_mask(state, g_steal_pointer(&image->mask));
	if (image->has_where) {
		state->where.active = image->where.active;
		state->where.counted = image->where.counted;
	}
	g_free(state->image.error);
	state->image.error = gs_controller_note(query->error);
	return GS_PART_IMAGE;
}

static unsigned take_glance(struct gs_controller *c, struct gs_query *query)
{
	gs_picture_jobs_drop(c->state.image.glance);
	c->state.image.glance = g_steal_pointer(&((struct image *)query)->fields);
	return GS_PART_GLANCE;
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

/* Fetches a glance before an image of many elements, so that the visible part is known early. */
static const struct gs_query_class glance_class = {
	.size = sizeof(struct image),
	.doing = "fetching the image",
	.parts = GS_PART_IMAGE,
	.flags = GS_QUERY_NEEDS_SHADER | GS_QUERY_MAY_NEED_PROGRAM,
	.work = get,
	.take = take_glance,
	.clear = clear,
};

static void add_wanted(GPtrArray *wanted, const char *expression)
{
	if (expression && !g_ptr_array_find_with_equal_func(wanted, expression, g_str_equal, NULL))
		g_ptr_array_add(wanted, g_strdup(expression));
}

/* Return the expressions of the image, NULL-terminated; g_strfreev. */
static char **wanted_expressions(const struct gs_ui_state *state)
{
	GPtrArray *wanted = g_ptr_array_new();
	if (gs_ui_state_shown(state) == GS_SHOW_COST)
		add_wanted(wanted, gs_counts[GS_COUNT_SITES]);
	for (int i = 0; i < 3 && gs_ui_state_shown(state) == GS_SHOW_VALUE; i++)
		add_wanted(wanted, state->image.channel[i].expression);
	if (wanted->len && gs_ui_state_shown(state) == GS_SHOW_VALUE)
		add_wanted(wanted, state->image.subtract);
	g_ptr_array_add(wanted, NULL);
	return (char **)g_ptr_array_free(wanted, FALSE);
}

static struct image *new_image(
	struct gs_controller *c, const struct gs_query_class *of, unsigned step)
{
	struct image *image = gs_controller_new_query(c, of);
	image->expressions = wanted_expressions(&c->state);
	image->step = step;
	image->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	image->want_counts = !c->state.where.counted;
	return image;
}

/* Return whether the image has so many elements that a glance is fetched first. */
static bool is_glance_wanted(const struct gs_ui_state *state)
{
	enum { LARGE = 1 << 19 }; /* elements; fewer take a few milliseconds */
	const struct gs_field *shown = state->image.fields->len
					       ? g_ptr_array_index(state->image.fields, 0)
					       : NULL;
	bool wanted = state->image.glance_step > 1 && shown && !state->image.subtract &&
		      gs_ui_state_shown(state) == GS_SHOW_VALUE &&
		      (size_t)shown->width * shown->height >= LARGE;
	for (int i = 0; i < 3; i++)
		wanted = wanted &&
			 (!state->image.channel[i].expression ||
				 gs_count_index(state->image.channel[i].expression) == GS_N_COUNTS);
	return wanted;
}

static void push_whole(struct gs_controller *c)
{
	struct image *image = new_image(c, &class, 1);
	image->want_mask = c->state.where.is_decision || !gs_ui_state_shows_fields(&c->state);
	gs_controller_push_query(c, &image->query);
}

void gs_controller_drop_image(struct gs_controller *c)
{
	c->image_due = false;
	g_clear_handle_id(&c->image_idle, g_source_remove);
}

void gs_controller_push_due_image(struct gs_controller *c)
{
	if (c->image_due && c->state.in_shader)
		push_whole(c);
	gs_controller_drop_image(c);
}

static gboolean push_due(gpointer data)
{
	struct gs_controller *c = data;
	c->image_idle = 0;
	gs_controller_push_due_image(c);
	return G_SOURCE_REMOVE;
}

/* Push the image that is due from an idle call, so that the finished glance is painted before the
 * threads that read the fields take the processors. */
void gs_controller_image_next(struct gs_controller *c)
{
	if (c->image_due && !c->image_idle && !c->n_refreshes && !gs_picture_jobs_busy())
		c->image_idle = g_idle_add(push_due, c);
}

void gs_controller_push_image(struct gs_controller *c)
{
	gs_controller_drop_image(c);
	if (!c->state.in_shader)
		return;
	c->image_due = is_glance_wanted(&c->state);
	if (c->image_due)
		gs_controller_push_query(
			c, &new_image(c, &glance_class, c->state.image.glance_step)->query);
	else
		push_whole(c);
}

/* SPDX-License-Identifier: MIT */
/* Query for the profile of the loop at whose test the focus element is. */
#include "frontend/private.h"

#include <math.h>
#include "frontend/pictures/picture-jobs.h"

struct profile {
	struct gs_query query;
	bool compare; /* keep the previous profile beside it */
	struct gs_profile *profile;
	GPtrArray *counts; /* one struct gs_field: the iterations of each element */
};

/* Return a field of each element's iterations, NaN if it does not reach the loop. */
static struct gs_field *iterations_of(const struct gs_profile *profile)
{
	struct gs_field *field = g_new0(struct gs_field, 1);
	size_t n = (size_t)profile->width * profile->height;
	field->width = profile->width;
	field->height = profile->height;
	field->planes = 1;
	field->n_scalars = 1;
	gs_field_reserve(field, true);
	for (size_t i = 0; i < n; i++) {
		const struct gs_loop_profile *p = &profile->elements[i];
		field->active[i] = p->end != GS_LOOP_NOT_REACHED;
		field->values[i] = field->active[i] ? (double)p->iterations : NAN;
	}
	return field;
}

static bool get(struct gs_query *query)
{
	struct profile *p = (struct profile *)query;
	p->profile = gs_session_profile(query->session, &query->error);
	if (p->profile && p->profile->elements)
		g_ptr_array_add(p->counts, iterations_of(p->profile));
	return p->profile != NULL;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct profile *p = (struct profile *)query;
	if (!query->ok) {
		gs_controller_say(c, GS_MESSAGE_ERROR, query->error->message);
		return 0;
	}
	gs_profile_free(state->profile.laid_over);
	state->profile.laid_over = p->compare ? g_steal_pointer(&state->profile.curves) : NULL;
	gs_profile_free(state->profile.curves);
	state->profile.curves = g_steal_pointer(&p->profile);
	gs_picture_jobs_drop(state->profile.counts);
	state->profile.counts = g_steal_pointer(&p->counts);
	return GS_PART_PROFILE;
}

static void clear(struct gs_query *query)
{
	struct profile *p = (struct profile *)query;
	gs_profile_free(p->profile);
	g_clear_pointer(&p->counts, g_ptr_array_unref);
}

static const struct gs_query_class class = {
	.size = sizeof(struct profile),
	.doing = "profiling the loop",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get,
	.take = take,
	.clear = clear,
};

void gs_controller_profile(struct gs_controller *c, bool compare)
{
	if (!c->state.in_shader || c->n_waiting)
		return;
	struct profile *p = gs_controller_new_query(c, &class);
	p->compare = compare;
	p->counts = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	gs_controller_push_query(c, &p->query);
}

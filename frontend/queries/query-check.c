/* SPDX-License-Identifier: MIT */
/* Query that compares the result of the undebugged draw call at the focus pixel with the captured
 * one. */
#include "frontend/private.h"
#include "frontend/verb-names.h"

struct check {
	struct gs_query query;
	struct gs_check check; /* set if query.ok */
};

static bool get(struct gs_query *query)
{
	return gs_session_check(query->session, &((struct check *)query)->check, &query->error);
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	gs_ui_state_drop_check(&c->state);
	if (!query->ok) {
		c->state.check.note = query->error ? gs_window_words(query->error->message) : NULL;
		return GS_PART_CHECK;
	}
	c->state.check.is_known = true;
	c->state.check.result = ((struct check *)query)->check;
	char *why = c->state.check.result.why;
	c->state.check.result.why = gs_window_words(why);
	g_free(why);
	query->ok = false; /* the state owns it now */
	if (!c->state.check.result.same_output)
		gs_controller_say_of_query(c,
			"Do not rely on the values shown: the undebugged draw gives another colour "
			"at this pixel (the reason is shown under the source).");
	return GS_PART_CHECK;
}

static void clear(struct gs_query *query)
{
	if (query->ok)
		gs_check_clear(&((struct check *)query)->check);
}

static const struct gs_query_class class = {
	.size = sizeof(struct check),
	.doing = "drawing without the debugger",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get,
	.take = take,
	.clear = clear,
};

void gs_controller_push_check(struct gs_controller *c)
{
	const struct gs_where *where = &c->state.where;
	if (c->state.in_shader && where->stage == GS_STAGE_FRAGMENT && where->finished)
		gs_controller_push_simple_query(c, &class);
}

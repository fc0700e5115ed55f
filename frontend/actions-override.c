/* SPDX-License-Identifier: MIT */
/* Actions that override something of the program's own: uniforms, sources, per-fragment operations.
 */
#include "frontend/private.h"

#include <string.h>

/* ---- uniforms ---- */

struct uniform {
	struct gs_action action;
	char *name, *value;
};

static bool set_uniform(struct gs_action *action)
{
	const struct uniform *u = (const struct uniform *)action;
	return gs_session_set_uniform(
		action->session, u->name, u->value, &action->note, &action->error);
}

static unsigned take_uniform(struct gs_controller *c, struct gs_action *action)
{
	c->fresh = 0;
	c->asked_reach = false;
	g_clear_pointer(&c->state.reach, g_free);
	c->state.n_reach = 0;
	return 0;
}

static void finish_uniform(struct gs_controller *c, struct gs_action *action)
{
	if (!c->n_waiting && c->state.in_shader)
		gs_controller_push_program(c);
}

static void clear_uniform(struct gs_action *action)
{
	struct uniform *u = (struct uniform *)action;
	g_free(u->name);
	g_free(u->value);
}

static const struct gs_action_class uniform_class = {
	.size = sizeof(struct uniform),
	.doing = "Stepping",
	.work = set_uniform,
	.take = take_uniform,
	.finish = finish_uniform,
	.clear = clear_uniform,
};

void gs_controller_set_uniform(struct gs_controller *c, const char *name, const char *value)
{
	struct uniform *u = gs_controller_new_action(c, &uniform_class);
	if (!u)
		return;
	u->name = g_strdup(name);
	u->value = g_strdup(value);
	gs_controller_push_action(c, &u->action);
}

/* ---- sources ---- */

struct source {
	struct gs_action action;
	struct gs_source_override edit; /* which shader object */
	char *text;			/* NULL: the program's own again */
};

static bool set_source(struct gs_action *action)
{
	const struct source *s = (const struct source *)action;
	return gs_session_set_source(
		action->session, s->edit.stage, s->edit.object, s->text, &action->error);
}

static void note_edit(GArray *edits, const struct source *source)
{
	const struct gs_source_override *edit = &source->edit;
	for (guint i = edits->len; i-- > 0;) {
		const struct gs_source_override *e = &g_array_index(
			edits, struct gs_source_override, i);
		if (e->program == edit->program && e->stage == edit->stage &&
			e->object == edit->object)
			g_array_remove_index(edits, i);
	}
	if (source->text)
		g_array_append_val(edits, *edit);
}

static unsigned take_source(struct gs_controller *c, struct gs_action *action)
{
	struct gs_ui_state *state = &c->state;
	g_clear_pointer(&state->edit_log, g_free);
	state->n_edit_logs++;
	if (action->ok)
		note_edit(state->edits, (struct source *)action);
	else if (action->error)
		state->edit_log = g_strdup(action->error->message);
	if (action->error) { /* the whole is in the editor */
		char *end = strchr(action->error->message, '\n');
		if (end)
			*end = 0;
	}
	return GS_PART_EDIT;
}

static void clear_source(struct gs_action *action)
{
	g_free(((struct source *)action)->text);
}

static const struct gs_action_class source_class = {
	.size = sizeof(struct source),
	.doing = "Stepping",
	.work = set_source,
	.take = take_source,
	.clear = clear_source,
};

void gs_controller_set_source(
	struct gs_controller *c, enum gs_stage stage, unsigned object, const char *text)
{
	struct source *s = gs_controller_new_action(c, &source_class);
	if (!s)
		return;
	s->edit = (struct gs_source_override){
		gs_ui_state_program_of(&c->state, stage, object), stage, object};
	s->text = g_strdup(text);
	gs_controller_push_action(c, &s->action);
}

/* ---- per-fragment operations of the debug draw ---- */

struct operations {
	struct gs_action action;
	struct gs_fragment_operations wanted;
};

static bool set_operations(struct gs_action *action)
{
	const struct operations *o = (const struct operations *)action;
	bool in_shader = gs_session_in_shader(action->session);
	bool good = gs_session_set_fragment_operations(
		action->session, &o->wanted, &action->where, &action->error);
	action->has_where = good && in_shader && action->where.text;
	if (good && !action->has_where)
		gs_where_clear(&action->where);
	return good;
}

static unsigned take_operations(struct gs_controller *c, struct gs_action *action)
{
	c->fresh &= ~(unsigned)GS_PART_RESOURCES; /* the result of the draw */
	return GS_PART_OPERATIONS;
}

static const struct gs_action_class operations_class = {
	.size = sizeof(struct operations),
	.doing = "Stepping",
	.work = set_operations,
	.take = take_operations,
};

void gs_controller_set_operations(
	struct gs_controller *c, const struct gs_fragment_operations *operations)
{
	struct operations *o = gs_controller_new_action(c, &operations_class);
	if (!o)
		return;
	o->wanted = *operations;
	gs_controller_push_action(c, &o->action);
}

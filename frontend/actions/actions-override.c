/* SPDX-License-Identifier: MIT */
/* The action that overrides the program's own sources. */
#include "frontend/private.h"

#include <string.h>

/* ---- sources ---- */

/* The shader that is debugged and its position, to return to. */
struct standing {
	bool in_shader;
	enum gs_stage stage;
	unsigned draw; /* gs_ui_state.chosen_draw */
	struct gs_element focus;
	unsigned object, line;
	unsigned new_line; /* .line in the new source */
};

struct source {
	struct gs_action action;
	struct gs_source_override edit; /* the shader object */
	char *text;			/* NULL: restore the program's own */
	bool accepted;			/* the driver accepted the source */
	struct standing before;
};

/* Debug the same shader again and go to the line. If the element does not reach that line any more,
 * stay at the shader's beginning with a note. Return false with an error if the shader cannot be
 * debugged. */
static bool come_back(
	struct gs_action *action, const struct standing *to, unsigned line, GError **error)
{
	struct gs_session *session = action->session;
	struct gs_where *where = &action->where, at = {0};
	if (to->draw ? !gs_session_shader_of_draw(session, to->stage, to->draw - 1, where, error)
		     : !gs_session_shader(session, to->stage, where, error))
		return false;
	if (gs_session_focus_element(session, to->focus.at, to->focus.n, &at, NULL)) {
		gs_where_clear(where);
		*where = at;
	}
	if (where->object == to->object && where->span.line == line)
		return true;
	bool moved = gs_session_move(session, GS_MOVE_UNTIL, GS_UNTIL(to->object, line), &at, NULL);
	if (!moved)
		return true;
	bool reached = at.reached;
	gs_where_clear(where);
	*where = at;
	if (reached)
		return true;
	action->note = g_strdup_printf("The element in focus does not come to line %u any more: "
				       "this is the beginning of the shader",
		line);
	if (gs_session_move(session, GS_MOVE_RESET, 0, &at, NULL)) {
		gs_where_clear(where);
		*where = at;
	}
	return true;
}

/* Set the source. The shader that is debugged is left meanwhile, as its program cannot change
 * before. */
static bool set_source(struct gs_action *action)
{
	struct source *s = (struct source *)action;
	g_autoptr(GError) error = NULL;
	if (s->before.in_shader &&
		!gs_session_leave(action->session, &action->stop, &action->error))
		return false;
	action->has_stop = s->before.in_shader;
	g_autofree char *line = g_strdup_printf("set source %s %s %u", gs_stage_name(s->edit.stage),
		s->text ? "-" : "original", s->edit.object);
	s->accepted = gs_action_run_verb(action, line, s->text);
	if (!s->before.in_shader)
		return s->accepted;
	action->has_where = come_back(action, &s->before,
		s->accepted ? s->before.new_line : s->before.line,
		action->error ? NULL : &action->error);
	return action->has_where && s->accepted;
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
	const struct source *s = (struct source *)action;
	g_clear_pointer(&state->edits.log, g_free);
	state->edits.n_logs++;
	if (s->accepted)
		note_edit(state->edits.list, s);
	else if (action->error)
		state->edits.log = g_strdup(action->error->message);
	if (action->error) { /* the editor shows all lines of it */
		char *end = strchr(action->error->message, '\n');
		if (end)
			*end = 0;
	}
	return GS_PART_EDIT | (s->before.in_shader ? gs_controller_take_entered(c, action) : 0);
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

static unsigned equal_lines(char *const *a, char *const *b)
{
	unsigned n = 0;
	while (a[n] && b[n] && !strcmp(a[n], b[n]))
		n++;
	return n;
}

/* Return the number that a line of the old text has in the new one. What differs is between the
 * common first lines and the common last lines; for a line there, return its beginning. */
static unsigned line_in(const char *new, const char *old, unsigned line)
{
	g_auto(GStrv) after = g_strsplit(new, "\n", -1), before = g_strsplit(old, "\n", -1);
	unsigned n_after = g_strv_length(after), n_before = g_strv_length(before);
	unsigned head = equal_lines(before, after), tail = 0;
	while (tail < MIN(n_after, n_before) - head &&
		!strcmp(before[n_before - 1 - tail], after[n_after - 1 - tail]))
		tail++;
	if (line <= head)
		return line;
	return line > n_before - tail ? line + n_after - n_before : head + 1;
}

/* Return the source of a shader object, or NULL if it is unknown. */
static const char *source_of(
	const struct gs_program_info *program, enum gs_stage stage, unsigned object)
{
	for (size_t i = 0; i < program->n_sources; i++)
		if (program->sources[i].stage == stage && object-- == 0)
			return program->sources[i].source;
	return NULL;
}

static struct standing standing_of(const struct gs_ui_state *state, const struct source *s)
{
	const struct gs_where *where = &state->where;
	struct standing standing = {.in_shader = true,
		.stage = where->stage,
		.draw = state->chosen_draw,
		.focus = where->focus,
		.object = where->object,
		.line = where->span.line,
		.new_line = where->span.line};
	const char *old = source_of(&state->program, where->stage, where->object);
	if (s->text && s->edit.stage == where->stage && s->edit.object == where->object && old)
		standing.new_line = line_in(s->text, old, standing.line);
	return standing;
}

void gs_controller_set_source(
	struct gs_controller *c, enum gs_stage stage, unsigned object, const char *text)
{
	struct source *s = gs_controller_new_action(c, &source_class);
	if (!s)
		return;
	s->edit = (struct gs_source_override){
		gs_ui_state_program_of(&c->state, stage, object), stage, object};
	s->text = g_strdup(text);
	if (c->state.in_shader)
		s->before = standing_of(&c->state, s);
	gs_controller_push_action(c, &s->action);
}

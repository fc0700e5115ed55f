/* SPDX-License-Identifier: MIT */
/* Moves the results of actions, stops and positions, into the state, and reports them. */
#include "frontend/private.h"
#include "debugger/session/shader/executions.h"
#include "frontend/verb-names.h"
#include "verbs/verbs.h"

#include <string.h>

/* Return a message of the session as a sentence in the words of the window; g_free. */
char *gs_controller_sentence(const char *text)
{
	if (!text || !text[0])
		return g_strdup("");
	static const char *const words[] = {"the ", "no ", "this ", "it ", "there ", "a ", "an ",
		"not ", "only ", "interrupted", "timed out ", "stopped at ", "arguments cannot ",
		"uniforms cannot ", "vertices are ", "vertices of "};
	bool ends = strchr(".!?", text[strlen(text) - 1]) != NULL;
	g_autofree char *worded = gs_window_words(text);
	char *whole = g_strconcat(worded, ends ? "" : ".", NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) /* names keep their first letter */
		if (g_str_has_prefix(text, words[i]))
			whole[0] = g_ascii_toupper(whole[0]);
	return whole;
}

char *gs_controller_note(const GError *error)
{
	return error ? gs_controller_sentence(error->message) : NULL;
}

void gs_controller_say(struct gs_controller *c, enum gs_message_kind kind, const char *text)
{
	g_autofree char *whole = gs_controller_sentence(text);
	c->events.message(c->events.data, kind, whole);
}

void gs_controller_say_of_query(struct gs_controller *c, const char *text)
{
	if (!c->refused)
		gs_controller_say(c, GS_MESSAGE_ERROR, text);
}

/* ---- stops ---- */

static char *exit_text(const struct gs_stop *stop)
{
	const char *who = stop->is_player ? "The player of the trace" : "The program";
	if (stop->signal)
		return g_strdup_printf("%s was killed by signal %d (%s).", who, stop->signal,
			g_strsignal(stop->signal));
	if (stop->is_player && !stop->status)
		return g_strdup("The trace has been played to its end: double-click a call to go "
				"back to it.");
	return g_strdup_printf("%s has ended with exit status %d.", who, stop->status);
}

static char *outside_text(const struct gs_stop *stop)
{
	g_autofree char *where = gs_stop_outside_text(stop);
	return g_strdup_printf(
		"The program is paused %s: Draw, Frame or Step stop it at its next call.", where);
}

static void say_stop(struct gs_controller *c)
{
	const struct gs_stop *stop = &c->state.stop;
	g_autofree char *text = NULL;
	enum gs_message_kind kind = GS_MESSAGE_INFO;
	switch (stop->kind) {
	case GS_STOP_EXITED:
		text = exit_text(stop);
		break;
	case GS_STOP_SIGNAL:
		kind = GS_MESSAGE_ERROR;
		text = g_strdup_printf("%s is about to be killed by signal %d (%s)%s%s.",
			stop->is_player ? "The player of the trace" : "The program", stop->signal,
			g_strsignal(stop->signal), stop->has_call ? "; its last GL call is " : "",
			stop->has_call ? stop->call.name : "");
		break;
	case GS_STOP_ERROR:
		kind = GS_MESSAGE_ERROR;
		text = g_strdup_printf("%s raised %s.",
			stop->has_call ? stop->call.name : "The last call",
			gs_gl_error_name(stop->gl_error));
		break;
	default:
		if (stop->outside_gl)
			text = outside_text(stop);
	}
	if (text && stop->note && stop->note[0]) {
		g_autofree char *both = g_strdup_printf("%s %s", text, stop->note);
		gs_controller_say(c, kind, both);
	} else if (text || (stop->note && stop->note[0])) {
		gs_controller_say(c, kind, text ? text : stop->note);
	}
}

unsigned gs_controller_take_stop(struct gs_controller *c, struct gs_action *action)
{
	struct gs_ui_state *state = &c->state;
	bool same_call = state->has_stop && state->stop.has_call && action->stop.has_call &&
			 state->stop.call.index == action->stop.call.index;
	gs_ui_state_clear_stop(state);
	g_ptr_array_set_size(c->wanted, 0);
	c->fresh = 0;
	c->n_stops++;
	for (unsigned i = 0; i < state->n_tabs; i++)
		state->tabs[i].is_old = true;
	if (!same_call)
		state->chosen_draw = 0;
	state->has_stop = true;
	state->framebuffer.stale = state->program_stale = true;
	state->stop = action->stop;
	action->has_stop = false; /* the state owns it now */
	say_stop(c);
	return GS_PART_STOP | GS_PART_WHERE | GS_PART_VALUES | GS_PART_IMAGE;
}

void gs_controller_drop_counts(struct gs_controller *c)
{
	c->asked_reach = c->asked_executions = false;
	g_clear_pointer(&c->state.reach, g_free);
	c->state.n_reach = 0;
	g_clear_pointer(&c->state.executions, gs_executions_free);
	for (unsigned i = 0; i < c->state.n_tabs; i++)
		c->state.tabs[i].is_old |= (c->state.tabs[i].verb->needs & GS_NEEDS_SHADER) != 0;
}

unsigned gs_controller_take_entered(struct gs_controller *c, struct gs_action *action)
{
	gs_controller_drop_counts(c);
	if (!action->has_stop || !action->has_where)
		return 0;
	action->has_stop = false;
	return gs_controller_take_stop(c, action);
}

/* Show the position's note. What was in the note when the shader was entered is not repeated. */
static void say_note(struct gs_controller *c, bool entered)
{
	const char *note = c->state.where.note ? c->state.where.note : "";
	size_t length = strlen(note), known = entered || !c->first_note ? 0 : strlen(c->first_note);
	if (entered) {
		g_free(c->first_note);
		c->first_note = g_strdup(note);
	} else if (known && g_str_has_suffix(note, c->first_note)) {
		length -= known;
		if (length >= 2) /* the "; " before it */
			length -= 2;
	}
	g_autofree char *text = g_strndup(note, length);
	if (text[0])
		gs_controller_say(c,
			c->state.where.holds_elsewhere ? GS_MESSAGE_ELEMENT : GS_MESSAGE_INFO,
			text);
}

unsigned gs_controller_take_where(
	struct gs_controller *c, struct gs_where *where, char ***call_path, bool say)
{
	struct gs_ui_state *state = &c->state;
	bool entered = !state->in_shader;
	if (state->in_shader)
		gs_where_clear(&state->where);
	g_strfreev(state->call_path);
	state->in_shader = true;
	gs_ui_state_drop_check(state);
	g_hash_table_remove_all(state->thumbnails);
	c->fresh &= ~(unsigned)(GS_PART_TABLE | GS_PART_EMITTED);
	state->where = *where;
	memset(where, 0, sizeof(*where)); /* the state owns it now */
	state->call_path = g_steal_pointer(call_path);
	if (!state->where.is_decision)
		gs_ui_state_set_mask(state, NULL);
	if (say)
		say_note(c, entered);
	return GS_PART_WHERE | GS_PART_IMAGE | (entered ? GS_PART_VALUES : 0);
}

unsigned gs_controller_take_no_program(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	bool keep_stop = state->has_stop && state->stop.kind == GS_STOP_EXITED;
	if (!keep_stop)
		gs_ui_state_clear_stop(state);
	if (state->has_program)
		gs_program_info_clear(&state->program);
	memset(&state->program, 0, sizeof(state->program));
	state->has_program = false;
	return GS_PART_ALL & ~(unsigned)GS_PART_FRAMEBUFFER;
}

/* ---- per-fragment operations ---- */

static bool same_operations(
	const struct gs_fragment_operations *a, const struct gs_fragment_operations *b)
{
	return memcmp(a->test, b->test, sizeof a->test) == 0 && a->clear_depth == b->clear_depth &&
	       a->clear_stencil == b->clear_stencil && a->clear_alpha == b->clear_alpha &&
	       a->depth == b->depth && a->stencil == b->stencil && a->alpha == b->alpha &&
	       a->fragment == b->fragment;
}

unsigned gs_controller_take_operations(struct gs_controller *c, const struct gs_action *action)
{
	bool same = same_operations(&c->state.operations, &action->operations);
	c->state.operations = action->operations;
	if (same)
		return 0;
	c->fresh &= ~(unsigned)GS_PART_RESOURCES; /* the draw call's result depends on them */
	return GS_PART_OPERATIONS;
}

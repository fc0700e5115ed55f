/* SPDX-License-Identifier: MIT */
/*
 * What was found is looked at once more by other means: the shader is entered, the element is
 * focused, and its path is walked to the operation, where variants of their own capture the
 * operands. In a loop, or a function that is called several times, the walk goes on until they have
 * the values that were found, which are those of the first time that the fault happens.
 */
#include "debugger/session/confirm.h"
#include <math.h>
#include <string.h>
#include "debugger/engine/engine.h"
#include "debugger/session/private.h"
#include "debugger/session/shader/lines.h"
#include "debugger/session/start.h"

enum { MOST_VISITS = 300 }; /* of the operation, by one element */

/* ---- commands ---- */

static char *focus_command(const struct gs_finding *f)
{
	const struct gs_element *e = &f->first.element;
	g_autoptr(GString) text = g_string_new("focus");
	for (unsigned i = 0; i < e->n; i++)
		g_string_append_printf(text, "%s%s %u",
			f->stage == GS_STAGE_FRAGMENT && i >= 2 ? " " : "",
			f->stage == GS_STAGE_FRAGMENT && i >= 2 ? e->name[i] : "", e->at[i]);
	return g_string_free(g_steal_pointer(&text), FALSE);
}

static char **commands(const struct gs_finding *f, char *move)
{
	GPtrArray *list = g_ptr_array_new();
	g_ptr_array_add(list, g_strdup_printf("shader %s", gs_stage_name(f->stage)));
	if (!gs_finding_is_note(f))
		g_ptr_array_add(list, focus_command(f));
	if (move)
		g_ptr_array_add(list, move);
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

static char *until(const struct gs_finding *f)
{
	return f->object ? g_strdup_printf("shader until %u object %u", f->line, f->object)
			 : g_strdup_printf("shader until %u", f->line);
}

char **gs_finding_commands(const struct gs_finding *finding)
{
	return commands(finding, gs_finding_is_note(finding) ? NULL : until(finding));
}

/* ---- the walk ---- */

static bool is_before(unsigned line, unsigned column, unsigned other_line, unsigned other_column)
{
	return line < other_line || (line == other_line && column < other_column);
}

/* Return whether the path stands before the text that has the operation. */
static bool is_there(const struct gs_debug *debug, const struct gs_finding *f)
{
	const struct gs_site *site = gs_path_site(debug->path);
	struct gs_span span = gs_node_span(site->marked);
	return site->unit == debug->shader->units[f->object] && site->kind != GS_SITE_END &&
	       !is_before(f->line, f->column, span.line, span.column) &&
	       is_before(f->line, f->column, span.end_line, span.end_column);
}

struct walk {
	const struct gs_finding *finding;
	size_t step, first_on_line; /* of the path; SIZE_MAX: it has not come to the line */
	bool begun;
};

/* Get whether it came to the operation once more. */
static bool walk_on(struct gs_debug *debug, struct walk *walk, bool *there, GError **error)
{
	const struct gs_finding *f = walk->finding;
	bool moved = true;
	*there = !walk->begun && is_there(debug, f);
	walk->begun = true;
	while (moved && !*there) {
		if (gs_debug_is_expired(debug, error) ||
			!gs_path_advance(debug->path, &moved, error))
			return false;
		walk->step = gs_path_length(debug->path) - 1;
		if (moved && walk->first_on_line == SIZE_MAX &&
			gs_debug_on_line(debug, gs_path_site(debug->path),
				debug->shader->units[f->object], f->line))
			walk->first_on_line = walk->step;
		*there = moved && is_there(debug, f);
	}
	return true;
}

/* ---- values ---- */

static bool is_nan(const struct gs_scalar *scalar)
{
	return (scalar->base == GS_BASE_FLOAT || scalar->base == GS_BASE_DOUBLE) &&
	       isnan(scalar->number);
}

/* GL leaves open which NaN it is. */
static bool is_same(const struct gs_fault_value *found, const struct gs_value *value)
{
	bool same = found->n_scalars == value->n_scalars;
	for (size_t i = 0; same && i < found->n_scalars; i++) {
		const struct gs_scalar *a = &found->scalars[i], *b = &value->scalars[i];
		same = a->base == b->base && (a->bits == b->bits || (is_nan(a) && is_nan(b)));
	}
	return same;
}

/* The operands that stand in the source. */
struct asked {
	const char *texts[GS_MOST_OPERANDS];
	const struct gs_fault_value *found[GS_MOST_OPERANDS];
	size_t n;
};

static void ask_for(const struct gs_finding *f, struct asked *asked)
{
	asked->n = 0;
	for (size_t i = 0; i < f->first.n_operands && asked->n < GS_MOST_OPERANDS; i++) {
		if (!f->first.operands[i].is_text)
			continue;
		asked->texts[asked->n] = f->first.operands[i].text;
		asked->found[asked->n++] = &f->first.operands[i];
	}
}

static void set_why(struct gs_finding *f, const char *why)
{
	g_free(f->why);
	f->why = g_strdup(why);
}

/* Compare the operands where the path stands. Return false if nothing more can be asked. */
static bool compare(struct gs_session *session, struct gs_finding *f, const struct asked *asked,
	bool *same, GError **error)
{
	struct gs_value values[GS_MOST_OPERANDS];
	char *names[GS_MOST_OPERANDS];
	GError *refusals[GS_MOST_OPERANDS];
	*same = false;
	if (!gs_session_print_many(session, asked->texts, asked->n, values, names, refusals, error))
		return false;
	*same = true;
	for (size_t i = 0; i < asked->n; i++) {
		if (refusals[i])
			set_why(f, refusals[i]->message);
		*same = *same && !refusals[i] && is_same(asked->found[i], &values[i]);
		g_clear_error(&refusals[i]);
		gs_value_clear(&values[i]);
		g_free(names[i]);
	}
	return true;
}

static void tell(struct gs_finding *f, const struct walk *walk, enum gs_confirmed confirmed)
{
	char *move = walk->step == 0 ? NULL
		     : walk->step == walk->first_on_line
			     ? until(f)
			     : g_strdup_printf("shader to %zu", walk->step);
	f->confirmed = confirmed;
	g_clear_pointer(&f->why, g_free);
	g_strfreev(f->commands);
	f->commands = commands(f, move);
}

/* Move as its user would. */
static bool move(
	struct gs_session *session, enum gs_shader_move how, size_t argument, GError **error)
{
	struct gs_where where;
	bool good = gs_session_move(session, how, (unsigned)argument, &where, error);
	if (good)
		gs_where_clear(&where);
	return good;
}

static bool look(struct gs_session *session, struct gs_finding *f, GError **error)
{
	struct walk walk = {.finding = f, .first_on_line = SIZE_MAX};
	struct asked asked;
	bool there, same;
	unsigned visits = 0;
	ask_for(f, &asked);
	while (visits < MOST_VISITS) {
		if (!walk_on(session->debug, &walk, &there, error))
			return false;
		if (!there)
			break;
		visits++;
		if (asked.n == 0) {
			tell(f, &walk, GS_NOT_CONFIRMABLE);
			set_why(f, "it has no operands that can be looked at there");
			return true;
		}
		if (!move(session, GS_MOVE_TO, walk.step, error) ||
			!compare(session, f, &asked, &same, error))
			return false;
		if (same)
			tell(f, &walk, GS_CONFIRMED);
		if (same || f->why)
			return true;
	}
	if (visits == MOST_VISITS)
		set_why(f, "the operation is executed too often there to look at each time");
	else if (visits == 0)
		set_why(f, "the element's path does not stop before the operation");
	else
		f->confirmed = GS_REFUTED;
	return true;
}

static bool focus(struct gs_session *session, const struct gs_finding *f, GError **error)
{
	struct gs_where where;
	if (!gs_session_focus(session, f->first.x, f->first.y, &where, error))
		return false;
	gs_where_clear(&where);
	return move(session, GS_MOVE_RESET, 0, error);
}

/* Keep why it could not be had. Return false if nothing more can be asked. */
static bool refuse(struct gs_finding *f, GError *failure, GError **error)
{
	if (gs_error_is_fatal(failure)) {
		g_propagate_error(error, failure);
		return false;
	}
	set_why(f, failure->message);
	g_error_free(failure);
	return true;
}

bool gs_session_confirm(
	struct gs_session *session, struct gs_finding **findings, size_t n, GError **error)
{
	struct gs_where where;
	GError *failure = NULL;
	bool begun = n && gs_session_shader(session, findings[0]->stage, &where, &failure);
	if (begun)
		gs_where_clear(&where);
	for (size_t i = 0; i < n; i++) {
		struct gs_finding *f = findings[i];
		f->looked_again = true;
		GError *why = begun ? NULL : g_error_copy(failure);
		if (!begun || !focus(session, f, &why) || !look(session, f, &why)) {
			if (!refuse(f, why, error)) {
				g_clear_error(&failure);
				return false;
			}
		}
	}
	g_clear_error(&failure);
	return true;
}

/* SPDX-License-Identifier: MIT */
/* Actions on breakpoints. */
#include "frontend/private.h"

#include <limits.h>
#include <string.h>

/* The shader object of the focus element's position. */
#define OBJECT_HERE UINT_MAX

struct breakpoint {
	struct gs_action action;
	unsigned number;     /* number of the breakpoint to change or delete */
	char *pattern;	     /* pattern of calls, or "error"; NULL: a line breakpoint */
	enum gs_stage stage; /* line to toggle */
	unsigned object, line;
	char *condition; /* NULL or "": none */
	bool any;	 /* tested for any element, not only the one in focus */
	uint64_t count;	 /* of hits to ignore */
};

static void clear(struct gs_action *action)
{
	struct breakpoint *b = (struct breakpoint *)action;
	g_free(b->pattern);
	g_free(b->condition);
}

static const char *condition_of(const struct breakpoint *b)
{
	return b->condition && b->condition[0] ? b->condition : NULL;
}

static bool set_line(struct breakpoint *b)
{
	struct gs_action *action = &b->action;
	if (b->object == OBJECT_HERE)
		return gs_session_break_line(
			action->session, b->line, condition_of(b), b->any, &action->error);
	return gs_session_break_line_in(
		action->session, b->object, b->line, condition_of(b), b->any, &action->error);
}

static bool set(struct gs_action *action)
{
	struct breakpoint *b = (struct breakpoint *)action;
	if (!b->pattern)
		return set_line(b);
	if (!strcmp(b->pattern, "error"))
		return gs_session_break_error(action->session, &action->error);
	return gs_session_break_call(action->session, b->pattern, condition_of(b), &action->error);
}

static bool toggle(struct gs_action *action)
{
	struct breakpoint *b = (struct breakpoint *)action;
	size_t n = 0;
	const struct gs_breakpoint *list = gs_session_breakpoints(action->session, &n);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == GS_BREAK_LINE && list[i].line == b->line &&
			list[i].object == b->object &&
			gs_session_break_counts(action->session, &list[i]))
			return gs_session_delete(action->session, list[i].number, &action->error);
	return set_line(b);
}

static bool change(struct gs_action *action)
{
	struct breakpoint *b = (struct breakpoint *)action;
	return gs_session_break_change(
		action->session, b->number, condition_of(b), b->any, &action->error);
}

static bool ignore(struct gs_action *action)
{
	struct breakpoint *b = (struct breakpoint *)action;
	return gs_session_break_ignore(action->session, b->number, b->count, &action->error);
}

static bool delete (struct gs_action *action)
{
	const struct breakpoint *b = (const struct breakpoint *)action;
	return gs_session_delete(action->session, b->number, &action->error);
}

#define BREAKPOINT_CLASS(function)                                                                 \
	{                                                                                          \
		.size = sizeof(struct breakpoint), .doing = "Stepping",                            \
		.flags = GS_ACTION_KEEPS_PATH | GS_ACTION_MEANWHILE, .work = function,             \
		.clear = clear                                                                     \
	}
static const struct gs_action_class set_class = BREAKPOINT_CLASS(set);
static const struct gs_action_class toggle_class = BREAKPOINT_CLASS(toggle);
static const struct gs_action_class change_class = BREAKPOINT_CLASS(change);
static const struct gs_action_class ignore_class = BREAKPOINT_CLASS(ignore);
static const struct gs_action_class delete_class = BREAKPOINT_CLASS(delete);

/* Without a program there is nowhere to keep them. */
static struct breakpoint *new_breakpoint(
	struct gs_controller *c, const struct gs_action_class *class)
{
	struct breakpoint *b = gs_controller_new_action(c, class);
	if (!c->state.session)
		gs_controller_say(
			c, GS_MESSAGE_ERROR, "Start a program first: breakpoints belong to it.");
	return b;
}

void gs_controller_toggle_break(
	struct gs_controller *c, enum gs_stage stage, unsigned object, unsigned line)
{
	if (!c->state.in_shader || stage != c->state.where.stage) {
		g_autofree char *text = g_strdup_printf("Debug the %s shader first: breakpoints "
							"belong to the shader being debugged.",
			gs_stage_name(stage));
		gs_controller_say(c, GS_MESSAGE_ERROR, text);
		return;
	}
	struct breakpoint *b = gs_controller_new_action(c, &toggle_class);
	if (!b)
		return;
	b->line = line;
	b->stage = stage;
	b->object = object;
	gs_controller_push_action(c, &b->action);
}

void gs_controller_break_line(
	struct gs_controller *c, unsigned object, unsigned line, const char *text, bool any)
{
	struct breakpoint *b = new_breakpoint(c, &set_class);
	if (!b)
		return;
	b->line = line;
	b->object = object;
	b->condition = g_strdup(text);
	b->any = any;
	gs_controller_push_action(c, &b->action);
}

void gs_controller_break_call(struct gs_controller *c, const char *pattern, const char *condition)
{
	struct breakpoint *b = new_breakpoint(c, &set_class);
	if (!b)
		return;
	b->pattern = g_strdup(pattern);
	b->condition = g_strdup(condition);
	gs_controller_push_action(c, &b->action);
}

void gs_controller_break_change(
	struct gs_controller *c, unsigned number, const char *condition, bool any)
{
	struct breakpoint *b = new_breakpoint(c, &change_class);
	if (!b)
		return;
	b->number = number;
	b->condition = g_strdup(condition);
	b->any = any;
	gs_controller_push_action(c, &b->action);
}

void gs_controller_break_ignore(struct gs_controller *c, unsigned number, uint64_t count)
{
	struct breakpoint *b = new_breakpoint(c, &ignore_class);
	if (!b)
		return;
	b->number = number;
	b->count = count;
	gs_controller_push_action(c, &b->action);
}

void gs_controller_unbreak(struct gs_controller *c, unsigned number)
{
	struct breakpoint *b = new_breakpoint(c, &delete_class);
	if (!b)
		return;
	b->number = number;
	gs_controller_push_action(c, &b->action);
}

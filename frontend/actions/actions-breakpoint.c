/* SPDX-License-Identifier: MIT */
/* The action that sets or removes a breakpoint at a line. */
#include "frontend/private.h"

struct breakpoint {
	struct gs_action action;
	unsigned object, line;
};

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
	return gs_session_break_line_in(
		action->session, b->object, b->line, NULL, false, &action->error);
}

static const struct gs_action_class toggle_class = {
	.size = sizeof(struct breakpoint),
	.doing = "Stepping",
	.flags = GS_ACTION_KEEPS_PATH | GS_ACTION_MEANWHILE,
	.work = toggle,
};

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
	b->object = object;
	gs_controller_push_action(c, &b->action);
}

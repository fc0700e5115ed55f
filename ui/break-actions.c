/* SPDX-License-Identifier: MIT */
#include "ui/break-actions.h"

static void ask_toggle_break(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint stage, object, line;
	g_variant_get(parameter, "(uuu)", &stage, &object, &line);
	gs_controller_toggle_break(controller, stage, object, line);
}

static void ask_break_line(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint object, line;
	const char *condition;
	gboolean any;
	g_variant_get(parameter, "(uu&sb)", &object, &line, &condition, &any);
	gs_controller_break_line(controller, object, line, condition, any);
}

static void ask_break_call(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *pattern, *condition;
	g_variant_get(parameter, "(&s&s)", &pattern, &condition);
	gs_controller_break_call(controller, pattern, condition);
}

static void ask_break_change(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint number;
	const char *condition;
	gboolean any;
	g_variant_get(parameter, "(u&sb)", &number, &condition, &any);
	gs_controller_break_change(controller, number, condition, any);
}

static void ask_break_ignore(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint number;
	guint64 count;
	g_variant_get(parameter, "(ut)", &number, &count);
	gs_controller_break_ignore(controller, number, count);
}

static void ask_unbreak(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_unbreak(controller, g_variant_get_uint32(parameter));
}

void gs_break_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller)
{
	static const GActionEntry entries[] = {
		{"toggle-break", ask_toggle_break, "(uuu)", NULL, NULL, {0}},
		{"break-line", ask_break_line, "(uusb)", NULL, NULL, {0}},
		{"break-call", ask_break_call, "(ss)", NULL, NULL, {0}},
		{"break-change", ask_break_change, "(usb)", NULL, NULL, {0}},
		{"break-ignore", ask_break_ignore, "(ut)", NULL, NULL, {0}},
		{"unbreak", ask_unbreak, "u", NULL, NULL, {0}},
	};
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), controller);
}

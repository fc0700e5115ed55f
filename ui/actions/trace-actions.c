/* SPDX-License-Identifier: MIT */
#include "ui/actions/trace-actions.h"

#include "effects/context.h"
#include "frontend/actions/same-call.h"

static void ask_survey(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_survey(controller);
}

static void ask_measure(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_measure(controller);
}

static void ask_stop_survey(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_stop_survey(controller);
}

static void ask_read_tab(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *arguments;
	guint tab;
	g_variant_get(parameter, "(u&s)", &tab, &arguments);
	gs_controller_read_tab(controller, tab, arguments);
}

static void ask_stop_tab(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_stop_tab(controller, g_variant_get_uint32(parameter));
}

static void ask_uses(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint kind, where, index;
	guint64 size;
	g_variant_get(parameter, "(uuut)", &kind, &where, &index, &size);
	const struct gs_effects_binding binding = {(enum gs_object_kind)kind, where, index, size};
	gs_controller_uses(controller, &binding);
}

static void ask_stop_uses(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_stop_uses(controller);
}

static void ask_same_call(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *function;
	guint64 number, drawable;
	g_variant_get(parameter, "(&stt)", &function, &number, &drawable);
	const struct gs_same_call which = {number, drawable};
	gs_controller_run_to_same_call(controller, function, &which);
}

static void ask_show_call(GSimpleAction *action, GVariant *parameter, gpointer list)
{
	gs_dock_show(g_object_get_data(G_OBJECT(list), "dock"), "calls");
	gs_call_list_show(list, g_variant_get_uint64(parameter));
}

void gs_trace_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller,
	struct gs_dock *dock, GsCallList *list)
{
	static const GActionEntry of_controller[] = {
		{"survey", ask_survey, NULL, NULL, NULL, {0}},
		{"measure", ask_measure, NULL, NULL, NULL, {0}},
		{"stop-survey", ask_stop_survey, NULL, NULL, NULL, {0}},
		{"read-tab", ask_read_tab, "(us)", NULL, NULL, {0}},
		{"stop-tab", ask_stop_tab, "u", NULL, NULL, {0}},
		{"uses", ask_uses, "(uuut)", NULL, NULL, {0}},
		{"stop-uses", ask_stop_uses, NULL, NULL, NULL, {0}},
		{"same-call", ask_same_call, "(stt)", NULL, NULL, {0}},
	};
	static const GActionEntry of_list = {"show-call", ask_show_call, "t", NULL, NULL, {0}};
	g_object_set_data(G_OBJECT(list), "dock", dock);
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), of_controller, G_N_ELEMENTS(of_controller), controller);
	g_action_map_add_action_entries(G_ACTION_MAP(window), &of_list, 1, list);
}

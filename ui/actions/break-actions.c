/* SPDX-License-Identifier: MIT */
#include "ui/actions/break-actions.h"

#include <limits.h>
#include <string.h>

/* Run the verb with the condition, unless that is blank. Frees the verb. */
static void do_if(struct gs_controller *controller, GString *verb, const char *condition)
{
	g_autofree char *stripped = g_strstrip(g_strdup(condition));
	if (*stripped)
		g_string_append_printf(verb, " if %s", stripped);
	gs_controller_do(controller, verb->str);
	g_string_free(verb, TRUE);
}

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
	GString *verb = g_string_new(NULL);
	g_string_printf(verb, "shader break %u", line);
	if (object != UINT_MAX)
		g_string_append_printf(verb, " object %u", object);
	g_string_append(verb, any ? " any" : "");
	do_if(controller, verb, condition);
}

static void ask_break_call(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *pattern, *condition;
	g_variant_get(parameter, "(&s&s)", &pattern, &condition);
	if (!strcmp(pattern, "error")) {
		gs_controller_do(controller, "break error");
		return;
	}
	g_autofree char *quoted = g_shell_quote(pattern);
	GString *verb = g_string_new("break call ");
	g_string_append(verb, quoted);
	do_if(controller, verb, condition);
}

static void ask_break_change(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint number;
	const char *condition;
	gboolean any;
	g_variant_get(parameter, "(u&sb)", &number, &condition, &any);
	GString *verb = g_string_new(NULL);
	g_string_printf(verb, "break change %u%s", number, any ? " any" : "");
	do_if(controller, verb, condition);
}

static void ask_break_ignore(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint number;
	guint64 count;
	g_variant_get(parameter, "(ut)", &number, &count);
	gs_controller_dof(controller, "break ignore %u %" G_GUINT64_FORMAT, number, (guint64)count);
}

static void ask_unbreak(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_dof(controller, "delete %u", g_variant_get_uint32(parameter));
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

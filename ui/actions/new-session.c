/* SPDX-License-Identifier: MIT */
#include "ui/actions/new-session.h"

#include "ui/actions/end-question.h"

typedef void (*begin_func)(GtkApplication *application, bool no_log);

/* Close the old window, then open the new one: pictures and the layout's settings are for one
 * window at a time. */
static gboolean begin_anew(gpointer data)
{
	GtkWindow *window = data;
	begin_func begin = (begin_func)g_object_get_data(G_OBJECT(window), "begin-session");
	bool no_log = g_object_get_data(G_OBJECT(window), "no-log") != NULL;
	GtkApplication *application = gtk_window_get_application(window);
	if (!application)
		return G_SOURCE_REMOVE; /* the window is already closed */
	g_object_ref(application);
	g_application_hold(G_APPLICATION(application));
	gtk_widget_destroy(GTK_WIDGET(window));
	begin(application, no_log);
	g_application_release(G_APPLICATION(application));
	g_object_unref(application);
	return G_SOURCE_REMOVE;
}

static void begin_soon(gpointer window)
{
	g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, begin_anew, g_object_ref(window), g_object_unref);
}

static void ask(GSimpleAction *action, GVariant *parameter, gpointer window)
{
	static const struct gs_ending ending = {"A new session", "new session", true};
	struct gs_controller *controller = g_object_get_data(G_OBJECT(window), "controller");
	const struct gs_ui_state *state = gs_controller_state(controller);
	if (!state->session)
		return; /* the window shows the start page already */
	gs_end_question(window, controller, &ending, begin_soon, window);
}

void gs_new_session_setup(GtkApplicationWindow *window, struct gs_controller *controller,
	bool no_log, begin_func begin)
{
	static const GActionEntry entries[] = {{"new-session", ask, NULL, NULL, NULL, {0}}};
	static const char *const keys[] = {"<Control>n", NULL};
	g_object_set_data(G_OBJECT(window), "controller", controller);
	g_object_set_data(G_OBJECT(window), "begin-session", (gpointer)begin);
	g_object_set_data(G_OBJECT(window), "no-log", GINT_TO_POINTER(no_log));
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
	gtk_application_set_accels_for_action(
		gtk_window_get_application(GTK_WINDOW(window)), "win.new-session", keys);
}

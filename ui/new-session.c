/* SPDX-License-Identifier: MIT */
#include "ui/new-session.h"

#include "ui/panel.h"

typedef void (*begin_func)(GtkApplication *application, bool no_log);

/* The old window goes first: what is drawn, and what is kept of its layout, is for one at a time.
 */
static gboolean begin_anew(gpointer data)
{
	GtkWindow *window = data;
	begin_func begin = (begin_func)g_object_get_data(G_OBJECT(window), "begin-session");
	bool no_log = g_object_get_data(G_OBJECT(window), "no-log") != NULL;
	GtkApplication *application = gtk_window_get_application(window);
	if (!application)
		return G_SOURCE_REMOVE; /* asked twice, or closed meanwhile: it has gone */
	g_object_ref(application);
	g_application_hold(G_APPLICATION(application));
	gtk_widget_destroy(GTK_WIDGET(window));
	begin(application, no_log);
	g_application_release(G_APPLICATION(application));
	g_object_unref(application);
	return G_SOURCE_REMOVE;
}

static void begin_soon(GtkWindow *window)
{
	g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, begin_anew, g_object_ref(window), g_object_unref);
}

static void answered(GtkDialog *dialog, gint response, GtkWindow *window)
{
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (response == GTK_RESPONSE_ACCEPT)
		begin_soon(window);
}

static void ask(GSimpleAction *action, GVariant *parameter, gpointer window)
{
	struct gs_controller *controller = g_object_get_data(G_OBJECT(window), "controller");
	const struct gs_ui_state *state = gs_controller_state(controller);
	if (!state->session)
		return; /* it asks for a program already */
	if (!state->alive || state->is_trace) {
		begin_soon(window);
		return;
	}
	GtkWidget *dialog = gtk_message_dialog_new(window,
		GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
		GTK_BUTTONS_NONE, "A new session ends %s, which has not ended yet.",
		state->program_name);
	gtk_dialog_add_buttons(GTK_DIALOG(dialog), "Cancel", GTK_RESPONSE_CANCEL,
		"End it, new session", GTK_RESPONSE_ACCEPT, NULL);
	gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_ACCEPT);
	gs_panel_name(dialog, "End the program");
	g_signal_connect(dialog, "response", G_CALLBACK(answered), window);
	gtk_widget_show(dialog);
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

/* SPDX-License-Identifier: MIT */
#include "ui/end-question.h"

#include "ui/panel.h"

static void answered(GtkDialog *dialog, gint response, gpointer data)
{
	void (*then)(gpointer) = (void (*)(gpointer))g_object_get_data(G_OBJECT(dialog), "then");
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (response == GTK_RESPONSE_ACCEPT)
		then(data);
}

void gs_end_question(GtkWindow *window, struct gs_controller *controller, const char *what,
	const char *agree, void (*then)(gpointer data), gpointer data)
{
	const struct gs_ui_state *state = gs_controller_state(controller);
	if (!state->alive || state->is_trace) {
		then(data);
		return;
	}
	GtkWidget *dialog = gtk_message_dialog_new(window,
		GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
		GTK_BUTTONS_NONE, "%s ends %s, which has not ended yet.", what,
		state->program_name);
	gtk_dialog_add_buttons(GTK_DIALOG(dialog), "Cancel", GTK_RESPONSE_CANCEL, agree,
		GTK_RESPONSE_ACCEPT, NULL);
	gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_ACCEPT);
	gs_panel_name(dialog, "End the program");
	g_object_set_data(G_OBJECT(dialog), "then", (gpointer)then);
	g_signal_connect(dialog, "response", G_CALLBACK(answered), data);
	gtk_widget_show(dialog);
}

static void close_at_last(gpointer window)
{
	gtk_widget_destroy(window);
}

static gboolean closing(GtkWidget *window, GdkEvent *event, gpointer controller)
{
	gs_end_question(GTK_WINDOW(window), controller, "Closing the window", "End it, close",
		close_at_last, window);
	return TRUE;
}

void gs_end_question_before_close(GtkWindow *window, struct gs_controller *controller)
{
	g_signal_connect(window, "delete-event", G_CALLBACK(closing), controller);
}

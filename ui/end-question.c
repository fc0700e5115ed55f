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

typedef char *(*edits_func)(GtkWindow *window);

/* What would be lost; g_free. NULL: nothing. */
static char *edits_of(GtkWindow *window, const struct gs_ending *ending)
{
	edits_func edits = (edits_func)g_object_get_data(G_OBJECT(window), "edits");
	return ending->empties_editor && edits ? edits(window) : NULL;
}

void gs_end_question(GtkWindow *window, struct gs_controller *controller,
	const struct gs_ending *ending, void (*then)(gpointer data), gpointer data)
{
	const struct gs_ui_state *state = gs_controller_state(controller);
	bool ends = state->alive && !state->is_trace;
	g_autofree char *edits = edits_of(window, ending);
	if (!ends && !edits) {
		then(data);
		return;
	}
	g_autofree char *text = ends ? g_strdup_printf("%s ends %s, which has not ended yet.",
					       ending->what, state->program_name)
				     : g_strdup_printf("%s empties the editor.", ending->what);
	g_autofree char *agree = g_strconcat(ends ? "End it, " : "Lose it, ", ending->agree, NULL);
	GtkWidget *dialog = gtk_message_dialog_new(window,
		GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
		GTK_BUTTONS_NONE, "%s", text);
	if (edits)
		gtk_message_dialog_format_secondary_text(
			GTK_MESSAGE_DIALOG(dialog), "What you have edited is lost: %s.", edits);
	gtk_dialog_add_buttons(GTK_DIALOG(dialog), "Cancel", GTK_RESPONSE_CANCEL, agree,
		GTK_RESPONSE_ACCEPT, NULL);
	gtk_dialog_set_default_response(
		GTK_DIALOG(dialog), edits ? GTK_RESPONSE_CANCEL : GTK_RESPONSE_ACCEPT);
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
	static const struct gs_ending ending = {"Closing the window", "close", true};
	gs_end_question(GTK_WINDOW(window), controller, &ending, close_at_last, window);
	return TRUE;
}

void gs_end_question_setup(
	GtkWindow *window, struct gs_controller *controller, char *(*edits)(GtkWindow *window))
{
	g_object_set_data(G_OBJECT(window), "edits", (gpointer)edits);
	g_signal_connect(window, "delete-event", G_CALLBACK(closing), controller);
}

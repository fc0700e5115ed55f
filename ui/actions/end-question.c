/* SPDX-License-Identifier: MIT */
#include "ui/actions/end-question.h"

#include "ui/panel.h"

enum { DETACH = 1 }; /* response of the dialog */
enum { EVERY = 50 }; /* ms between looks at the state */

struct question {
	GtkWindow *window; /* a reference */
	struct gs_controller *controller;
	void (*then)(gpointer data);
	gpointer data;
};

static void free_question(gpointer data)
{
	struct question *question = data;
	g_object_unref(question->window);
	g_free(question);
}

/* Call question->then once the program is detached. If it cannot be, a message says why, and
 * nothing is lost. */
static gboolean let_go(gpointer data)
{
	const struct question *question = data;
	if (!gtk_window_get_application(question->window))
		return G_SOURCE_REMOVE; /* the window was closed meanwhile, and the controller freed
					 */
	const struct gs_ui_state *state = gs_controller_state(question->controller);
	if (state->work.busy || state->work.waits)
		return G_SOURCE_CONTINUE;
	if (state->detached)
		question->then(question->data);
	return G_SOURCE_REMOVE;
}

static void answered(GtkDialog *dialog, gint response, gpointer unused)
{
	struct question *question = g_object_steal_data(G_OBJECT(dialog), "question");
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (response == DETACH) {
		if (gs_controller_state(question->controller)->work.busy)
			gs_controller_pause(question->controller);
		gs_controller_do(question->controller, "detach");
		g_timeout_add_full(G_PRIORITY_DEFAULT, EVERY, let_go, question, free_question);
		return;
	}
	if (response == GTK_RESPONSE_ACCEPT)
		question->then(question->data);
	free_question(question);
}

typedef char *(*edits_func)(GtkWindow *window);

/* Return the names of the edited sources that would be lost (g_free), or NULL. */
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
	g_autofree char *detach = g_strconcat("Detach, ", ending->agree, NULL);
	gtk_dialog_add_button(GTK_DIALOG(dialog), "Cancel", GTK_RESPONSE_CANCEL);
	if (ends)
		gtk_widget_set_tooltip_text(
			gtk_dialog_add_button(GTK_DIALOG(dialog), detach, DETACH),
			"The program runs on without glstep");
	gtk_dialog_add_button(GTK_DIALOG(dialog), agree, GTK_RESPONSE_ACCEPT);
	gtk_dialog_set_default_response(
		GTK_DIALOG(dialog), edits ? GTK_RESPONSE_CANCEL : GTK_RESPONSE_ACCEPT);
	gs_panel_name(dialog, "End the program");
	struct question *question = g_new(struct question, 1);
	*question = (struct question){g_object_ref(window), controller, then, data};
	g_object_set_data_full(G_OBJECT(dialog), "question", question, free_question);
	g_signal_connect(dialog, "response", G_CALLBACK(answered), NULL);
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

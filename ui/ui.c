/* SPDX-License-Identifier: MIT */
#include "ui/ui.h"

#include <stdio.h>
#include <signal.h>
#include <unistd.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include "ui/resources.h"
#include "frontend/pictures/picture-jobs.h"
#include "ui/widgets/latency.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tips.h"
#include "ui/window.h"

static void activate(GtkApplication *application, gpointer options)
{
	GtkWindow *window = gtk_application_get_active_window(application);
	if (!window)
		window = GTK_WINDOW(gs_window_new(application, options));
	gtk_window_present(window);
}

static bool has_question(GList *windows, GtkWindow *dialog)
{
	for (GList *each = windows; each; each = each->next)
		if (GTK_IS_DIALOG(each->data) && gtk_widget_get_visible(each->data) &&
			gtk_window_get_transient_for(each->data) == dialog)
			return true;
	return false;
}

/* Return the dialog in front of all others that waits for an answer, or NULL. */
static GtkDialog *find_question(void)
{
	g_autoptr(GList) windows = gtk_window_list_toplevels();
	for (GList *each = windows; each; each = each->next)
		if (GTK_IS_DIALOG(each->data) && gtk_widget_get_visible(each->data) &&
			!has_question(windows, each->data))
			return each->data;
	return NULL;
}

static gint is_closing; /* the main loop has begun to close the window */

/* End glstep as if the window were closed, so that the program does not stay behind. Dialogs are
 * answered first, one after the other: GTK waits for each in a loop of its own and continues after
 * it. */
static gboolean close_window(gpointer application)
{
	GtkDialog *question = find_question();
	g_atomic_int_set(&is_closing, true);
	if (question) {
		gtk_dialog_response(question, GTK_RESPONSE_DELETE_EVENT);
		g_idle_add_full(G_PRIORITY_LOW, close_window, application, NULL);
		return G_SOURCE_REMOVE;
	}
	GtkWindow *window = gtk_application_get_active_window(application);
	if (window)
		gtk_widget_destroy(GTK_WIDGET(window));
	return G_SOURCE_REMOVE;
}

/* End glstep in any case after a while. A main loop that waits for the X server, which the stopped
 * program may have grabbed, gets no signal; the program ends with this process. One that has begun
 * to close the window gets more time: it kills the program, and a slow machine is slow at that. */
static gboolean end_anyway(gpointer unused)
{
	enum { PATIENCE = 10, TO_CLOSE = 60 }; /* seconds */
	g_usleep(PATIENCE * G_USEC_PER_SEC);
	if (g_atomic_int_get(&is_closing))
		g_usleep(TO_CLOSE * G_USEC_PER_SEC);
	fputs("glstep: the window does not answer (the program may have grabbed the X server): "
	      "glstep and the program are ended\n",
		stderr);
	_exit(1);
}

static gpointer watch_signals(gpointer unused)
{
	GMainContext *context = g_main_context_new();
	GMainLoop *loop = g_main_loop_new(context, FALSE);
	const int signals[] = {SIGINT, SIGTERM};
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
		GSource *source = g_unix_signal_source_new(signals[i]);
		g_source_set_callback(source, end_anyway, NULL, NULL);
		g_source_attach(source, context);
		g_source_unref(source);
	}
	g_main_loop_run(loop);
	return NULL;
}

int gs_ui_run(const struct gs_ui_options *options, int *argc, char ***argv)
{
	gtk_disable_setlocale(); /* main has set the locale */
	if (!gtk_init_check(argc, argv)) {
		fprintf(stderr, "glstep: there is no display: set DISPLAY, or use --console\n");
		return 2;
	}
	g_set_prgname("glstep");
	g_set_application_name("glstep");
	gs_ui_register_resource();
	gs_theme_init();
	gs_tips_init();
	/* Each glstep has a session of its own, so the application is not unique. */
	g_autoptr(GtkApplication) application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
	g_unix_signal_add(SIGINT, close_window, application);
	g_unix_signal_add(SIGTERM, close_window, application);
	g_thread_unref(g_thread_new("signals", watch_signals, NULL));
	g_object_set_data(
		G_OBJECT(application), GS_UI_LIST_SIZE, (gpointer)&options->launch.list_size);
	g_signal_connect(application, "activate", G_CALLBACK(activate), (gpointer)options);
	gs_latency_start_if_wanted();
	int status = g_application_run(G_APPLICATION(application), 0, NULL);
	gs_picture_jobs_finish();
	gs_latency_tell();
	return status;
}

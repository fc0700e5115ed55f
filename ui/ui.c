/* SPDX-License-Identifier: MIT */
#include "ui/ui.h"

#include <stdio.h>
#include <signal.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include "ui/resources.h"
#include "frontend/picture-jobs.h"
#include "ui/latency.h"
#include "ui/theme.h"
#include "ui/window.h"

static void activate(GtkApplication *application, gpointer options)
{
	GtkWindow *window = gtk_application_get_active_window(application);
	if (!window)
		window = GTK_WINDOW(gs_window_new(application, options));
	gtk_window_present(window);
}

/* As if the window were closed: the program does not stay behind. */
static gboolean close_window(gpointer application)
{
	GtkWindow *window = gtk_application_get_active_window(application);
	if (window)
		gtk_widget_destroy(GTK_WIDGET(window));
	return G_SOURCE_REMOVE;
}

int gs_ui_run(const struct gs_ui_options *options, int *argc, char ***argv)
{
	gtk_disable_setlocale(); /* main has set it */
	if (!gtk_init_check(argc, argv)) {
		fprintf(stderr, "glstep: there is no display: set DISPLAY, or use --console\n");
		return 2;
	}
	g_set_prgname("glstep");
	g_set_application_name("glstep");
	gs_ui_register_resource();
	gs_theme_init();
	/* each window is a session of its own: not unique */
	g_autoptr(GtkApplication) application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
	g_unix_signal_add(SIGINT, close_window, application);
	g_unix_signal_add(SIGTERM, close_window, application);
	g_signal_connect(application, "activate", G_CALLBACK(activate), (gpointer)options);
	gs_latency_start_if_wanted();
	int status = g_application_run(G_APPLICATION(application), 0, NULL);
	gs_picture_jobs_finish();
	gs_latency_tell();
	return status;
}

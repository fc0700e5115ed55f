/* SPDX-License-Identifier: MIT */
#include "ui/ui.h"

#include <stdio.h>
#include <signal.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include "ui/resources.h"
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

/* GLSTEP_UI_LATENCY in the environment: says at the end for how long the main loop was held up at most. */
enum { BEAT = 4 }; /* ms */

static struct {
	gint64 last, longest;
} beat;

static gboolean on_beat(gpointer data)
{
	gint64 now = g_get_monotonic_time();
	if (beat.last)
		beat.longest = MAX(beat.longest, now - beat.last - BEAT * 1000);
	beat.last = now;
	return G_SOURCE_CONTINUE;
}

static gboolean start_beat(gpointer data)
{
	g_timeout_add_full(G_PRIORITY_HIGH, BEAT, on_beat, NULL, NULL);
	return G_SOURCE_REMOVE;
}

int gs_ui_run(const struct gs_ui_options *options, int *argc, char ***argv)
{
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
	if (g_getenv("GLSTEP_UI_LATENCY"))
		g_timeout_add(2000, start_beat, NULL); /* the window is up */
	int status = g_application_run(G_APPLICATION(application), 0, NULL);
	if (beat.last)
		fprintf(stderr, "glstep: the main loop was held up for %.1f ms at most\n",
			(double)beat.longest / 1000);
	return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Loaded into glstep's window by tests/ui_driver.py as a GTK module: at SIGUSR2 all windows are
 * painted anew, and when they are on the screen a file of the name in GS_TEST_PAINTED is there.
 */
#include <stdbool.h>
#include <gtk/gtk.h>
#include <glib-unix.h>

static int n_awaited; /* windows that are still to be painted */
static bool wanted;   /* again, as soon as they are */

static gboolean paint(gpointer data);

static void finish(void)
{
	gdk_display_sync(gdk_display_get_default());
	g_file_set_contents(g_getenv("GS_TEST_PAINTED"), "", 0, NULL);
	if (wanted)
		paint(NULL);
}

static void unmapped(GtkWidget *window, gpointer clock);

static void painted(GdkFrameClock *clock, gpointer window)
{
	g_signal_handlers_disconnect_by_func(clock, painted, window);
	g_signal_handlers_disconnect_by_func(window, unmapped, clock);
	if (--n_awaited == 0)
		finish();
}

static void unmapped(GtkWidget *window, gpointer clock)
{
	painted(clock, window);
}

static gboolean paint(gpointer data)
{
	wanted = n_awaited > 0;
	if (wanted)
		return G_SOURCE_CONTINUE;
	/* what the user has done, in whatever order it comes, is seen first */
	gdk_display_sync(gdk_display_get_default());
	g_autoptr(GList) windows = gtk_window_list_toplevels();
	for (GList *w = windows; w; w = w->next) {
		if (!gtk_widget_get_mapped(w->data))
			continue;
		GdkFrameClock *clock = gtk_widget_get_frame_clock(w->data);
		n_awaited++;
		g_signal_connect(clock, "after-paint", G_CALLBACK(painted), w->data);
		g_signal_connect(w->data, "unmap", G_CALLBACK(unmapped), clock);
		gtk_widget_queue_draw(w->data);
	}
	if (!n_awaited)
		finish();
	return G_SOURCE_CONTINUE;
}

G_MODULE_EXPORT void gtk_module_init(gint *argc, gchar ***argv);

void gtk_module_init(gint *argc, gchar ***argv)
{
	g_unix_signal_add(SIGUSR2, paint, NULL);
}

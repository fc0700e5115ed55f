/* SPDX-License-Identifier: MIT */
/* Panels end with their window, also those that something still to be done keeps a reference of. */
#include <stdio.h>
#include "ui/dock.h"

static void count(GtkWidget *panel, int *n)
{
	++*n;
}

int main(int argc, char **argv)
{
	const char *const ids[] = {"shown", "hidden"};
	enum { N = G_N_ELEMENTS(ids) };
	GtkWidget *panels[N];
	int ended = 0;
	gtk_init(&argc, &argv);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *notebook = gtk_notebook_new();
	gtk_container_add(GTK_CONTAINER(window), notebook);
	struct gs_dock *dock = gs_dock_new();
	gs_dock_add_slot(dock, GTK_NOTEBOOK(notebook), "slot", "slot");
	for (int i = 0; i < N; i++) {
		panels[i] = g_object_ref_sink(gtk_label_new(ids[i]));
		g_signal_connect(panels[i], "destroy", G_CALLBACK(count), &ended);
		gs_dock_add(dock, panels[i], ids[i], ids[i], "slot", "");
	}
	gs_dock_load(dock);
	gtk_widget_show_all(window);
	gtk_widget_destroy(window);
	gs_dock_free(dock);
	printf("%s dock-ended: %d of %d panels\n", ended == N ? "PASS" : "FAIL", ended, N);
	for (int i = 0; i < N; i++)
		g_object_unref(panels[i]);
	return ended != N;
}

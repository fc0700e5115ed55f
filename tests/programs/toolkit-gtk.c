/* SPDX-License-Identifier: MIT */
/* The triangle in a GtkGLArea; status 0 if its colour was right. */
#include <epoxy/gl.h>
#include <epoxy/glx.h>
#include <gtk/gtk.h>
#include "tests/programs/toolkit.h"

static bool good = true;
static int frames;

static void *get(const char *name)
{
	return (void *)glXGetProcAddress((const GLubyte *)name);
}

static gboolean render(GtkGLArea *area, GdkGLContext *context, gpointer data)
{
	if (!frames)
		toolkit_init(get);
	good = toolkit_draw() && good;
	if (++frames == TOOLKIT_FRAMES)
		gtk_main_quit();
	else
		gtk_gl_area_queue_render(area);
	return TRUE;
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *area = gtk_gl_area_new();
	gtk_widget_set_size_request(area, 2 * TOOLKIT_SIZE, 2 * TOOLKIT_SIZE);
	gtk_container_add(GTK_CONTAINER(window), area);
	g_signal_connect(area, "render", G_CALLBACK(render), NULL);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_widget_show_all(window);
	gtk_main();
	return good && frames == TOOLKIT_FRAMES ? 0 : 1;
}

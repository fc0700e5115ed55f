/* SPDX-License-Identifier: MIT */
#include "ui/panes.h"

#include <math.h>
#include "ui/pane.h"
#include "ui/actions/settings.h"

/* Default fractions of the window; of the last three, of what is below the bars. The framebuffer's
 * picture gets the largest part. */
#define PART_LEFT 0.335
#define PART_CENTRE 0.384
#define PART_CALLS 0.40
#define PART_SOURCE 0.48
#define PART_VARIABLES 0.62
#define BARS 130 /* height of the bars, in pixels */

/* Return the work area of the screen. */
static GdkRectangle work_area(GtkWindow *window)
{
	GdkRectangle area;
	gdk_monitor_get_workarea(
		gdk_display_get_monitor(gtk_widget_get_display(GTK_WIDGET(window)), 0), &area);
	return area;
}

/* Get the window's size; for a maximised window, the work area's. */
static void get_size(GtkWindow *window, int size[2])
{
	gtk_window_get_size(window, &size[0], &size[1]);
	if (gtk_window_is_maximized(window)) {
		GdkRectangle area = work_area(window);
		size[0] = area.width;
		size[1] = area.height;
	}
}

bool gs_panes_save(const struct gs_panes *panes, GtkWindow *window)
{
	const struct {
		GtkPaned *pane;
		const char *name;
	} each[] = {{panes->left, "left"}, {panes->host, "host"}, {panes->right, "right"},
		{panes->centre, "centre"}, {panes->value, "value"}};
	int width, height, size[2];
	gtk_window_get_size(window, &width, &height);
	get_size(window, size);
	if (!gtk_widget_get_mapped(GTK_WIDGET(panes->left)))
		return false; /* only the start page was shown */
	GKeyFile *settings = gs_settings();
	for (size_t i = 0; i < G_N_ELEMENTS(each); i++)
		g_key_file_set_integer(
			settings, "window", each[i].name, gs_pane_wanted(GS_PANE(each[i].pane)));
	g_key_file_set_integer(settings, "window", "width", width);
	g_key_file_set_integer(settings, "window", "height", height);
	g_key_file_set_integer(settings, "window", "area-width", size[0]);
	g_key_file_set_integer(settings, "window", "area-height", size[1]);
	return true;
}

/* Place the dividers as they were, scaled to this size. Sizes of maximised windows are compared as
 * work areas, because the window itself is smaller by its decorations. */
static void place(struct gs_panes *p, const int size[2], bool maximized)
{
	int from[2] = {gs_settings_int("window", "width", size[0]),
		gs_settings_int("window", "height", size[1])};
	if (maximized) {
		from[0] = gs_settings_int("window", "area-width", from[0]);
		from[1] = gs_settings_int("window", "area-height", from[1]);
	}
	double across = size[0] / (double)MAX(from[0], 1), down = size[1] / (double)MAX(from[1], 1);
	int below = size[1] - BARS;
	const struct {
		GtkPaned *pane;
		const char *name;
		double otherwise, scale;
	} panes[] = {
		{p->left, "left", size[0] * PART_LEFT, across},
		{p->right, "right", size[0] * PART_CENTRE, across},
		{p->host, "host", below * PART_CALLS, down},
		{p->centre, "centre", below * PART_SOURCE, down},
		{p->value, "value", below * PART_VARIABLES, down},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(panes); i++) {
		int kept = gs_settings_int("window", panes[i].name, -1);
		gtk_paned_set_position(panes[i].pane,
			(int)lround(kept > 0 ? kept * panes[i].scale : panes[i].otherwise));
	}
	p->placed_for[0] = size[0];
	p->placed_for[1] = size[1];
}

/* Place the dividers again if the window got another size while the start page was shown, when
 * panes get no allocation. */
static void shown(GtkWidget *pane, struct gs_panes *panes)
{
	GtkWindow *window = GTK_WINDOW(gtk_widget_get_toplevel(pane));
	int size[2];
	g_signal_handlers_disconnect_by_func(pane, shown, panes);
	get_size(window, size);
	if (size[0] != panes->placed_for[0] || size[1] != panes->placed_for[1])
		place(panes, size, gtk_window_is_maximized(window));
}

void gs_panes_place(
	struct gs_panes *panes, GtkWindow *window, GtkWidget *bar, int width, int height)
{
	GtkPaned *const above[] = {panes->host, panes->centre, panes->value};
	GdkRectangle area = work_area(window);
	/* leaves room for the decorations */
	bool maximized = area.width < width + 60 || area.height < height + 60;
	const int size[2] = {maximized ? area.width : width, maximized ? area.height : height};
	/* The window is at most as large as the screen. */
	gtk_window_set_default_size(window, MIN(width, area.width), MIN(height, area.height));
	if (maximized)
		gtk_window_maximize(window);
	for (size_t i = 0; i < G_N_ELEMENTS(above); i++)
		gs_pane_set_bar(GS_PANE(above[i]), bar);
	place(panes, size, maximized);
	g_signal_connect(panes->left, "map", G_CALLBACK(shown), panes);
}

/* Move a divider to that fraction of its pane's present size. */
static void divide(GtkPaned *pane, double part)
{
	GtkAllocation given;
	bool down = gtk_orientable_get_orientation(GTK_ORIENTABLE(pane)) ==
		    GTK_ORIENTATION_VERTICAL;
	gtk_widget_get_allocation(GTK_WIDGET(pane), &given);
	gtk_paned_set_position(pane, (int)lround((down ? given.height : given.width) * part));
}

struct reset {
	struct gs_panes *panes;
	GtkWindow *window; /* the panes' window */
};

/* Move the inner dividers, once the left one, which their sizes depend on, is in place. */
static gboolean reset_inner(gpointer data)
{
	struct reset *reset = data;
	const struct gs_panes *panes = reset->panes;
	if (panes->right) { /* the window may have been closed meanwhile */
		divide(panes->right, PART_CENTRE / (1 - PART_LEFT));
		divide(panes->host, PART_CALLS);
		divide(panes->centre, PART_SOURCE);
		divide(panes->value, PART_VARIABLES);
	}
	g_object_unref(reset->window);
	g_free(reset);
	return G_SOURCE_REMOVE;
}

void gs_panes_reset(struct gs_panes *panes, GtkWindow *window)
{
	struct reset *reset = g_new(struct reset, 1);
	*reset = (struct reset){panes, g_object_ref(window)};
	divide(panes->left, PART_LEFT);
	g_idle_add_full(G_PRIORITY_LOW, reset_inner, reset, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "ui/pane.h"

#include <math.h>
#include <stdbool.h>

struct _GsPane {
	GtkPaned parent;
	GtkWidget *bar; /* NULL: none */
	double part; /* fraction of the length, including the bar's, before the divider; 0: unknown
		      */
	int length;
	bool moved; /* the divider was moved since the last allocation */
	bool gives; /* an allocation is in progress */
};

G_DEFINE_TYPE(GsPane, gs_pane, GTK_TYPE_PANED)

void gs_pane_set_bar(GsPane *pane, GtkWidget *bar)
{
	pane->bar = bar;
}

/* Return the length including the height of a visible bar. */
static double whole(GsPane *pane, int length)
{
	int height = 0;
	if (pane->bar && gtk_widget_get_visible(pane->bar))
		gtk_widget_get_preferred_height(pane->bar, NULL, &height);
	return length + height;
}

int gs_pane_wanted(GsPane *pane)
{
	bool known = pane->part > 0 && !pane->moved;
	return known ? (int)lround(pane->part * whole(pane, pane->length))
		     : gtk_paned_get_position(GTK_PANED(pane));
}

static void notify(GObject *object, GParamSpec *property)
{
	GsPane *pane = GS_PANE(object);
	pane->moved |= !pane->gives && !g_strcmp0(property->name, "position");
	if (G_OBJECT_CLASS(gs_pane_parent_class)->notify)
		G_OBJECT_CLASS(gs_pane_parent_class)->notify(object, property);
}

static void size_allocate(GtkWidget *widget, GtkAllocation *given)
{
	GsPane *pane = GS_PANE(widget);
	GtkPaned *paned = GTK_PANED(widget);
	bool down = gtk_orientable_get_orientation(GTK_ORIENTABLE(pane)) ==
		    GTK_ORIENTATION_VERTICAL;
	int length = down ? given->height : given->width;
	pane->gives = true;
	if (pane->part > 0 && !pane->moved && length != pane->length)
		gtk_paned_set_position(paned, (int)lround(pane->part * whole(pane, length)));
	GTK_WIDGET_CLASS(gs_pane_parent_class)->size_allocate(widget, given);
	if (pane->moved)
		pane->part = gtk_paned_get_position(paned) / whole(pane, length);
	pane->length = length;
	pane->moved = pane->gives = false;
}

static void gs_pane_class_init(GsPaneClass *class)
{
	G_OBJECT_CLASS(class)->notify = notify;
	GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
}

static void gs_pane_init(GsPane *pane)
{
}

/* SPDX-License-Identifier: MIT */
#include "ui/actions/tool-bar.h"

#include <stdbool.h>

struct _GsToolBar {
	GtkBox parent;
	GPtrArray *texts;
	int texts_width; /* width of all texts when they were last visible */
	bool hidden;
	guint idle;
};

G_DEFINE_TYPE(GsToolBar, gs_tool_bar, GTK_TYPE_BOX)

/* Return the width of a text with the space between it and the icon. */
static int width_of(GtkWidget *text)
{
	int natural;
	GtkWidget *box = gtk_widget_get_parent(text);
	gtk_widget_get_preferred_width(text, NULL, &natural);
	return natural + (GTK_IS_BOX(box) ? gtk_box_get_spacing(GTK_BOX(box)) : 0);
}

static void get_preferred_width(GtkWidget *widget, int *minimum, int *natural)
{
	GsToolBar *bar = GS_TOOL_BAR(widget);
	GTK_WIDGET_CLASS(gs_tool_bar_parent_class)->get_preferred_width(widget, minimum, natural);
	if (bar->hidden) {
		*natural += bar->texts_width;
		return;
	}
	bar->texts_width = 0;
	for (guint i = 0; i < bar->texts->len; i++)
		bar->texts_width += width_of(g_ptr_array_index(bar->texts, i));
	*minimum = MAX(*minimum - bar->texts_width, 0);
}

static gboolean hide_or_show(gpointer data)
{
	GsToolBar *bar = data;
	bar->idle = 0;
	bar->hidden = !bar->hidden;
	for (guint i = 0; i < bar->texts->len; i++)
		gtk_widget_set_visible(g_ptr_array_index(bar->texts, i), !bar->hidden);
	return G_SOURCE_REMOVE;
}

/* Hide or show the texts later, as sizes must not change during an allocation; until then the bar
 * is cut off. */
static void size_allocate(GtkWidget *widget, GtkAllocation *given)
{
	GsToolBar *bar = GS_TOOL_BAR(widget);
	GtkAllocation wide = *given;
	int minimum, natural;
	gtk_widget_get_preferred_width(widget, &minimum, &natural);
	bool hide = given->width < natural;
	if (hide != bar->hidden && !bar->idle)
		bar->idle = g_idle_add_full(G_PRIORITY_HIGH_IDLE, hide_or_show, bar, NULL);
	else if (hide == bar->hidden)
		g_clear_handle_id(&bar->idle, g_source_remove);
	wide.width = MAX(wide.width, bar->hidden ? minimum : natural);
	GTK_WIDGET_CLASS(gs_tool_bar_parent_class)->size_allocate(widget, &wide);
}

void gs_tool_bar_add_text(GsToolBar *bar, GtkWidget *text)
{
	g_ptr_array_add(bar->texts, g_object_ref(text));
	gtk_widget_set_no_show_all(text, TRUE);
	gtk_widget_set_visible(text, !bar->hidden);
}

static void finalize(GObject *object)
{
	GsToolBar *bar = GS_TOOL_BAR(object);
	g_clear_handle_id(&bar->idle, g_source_remove);
	g_ptr_array_unref(bar->texts);
	G_OBJECT_CLASS(gs_tool_bar_parent_class)->finalize(object);
}

static void gs_tool_bar_class_init(GsToolBarClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
	GTK_WIDGET_CLASS(class)->get_preferred_width = get_preferred_width;
	GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
}

static void gs_tool_bar_init(GsToolBar *bar)
{
	bar->texts = g_ptr_array_new_with_free_func(g_object_unref);
}

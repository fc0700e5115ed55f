/* SPDX-License-Identifier: MIT */
#include "ui/widgets/tips.h"

#include <stdbool.h>
#include <gtk/gtk.h>

/* These pointers are only compared: what they point to may be freed. */
static const GdkWindow *pressed; /* the pointer was here at the last press, and still is */
static const GdkWindow *entered; /* where the pointer is */
static const GtkWidget *quiet;	 /* widget whose tooltip is suppressed there */

/* Note presses and movements for all widgets: a button that the click disables gets no events
 * itself. */
static void see_event(GdkEvent *event, gpointer unused)
{
	bool leaves = event->type == GDK_LEAVE_NOTIFY &&
		      event->crossing.mode == GDK_CROSSING_NORMAL && event->any.window == pressed;
	if (event->type == GDK_ENTER_NOTIFY || event->type == GDK_MOTION_NOTIFY)
		entered = event->any.window;
	if (event->type == GDK_KEY_PRESS) {
		pressed = entered;
		quiet = NULL;
	} else if (event->type == GDK_BUTTON_PRESS || leaves) {
		pressed = leaves ? NULL : event->any.window;
		quiet = NULL;
	}
	gtk_main_do_event(event);
}

static gboolean query_tooltip(
	GtkWidget *widget, gint x, gint y, gboolean keyboard, GtkTooltip *tooltip)
{
	gboolean shown = FALSE;
	if (GTK_IS_MENU_BUTTON(widget) && gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(widget)))
		return FALSE; /* a tooltip would cover the open menu */
	if (pressed && !keyboard) {
		if (!quiet)
			quiet = widget;
		if (quiet == widget)
			return FALSE;
		pressed = NULL; /* the pointer has moved to another widget */
	}
	g_signal_chain_from_overridden_handler(widget, x, y, keyboard, tooltip, &shown);
	return shown;
}

void gs_tips_init(void)
{
	const GType types[] = {GTK_TYPE_BUTTON, GTK_TYPE_LABEL};
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		g_type_class_unref(g_type_class_ref(types[i]));
		g_signal_override_class_handler(
			"query-tooltip", types[i], G_CALLBACK(query_tooltip));
	}
	gdk_event_handler_set(see_event, NULL, NULL);
}

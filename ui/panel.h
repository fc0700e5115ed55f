/* SPDX-License-Identifier: MIT */
/* ui/panel - what panels share: their interface to the window, activating its actions, and small
 * helpers for templates. */
#ifndef GS_UI_PANEL_H
#define GS_UI_PANEL_H

#include <gtk/gtk.h>
#include "frontend/state.h"

#define GS_UI_RESOURCES "/glstep/ui/"

/* A widget that shows a part of the state. */
#define GS_TYPE_PANEL (gs_panel_get_type())
G_DECLARE_INTERFACE(GsPanel, gs_panel, GS, PANEL, GtkWidget)
struct _GsPanelInterface {
	GTypeInterface parent;
	/* parts: those that have changed */
	void (*set)(GsPanel *panel, const struct gs_ui_state *state, unsigned parts);
};
void gs_panel_set(GsPanel *panel, const struct gs_ui_state *state, unsigned parts);
/* Defines a type of box that is a panel; the file's own set() is the interface's. */
#define GS_DEFINE_PANEL(TypeName, type_name)                                                       \
	static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts);         \
	static void type_name##_interface_init(GsPanelInterface *interface)                        \
	{                                                                                          \
		interface->set = set;                                                              \
	}                                                                                          \
	G_DEFINE_TYPE_WITH_CODE(TypeName, type_name, GTK_TYPE_BOX,                                 \
		G_IMPLEMENT_INTERFACE(GS_TYPE_PANEL, type_name##_interface_init))

/* Activates the window's action; panels have no other way to request something. parameter may be
 * NULL and is sunk. */
void gs_panel_ask(gpointer widget, const char *action, GVariant *parameter);
/* The name that screen readers and tests see. A .ui file can say it too, as an AtkObject's
 * accessible-name; but not of a combo box, as the button in it, which takes the focus, needs it as
 * well, and its list is made to open beside it, nor of a GtkSourceView, which offers a .ui file no
 * such child. */
void gs_panel_name(gpointer widget, const char *name);
/* Enables or disables a widget. why: the reason, in the middle of a sentence; NULL: enabled. tip
 * (NULL: the original tooltip) and the reason become its tooltip and accessible description. */
void gs_panel_allow(gpointer widget, const char *tip, const char *why);
/* What it shows is old: it is pale until it is not. */
void gs_panel_pale(gpointer widget, bool is_old);
/* Sets a label's text and, so that tests see the same, nothing else. */
void gs_panel_label(GtkLabel *label, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Packs a scrolled list with an accessible name into the box; its columns show texts of the model.
 */
GtkTreeView *gs_panel_list(GtkBox *box, const char *name, GtkTreeModel *model);
/* width 0: takes the rest. Further attributes of the cell: name, model column, ..., NULL. */
GtkCellRenderer *gs_panel_column(
	GtkTreeView *view, const char *title, int column, int width, ...) G_GNUC_NULL_TERMINATED;
/* The column's text goes on in further lines where it has no room; cell: its renderer. */
void gs_panel_wrap(GtkTreeViewColumn *column, GtkCellRenderer *cell);
/* A column's title as GTK wants it, which underlines what follows a single _. g_free. */
char *gs_panel_title(const char *text);
/* Ellipsizes entries, so that the list does not become as wide as the longest one. */
void gs_panel_narrow(GtkComboBox *combo);
/* Likewise, and it asks for no more where there is room: what it holds changes no width. */
void gs_panel_narrow_always(GtkComboBox *combo);
/* A button that shows a text, or an icon if symbol is one. */
GtkWidget *gs_panel_button(const char *name, const char *text, const char *symbol, const char *tip);
/* A line of controls at the head of a panel. */
GtkBox *gs_panel_head(GtkBox *panel);
/* A line of text in it, dim, cut where there is no room. */
GtkLabel *gs_panel_note(GtkBox *head);
/* A line of text of the panel's own, with its accessible name. */
GtkLabel *gs_panel_line(GtkBox *panel, const char *name);
/* Not larger than the screen, where its buttons could not be clicked: GTK's own height is that of
 * 45 lines. */
void gs_panel_show_chooser(GtkFileChooserNative *chooser);
/* Asks for a file to write, without waiting: response gets the GtkNativeDialog, which it unrefs,
 * the response and data. name: what is proposed. */
void gs_panel_save_dialog(
	GtkWidget *panel, const char *title, const char *name, GCallback response, gpointer data);
/* A menu at the pointer or, without event of a button, at the selected row, or the widget. Takes
 * the menu. */
void gs_panel_popup(GtkWidget *menu, GtkWidget *widget, const GdkEvent *event);
/* Likewise, at that part of the widget. */
void gs_panel_popup_beside(
	GtkWidget *menu, GtkWidget *widget, const GdkEvent *event, const GdkRectangle *area);
/* Adds an entry that copies the text. */
void gs_panel_add_copy(GtkWidget *menu, const char *label, const char *text);
GtkWidget *gs_panel_menu_item(GtkWidget *menu, const char *text, GCallback func, gpointer data);
void gs_panel_copy(const char *text); /* to the clipboard */
/* Selects the row under the pointer. Returns false where there is none. */
bool gs_panel_select_under(GtkTreeView *view, const GdkEventButton *event);
/* Lets the user search in what the list shows, by any of its texts, while it is typed. */
void gs_panel_find(GtkTreeView *view);

/* A tree of values: name, value, type. */
enum gs_value_column {
	GS_VALUE_COLUMN_NAME,
	GS_VALUE_COLUMN_TEXT,
	GS_VALUE_COLUMN_TYPE,
	GS_VALUE_COLUMN_QUALIFIER,
	GS_VALUE_COLUMN_EXPRESSION,
	GS_VALUE_COLUMN_WEIGHT, /* Pango weight of what changed */
	GS_VALUE_COLUMN_COLOUR, /* of the name; NULL: the theme's */
	GS_VALUE_COLUMN_STYLE,	/* Pango style: italic where nothing was written */
	GS_VALUE_COLUMN_TOOLTIP,
	GS_VALUE_COLUMN_DEFERRED,
	GS_VALUE_COLUMN_PICTURED,   /* it differs from pixel to pixel, and has a thumbnail */
	GS_VALUE_COLUMN_THUMBNAIL,  /* cairo surface */
	GS_VALUE_COLUMN_ATTRIBUTES, /* Pango's, of the text: colours */
	GS_N_VALUE_COLUMNS,
};
GtkTreeStore *gs_value_store_new(void);
void gs_value_store_add(GtkTreeStore *store, GtkTreeIter *parent, const struct gs_value_node *node);
/* A combo box for the format of all values; update it when the values are. */
GtkComboBox *gs_value_format_new(void);
void gs_value_format_update(GtkComboBox *chooser);
/* The columns Name, Value, Type and, if wanted, Qualifier: of a list of variables, whose menu
 * watches them. */
void gs_value_view_setup(GtkTreeView *view, const char *name_title, bool with_qualifier);
/* Watches it, and brings the watches to the front. */
void gs_value_watch(GtkTreeView *view, const char *expression);
/* The expanded, selected and visible rows, by expression: save before the store is refilled,
 * restore after. */
struct gs_value_view_state;
struct gs_value_view_state *gs_value_view_keep(GtkTreeView *view);
void gs_value_view_restore(GtkTreeView *view, struct gs_value_view_state *kept);
/* g_free; NULL: nothing is selected, or a heading. */
char *gs_value_view_selected(GtkTreeView *view);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/panel - the interface of panels to the window, activation of its actions, and helpers for
 * widgets that panels share. */
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
	/* Show the state; parts: those that have changed, as bits of enum gs_part. */
	void (*set)(GsPanel *panel, const struct gs_ui_state *state, unsigned parts);
};
/* Call the panel's set(). */
void gs_panel_set(GsPanel *panel, const struct gs_ui_state *state, unsigned parts);
/* Define a subclass of GtkBox that is a panel; the file's static set() implements the interface. */
#define GS_DEFINE_PANEL(TypeName, type_name)                                                       \
	static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts);         \
	static void type_name##_interface_init(GsPanelInterface *interface)                        \
	{                                                                                          \
		interface->set = set;                                                              \
	}                                                                                          \
	G_DEFINE_TYPE_WITH_CODE(TypeName, type_name, GTK_TYPE_BOX,                                 \
		G_IMPLEMENT_INTERFACE(GS_TYPE_PANEL, type_name##_interface_init))

/* Activate an action of the window, which is the only way in which panels request something.
 * parameter may be NULL; a floating reference is sunk. */
void gs_panel_activate(gpointer widget, const char *action, GVariant *parameter);
/* Set the name that screen readers and tests use. A .ui file can set it, too, as an AtkObject's
 * accessible-name, except for a combo box, as the button in it that takes the focus needs the name
 * as well and its list is set to open beside it, and for a GtkSourceView, which has no such child
 * in a .ui file. */
void gs_panel_name(gpointer widget, const char *name);
/* Enable a widget if `why` is NULL, else disable it. why: the reason, in the middle of a sentence.
 * tip (NULL: the original tooltip) and the reason become its tooltip and accessible description. */
void gs_panel_allow(gpointer widget, const char *tip, const char *why);
/* Make a widget pale if what it shows is out of date. */
void gs_panel_pale(gpointer widget, bool is_old);
/* Set a label's text, if it differs. */
void gs_panel_label(GtkLabel *label, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Pack a scrolled list with an accessible name into the box, and return it. It has no columns
 * yet. */
GtkTreeView *gs_panel_list(GtkBox *box, const char *name, GtkTreeModel *model);
/* Append a column that shows a text of the model; width 0: it takes the remaining room. Further
 * arguments are attributes of the cell: name, model column, ..., NULL. Return its renderer. */
GtkCellRenderer *gs_panel_column(
	GtkTreeView *view, const char *title, int column, int width, ...) G_GNUC_NULL_TERMINATED;
/* Wrap the column's text where it has no room; cell: its renderer. */
void gs_panel_wrap(GtkTreeViewColumn *column, GtkCellRenderer *cell);
/* Return a text as a column's title (g_free): with _ doubled, as GTK underlines what follows a
 * single one. */
char *gs_panel_title(const char *text);
/* Ellipsize a combo box's entries, so that it can be narrower than the longest one. */
void gs_panel_narrow(GtkComboBox *combo);
/* Do the same and request no more room, so that the entries never change its width. */
void gs_panel_narrow_always(GtkComboBox *combo);
/* Return a button that shows a text or, if symbol is not NULL, an icon (ui/widgets/icon.h). */
GtkWidget *gs_panel_button(const char *name, const char *text, const char *symbol, const char *tip);
/* Append a box for a line of controls to the panel, and return it. */
GtkBox *gs_panel_head(GtkBox *panel);
/* Append a dim label to that line, and return it. Its text is cut where there is no room. */
GtkLabel *gs_panel_note(GtkBox *head);
/* Append a line of text with an accessible name to the panel, and return it. */
GtkLabel *gs_panel_line(GtkBox *panel, const char *name);
/* Show a file chooser, and make it no larger than the screen: GTK's own is as high as 45 lines, so
 * that its buttons may be out of reach. */
void gs_panel_show_chooser(GtkFileChooserNative *chooser);
/* Ask for a file to write. name: what is proposed. Return at once; `response` gets the
 * GtkNativeDialog, which it must unref, the response and data. */
void gs_panel_save_dialog(
	GtkWidget *panel, const char *title, const char *name, GCallback response, gpointer data);
/* Likewise make the dialog alone, which is not shown: gs_panel_show_chooser shows it. Return the
 * GtkFileChooserNative, which belongs to `response`. */
GtkFileChooser *gs_panel_new_save_dialog(
	GtkWidget *panel, const char *title, const char *name, GCallback response, gpointer data);
/* Show a menu at the pointer or, if event is not of a button, at the selected row or the widget.
 * Takes ownership of the menu. */
void gs_panel_popup(GtkWidget *menu, GtkWidget *widget, const GdkEvent *event);
/* Do the same with the given area of the widget in place of the selected row. */
void gs_panel_popup_beside(
	GtkWidget *menu, GtkWidget *widget, const GdkEvent *event, const GdkRectangle *area);
/* Append an entry that copies the text, and one that calls func with data. */
void gs_panel_add_copy(GtkWidget *menu, const char *label, const char *text);
GtkWidget *gs_panel_menu_item(GtkWidget *menu, const char *text, GCallback func, gpointer data);
void gs_panel_copy(const char *text); /* copy to the clipboard */
/* Select the row under the pointer. Return false if there is none. */
bool gs_panel_select_under(GtkTreeView *view, const GdkEventButton *event);
/* Open GTK's entry in which the user searches for any text of the list's rows while typing. */
void gs_panel_find(GtkTreeView *view);

/* Columns of a tree of values. */
enum gs_value_column {
	GS_VALUE_COLUMN_NAME,
	GS_VALUE_COLUMN_TEXT,
	GS_VALUE_COLUMN_TYPE,
	GS_VALUE_COLUMN_QUALIFIER,
	GS_VALUE_COLUMN_EXPRESSION,
	GS_VALUE_COLUMN_WEIGHT, /* Pango weight of what changed */
	GS_VALUE_COLUMN_COLOUR, /* the name's colour; NULL: the theme's */
	GS_VALUE_COLUMN_STYLE,	/* Pango style: italic for undefined values */
	GS_VALUE_COLUMN_TOOLTIP,
	GS_VALUE_COLUMN_DEFERRED,
	GS_VALUE_COLUMN_PICTURED,   /* the value may differ between pixels, so it has a thumbnail */
	GS_VALUE_COLUMN_THUMBNAIL,  /* cairo surface */
	GS_VALUE_COLUMN_ATTRIBUTES, /* PangoAttrList: colours of the text */
	GS_N_VALUE_COLUMNS,
};
/* Return a store with these columns. */
GtkTreeStore *gs_value_store_new(void);
/* Append a value and its members to the store, below parent or, if NULL, at the top level. */
void gs_value_store_add(GtkTreeStore *store, GtkTreeIter *parent, const struct gs_value_node *node);
/* Return a combo box for the format of all values. Update it when values change, as other combo
 * boxes set the format, too. */
GtkComboBox *gs_value_format_new(void);
void gs_value_format_update(GtkComboBox *chooser);
/* Add the columns Name (with that title), Value, Type and, if wanted, Qualifier to a view of a
 * value store, and its menu. With qualifiers it is a list of variables, whose menu can watch
 * them. */
void gs_value_view_setup(GtkTreeView *view, const char *name_title, bool with_qualifier);
/* Add a watch, and show the panel of watches. */
void gs_value_watch(GtkTreeView *view, const char *expression);
/* The expanded, selected and visible rows, by expression. Keep them before the store is refilled;
 * restoring frees the struct. */
struct gs_value_view_state;
struct gs_value_view_state *gs_value_view_keep(GtkTreeView *view);
void gs_value_view_restore(GtkTreeView *view, struct gs_value_view_state *kept);
/* Return the expression of the selected row (g_free); NULL if nothing or a heading is selected. */
char *gs_value_view_selected(GtkTreeView *view);

#endif

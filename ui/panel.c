/* SPDX-License-Identifier: MIT */
#include "ui/panel.h"

#include <stdlib.h>
#include <string.h>
#include <cairo-gobject.h>

#include "ui/widgets/icon.h"
#include "frontend/pictures/image-thumb.h"
#include "ui/widgets/list-copy.h"
#include "ui/widgets/number-cell.h"
#include "ui/widgets/theme.h"

G_DEFINE_INTERFACE(GsPanel, gs_panel, GTK_TYPE_WIDGET)

static void gs_panel_default_init(GsPanelInterface *interface)
{
}

void gs_panel_set(GsPanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	GS_PANEL_GET_IFACE(panel)->set(panel, state, parts);
}

void gs_panel_activate(gpointer widget, const char *action, GVariant *parameter)
{
	GtkWidget *top = gtk_widget_get_toplevel(GTK_WIDGET(widget));
	if (parameter)
		g_variant_ref_sink(parameter);
	if (G_IS_ACTION_GROUP(top))
		g_action_group_activate_action(G_ACTION_GROUP(top), action, parameter);
	if (parameter)
		g_variant_unref(parameter);
}

static void name_button(GtkWidget *child, gpointer name)
{
	if (GTK_IS_BUTTON(child))
		gs_panel_name(child, name);
	else if (GTK_IS_CONTAINER(child))
		gtk_container_forall(GTK_CONTAINER(child), name_button, name);
}

void gs_panel_name(gpointer widget, const char *name)
{
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(widget)), name);
	if (!GTK_IS_COMBO_BOX(widget))
		return;
	/* the button inside takes the keyboard focus */
	gtk_container_forall(GTK_CONTAINER(widget), name_button, (gpointer)name);
	/* Open the list below or above the button. GTK's own way opens it over the button, with the
	 * selected entry there, so that half of a long list would be empty. */
	gtk_combo_box_set_wrap_width(GTK_COMBO_BOX(widget), 1);
}

/* Return the widget's original tooltip, "" if it had none. */
static const char *first_tip(GtkWidget *widget)
{
	char *tip = g_object_get_data(G_OBJECT(widget), "first-tip");
	if (!tip) {
		tip = gtk_widget_get_tooltip_text(widget);
		if (!tip)
			tip = g_strdup("");
		g_object_set_data_full(G_OBJECT(widget), "first-tip", tip, g_free);
	}
	return tip;
}

void gs_panel_allow(gpointer widget, const char *tip, const char *why)
{
	if (!tip)
		tip = first_tip(widget);
	g_autofree char *text = why ? g_strdup_printf(
					      "%s%sNot now: %s.", tip, tip[0] ? "\n" : "", why)
				    : g_strdup(tip);
	gtk_widget_set_sensitive(widget, why == NULL);
	gtk_widget_set_tooltip_text(widget, text);
	atk_object_set_description(gtk_widget_get_accessible(widget), text);
}

void gs_panel_pale(gpointer widget, bool is_old)
{
	gtk_widget_set_opacity(widget, is_old ? 0.4 : 1);
}

void gs_panel_label(GtkLabel *label, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	if (g_strcmp0(gtk_label_get_text(label), text))
		gtk_label_set_text(label, text);
}

/* ---- lists ---- */

GtkTreeView *gs_panel_list(GtkBox *box, const char *name, GtkTreeModel *model)
{
	GtkWidget *scroller = gtk_scrolled_window_new(NULL, NULL);
	GtkWidget *view = gtk_tree_view_new_with_model(model);
	gtk_scrolled_window_set_policy(
		GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
	gtk_container_add(GTK_CONTAINER(scroller), view);
	gtk_box_pack_start(box, scroller, TRUE, TRUE, 0);
	gtk_widget_show_all(scroller);
	gs_panel_name(view, name);
	return GTK_TREE_VIEW(view);
}

GtkCellRenderer *gs_panel_column(GtkTreeView *view, const char *title, int column, int width, ...)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	GtkTreeViewColumn *shown = gtk_tree_view_column_new_with_attributes(
		title, cell, "text", column, NULL);
	va_list arguments;
	va_start(arguments, width);
	for (const char *name; (name = va_arg(arguments, const char *));)
		gtk_tree_view_column_add_attribute(shown, cell, name, va_arg(arguments, int));
	va_end(arguments);
	g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_END, "ypad", 1, NULL);
	gtk_tree_view_column_set_sizing(shown, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(shown, width ? width : 60);
	gtk_tree_view_column_set_resizable(shown, TRUE);
	gtk_tree_view_column_set_expand(shown, width == 0);
	gtk_tree_view_append_column(view, shown);
	return cell;
}

struct wrapped {
	GtkTreeViewColumn *column;
	GtkCellRenderer *cell;
	int width;
};

/* Set the width at which text is wrapped; not during the allocation, as it changes the heights of
 * rows. */
static gboolean wrap_anew(gpointer data)
{
	struct wrapped *wrapped = data;
	int padding = 0, old = 0;
	gtk_cell_renderer_get_padding(wrapped->cell, &padding, NULL);
	int width = MAX(wrapped->width - 2 * padding - 2, 1);
	g_object_get(wrapped->cell, "wrap-width", &old, NULL);
	/* GTK notifies of the width at each allocation, so setting it each time would never end. */
	if (width != old) {
		g_object_set(wrapped->cell, "wrap-width", width, NULL);
		gtk_tree_view_column_queue_resize(wrapped->column);
	}
	g_object_unref(wrapped->column);
	g_object_unref(wrapped->cell);
	g_free(wrapped);
	return G_SOURCE_REMOVE;
}

static void wrapped_resized(GtkTreeViewColumn *column, GParamSpec *spec, GtkCellRenderer *cell)
{
	struct wrapped *wrapped = g_new(struct wrapped, 1);
	*wrapped = (struct wrapped){
		g_object_ref(column), g_object_ref(cell), gtk_tree_view_column_get_width(column)};
	g_idle_add_full(GTK_PRIORITY_RESIZE + 1, wrap_anew, wrapped, NULL);
}

void gs_panel_wrap(GtkTreeViewColumn *column, GtkCellRenderer *cell)
{
	g_autoptr(PangoAttrList) attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
	g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_NONE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
		"wrap-width", gtk_tree_view_column_get_fixed_width(column), "attributes",
		attributes, NULL);
	g_signal_connect(column, "notify::width", G_CALLBACK(wrapped_resized), cell);
}

char *gs_panel_title(const char *text)
{
	g_auto(GStrv) parts = g_strsplit(text, "_", -1);
	return g_strjoinv("__", parts);
}

void gs_panel_narrow(GtkComboBox *combo)
{
	g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));
	for (GList *c = cells; c; c = c->next)
		g_object_set(c->data, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", 8, NULL);
}

void gs_panel_narrow_always(GtkComboBox *combo)
{
	g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));
	gs_panel_narrow(combo);
	for (GList *c = cells; c; c = c->next)
		g_object_set(c->data, "max-width-chars", 8, NULL);
}

GtkWidget *gs_panel_button(const char *name, const char *text, const char *symbol, const char *tip)
{
	GtkWidget *button = text ? gtk_button_new_with_label(text) : gtk_button_new();
	if (symbol)
		gtk_container_add(GTK_CONTAINER(button),
			g_object_new(GS_TYPE_ICON, "symbol", symbol, "visible", TRUE, NULL));
	if (symbol)
		gtk_button_set_relief(GTK_BUTTON(button), GTK_RELIEF_NONE);
	gtk_widget_set_tooltip_text(button, tip);
	gs_panel_name(button, name);
	gtk_widget_show_all(button);
	return button;
}

GtkBox *gs_panel_head(GtkBox *panel)
{
	GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
	gtk_style_context_add_class(gtk_widget_get_style_context(head), "panel-head");
	gtk_box_pack_start(panel, head, FALSE, FALSE, 0);
	gtk_widget_show(head);
	return GTK_BOX(head);
}

GtkLabel *gs_panel_note(GtkBox *head)
{
	GtkLabel *note = GTK_LABEL(gtk_label_new(NULL));
	gtk_label_set_ellipsize(note, PANGO_ELLIPSIZE_END);
	gtk_style_context_add_class(gtk_widget_get_style_context(GTK_WIDGET(note)), "dim-label");
	gtk_box_pack_start(head, GTK_WIDGET(note), FALSE, FALSE, 0);
	gtk_widget_show(GTK_WIDGET(note));
	return note;
}

GtkLabel *gs_panel_line(GtkBox *panel, const char *name)
{
	GtkLabel *label = GTK_LABEL(gtk_label_new(NULL));
	gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END);
	gtk_label_set_xalign(label, 0);
	gtk_widget_set_margin_start(GTK_WIDGET(label), 6);
	gs_panel_name(label, name);
	gtk_box_pack_start(panel, GTK_WIDGET(label), FALSE, FALSE, 2);
	gtk_widget_show(GTK_WIDGET(label));
	return label;
}

enum { BORDER = 40 }; /* pixels that a window manager may add to a window */

void gs_panel_show_chooser(GtkFileChooserNative *chooser)
{
	gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
	GList *windows = gtk_window_list_toplevels(); /* contains no chooser if a portal shows it */
	for (GList *link = windows; link; link = link->next) {
		if (!GTK_IS_FILE_CHOOSER_DIALOG(link->data) || !gtk_widget_get_visible(link->data))
			continue;
		GdkDisplay *display = gtk_widget_get_display(link->data);
		GdkWindow *window = gtk_widget_get_window(link->data);
		GdkRectangle area;
		int width, height;
		gdk_monitor_get_workarea(gdk_display_get_monitor_at_window(display, window), &area);
		gtk_window_get_size(link->data, &width, &height);
		gtk_window_resize(link->data, MIN(width, area.width - BORDER),
			MIN(height, area.height - BORDER));
	}
	g_list_free(windows);
}

GtkFileChooser *gs_panel_new_save_dialog(
	GtkWidget *panel, const char *title, const char *name, GCallback response, gpointer data)
{
	GtkFileChooserNative *chooser = gtk_file_chooser_native_new(title,
		GTK_WINDOW(gtk_widget_get_toplevel(panel)), GTK_FILE_CHOOSER_ACTION_SAVE, "_Save",
		"_Cancel");
	gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(chooser), TRUE);
	gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(chooser), name);
	g_signal_connect(chooser, "response", response, data);
	return GTK_FILE_CHOOSER(chooser);
}

void gs_panel_save_dialog(
	GtkWidget *panel, const char *title, const char *name, GCallback response, gpointer data)
{
	GtkFileChooser *chooser = gs_panel_new_save_dialog(panel, title, name, response, data);
	gs_panel_show_chooser(GTK_FILE_CHOOSER_NATIVE(chooser));
}

static void give_tooltips_back(GtkWidget *menu, gpointer widget)
{
	gtk_widget_set_has_tooltip(widget, TRUE);
}

static void prepare_menu(GtkWidget *menu, GtkWidget *widget)
{
	gtk_menu_attach_to_widget(GTK_MENU(menu), widget, NULL);
	g_signal_connect(menu, "selection-done", G_CALLBACK(gtk_widget_destroy), NULL);
	if (gtk_widget_get_has_tooltip(widget)) { /* a tooltip that is due would cover the menu */
		gtk_widget_set_has_tooltip(widget, FALSE);
		g_signal_connect_object(
			menu, "deactivate", G_CALLBACK(give_tooltips_back), widget, 0);
	}
	gtk_widget_show_all(menu);
}

/* Set *area to that of the list's selected row. Return false if no selected row is visible. */
static bool selected_area(GtkWidget *widget, GdkRectangle *area)
{
	GtkTreeModel *model;
	GtkTreeIter row;
	GtkTreeView *view = GTK_IS_TREE_VIEW(widget) ? GTK_TREE_VIEW(widget) : NULL;
	if (!view ||
		!gtk_tree_selection_get_selected(gtk_tree_view_get_selection(view), &model, &row))
		return false;
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &row);
	gtk_tree_view_get_cell_area(view, path, gtk_tree_view_get_column(view, 0), area);
	gtk_tree_view_convert_bin_window_to_widget_coords(
		view, area->x, area->y, &area->x, &area->y);
	return area->height > 0 && area->y >= 0 &&
	       area->y + area->height <= gtk_widget_get_allocated_height(widget);
}

static bool is_of_button(const GdkEvent *event)
{
	return event && (event->type == GDK_BUTTON_PRESS || event->type == GDK_BUTTON_RELEASE);
}

void gs_panel_popup(GtkWidget *menu, GtkWidget *widget, const GdkEvent *event)
{
	GdkRectangle area;
	if (!is_of_button(event) && selected_area(widget, &area)) {
		gs_panel_popup_beside(menu, widget, event, &area);
		return;
	}
	prepare_menu(menu, widget);
	if (is_of_button(event))
		gtk_menu_popup_at_pointer(GTK_MENU(menu), event);
	else
		gtk_menu_popup_at_widget(
			GTK_MENU(menu), widget, GDK_GRAVITY_CENTER, GDK_GRAVITY_NORTH_WEST, NULL);
}

void gs_panel_popup_beside(
	GtkWidget *menu, GtkWidget *widget, const GdkEvent *event, const GdkRectangle *area)
{
	GdkRectangle at = *area;
	prepare_menu(menu, widget);
	if (is_of_button(event)) {
		gtk_menu_popup_at_pointer(GTK_MENU(menu), event);
		return;
	}
	if (!gtk_widget_get_has_window(widget)) { /* the window is its parent's */
		GtkAllocation allocation;
		gtk_widget_get_allocation(widget, &allocation);
		at.x += allocation.x;
		at.y += allocation.y;
	}
	gtk_menu_popup_at_rect(GTK_MENU(menu), gtk_widget_get_window(widget), &at,
		GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST, NULL);
}

GtkWidget *gs_panel_menu_item(GtkWidget *menu, const char *text, GCallback func, gpointer data)
{
	GtkWidget *item = gtk_menu_item_new_with_label(text);
	g_signal_connect(item, "activate", func, data);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
	return item;
}

void gs_panel_copy(const char *text)
{
	gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
}

/* Return FALSE if one of the row's texts contains the one sought. */
static gboolean differs(
	GtkTreeModel *model, int column, const char *sought, GtkTreeIter *row, gpointer data)
{
	g_autofree char *wanted = g_utf8_casefold(sought, -1);
	for (int i = 0; i < gtk_tree_model_get_n_columns(model); i++) {
		g_autofree char *text = NULL;
		if (gtk_tree_model_get_column_type(model, i) != G_TYPE_STRING)
			continue;
		gtk_tree_model_get(model, row, i, &text, -1);
		g_autofree char *folded = text ? g_utf8_casefold(text, -1) : NULL;
		if (folded && strstr(folded, wanted))
			return FALSE;
	}
	return TRUE;
}

void gs_panel_find(GtkTreeView *view)
{
	gboolean begun;
	gtk_tree_view_set_search_equal_func(view, differs, NULL, NULL);
	gtk_tree_view_set_search_column(view, 0);
	g_signal_emit_by_name(view, "start-interactive-search", &begun);
}

static void copy_item(GtkMenuItem *item, gpointer data)
{
	gs_panel_copy(g_object_get_data(G_OBJECT(item), "text"));
}

void gs_panel_add_copy(GtkWidget *menu, const char *label, const char *text)
{
	GtkWidget *item = gs_panel_menu_item(menu, label, G_CALLBACK(copy_item), NULL);
	g_object_set_data_full(G_OBJECT(item), "text", g_strdup(text), g_free);
}

/* ---- trees of values ---- */

GtkTreeStore *gs_value_store_new(void)
{
	return gtk_tree_store_new(GS_N_VALUE_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT, G_TYPE_STRING, G_TYPE_INT, G_TYPE_STRING,
		G_TYPE_BOOLEAN, G_TYPE_BOOLEAN, CAIRO_GOBJECT_TYPE_SURFACE, PANGO_TYPE_ATTR_LIST);
}

static const char *colour_of(const struct gs_value_node *node)
{
	if (node->error || node->is_wrong)
		return gs_theme_colour(GS_COLOUR_WRONG);
	if (node->unwritten || node->is_deferred || (node->is_opaque && !*node->text))
		return gs_theme_colour(GS_COLOUR_FAINT);
	return node->changed ? gs_theme_colour(GS_COLOUR_CHANGED) : NULL;
}

static char *tooltip_of(const struct gs_value_node *node)
{
	if (node->error)
		return g_markup_escape_text(node->error, -1);
	if (node->is_deferred)
		return g_strdup("Large or built in: fetched when you open it");
	if (node->is_opaque)
		return g_markup_printf_escaped(
			"%s%s%s\nIt has no value of its own: watch a texture lookup instead",
			node->expression, *node->text ? " = " : "", node->text);
	bool is_partly = node->is_partly_unwritten;
	if (node->never_written_by)
		return g_markup_printf_escaped("%s = %s\n%s: the %s shader never writes %s",
			node->expression, node->text, is_partly ? "Partly undefined" : "Undefined",
			node->never_written_by, is_partly ? "all of it" : "it");
	g_autofree char *held = node->unwritten && !node->n_children && node->n_scalars
					? gs_scalar_text(&node->scalar)
					: NULL;
	const char *note = held		     ? "\nNot written yet: the driver holds "
			   : node->unwritten ? "\nNot written yet"
			   : is_partly	     ? "\nNot all of it is written yet"
			   : node->dropped   ? "\nNote: " GS_DROPPED
			   : node->is_wrong  ? "\nNot a number, or infinite"
			   : node->changed   ? "\nChanged by the last step"
					     : "";
	return g_markup_printf_escaped(
		"%s = %s%s%s", node->expression, node->text, note, held ? held : "");
}

static enum gs_format value_format; /* for all lists of the window */

/* Return whether a value gets a thumbnail. Uniforms and constants get none, as they are the same at
 * all elements, but samplers and images that of their texture. */
static bool is_pictured(const struct gs_value_node *node)
{
	if (node->is_opaque)
		return *node->text && !node->n_children;
	return !node->error && !node->is_deferred && node->n_scalars &&
	       node->n_scalars <= GS_THUMB_MAX_SCALARS && !strstr(node->qualifier, "uniform") &&
	       !strstr(node->qualifier, "const");
}

static void add_colour(PangoAttrList *list, uint32_t rgb, guint start, guint end)
{
	PangoAttribute *attribute = pango_attr_foreground_new((guint16)((rgb >> 16 & 255) * 257),
		(guint16)((rgb >> 8 & 255) * 257), (guint16)((rgb & 255) * 257));
	attribute->start_index = start;
	attribute->end_index = end;
	pango_attr_list_insert(list, attribute);
}

/* Return attributes with the colours of the text and the swatch in it; NULL: the theme's. */
static PangoAttrList *attributes_of(const struct gs_value_node *node)
{
	const char *colour = colour_of(node);
	uint32_t rgb;
	bool swatch = value_format == GS_FORMAT_COLOUR && gs_value_node_colour(node, &rgb);
	if (!colour && !swatch)
		return NULL;
	PangoAttrList *list = pango_attr_list_new();
	if (colour)
		add_colour(list, (uint32_t)strtoul(colour + 1, NULL, 16), 0, G_MAXUINT);
	if (swatch)
		add_colour(list, rgb, GS_SWATCH_START, GS_SWATCH_END);
	return list;
}

void gs_value_store_add(GtkTreeStore *store, GtkTreeIter *parent, const struct gs_value_node *node)
{
	GtkTreeIter iter;
	g_autofree char *tooltip = tooltip_of(node);
	g_autofree char *value = gs_value_node_text(node, value_format);
	g_autofree char *qualifier = g_strconcat(node->qualifier,
		!node->qualifier[0]				      ? ""
		: node->never_written_by && node->is_partly_unwritten ? ", partly undefined"
		: node->never_written_by			      ? ", undefined"
		: node->dropped ? ", not in the driver's program"
				: "",
		NULL);
	const char *text = node->error	       ? node->error
			   : node->is_deferred ? "…"
			   : node->is_opaque   ? (*node->text ? node->text : "–")
					       : value;
	gtk_tree_store_insert_with_values(store, &iter, parent, -1, GS_VALUE_COLUMN_NAME,
		node->name, GS_VALUE_COLUMN_TEXT, text, GS_VALUE_COLUMN_TYPE, node->type,
		GS_VALUE_COLUMN_QUALIFIER, qualifier, GS_VALUE_COLUMN_EXPRESSION, node->expression,
		GS_VALUE_COLUMN_WEIGHT, node->changed ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL,
		GS_VALUE_COLUMN_COLOUR, colour_of(node), GS_VALUE_COLUMN_STYLE,
		node->unwritten || node->error ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL,
		GS_VALUE_COLUMN_TOOLTIP, tooltip, GS_VALUE_COLUMN_DEFERRED, node->is_deferred,
		GS_VALUE_COLUMN_PICTURED, !parent && is_pictured(node), -1);
	PangoAttrList *attributes = attributes_of(node);
	if (attributes) {
		gtk_tree_store_set(store, &iter, GS_VALUE_COLUMN_ATTRIBUTES, attributes, -1);
		pango_attr_list_unref(attributes);
	}
	for (size_t i = 0; i < node->n_children; i++)
		gs_value_store_add(store, &iter, node->children[i]);
	if (node->is_deferred) {
		GtkTreeIter child;
		gtk_tree_store_insert_with_values(store, &child, &iter, -1, GS_VALUE_COLUMN_NAME,
			"fetching…", GS_VALUE_COLUMN_COLOUR, gs_theme_colour(GS_COLOUR_FAINT),
			GS_VALUE_COLUMN_WEIGHT, PANGO_WEIGHT_NORMAL, -1);
	}
}

static void recolour(gpointer cell)
{
	g_object_set(cell, "foreground", gs_theme_colour(GS_COLOUR_SECONDARY), NULL);
}

static void show_value(GtkTreeViewColumn *column, GtkCellRenderer *cell, GtkTreeModel *model,
	GtkTreeIter *iter, gpointer data)
{
	g_autofree char *text = NULL;
	gtk_tree_model_get(model, iter, GS_VALUE_COLUMN_TEXT, &text, -1);
	gs_number_cell_set_text(cell, column, text ? text : "");
}

static void add_column(GtkTreeView *view, const char *title, int column, int width, bool expand)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	/* the beginnings of names are often equal */
	g_object_set(cell, "ellipsize",
		column == GS_VALUE_COLUMN_NAME ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END,
		"ypad", 1, NULL);
	GtkTreeViewColumn *shown = gtk_tree_view_column_new_with_attributes(
		title, cell, "text", column, NULL);
	if (column == GS_VALUE_COLUMN_TEXT) {
		gtk_tree_view_column_add_attribute(
			shown, cell, "attributes", GS_VALUE_COLUMN_ATTRIBUTES);
		gtk_tree_view_column_set_cell_data_func(shown, cell, show_value, NULL, NULL);
	}
	if (column == GS_VALUE_COLUMN_NAME || column == GS_VALUE_COLUMN_TEXT) {
		if (column == GS_VALUE_COLUMN_NAME) { /* not for values: in bold they would need
							 more room */
			gtk_tree_view_column_add_attribute(
				shown, cell, "foreground", GS_VALUE_COLUMN_COLOUR);
			gtk_tree_view_column_add_attribute(
				shown, cell, "weight", GS_VALUE_COLUMN_WEIGHT);
		}
		gtk_tree_view_column_add_attribute(shown, cell, "style", GS_VALUE_COLUMN_STYLE);
	} else {
		recolour(cell);
		gs_theme_watch(G_OBJECT(cell), recolour);
	}
	gtk_tree_view_column_set_sizing(shown, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(shown, width);
	gtk_tree_view_column_set_resizable(shown, TRUE);
	gtk_tree_view_column_set_expand(shown, expand);
	gtk_tree_view_append_column(view, shown);
}

/* ---- the menu of a value ---- */

static void format_item(GtkCheckMenuItem *item, gpointer view)
{
	if (!gtk_check_menu_item_get_active(item))
		return;
	value_format = (enum gs_format)GPOINTER_TO_INT(g_object_get_data(G_OBJECT(item), "format"));
	gs_panel_activate(view, "reformat", NULL);
}

static void format_chosen(GtkComboBox *chooser, gpointer data)
{
	int format = gtk_combo_box_get_active(chooser);
	if (format < 0 || format == (int)value_format)
		return;
	value_format = (enum gs_format)format;
	gs_panel_activate(chooser, "reformat", NULL);
}

GtkComboBox *gs_value_format_new(void)
{
	GtkWidget *chooser = gtk_combo_box_text_new();
	for (int i = 0; i < GS_N_FORMATS; i++)
		gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(chooser), gs_format_names[i]);
	gs_panel_name(chooser, "Value format");
	gtk_widget_set_tooltip_text(chooser, "How values are shown in all lists");
	gs_value_format_update(GTK_COMBO_BOX(chooser));
	g_signal_connect(chooser, "changed", G_CALLBACK(format_chosen), NULL);
	gtk_widget_show(chooser);
	return GTK_COMBO_BOX(chooser);
}

void gs_value_format_update(GtkComboBox *chooser)
{
	gtk_combo_box_set_active(chooser, (int)value_format);
}

void gs_value_watch(GtkTreeView *view, const char *expression)
{
	gs_panel_activate(view, "watch", g_variant_new_string(expression));
	gs_panel_activate(view, "raise-panel", g_variant_new_string("watches"));
}

static void watch_item(GtkMenuItem *item, gpointer view)
{
	gs_value_watch(view, g_object_get_data(G_OBJECT(item), "expression"));
}

/* Show the value as an image, for which it must be a watch. */
static void image_item(GtkMenuItem *item, gpointer view)
{
	const char *expression = g_object_get_data(G_OBJECT(item), "expression");
	gs_panel_activate(view, "watch", g_variant_new_string(expression));
	gs_panel_activate(view, "image", g_variant_new_string(expression));
	gs_panel_activate(view, "raise-panel", g_variant_new_string("image"));
}

/* Append the entries of a list of variables. */
static void add_uses(GtkWidget *menu, GtkTreeView *view, const char *expression)
{
	GtkWidget *const items[] = {gs_panel_menu_item(menu, "Watch", G_CALLBACK(watch_item), view),
		gs_panel_menu_item(menu, "Show as image", G_CALLBACK(image_item), view)};
	for (size_t i = 0; i < G_N_ELEMENTS(items); i++)
		g_object_set_data_full(
			G_OBJECT(items[i]), "expression", g_strdup(expression), g_free);
}

/* Return a row's text to copy, such as "color = (1, 0, 0, 1)"; g_free. */
static char *named_value(GtkTreeModel *model, GtkTreeIter *row)
{
	g_autofree char *expression = NULL, *text = NULL;
	gtk_tree_model_get(model, row, GS_VALUE_COLUMN_EXPRESSION, &expression,
		GS_VALUE_COLUMN_TEXT, &text, -1);
	return g_strdup_printf("%s = %s", expression ? expression : "", text ? text : "");
}

static void value_menu(GtkTreeView *view, const GdkEvent *event)
{
	GtkTreeModel *model;
	GtkTreeIter iter;
	GtkWidget *menu = gtk_menu_new();
	GSList *group = NULL;
	if (gtk_tree_selection_get_selected(gtk_tree_view_get_selection(view), &model, &iter)) {
		g_autofree char *expression = NULL, *text = NULL;
		gtk_tree_model_get(model, &iter, GS_VALUE_COLUMN_EXPRESSION, &expression,
			GS_VALUE_COLUMN_TEXT, &text, -1);
		if (expression && text && g_object_get_data(G_OBJECT(view), "variables"))
			add_uses(menu, view, expression);
		g_autofree char *both = named_value(model, &iter);
		gs_panel_add_copy(menu, "Copy the value", text ? text : "");
		gs_panel_add_copy(menu, "Copy name and value", both);
		gtk_menu_shell_append(GTK_MENU_SHELL(menu), gtk_separator_menu_item_new());
	}
	for (int i = 0; i < GS_N_FORMATS; i++) {
		GtkWidget *item = gtk_radio_menu_item_new_with_label(group, gs_format_names[i]);
		group = gtk_radio_menu_item_get_group(GTK_RADIO_MENU_ITEM(item));
		gtk_check_menu_item_set_active(GTK_CHECK_MENU_ITEM(item), i == (int)value_format);
		g_object_set_data(G_OBJECT(item), "format", GINT_TO_POINTER(i));
		g_signal_connect(item, "toggled", G_CALLBACK(format_item), view);
		gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
	}
	gs_panel_popup(menu, GTK_WIDGET(view), event);
}

bool gs_panel_select_under(GtkTreeView *view, const GdkEventButton *event)
{
	GtkTreePath *path = NULL;
	if (!gtk_tree_view_get_path_at_pos(
		    view, (int)event->x, (int)event->y, &path, NULL, NULL, NULL))
		return false;
	gtk_tree_selection_select_path(gtk_tree_view_get_selection(view), path);
	gtk_tree_path_free(path);
	return true;
}

static gboolean value_pressed(GtkWidget *widget, GdkEventButton *event, gpointer data)
{
	if (event->type != GDK_BUTTON_PRESS || event->button != 3)
		return FALSE;
	gs_panel_select_under(GTK_TREE_VIEW(widget), event);
	value_menu(GTK_TREE_VIEW(widget), (const GdkEvent *)event);
	return TRUE;
}

static gboolean value_popup(GtkWidget *widget, gpointer data)
{
	value_menu(GTK_TREE_VIEW(widget), NULL);
	return TRUE;
}

void gs_value_view_setup(GtkTreeView *view, const char *name_title, bool with_qualifier)
{
	/* enough for three numbers of four digits, or the four of a colour */
	int value = with_qualifier ? 156 : 172;
	add_column(view, name_title, GS_VALUE_COLUMN_NAME, with_qualifier ? 108 : 88, true);
	add_column(view, "Value", GS_VALUE_COLUMN_TEXT, value, true);
	add_column(view, "Type", GS_VALUE_COLUMN_TYPE, 50, false);
	if (with_qualifier)
		add_column(view, "Qualifier", GS_VALUE_COLUMN_QUALIFIER, 60, false);
	gtk_tree_view_set_tooltip_column(view, GS_VALUE_COLUMN_TOOLTIP);
	gtk_tree_view_set_search_column(view, GS_VALUE_COLUMN_NAME);
	if (with_qualifier)
		g_object_set_data(G_OBJECT(view), "variables", view);
	gs_list_copy_as(view, named_value);
	g_signal_connect(view, "button-press-event", G_CALLBACK(value_pressed), NULL);
	g_signal_connect(view, "popup-menu", G_CALLBACK(value_popup), NULL);
}

struct gs_value_view_state {
	GHashTable *open; /* expressions of the expanded rows */
	char *selected;
	double scroll;
};

static char *expression_at(GtkTreeModel *model, GtkTreePath *path)
{
	GtkTreeIter iter;
	char *expression = NULL;
	if (gtk_tree_model_get_iter(model, &iter, path))
		gtk_tree_model_get(model, &iter, GS_VALUE_COLUMN_EXPRESSION, &expression, -1);
	return expression;
}

static void note_open(GtkTreeView *view, GtkTreePath *path, gpointer data)
{
	char *expression = expression_at(gtk_tree_view_get_model(view), path);
	if (expression)
		g_hash_table_add(data, expression);
}

struct gs_value_view_state *gs_value_view_keep(GtkTreeView *view)
{
	struct gs_value_view_state *kept = g_new0(struct gs_value_view_state, 1);
	kept->open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	gtk_tree_view_map_expanded_rows(view, note_open, kept->open);
	kept->selected = gs_value_view_selected(view);
	kept->scroll = gtk_adjustment_get_value(
		gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view)));
	return kept;
}

struct restoring {
	GtkTreeView *view;
	struct gs_value_view_state *kept;
};

static gboolean restore_row(
	GtkTreeModel *model, GtkTreePath *path, GtkTreeIter *iter, gpointer data)
{
	struct restoring *r = data;
	g_autofree char *expression = expression_at(model, path);
	if (!expression)
		return FALSE;
	if (g_hash_table_contains(r->kept->open, expression))
		gtk_tree_view_expand_row(r->view, path, FALSE);
	if (!g_strcmp0(r->kept->selected, expression))
		gtk_tree_selection_select_path(gtk_tree_view_get_selection(r->view), path);
	return FALSE;
}

void gs_value_view_restore(GtkTreeView *view, struct gs_value_view_state *kept)
{
	struct restoring r = {view, kept};
	gtk_tree_model_foreach(gtk_tree_view_get_model(view), restore_row, &r);
	gtk_adjustment_set_value(
		gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view)), kept->scroll);
	g_hash_table_unref(kept->open);
	g_free(kept->selected);
	g_free(kept);
}

char *gs_value_view_selected(GtkTreeView *view)
{
	GtkTreeModel *model;
	GtkTreeIter iter;
	char *expression = NULL;
	if (gtk_tree_selection_get_selected(gtk_tree_view_get_selection(view), &model, &iter))
		gtk_tree_model_get(model, &iter, GS_VALUE_COLUMN_EXPRESSION, &expression, -1);
	return expression;
}

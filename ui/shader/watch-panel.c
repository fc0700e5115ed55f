/* SPDX-License-Identifier: MIT */
#include "ui/shader/watch-panel.h"

#include <string.h>
#include "ui/widgets/icon.h"
#include "ui/widgets/theme.h"
#include "ui/shader/value-thumbs.h"

struct _GsWatchPanel {
	GtkBox parent;
	GtkTreeView *view;
	GtkEntry *entry;
	GtkComboBox *format;
	GtkButton *add, *image, *remove;
	GtkTreeStore *store;
};

GS_DEFINE_PANEL(GsWatchPanel, gs_watch_panel)

static void add_typed(GtkWidget *widget, GsWatchPanel *panel)
{
	g_autofree char *text = g_strstrip(g_strdup(gtk_entry_get_text(panel->entry)));
	if (!text[0])
		return;
	gtk_entry_set_text(panel->entry, "");
	gs_panel_activate(panel, "watch", g_variant_new_string(text));
}

/* Return the expression of the watch that the selected row belongs to (g_free), or NULL. */
static char *selected_watch(GsWatchPanel *panel)
{
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	GtkTreeIter iter, parent;
	char *name = NULL;
	if (!gtk_tree_selection_get_selected(gtk_tree_view_get_selection(panel->view), NULL, &iter))
		return NULL;
	while (gtk_tree_model_iter_parent(model, &parent, &iter))
		iter = parent;
	gtk_tree_model_get(model, &iter, GS_VALUE_COLUMN_NAME, &name, -1);
	return name;
}

static void show_image(GsWatchPanel *panel)
{
	g_autofree char *expression = selected_watch(panel);
	if (!expression)
		return;
	gs_panel_activate(panel, "image", g_variant_new_string(expression));
	gs_panel_activate(panel, "raise-panel", g_variant_new_string("image"));
}

static void image_clicked(GtkButton *button, GsWatchPanel *panel)
{
	show_image(panel);
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsWatchPanel *panel)
{
	show_image(panel);
}

static void remove_selected(GsWatchPanel *panel)
{
	g_autofree char *expression = selected_watch(panel);
	if (expression)
		gs_panel_activate(panel, "unwatch", g_variant_new_string(expression));
}

static void remove_clicked(GtkButton *button, GsWatchPanel *panel)
{
	remove_selected(panel);
}

static gboolean key_pressed(GtkWidget *widget, GdkEventKey *event, GsWatchPanel *panel)
{
	if (event->keyval != GDK_KEY_Delete)
		return FALSE;
	remove_selected(panel);
	return TRUE;
}

static void update_buttons(GsWatchPanel *panel)
{
	g_autofree char *expression = selected_watch(panel);
	const char *why = expression ? NULL : "select a watch first";
	gs_panel_allow(panel->image, NULL, why);
	gs_panel_allow(panel->remove, NULL, why);
}

static void selected(GtkTreeSelection *selection, GsWatchPanel *panel)
{
	update_buttons(panel);
}

static void add_watch(GsWatchPanel *panel, const struct gs_watch *watch, bool in_shader)
{
	if (watch->node) {
		gs_value_store_add(panel->store, NULL, watch->node);
		return;
	}
	g_autofree char *tip = g_markup_escape_text(
		in_shader ? "being fetched" : "It has a value while a shader is debugged", -1);
	gtk_tree_store_insert_with_values(panel->store, NULL, NULL, -1, GS_VALUE_COLUMN_NAME,
		watch->expression, GS_VALUE_COLUMN_EXPRESSION, watch->expression,
		GS_VALUE_COLUMN_TEXT, in_shader ? "…" : "", GS_VALUE_COLUMN_COLOUR,
		gs_theme_colour(GS_COLOUR_FAINT), GS_VALUE_COLUMN_WEIGHT, PANGO_WEIGHT_NORMAL,
		GS_VALUE_COLUMN_TOOLTIP, tip, -1);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsWatchPanel *panel = GS_WATCH_PANEL(widget);
	gs_panel_pale(panel->view, state->work.old_parts & GS_PART_VALUES);
	if (!(parts & GS_PART_VALUES)) {
		if (parts & (GS_PART_THUMBNAILS | GS_PART_WHERE))
			gs_value_thumbs_show(panel->view, state);
		return;
	}
	struct gs_value_view_state *kept = gs_value_view_keep(panel->view);
	gtk_tree_store_clear(panel->store);
	for (guint i = 0; i < state->watches->len; i++)
		add_watch(panel, g_ptr_array_index(state->watches, i), state->in_shader);
	gs_value_view_restore(panel->view, kept);
	gs_value_thumbs_show(panel->view, state);
	gs_value_format_update(panel->format);
	update_buttons(panel);
}

void gs_watch_panel_type(GsWatchPanel *panel)
{
	gtk_widget_grab_focus(GTK_WIDGET(panel->entry));
}

static void gs_watch_panel_class_init(GsWatchPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	g_type_ensure(GS_TYPE_ICON);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "watch-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsWatchPanel, view);
	gtk_widget_class_bind_template_child(widget, GsWatchPanel, entry);
	gtk_widget_class_bind_template_child(widget, GsWatchPanel, add);
	gtk_widget_class_bind_template_child(widget, GsWatchPanel, image);
	gtk_widget_class_bind_template_child(widget, GsWatchPanel, remove);
}

static void gs_watch_panel_init(GsWatchPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->store = gs_value_store_new();
	gs_value_view_setup(panel->view, "Expression", false);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	gs_value_thumbs_setup(panel->view, "watches");
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_name(panel->view, "Watches");
	gs_panel_name(panel->entry, "New watch");
	gs_panel_name(panel->add, "Add watch");
	gs_panel_name(panel->image, "Show watch as image");
	gs_panel_name(panel->remove, "Remove watch");
	update_buttons(panel);
	panel->format = gs_value_format_new();
	gtk_box_pack_start(GTK_BOX(gtk_widget_get_parent(GTK_WIDGET(panel->image))),
		GTK_WIDGET(panel->format), FALSE, FALSE, 0);
	g_signal_connect(panel->entry, "activate", G_CALLBACK(add_typed), panel);
	g_signal_connect(panel->add, "clicked", G_CALLBACK(add_typed), panel);
	g_signal_connect(panel->image, "clicked", G_CALLBACK(image_clicked), panel);
	g_signal_connect(panel->remove, "clicked", G_CALLBACK(remove_clicked), panel);
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
	g_signal_connect(panel->view, "key-press-event", G_CALLBACK(key_pressed), panel);
	g_signal_connect(
		gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(selected), panel);
}

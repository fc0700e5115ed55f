/* SPDX-License-Identifier: MIT */
#include "ui/actions/export-c.h"

#include <string.h>
#include "export/export.h"
#include "ui/actions/menu.h"
#include "wire/memory.h"

struct _GsExportC {
	GtkPopover parent;
	GtkWidget *whole, *part; /* radio buttons: the whole trace, or some frames */
	GtkEntry *first, *last;
	GtkWidget *window;
	GtkMenuButton *menu;
	struct gs_controller *controller; /* NULL: the window was closed */
	GSimpleAction *action;
	struct gs_export_wish wish;
};

G_DEFINE_TYPE(GsExportC, gs_export_c, GTK_TYPE_POPOVER)

/* ---- reading the form ---- */

static bool read_number(GtkEntry *entry, uint64_t *number)
{
	guint64 value;
	if (!g_ascii_string_to_unsigned(gtk_entry_get_text(entry), 10, 0, G_MAXINT64, &value, NULL))
		return false;
	*number = value;
	return true;
}

/* Read the form. Return false, after a message that says why, if it is wrong. */
static bool read_wish(GsExportC *export)
{
	struct gs_export_wish *wish = &export->wish;
	const char *why = NULL;
	*wish = (struct gs_export_wish){.classes = GS_WIRE_TRACE_CLASSES};
	wish->has_frames = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(export->part));
	if (wish->has_frames && (!read_number(export->first, &wish->first) ||
					!read_number(export->last, &wish->last)))
		why = "Type the numbers of the first and the last frame, counted from 0.";
	else if (wish->has_frames && wish->last < wish->first)
		why = "The last frame must not come before the first.";
	if (why)
		gs_panel_activate(export->window, "complain", g_variant_new_string(why));
	return !why;
}

static void folder_chosen(GtkNativeDialog *dialog, gint response, GsExportC *export)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	if (response == GTK_RESPONSE_ACCEPT && path && export->controller)
		gs_controller_export(export->controller, path, &export->wish);
	g_object_unref(dialog);
	g_object_unref(export);
}

/* Return a name for the folder, such as "game" or "game-frame-3" for "game.trace"; g_free. */
static char *name_of(const GsExportC *export)
{
	const struct gs_ui_state *state = gs_controller_state(export->controller);
	const struct gs_export_wish *wish = &export->wish;
	g_autofree char *base = g_path_get_basename(
		state->is_trace ? state->program_name : state->recording.path);
	if (g_str_has_suffix(base, ".trace"))
		base[strlen(base) - strlen(".trace")] = 0;
	if (!wish->has_frames)
		return g_strdup_printf("%s-c", base);
	if (wish->first == wish->last)
		return g_strdup_printf("%s-frame-%" G_GUINT64_FORMAT, base, (guint64)wish->first);
	return g_strdup_printf("%s-frames-%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, base,
		(guint64)wish->first, (guint64)wish->last);
}

static void clicked(GtkButton *button, GsExportC *export)
{
	if (!read_wish(export))
		return;
	g_autofree char *name = name_of(export);
	gtk_popover_popdown(GTK_POPOVER(export));
	gs_panel_save_dialog(export->window, "Export as a program in C: a new folder", name,
		G_CALLBACK(folder_chosen), g_object_ref(export));
}

/* Open the form with the present frame filled in. */
static void ask_export(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsExportC *export = data;
	const struct gs_ui_state *state = gs_controller_state(export->controller);
	g_autofree char *frame = g_strdup_printf(
		"%" G_GUINT64_FORMAT, (guint64)(state->has_stop ? state->stop.frame : 0));
	gtk_entry_set_text(export->first, frame);
	gtk_entry_set_text(export->last, frame);
	gtk_popover_popup(GTK_POPOVER(export));
}

/* ---- the object ---- */

static const char *why_not(const struct gs_ui_state *state)
{
	if (state->is_opening || (!state->is_trace && !state->recording.runs))
		return "no trace is open, and none is being recorded";
	return state->work.busy && state->work.slow ? "wait until the current operation has ended"
						    : NULL;
}

void gs_export_c_set(GsExportC *export, const struct gs_ui_state *state)
{
	const char *why = why_not(state);
	g_simple_action_set_enabled(export->action, !why);
	gs_menu_explain(export->menu, "Export as C…",
		"Write the trace, or some frames of it, as a program in C that draws the same",
		why);
}

static void destroy(GtkWidget *widget)
{
	GS_EXPORT_C(widget)->controller = NULL; /* a dialog that is still open must not use it */
	GTK_WIDGET_CLASS(gs_export_c_parent_class)->destroy(widget);
}

static void gs_export_c_class_init(GsExportCClass *class)
{
	GTK_WIDGET_CLASS(class)->destroy = destroy;
}

static GtkEntry *new_number(GsExportC *export, const char *name)
{
	GtkWidget *entry = gtk_entry_new();
	gtk_entry_set_width_chars(GTK_ENTRY(entry), 10);
	gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
	gs_panel_name(entry, name);
	g_object_bind_property(export->part, "active", entry, "sensitive", G_BINDING_SYNC_CREATE);
	return GTK_ENTRY(entry);
}

static void gs_export_c_init(GsExportC *export)
{
	GtkWidget *grid = gtk_grid_new();
	GtkWidget *button = gs_panel_button("Export the program", "Export…", NULL,
		"Write sources, data and a Makefile into a new folder");
	g_object_set(grid, "margin", 12, "row-spacing", 6, "column-spacing", 6, NULL);
	export->whole = gtk_radio_button_new_with_label(NULL, "The whole trace");
	export->part = gtk_radio_button_new_with_label_from_widget(
		GTK_RADIO_BUTTON(export->whole), "Frames");
	export->first = new_number(export, "First frame to export");
	export->last = new_number(export, "Last frame to export");
	gtk_grid_attach(GTK_GRID(grid), export->whole, 0, 0, 4, 1);
	gtk_grid_attach(GTK_GRID(grid), export->part, 0, 1, 1, 1);
	gtk_grid_attach(GTK_GRID(grid), GTK_WIDGET(export->first), 1, 1, 1, 1);
	gtk_grid_attach(GTK_GRID(grid), gtk_label_new("to"), 2, 1, 1, 1);
	gtk_grid_attach(GTK_GRID(grid), GTK_WIDGET(export->last), 3, 1, 1, 1);
	gtk_grid_attach(GTK_GRID(grid), button, 3, 2, 1, 1);
	gtk_container_add(GTK_CONTAINER(export), grid);
	gtk_widget_show_all(grid);
	gtk_widget_set_can_default(button, TRUE);
	gtk_popover_set_default_widget(GTK_POPOVER(export), button);
	gs_panel_name(export, "Export as C");
	gs_panel_name(export->part, "Some frames");
	g_signal_connect(button, "clicked", G_CALLBACK(clicked), export);
}

GsExportC *gs_export_c_new(
	GtkApplicationWindow *window, GtkMenuButton *menu, struct gs_controller *controller)
{
	static const GActionEntry entry = {"export-c", ask_export, NULL, NULL, NULL, {0}};
	GActionMap *map = G_ACTION_MAP(window);
	GsExportC *export = g_object_new(GS_TYPE_EXPORT_C, "relative-to", menu, NULL);
	export->window = GTK_WIDGET(window);
	export->menu = menu;
	export->controller = controller;
	g_action_map_add_action_entries(map, &entry, 1, export);
	export->action = G_SIMPLE_ACTION(g_action_map_lookup_action(map, "export-c"));
	return export;
}

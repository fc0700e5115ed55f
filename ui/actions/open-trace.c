/* SPDX-License-Identifier: MIT */
#include "ui/actions/open-trace.h"

#include "debugger/open/opened.h"
#include "ui/panel.h"
#include "ui/actions/settings.h"

/* ---- opening ---- */

static void open_elsewhere(GtkWidget *window, const char *path)
{
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	char *argv[] = {self, "--", (char *)path, NULL};
	g_autoptr(GError) error = NULL;
	if (self && g_spawn_async(NULL, argv, NULL, 0, NULL, NULL, NULL, &error))
		return;
	g_autofree char *message = g_strdup_printf("Another glstep cannot be started for %s: %s.",
		path, error ? error->message : "it is not known where glstep is");
	gs_panel_activate(window, "complain", g_variant_new_string(message));
}

static void open_file(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GtkWidget *window = data;
	struct gs_controller *controller = g_object_get_data(G_OBJECT(window), "controller");
	g_autofree char *path = g_variant_dup_string(parameter, NULL);
	char *argv[] = {path, NULL};
	const struct gs_launch launch = {.argv = argv, .output_fd = -1};
	if (!gs_opened_is_trace(path)) {
		g_autofree char *message = g_strdup_printf(
			"%s is not a trace: it does not begin like one.", path);
		gs_panel_activate(window, "complain", g_variant_new_string(message));
	} else if (gs_controller_state(controller)->session) {
		open_elsewhere(window, path);
	} else {
		gs_recent_launch(&launch);
		gs_controller_launch(controller, &launch, false, false, NULL);
	}
}

static void chosen(GtkNativeDialog *dialog, gint response, GtkWidget *window)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	if (response == GTK_RESPONSE_ACCEPT && path)
		gs_panel_activate(window, "open-file", g_variant_new_string(path));
	g_object_unref(dialog);
}

static void choose(GSimpleAction *action, GVariant *parameter, gpointer window)
{
	GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
		"Open a trace", window, GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");
	GtkFileFilter *traces = gtk_file_filter_new(), *all = gtk_file_filter_new();
	gtk_file_filter_set_name(traces, "Traces");
	gtk_file_filter_add_pattern(traces, "*.trace");
	gtk_file_filter_set_name(all, "All files");
	gtk_file_filter_add_pattern(all, "*");
	g_autofree char *here = g_get_current_dir();
	gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(chooser), here);
	gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(chooser), traces);
	gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(chooser), all);
	g_signal_connect(chooser, "response", G_CALLBACK(chosen), window);
	gs_panel_show_chooser(chooser);
}

static void dropped(GtkWidget *window, GdkDragContext *context, gint x, gint y,
	GtkSelectionData *data, guint info, guint time, gpointer user_data)
{
	g_auto(GStrv) uris = gtk_selection_data_get_uris(data);
	g_autofree char *path = uris && uris[0] ? g_filename_from_uri(uris[0], NULL, NULL) : NULL;
	if (path)
		gs_panel_activate(window, "open-file", g_variant_new_string(path));
	else
		gs_panel_activate(window, "complain",
			g_variant_new_string("Drop a trace that is a file on this machine."));
}

void gs_open_trace_setup(GtkApplicationWindow *window, struct gs_controller *controller)
{
	static const GActionEntry entries[] = {
		{"open-trace", choose, NULL, NULL, NULL, {0}},
		{"open-file", open_file, "s", NULL, NULL, {0}},
	};
	static const char *const keys[] = {"<Control>o", NULL};
	g_object_set_data(G_OBJECT(window), "controller", controller);
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
	gtk_application_set_accels_for_action(
		gtk_window_get_application(GTK_WINDOW(window)), "win.open-trace", keys);
	gtk_drag_dest_set(GTK_WIDGET(window), GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
	gtk_drag_dest_add_uri_targets(GTK_WIDGET(window));
	g_signal_connect(window, "drag-data-received", G_CALLBACK(dropped), NULL);
}

/* ---- progress ---- */

enum { EVERY = 100 }; /* ms between updates */

static gboolean advance(gpointer bar)
{
	const struct gs_ui_state *state = g_object_get_data(G_OBJECT(bar), "state");
	GtkWidget *window = gtk_widget_get_toplevel(bar);
	if (!state->session || !GTK_IS_WINDOW(window))
		return G_SOURCE_CONTINUE;
	double done = gs_session_open_progress(state->session);
	gtk_progress_bar_set_fraction(bar, done);
	gs_panel_activate(bar, "more-calls", NULL);
	return G_SOURCE_CONTINUE;
}

static void stop_advancing(gpointer source)
{
	g_source_remove(GPOINTER_TO_UINT(source));
}

void gs_open_trace_show(GtkBox *status, const struct gs_ui_state *state)
{
	GtkWidget *box = g_object_get_data(G_OBJECT(status), "opening");
	if (!state->is_opening) {
		if (box)
			gtk_widget_destroy(box);
		g_object_set_data(G_OBJECT(status), "opening", NULL);
		return;
	}
	if (box)
		return;
	box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
	GtkWidget *bar = gtk_progress_bar_new();
	GtkWidget *cancel = gtk_button_new_with_label("Cancel");
	gs_panel_name(bar, "Opening the trace");
	gs_panel_name(cancel, "Cancel opening");
	gtk_widget_set_valign(bar, GTK_ALIGN_CENTER);
	gtk_widget_set_size_request(bar, 160, -1);
	gtk_actionable_set_action_name(GTK_ACTIONABLE(cancel), "win.cancel-opening");
	gtk_box_pack_start(GTK_BOX(box), bar, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(box), cancel, FALSE, FALSE, 0);
	gtk_box_pack_start(status, box, FALSE, FALSE, 0);
	gtk_widget_show_all(box);
	g_object_set_data(G_OBJECT(bar), "state", (gpointer)state);
	g_object_set_data_full(G_OBJECT(bar), "timer",
		GUINT_TO_POINTER(g_timeout_add(EVERY, advance, bar)), stop_advancing);
	g_object_set_data(G_OBJECT(status), "opening", box);
}

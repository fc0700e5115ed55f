/* SPDX-License-Identifier: MIT */
#include "ui/record-bar.h"

#include "debugger/base/count-text.h"
#include "frontend/verb-names.h"
#include "ui/actions/menu.h"

struct _GsRecordBar {
	GtkBox parent;
	GtkLabel *mark, *title, *figures;
	GtkWidget *lacks, *kept, *stop, *open, *forget;
	struct gs_controller *controller;
	GtkMenuButton *menu;
	GSimpleAction *record, *end;
};

G_DEFINE_TYPE(GsRecordBar, gs_record_bar, GTK_TYPE_BOX)

/* ---- actions ---- */

/* Return a dialog that asks for the file of a trace of the program. */
static GtkFileChooser *new_dialog(
	GtkWidget *widget, const char *program, GCallback response, gpointer data)
{
	g_autofree char *base = g_path_get_basename(program);
	g_autofree char *name = g_strconcat(base, ".trace", NULL);
	return gs_panel_new_save_dialog(widget, "Record a trace", name, response, data);
}

void gs_record_bar_ask(GtkWidget *widget, const char *program, GCallback response, gpointer data)
{
	GtkFileChooser *chooser = new_dialog(widget, program, response, data);
	gs_panel_show_chooser(GTK_FILE_CHOOSER_NATIVE(chooser));
}

#define FRAMES "frames" /* the choice of how many frames are kept */

/* By number; 0: all. */
static const char *const frames_kept[] = {"0", "60", "300", "1000", NULL};
static const char *const frames_kept_texts[] = {
	"All frames", "The last 60 frames", "The last 300 frames", "The last 1000 frames", NULL};

static void chosen(GtkNativeDialog *dialog, gint response, GsRecordBar *bar)
{
	GtkFileChooser *chooser = GTK_FILE_CHOOSER(dialog);
	g_autofree char *path = gtk_file_chooser_get_filename(chooser);
	const char *last = gtk_file_chooser_get_choice(chooser, FRAMES);
	if (response == GTK_RESPONSE_ACCEPT && path && bar->controller)
		gs_controller_record(bar->controller, path,
			last ? (uint32_t)g_ascii_strtoull(last, NULL, 10) : 0);
	g_object_unref(dialog);
	g_object_unref(bar);
}

static void record(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsRecordBar *bar = data;
	GtkFileChooser *chooser = new_dialog(data,
		gs_controller_state(bar->controller)->program_name, G_CALLBACK(chosen),
		g_object_ref(bar));
	gtk_file_chooser_add_choice(chooser, FRAMES, "Keep", (const char **)frames_kept,
		(const char **)frames_kept_texts);
	gtk_file_chooser_set_choice(chooser, FRAMES, frames_kept[0]);
	gs_panel_show_chooser(GTK_FILE_CHOOSER_NATIVE(chooser));
}

static void stop_recording(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_end_recording(GS_RECORD_BAR(data)->controller);
}

static void open_recording(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsRecordBar *bar = data;
	const char *path = gs_controller_state(bar->controller)->recording.path;
	if (path)
		gs_panel_activate(bar, "open-file", g_variant_new_string(path));
}

static void open_kept(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsRecordBar *bar = data;
	const char *path = gs_controller_state(bar->controller)->recording.kept;
	if (path)
		gs_panel_activate(bar, "open-file", g_variant_new_string(path));
}

static void forget_recording(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_forget_recording(GS_RECORD_BAR(data)->controller);
}

void gs_record_bar_setup(GsRecordBar *bar, GtkApplicationWindow *window, GtkMenuButton *menu,
	struct gs_controller *controller)
{
	static const GActionEntry entries[] = {
		{"record", record, NULL, NULL, NULL, {0}},
		{"stop-recording", stop_recording, NULL, NULL, NULL, {0}},
		{"open-recording", open_recording, NULL, NULL, NULL, {0}},
		{"forget-recording", forget_recording, NULL, NULL, NULL, {0}},
		{"open-kept", open_kept, NULL, NULL, NULL, {0}},
	};
	static const char *const record_keys[] = {"<Control>r", NULL};
	static const char *const stop_keys[] = {"<Control><Shift>r", NULL};
	GtkApplication *application = gtk_window_get_application(GTK_WINDOW(window));
	GActionMap *map = G_ACTION_MAP(window);
	bar->controller = controller;
	bar->menu = menu;
	g_action_map_add_action_entries(map, entries, G_N_ELEMENTS(entries), bar);
	gtk_application_set_accels_for_action(application, "win.record", record_keys);
	gtk_application_set_accels_for_action(application, "win.stop-recording", stop_keys);
	bar->record = G_SIMPLE_ACTION(g_action_map_lookup_action(map, "record"));
	bar->end = G_SIMPLE_ACTION(g_action_map_lookup_action(map, "stop-recording"));
}

/* ---- what is shown ---- */

/* Return the recording's size as text; g_free. Calls that are still in memory are shown, too, as a
 * program that waits may have made them long ago. */
static char *size_text(const struct gs_ui_recording *recording)
{
	const struct gs_recording_figures *f = &recording->figures;
	g_autofree char *size = g_format_size(f->bytes), *waiting = g_format_size(f->waiting);
	return recording->runs && f->waiting
		       ? g_strdup_printf("%s in the file, %s in memory", size, waiting)
		       : g_steal_pointer(&size);
}

/* Append "; 3 calls", or nothing if n is 0. */
static void add_some(GString *text, uint64_t n, const char *one, const char *more)
{
	if (!n)
		return;
	g_string_append(text, "; ");
	gs_text_count(text, n, one, more);
}

/* Return the recording's figures as text; g_free. */
static char *figures_text(const struct gs_ui_recording *recording)
{
	const struct gs_recording_figures *f = &recording->figures;
	g_autofree char *size = size_text(recording);
	GString *text = g_string_new(NULL);
	gs_text_count(text, f->calls, "call, ", "calls, ");
	gs_text_count(text, f->frames, "frame", "frames");
	if (f->last)
		g_string_append_printf(text, " (at least the last %u)", f->last);
	g_string_append(text, ", ");
	g_string_append(text, size);
	add_some(text, f->made_up, "call added by the recorder", "calls added by the recorder");
	add_some(text, f->lost, "call lost: the file cannot be written",
		"calls lost: the file cannot be written");
	add_some(text, f->too_long, "call without its memory of more than 1 GiB",
		"calls without their memory of more than 1 GiB");
	if (f->unfinished)
		g_string_append_printf(text, "; ended in call %" G_GUINT64_FORMAT ", %s",
			(guint64)f->first_unfinished, f->unfinished_function);
	return g_string_free(text, FALSE);
}

/* Return what is missing, one line each, as far as there is room; g_free. */
static char *missing_text(const GPtrArray *missing)
{
	enum { MOST_LINES = 20 };
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < missing->len && i < MOST_LINES; i++) {
		const struct gs_recording_missing *one = missing->pdata[i];
		g_string_append_printf(
			text, "%s%s %u: %s", i ? "\n" : "", one->kind, one->name, one->why);
	}
	if (missing->len > MOST_LINES)
		g_string_append_printf(text, "\nand %u more, which glstep-trace info lists",
			missing->len - MOST_LINES);
	return g_string_free(text, FALSE);
}

/* Show what the recording lacks of what lived when it began. */
static void show_lacks(GsRecordBar *bar, const struct gs_ui_recording *recording)
{
	const GPtrArray *missing = recording->missing;
	gtk_widget_set_visible(bar->lacks, !recording->figures.plays || missing);
	if (!recording->figures.plays) {
		g_autofree char *why = gs_window_words(GS_RECORDING_LACKS);
		g_autofree char *tip = g_strdup_printf("Begun by the program itself: %s", why);
		gs_panel_label(GTK_LABEL(bar->lacks),
			"begun late: draws with earlier objects cannot be played");
		gtk_widget_set_tooltip_text(bar->lacks, tip);
	} else if (missing) {
		g_autoptr(GString) text = g_string_new("lacks ");
		g_autofree char *tip = missing_text(missing);
		gs_text_count(text, missing->len, "thing", "things");
		gs_panel_label(GTK_LABEL(bar->lacks), "%s that lived when it began", text->str);
		gtk_widget_set_tooltip_text(bar->lacks, tip);
	}
}

static void show(GsRecordBar *bar, const struct gs_ui_recording *recording)
{
	const char *path = recording->path ? recording->path : recording->kept;
	g_autofree char *name = g_path_get_basename(path);
	g_autofree char *figures = recording->path ? figures_text(recording) : g_strdup("");
	gs_panel_label(bar->title, "%s %s",
		recording->runs	  ? "Recording"
		: recording->path ? "Recorded"
				  : "Kept",
		name);
	gtk_widget_set_tooltip_text(GTK_WIDGET(bar->title), path);
	gs_panel_label(bar->figures, "%s", figures);
	if (recording->path)
		show_lacks(bar, recording);
	else
		gtk_widget_hide(bar->lacks);
	g_autofree char *open = g_strdup_printf(
		"Open frame %" G_GUINT64_FORMAT, (guint64)recording->kept_frame);
	gtk_button_set_label(GTK_BUTTON(bar->kept), open);
	gtk_widget_set_visible(bar->kept, recording->kept != NULL);
	gtk_widget_set_visible(GTK_WIDGET(bar->mark), recording->runs);
	gtk_widget_set_visible(bar->stop, recording->runs);
	gtk_widget_set_visible(bar->open, recording->path && !recording->runs);
	gtk_widget_set_visible(bar->forget, !recording->runs);
}

static const char *why_not_record(const struct gs_ui_state *state)
{
	if (state->is_trace || state->is_opening)
		return gs_live_why(GS_LIVE_RECORD);
	if (state->recording.runs)
		return "a trace is being recorded";
	return state->session && (state->alive || state->work.program_runs)
		       ? NULL
		       : "no program is running";
}

void gs_record_bar_set(GsRecordBar *bar, const struct gs_ui_state *state, unsigned parts)
{
	const struct gs_ui_recording *recording = &state->recording;
	const char *why = why_not_record(state);
	g_simple_action_set_enabled(bar->record, !why);
	gs_menu_explain(bar->menu, "Record…",
		"Write the calls from now on, and what lives now, to a file", why);
	g_simple_action_set_enabled(bar->end, recording->runs);
	if (!(parts & GS_PART_RECORDING))
		return;
	bool is_shown = recording->path || recording->kept;
	gtk_widget_set_visible(GTK_WIDGET(bar), is_shown);
	if (is_shown)
		show(bar, recording);
}

/* ---- the object ---- */

static void destroy(GtkWidget *widget)
{
	GS_RECORD_BAR(widget)->controller = NULL; /* a dialog that is still open must not use it */
	GTK_WIDGET_CLASS(gs_record_bar_parent_class)->destroy(widget);
}

static void gs_record_bar_class_init(GsRecordBarClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	widget->destroy = destroy;
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "record-bar.ui");
	gtk_widget_class_bind_template_child(widget, GsRecordBar, mark);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, title);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, figures);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, lacks);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, kept);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, stop);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, open);
	gtk_widget_class_bind_template_child(widget, GsRecordBar, forget);
}

static void gs_record_bar_init(GsRecordBar *bar)
{
	gtk_widget_init_template(GTK_WIDGET(bar));
	gs_panel_name(bar->title, "Recording");
	gs_panel_name(bar->figures, "Recorded so far");
	gtk_widget_set_tooltip_text(GTK_WIDGET(bar->figures),
		"The program's calls. The file has others, too, which the recorder adds for "
		"players: sizes of windows, locations, contents of mapped buffers. The list of "
		"an opened trace, and glstep-trace info, count both");
	gs_panel_name(bar->lacks, "What the recording lacks");
	gs_panel_name(bar->kept, "Open the kept frame");
	gs_panel_name(bar->stop, "Stop the recording");
	gs_panel_name(bar->open, "Open the trace");
	gs_panel_name(bar->forget, "Do not offer the trace");
}

/* SPDX-License-Identifier: MIT */
#include "ui/start-page.h"

#include <string.h>
#include "ui/record-bar.h"
#include "ui/actions/settings.h"

struct _GsStartPage {
	GtkBox parent;
	GtkEntry *program, *arguments, *directory, *environment;
	GtkToggleButton *refuse_binaries, *freeze_clocks;
	GtkComboBox *keep_last;
	GtkWidget *recent_title;
	GtkListBox *recent;
	GtkButton *choose_program, *choose_directory, *start, *record, *open_trace;
};

G_DEFINE_TYPE(GsStartPage, gs_start_page, GTK_TYPE_BOX)

/* Get the environment variables that the page lists. Return false if they are wrong, and a message
 * says how. */
static bool environment_of(GsStartPage *page, char ***variables)
{
	g_autoptr(GError) error = NULL;
	*variables = NULL;
	if (!g_shell_parse_argv(gtk_entry_get_text(page->environment), NULL, variables, &error) &&
		!g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)) {
		g_autofree char *message = g_strdup_printf(
			"The environment cannot be read: %s", error->message);
		gs_panel_activate(page, "complain", g_variant_new_string(message));
		return false;
	}
	for (char **v = *variables; v && *v; v++) {
		if (strchr(*v, '=') && **v != '=')
			continue;
		g_autofree char *message = g_strdup_printf(
			"%s does not set an environment variable: write NAME=VALUE.", *v);
		gs_panel_activate(page, "complain", g_variant_new_string(message));
		g_clear_pointer(variables, g_strfreev);
		return false;
	}
	return true;
}

static char *quoted(char **words)
{
	GString *text = g_string_new(NULL);
	for (; words && *words; words++) {
		bool plain = **words;
		for (const char *c = *words; *c; c++)
			plain &= g_ascii_isalnum(*c) || strchr("-_./=:,+%@", *c);
		g_autofree char *word = plain ? g_strdup(*words) : g_shell_quote(*words);
		g_string_append_printf(text, "%s%s", text->len ? " " : "", word);
	}
	return g_string_free(text, FALSE);
}

static void fill_in(GsStartPage *page, const struct gs_recent *recent)
{
	g_autofree char *arguments = quoted(recent->argv + 1);
	g_autofree char *environment = quoted(recent->environment);
	gtk_entry_set_text(page->program, recent->argv[0]);
	gtk_entry_set_text(page->arguments, arguments);
	gtk_entry_set_text(page->directory, recent->directory);
	gtk_entry_set_text(page->environment, environment);
	gtk_toggle_button_set_active(page->refuse_binaries, recent->refuse_binaries);
	gtk_toggle_button_set_active(page->freeze_clocks, recent->freeze_clocks);
	gtk_widget_grab_focus(GTK_WIDGET(page->start));
}

static void recent_chosen(GtkListBox *box, GtkListBoxRow *row, GsStartPage *page)
{
	fill_in(page, g_object_get_data(G_OBJECT(row), "recent"));
}

void gs_start_page_fill(GsStartPage *page)
{
	g_autoptr(GPtrArray) list = gs_recent_list();
	if (gs_recent_launched())
		fill_in(page, gs_recent_launched());
	else if (list->len)
		fill_in(page, g_ptr_array_index(list, 0));
}

/* Return whether the recent program or trace exists. */
static bool is_there(const struct gs_recent *recent)
{
	bool in_folder = strchr(recent->argv[0], '/') && recent->directory[0];
	g_autofree char *path = g_canonicalize_filename(
		recent->argv[0], in_folder ? recent->directory : NULL);
	g_autofree char *found = g_find_program_in_path(recent->argv[0]);
	return found || g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

/* Return what it was started with besides its arguments (g_free), or NULL if nothing. */
static char *details(const struct gs_recent *recent)
{
	g_autofree char *environment = quoted(recent->environment);
	GString *text = g_string_new(NULL);
	if (recent->directory[0])
		g_string_append_printf(text, "in %s", recent->directory);
	if (environment[0])
		g_string_append_printf(text, "%swith %s", text->len ? ", " : "", environment);
	if (recent->freeze_clocks)
		g_string_append_printf(text, "%sclocks frozen", text->len ? ", " : "");
	if (recent->refuse_binaries)
		g_string_append_printf(text, "%sbinaries refused", text->len ? ", " : "");
	return g_string_free(text, text->len == 0);
}

static void add_line(GtkWidget *box, const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
	gtk_label_set_lines(GTK_LABEL(label), 3);
	gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
	if (style)
		gtk_style_context_add_class(gtk_widget_get_style_context(label), style);
	gtk_container_add(GTK_CONTAINER(box), label);
}

static GtkWidget *recent_row(struct gs_recent *recent)
{
	GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	g_autofree char *text = quoted(recent->argv), *more = details(recent);
	g_autofree char *all = more ? g_strdup_printf("%s, %s", text, more) : g_strdup(text);
	add_line(box, text, NULL);
	if (more)
		add_line(box, more, GTK_STYLE_CLASS_DIM_LABEL);
	gtk_container_add(GTK_CONTAINER(row), box);
	gtk_widget_set_tooltip_text(row, all);
	g_object_set_data(G_OBJECT(row), "recent", recent);
	gs_panel_name(row, all);
	gtk_widget_show_all(row);
	return row;
}

static void list_recent(GsStartPage *page)
{
	GPtrArray *list = gs_recent_list();
	for (guint i = 0; i < list->len;) {
		struct gs_recent *recent = g_ptr_array_index(list, i);
		if (!is_there(recent)) {
			g_ptr_array_remove_index(list, i);
			continue;
		}
		i++;
		gtk_list_box_insert(page->recent, recent_row(recent), -1);
	}
	gtk_widget_set_visible(page->recent_title, list->len > 0);
	gtk_widget_set_visible(GTK_WIDGET(page->recent), list->len > 0);
	g_object_set_data_full(G_OBJECT(page), "recent", list, (GDestroyNotify)g_ptr_array_unref);
}

/* Return the program that the page names (g_free); NULL if there is none, and a message says so. */
static char *program_of(GsStartPage *page)
{
	char *program = g_strstrip(g_strdup(gtk_entry_get_text(page->program)));
	if (program[0])
		return program;
	g_free(program);
	gs_panel_activate(page, "complain",
		g_variant_new_string("Enter the program to start, or choose its file."));
	gtk_widget_grab_focus(GTK_WIDGET(page->program));
	return NULL;
}

/* Launch the program of the page. trace: file into which its calls are recorded; "": none. */
static void launch(GsStartPage *page, const char *trace)
{
	g_autofree char *program = program_of(page);
	const char *text = gtk_entry_get_text(page->arguments);
	g_auto(GStrv) arguments = NULL;
	g_autoptr(GError) error = NULL;
	if (!program)
		return;
	if (!g_shell_parse_argv(text, NULL, &arguments, &error) &&
		!g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)) {
		g_autofree char *message = g_strdup_printf(
			"The arguments cannot be read: %s", error->message);
		gs_panel_activate(page, "complain", g_variant_new_string(message));
		return;
	}
	GVariantBuilder argv;
	g_variant_builder_init(&argv, G_VARIANT_TYPE("as"));
	g_variant_builder_add(&argv, "s", program);
	for (char **a = arguments; a && *a; a++)
		g_variant_builder_add(&argv, "s", *a);
	GVariantBuilder environment;
	g_auto(GStrv) variables = NULL;
	if (!environment_of(page, &variables))
		return;
	g_variant_builder_init(&environment, G_VARIANT_TYPE("as"));
	for (char **v = variables; v && *v; v++)
		g_variant_builder_add(&environment, "s", *v);
	gs_panel_activate(page, "launch",
		g_variant_new("(assasbbs)", &argv, gtk_entry_get_text(page->directory),
			&environment, gtk_toggle_button_get_active(page->refuse_binaries),
			gtk_toggle_button_get_active(page->freeze_clocks), trace));
}

/* How many of the last frames are held is a setting for all programs; where another number was
 * set, the choice has none. */
static void show_kept(GsStartPage *page)
{
	g_autofree char *frames = g_strdup_printf("%u", gs_settings_keep_last());
	gtk_combo_box_set_active_id(page->keep_last, frames);
}

static void choose_kept(GtkWidget *widget, GsStartPage *page)
{
	const char *frames = gtk_combo_box_get_active_id(page->keep_last);
	if (frames)
		gs_settings_set_keep_last((uint32_t)g_ascii_strtoull(frames, NULL, 10));
}

static void start(GtkWidget *widget, GsStartPage *page)
{
	launch(page, "");
}

static void trace_chosen(GtkNativeDialog *dialog, gint response, GsStartPage *page)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	if (response == GTK_RESPONSE_ACCEPT && path && gtk_widget_get_mapped(GTK_WIDGET(page)))
		launch(page, path);
	g_object_unref(dialog);
	g_object_unref(page);
}

static void record(GtkButton *button, GsStartPage *page)
{
	g_autofree char *program = program_of(page);
	if (program)
		gs_record_bar_ask(
			GTK_WIDGET(page), program, G_CALLBACK(trace_chosen), g_object_ref(page));
}

static void chosen(GtkNativeDialog *dialog, gint response, GtkEntry *entry)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	if (response == GTK_RESPONSE_ACCEPT)
		gtk_entry_set_text(entry, path);
	g_object_unref(dialog);
}

static void choose(GtkButton *button, GsStartPage *page)
{
	bool program = button == page->choose_program;
	GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
		program ? "Choose a program" : "Choose a directory",
		GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(page))),
		program ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
		"_Choose", "_Cancel");
	g_signal_connect(
		chooser, "response", G_CALLBACK(chosen), program ? page->program : page->directory);
	gs_panel_show_chooser(chooser);
}

static void gs_start_page_class_init(GsStartPageClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "start-page.ui");
	gtk_widget_class_bind_template_child(widget, GsStartPage, program);
	gtk_widget_class_bind_template_child(widget, GsStartPage, arguments);
	gtk_widget_class_bind_template_child(widget, GsStartPage, directory);
	gtk_widget_class_bind_template_child(widget, GsStartPage, environment);
	gtk_widget_class_bind_template_child(widget, GsStartPage, recent);
	gtk_widget_class_bind_template_child(widget, GsStartPage, refuse_binaries);
	gtk_widget_class_bind_template_child(widget, GsStartPage, freeze_clocks);
	gtk_widget_class_bind_template_child(widget, GsStartPage, keep_last);
	gtk_widget_class_bind_template_child(widget, GsStartPage, recent_title);
	gtk_widget_class_bind_template_child(widget, GsStartPage, choose_program);
	gtk_widget_class_bind_template_child(widget, GsStartPage, choose_directory);
	gtk_widget_class_bind_template_child(widget, GsStartPage, start);
	gtk_widget_class_bind_template_child(widget, GsStartPage, record);
	gtk_widget_class_bind_template_child(widget, GsStartPage, open_trace);
}

static void gs_start_page_init(GsStartPage *page)
{
	gtk_widget_init_template(GTK_WIDGET(page));
	gs_panel_name(page->program, "Program");
	gs_panel_name(page->arguments, "Arguments");
	gs_panel_name(page->directory, "Directory");
	gs_panel_name(page->environment, "Environment");
	gs_panel_name(page->refuse_binaries, "Refuse program binaries");
	gs_panel_name(page->freeze_clocks, "Freeze clocks");
	gs_panel_name(page->keep_last, "Last frames");
	show_kept(page);
	g_signal_connect(page->keep_last, "changed", G_CALLBACK(choose_kept), page);
	gs_panel_name(page->recent, "Recent programs");
	list_recent(page);
	g_signal_connect(page->recent, "row-activated", G_CALLBACK(recent_chosen), page);
	g_signal_connect(page->environment, "activate", G_CALLBACK(start), page);
	gs_panel_name(page->choose_program, "Choose program");
	gs_panel_name(page->choose_directory, "Choose directory");
	gs_panel_name(page->start, "Start");
	gs_panel_name(page->record, "Record");
	gs_panel_name(page->open_trace, "Open trace");
	g_signal_connect(page->choose_program, "clicked", G_CALLBACK(choose), page);
	g_signal_connect(page->choose_directory, "clicked", G_CALLBACK(choose), page);
	g_signal_connect(page->start, "clicked", G_CALLBACK(start), page);
	g_signal_connect(page->record, "clicked", G_CALLBACK(record), page);
	g_signal_connect(page->program, "activate", G_CALLBACK(start), page);
	g_signal_connect(page->arguments, "activate", G_CALLBACK(start), page);
	g_signal_connect(page->directory, "activate", G_CALLBACK(start), page);
}

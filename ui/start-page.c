/* SPDX-License-Identifier: MIT */
#include "ui/start-page.h"

struct _GsStartPage {
	GtkBox parent;
	GtkEntry *program, *arguments, *directory;
	GtkButton *choose_program, *choose_directory, *start;
};

G_DEFINE_TYPE(GsStartPage, gs_start_page, GTK_TYPE_BOX)

static void start(GtkWidget *widget, GsStartPage *page)
{
	g_autofree char *program = g_strstrip(g_strdup(gtk_entry_get_text(page->program)));
	const char *text = gtk_entry_get_text(page->arguments);
	g_auto(GStrv) arguments = NULL;
	g_autoptr(GError) error = NULL;
	if (!program[0]) {
		gs_panel_ask(page, "complain",
			g_variant_new_string("Say which program to start, or choose its file."));
		gtk_widget_grab_focus(GTK_WIDGET(page->program));
		return;
	}
	if (!g_shell_parse_argv(text, NULL, &arguments, &error) &&
		!g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)) {
		g_autofree char *message = g_strdup_printf(
			"The arguments cannot be read: %s", error->message);
		gs_panel_ask(page, "complain", g_variant_new_string(message));
		return;
	}
	GVariantBuilder argv;
	g_variant_builder_init(&argv, G_VARIANT_TYPE("as"));
	g_variant_builder_add(&argv, "s", program);
	for (char **a = arguments; a && *a; a++)
		g_variant_builder_add(&argv, "s", *a);
	GVariantBuilder environment;
	g_variant_builder_init(&environment, G_VARIANT_TYPE("as"));
	gs_panel_ask(page, "launch",
		g_variant_new("(assas)", &argv, gtk_entry_get_text(page->directory), &environment));
}

static void choose(GtkButton *button, GsStartPage *page)
{
	bool program = button == page->choose_program;
	g_autoptr(GtkFileChooserNative) chooser = gtk_file_chooser_native_new(
		program ? "Choose a program" : "Choose a directory",
		GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(page))),
		program ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
		"_Choose", "_Cancel");
	if (gtk_native_dialog_run(GTK_NATIVE_DIALOG(chooser)) != GTK_RESPONSE_ACCEPT)
		return;
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(chooser));
	gtk_entry_set_text(program ? page->program : page->directory, path);
}

static void gs_start_page_class_init(GsStartPageClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "start-page.ui");
	gtk_widget_class_bind_template_child(widget, GsStartPage, program);
	gtk_widget_class_bind_template_child(widget, GsStartPage, arguments);
	gtk_widget_class_bind_template_child(widget, GsStartPage, directory);
	gtk_widget_class_bind_template_child(widget, GsStartPage, choose_program);
	gtk_widget_class_bind_template_child(widget, GsStartPage, choose_directory);
	gtk_widget_class_bind_template_child(widget, GsStartPage, start);
}

static void gs_start_page_init(GsStartPage *page)
{
	gtk_widget_init_template(GTK_WIDGET(page));
	gs_panel_name(page->program, "Program");
	gs_panel_name(page->arguments, "Arguments");
	gs_panel_name(page->directory, "Directory");
	gs_panel_name(page->choose_program, "Choose program");
	gs_panel_name(page->choose_directory, "Choose directory");
	gs_panel_name(page->start, "Start");
	g_signal_connect(page->choose_program, "clicked", G_CALLBACK(choose), page);
	g_signal_connect(page->choose_directory, "clicked", G_CALLBACK(choose), page);
	g_signal_connect(page->start, "clicked", G_CALLBACK(start), page);
	g_signal_connect(page->program, "activate", G_CALLBACK(start), page);
	g_signal_connect(page->arguments, "activate", G_CALLBACK(start), page);
	g_signal_connect(page->directory, "activate", G_CALLBACK(start), page);
}

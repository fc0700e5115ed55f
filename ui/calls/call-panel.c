/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-panel.h"

#include "ui/shader/edit-list.h"

enum { MAX_ELEMENTS = 1024, MAX_BYTES = 256 };

struct _GsCallPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkBox *bar;
	GtkEntry *name, *frames;
	GtkTreeView *view;
};

GS_DEFINE_PANEL(GsCallPanel, gs_call_panel)

static void name_typed(GtkEntry *entry, GsCallPanel *panel)
{
	const char *text = gtk_entry_get_text(entry);
	if (text[0])
		gs_panel_activate(panel, "next-call", g_variant_new_string(text));
}

static void frames_typed(GtkEntry *entry, GsCallPanel *panel)
{
	guint64 n;
	g_autofree char *text = g_strstrip(g_strdup(gtk_entry_get_text(entry)));
	if (!text[0])
		return;
	if (g_ascii_string_to_unsigned(text, 10, 1, G_MAXUINT32, &n, NULL))
		gs_panel_activate(panel, "next-frames", g_variant_new_uint32((guint32)n));
	else
		gs_panel_activate(panel, "complain",
			g_variant_new_string("Type how many frames the program is to run: a "
					     "number from 1."));
}

/* Return the i-th element that an argument points at, as the user types it; g_free. */
static char *element_text(const struct gs_argument_contents *c, size_t i)
{
	gsize size;
	if (c->kind == GS_WIRE_PIXELS)
		return g_strdup_printf(
			"%u", ((const guint8 *)g_bytes_get_data(c->bytes, &size))[i]);
	char *text = gs_contents_text(c, i);
	if (c->kind != GS_WIRE_TEXTS || !text)
		return text;
	g_autofree char *escaped = g_strescape(text, NULL);
	g_free(text);
	return g_strdup_printf("\"%s\"", escaped);
}

static void add_elements(
	GsCallPanel *panel, GtkTreeIter *parent, const struct gs_argument *a, bool editable)
{
	const struct gs_argument_contents *c = a->contents;
	bool bytes = c->kind == GS_WIRE_PIXELS || c->class == 0;
	size_t n = c->kind == GS_WIRE_PIXELS ? g_bytes_get_size(c->bytes)
		   : c->kind == GS_WIRE_TEXT ? 0
					     : gs_contents_n(c);
	size_t most = bytes ? MAX_BYTES : MAX_ELEMENTS;
	for (size_t i = 0; i < MIN(n, most); i++) {
		g_autofree char *index = g_strdup_printf("[%zu]", i);
		g_autofree char *path = g_strconcat(a->name, index, NULL);
		g_autofree char *text = element_text(c, i);
		const struct gs_edit_row row = {index, path, text ? text : "NULL", "",
			editable && !c->out && !c->cut, false};
		gs_edit_list_add(panel->view, NULL, parent, &row);
	}
	g_autofree char *more = n > most ? g_strdup_printf("%zu more", n - most) : NULL;
	const struct gs_edit_row row = {"\342\200\246", "", more, "", false, false};
	if (more)
		gs_edit_list_add(panel->view, NULL, parent, &row);
}

static void add_argument(GsCallPanel *panel, const struct gs_argument *a, bool editable)
{
	GtkTreeIter iter;
	const struct gs_edit_row row = {a->name, a->name, a->text, a->type, editable, false};
	gs_edit_list_add(panel->view, &iter, NULL, &row);
	if (a->contents)
		add_elements(panel, &iter, a, editable);
}

static void add_call(GsCallPanel *panel, const struct gs_stop *stop)
{
	const struct gs_call_info *call = &stop->call;
	bool pending = stop->kind != GS_STOP_ERROR;
	for (size_t i = 0; i < call->n_arguments; i++)
		add_argument(panel, &call->arguments[i], pending);
	for (size_t i = 0; i < call->n_memory; i++)
		add_argument(panel, &call->memory[i], false);
	if (call->has_return)
		add_argument(panel, &call->returned, false);
}

static bool has_call(const struct gs_ui_state *state)
{
	return state->alive && state->has_stop && state->stop.has_call && !state->stop.outside_gl &&
	       state->stop.kind != GS_STOP_SIGNAL;
}

static void set_note(GsCallPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_stop *stop = &state->stop;
	g_autofree char *whose = gs_ui_state_whose(state);
	if (!has_call(state))
		gs_panel_label(panel->note, "No call is pending");
	else if (stop->kind == GS_STOP_ERROR)
		gs_panel_label(panel->note, "%s has raised %s%s%s", stop->call.name,
			gs_gl_error_name(stop->gl_error), whose ? "; " : "", whose ? whose : "");
	else
		gs_panel_label(panel->note, "%s before it is executed%s%s%s", stop->call.name,
			stop->call.edited ? ", changed" : "", whose ? "; " : "",
			whose ? whose : "");
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsCallPanel *panel = GS_CALL_PANEL(widget);
	if (!(parts & GS_PART_STOP))
		return;
	gtk_tree_store_clear(GTK_TREE_STORE(gtk_tree_view_get_model(panel->view)));
	if (has_call(state))
		add_call(panel, &state->stop);
	set_note(panel, state);
}

GtkBox *gs_call_panel_bar(GsCallPanel *panel)
{
	return panel->bar;
}

static void gs_call_panel_class_init(GsCallPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "call-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsCallPanel, note);
	gtk_widget_class_bind_template_child(widget, GsCallPanel, bar);
	gtk_widget_class_bind_template_child(widget, GsCallPanel, name);
	gtk_widget_class_bind_template_child(widget, GsCallPanel, frames);
}

static void gs_call_panel_init(GsCallPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->view = gs_edit_list_new(GTK_BOX(panel), "Arguments", "set-argument", 90, 80);
	/* puts the list below the note */
	gtk_box_reorder_child(GTK_BOX(panel), gtk_widget_get_parent(GTK_WIDGET(panel->view)), 1);
	gs_panel_name(panel->note, "Call state");
	gs_panel_name(panel->name, "Run to call");
	gs_panel_name(panel->frames, "Run frames");
	g_signal_connect(panel->name, "activate", G_CALLBACK(name_typed), panel);
	g_signal_connect(panel->frames, "activate", G_CALLBACK(frames_typed), panel);
}

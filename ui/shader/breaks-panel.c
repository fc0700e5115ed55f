/* SPDX-License-Identifier: MIT */
#include "ui/shader/breaks-panel.h"

#include <string.h>
#include "ui/widgets/icon.h"

enum {
	COLUMN_WHERE,
	COLUMN_CONDITION,
	COLUMN_WHO,
	COLUMN_HITS,
	COLUMN_IGNORED,
	COLUMN_NUMBER,
	COLUMN_KIND,
	COLUMN_LINE,
	COLUMN_OBJECT,
	COLUMN_STAGE,
	COLUMN_ANY,
	COLUMN_TIP,
	COLUMN_NAME,
	N_COLUMNS
};

struct _GsBreaksPanel {
	GtkBox parent;
	GtkTreeView *view;
	GtkListStore *store;
	GtkEntry *entry;
	GtkButton *remove, *add;
	GtkToggleButton *errors;
	enum gs_stage stage;   /* stage that typed lines belong to */
	unsigned error_number; /* number of the breakpoint on errors; 0: none */
	bool busy;
};

GS_DEFINE_PANEL(GsBreaksPanel, gs_breaks_panel)

static bool selected_row(GsBreaksPanel *panel, GtkTreeIter *iter)
{
	return gtk_tree_selection_get_selected(
		gtk_tree_view_get_selection(panel->view), NULL, iter);
}

static void remove_selected(GsBreaksPanel *panel)
{
	GtkTreeIter iter;
	guint number;
	if (!selected_row(panel, &iter))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, COLUMN_NUMBER, &number, -1);
	gs_panel_activate(panel, "unbreak", g_variant_new_uint32(number));
}

static void remove_clicked(GtkButton *button, GsBreaksPanel *panel)
{
	remove_selected(panel);
}

static gboolean key_pressed(GtkWidget *widget, GdkEventKey *event, GsBreaksPanel *panel)
{
	if (event->keyval != GDK_KEY_Delete)
		return FALSE;
	remove_selected(panel);
	return TRUE;
}

static void errors_toggled(GtkToggleButton *button, GsBreaksPanel *panel)
{
	if (panel->busy)
		return;
	if (gtk_toggle_button_get_active(button))
		gs_panel_activate(panel, "break-call", g_variant_new("(ss)", "error", ""));
	else if (panel->error_number)
		gs_panel_activate(panel, "unbreak", g_variant_new_uint32(panel->error_number));
}

/* Set a breakpoint on calls from "PATTERN [if CONDITION]". */
static void add_call(GsBreaksPanel *panel, char *text)
{
	char *condition = strstr(text, " if ");
	if (condition) {
		*condition = 0;
		condition = g_strstrip(condition + strlen(" if "));
	}
	gs_panel_activate(panel, "break-call",
		g_variant_new("(ss)", g_strstrip(text), condition ? condition : ""));
	gtk_entry_set_text(panel->entry, "");
}

/* Set the breakpoint that was typed: the name or pattern of a call, or LINE [any] [if
 * EXPRESSION]. */
static void added(GtkWidget *widget, GsBreaksPanel *panel)
{
	g_autofree char *text = g_strstrip(g_strdup(gtk_entry_get_text(panel->entry)));
	char *rest;
	guint64 line = g_ascii_strtoull(text, &rest, 10);
	if (!text[0])
		return;
	if (!g_ascii_isdigit(text[0])) {
		add_call(panel, text);
		return;
	}
	rest = g_strchug(rest);
	bool any = g_str_has_prefix(rest, "any");
	if (any)
		rest = g_strchug(rest + strlen("any"));
	bool condition = g_str_has_prefix(rest, "if ");
	if (line == 0 || line > G_MAXINT || (rest[0] && !condition)) {
		gs_panel_activate(panel, "complain",
			g_variant_new_string(
				"Type the name of a GL call (glDraw* matches several), or a "
				"line of the shader: 12, or 12 if x > 1.0, or 12 any if "
				"x > 1.0 for any element."));
		return;
	}
	gs_panel_activate(panel, "break-line",
		g_variant_new("(uusb)", G_MAXUINT32, (guint32)line,
			condition ? rest + strlen("if ") : "", any));
	gtk_entry_set_text(panel->entry, "");
}

static void change(GsBreaksPanel *panel, GtkTreeIter *iter, const char *condition, bool any)
{
	guint number;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), iter, COLUMN_NUMBER, &number, -1);
	gs_panel_activate(panel, "break-change", g_variant_new("(usb)", number, condition, any));
}

static void condition_edited(
	GtkCellRendererText *cell, char *path, char *text, GsBreaksPanel *panel)
{
	GtkTreeIter iter;
	gboolean any;
	if (!gtk_tree_model_get_iter_from_string(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, COLUMN_ANY, &any, -1);
	change(panel, &iter, g_strstrip(text), any);
}

static void who_edited(GtkCellRendererText *cell, char *path, char *text, GsBreaksPanel *panel)
{
	GtkTreeIter iter;
	g_autofree char *condition = NULL;
	bool any = !g_ascii_strcasecmp(text, "any");
	if (!any && g_ascii_strcasecmp(text, "focus"))
		gs_panel_activate(panel, "complain",
			g_variant_new_string(
				"Type focus, or any: for the element in focus, or for any "
				"element."));
	else if (gtk_tree_model_get_iter_from_string(GTK_TREE_MODEL(panel->store), &iter, path)) {
		gtk_tree_model_get(
			GTK_TREE_MODEL(panel->store), &iter, COLUMN_CONDITION, &condition, -1);
		change(panel, &iter, condition, any);
	}
}

static void ignored_edited(GtkCellRendererText *cell, char *path, char *text, GsBreaksPanel *panel)
{
	GtkTreeIter iter;
	guint number;
	guint64 count = 0;
	const char *typed = g_strstrip(text);
	if (typed[0] && !g_ascii_string_to_unsigned(typed, 10, 0, G_MAXINT64, &count, NULL)) {
		gs_panel_activate(panel, "complain",
			g_variant_new_string("Type how many of the next hits are to be ignored: a "
					     "number, or nothing for none."));
		return;
	}
	if (!gtk_tree_model_get_iter_from_string(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, COLUMN_NUMBER, &number, -1);
	gs_panel_activate(panel, "break-ignore", g_variant_new("(ut)", number, count));
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsBreaksPanel *panel)
{
	GtkTreeIter iter;
	gint kind, stage;
	guint line, object;
	if (!gtk_tree_model_get_iter(GTK_TREE_MODEL(panel->store), &iter, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &iter, COLUMN_KIND, &kind, COLUMN_LINE,
		&line, COLUMN_OBJECT, &object, COLUMN_STAGE, &stage, -1);
	if (kind == GS_BREAK_LINE)
		gs_panel_activate(panel, "go-to-line",
			g_variant_new("(uuuu)", (guint32)(stage < 0 ? (int)panel->stage : stage),
				object, line, 1u));
}

static void update_remove(GtkTreeSelection *selection, GsBreaksPanel *panel)
{
	GtkTreeIter iter;
	gs_panel_allow(panel->remove, NULL,
		selected_row(panel, &iter) ? NULL : "select a breakpoint in the list first");
}

static char *where_text(const struct gs_breakpoint *b)
{
	switch (b->kind) {
	case GS_BREAK_CALL:
		return g_strdup_printf("call %s", b->pattern ? b->pattern : "*");
	case GS_BREAK_ERROR:
		return g_strdup("GL error");
	default:
		if (b->object)
			return g_strdup_printf("line %u of object %u", b->line, b->object + 1);
		return g_strdup_printf("line %u", b->line);
	}
}

/* Return a row's tooltip, which for a line names what it is in; g_free. */
static char *tip_text(const struct gs_breakpoint *b)
{
	if (b->kind == GS_BREAK_ERROR)
		return g_strdup("Tested at every call while the program runs");
	if (b->kind == GS_BREAK_CALL)
		return g_strdup(
			"Tested at every call while the program runs. Its condition can be typed "
			"into the list: mask == GL_COLOR_BUFFER_BIT");
	g_autofree char *program = b->stage < 0 ? g_strdup("")
						: g_strdup_printf(" of program %u", b->program);
	return g_strdup_printf(
		"Line %u of object %u of the %s shader%s: a double click goes there.%s "
		"Condition, and focus or any, can be typed into the list.",
		b->line, b->object + 1,
		b->stage < 0 ? "debugged" : gs_stage_name((enum gs_stage)b->stage), program,
		b->stage < 0 ? "" : " It counts in other programs whose line reads the same.");
}

static void fill(GsBreaksPanel *panel, const struct gs_ui_state *state)
{
	gtk_list_store_clear(panel->store);
	panel->error_number = 0;
	panel->stage = state->in_shader ? state->where.stage : GS_STAGE_FRAGMENT;
	for (size_t i = 0; i < state->n_breaks; i++) {
		const struct gs_breakpoint *b = &state->breaks[i];
		g_autofree char *where = where_text(b);
		g_autofree char *tip = tip_text(b);
		g_autofree char *name = g_strdup_printf("%u", b->number);
		g_autofree char *hits = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)b->hits);
		g_autofree char *ignored = b->ignored ? g_strdup_printf("%" G_GUINT64_FORMAT,
								(guint64)b->ignored)
						      : g_strdup("");
		if (b->kind == GS_BREAK_ERROR)
			panel->error_number = b->number;
		gtk_list_store_insert_with_values(panel->store, NULL, -1, COLUMN_WHERE, where,
			COLUMN_CONDITION, b->condition ? b->condition : "", COLUMN_WHO,
			b->kind != GS_BREAK_LINE ? ""
			: b->any		 ? "any"
						 : "focus",
			COLUMN_HITS, hits, COLUMN_IGNORED, ignored, COLUMN_NUMBER, b->number,
			COLUMN_KIND, b->kind, COLUMN_LINE, b->line, COLUMN_OBJECT, b->object,
			COLUMN_STAGE, b->stage, COLUMN_ANY, b->any, COLUMN_TIP, tip, COLUMN_NAME,
			name, -1);
	}
	gtk_toggle_button_set_active(panel->errors, panel->error_number != 0);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsBreaksPanel *panel = GS_BREAKS_PANEL(widget);
	if (!(parts & (GS_PART_BREAKS | GS_PART_RUN)))
		return;
	gs_panel_allow(panel->errors, NULL, state->session ? NULL : "start a program first");
	if (!(parts & GS_PART_BREAKS))
		return;
	panel->busy = true;
	fill(panel, state);
	panel->busy = false;
	update_remove(NULL, panel);
}

static void gs_breaks_panel_class_init(GsBreaksPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	g_type_ensure(GS_TYPE_ICON);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "breaks-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsBreaksPanel, errors);
	gtk_widget_class_bind_template_child(widget, GsBreaksPanel, remove);
	gtk_widget_class_bind_template_child(widget, GsBreaksPanel, view);
	gtk_widget_class_bind_template_child(widget, GsBreaksPanel, entry);
	gtk_widget_class_bind_template_child(widget, GsBreaksPanel, add);
}

static void build_list(GsBreaksPanel *panel)
{
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT, G_TYPE_INT, G_TYPE_UINT, G_TYPE_UINT,
		G_TYPE_INT, G_TYPE_BOOLEAN, G_TYPE_STRING, G_TYPE_STRING);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->view, "Where", COLUMN_WHERE, 110, NULL);
	GtkCellRenderer *condition = gs_panel_column(
		panel->view, "Condition", COLUMN_CONDITION, 0, NULL);
	GtkCellRenderer *who = gs_panel_column(panel->view, "For", COLUMN_WHO, 48, NULL);
	gs_panel_column(panel->view, "Hits", COLUMN_HITS, 40, NULL);
	GtkCellRenderer *ignored = gs_panel_column(panel->view, "Ignore", COLUMN_IGNORED, 48, NULL);
	gs_panel_column(panel->view, "No.", COLUMN_NAME, 34, NULL);
	g_object_set(condition, "editable", TRUE, NULL);
	g_object_set(who, "editable", TRUE, NULL);
	g_object_set(ignored, "editable", TRUE, NULL);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TIP);
	g_signal_connect(who, "edited", G_CALLBACK(who_edited), panel);
	g_signal_connect(ignored, "edited", G_CALLBACK(ignored_edited), panel);
	g_signal_connect(condition, "edited", G_CALLBACK(condition_edited), panel);
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
	g_signal_connect(panel->view, "key-press-event", G_CALLBACK(key_pressed), panel);
	g_signal_connect(gtk_tree_view_get_selection(panel->view), "changed",
		G_CALLBACK(update_remove), panel);
}

static void gs_breaks_panel_init(GsBreaksPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	gs_panel_name(panel->errors, "Stop at GL errors");
	gs_panel_name(panel->remove, "Remove breakpoint");
	gs_panel_name(panel->view, "Breakpoints");
	gs_panel_name(panel->entry, "New breakpoint");
	gs_panel_name(panel->add, "Add breakpoint");
	build_list(panel);
	update_remove(NULL, panel);
	g_signal_connect(panel->errors, "toggled", G_CALLBACK(errors_toggled), panel);
	g_signal_connect(panel->remove, "clicked", G_CALLBACK(remove_clicked), panel);
	g_signal_connect(panel->entry, "activate", G_CALLBACK(added), panel);
	g_signal_connect(panel->add, "clicked", G_CALLBACK(added), panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/state/gl-panel.h"

#include <string.h>
#include "ui/widgets/theme.h"

enum { COLUMN_NAME, COLUMN_VALUE, COLUMN_WEIGHT, COLUMN_COLOUR, COLUMN_TOOLTIP, N_COLUMNS };

struct _GsGlPanel {
	GtkBox parent;
	GtkSearchEntry *search;
	GtkToggleButton *only_changed;
	GtkComboBox *since; /* rows: the last stop, the frame's start */
	GtkLabel *note, *compared;
	GtkTreeView *view;
	GtkTreeStore *store;
	GPtrArray *values;  /* struct shown, as last set */
	GHashTable *closed; /* groups that the user has collapsed */
	bool busy;
};

GS_DEFINE_PANEL(GsGlPanel, gs_gl_panel)

/* A variable belongs to the first group with a word that its name begins with or, for words after
 * '*', contains. */
static const struct {
	const char *group;
	const char *words[12];
} groups[] = {
	{"Context", {"VENDOR", "RENDERER", "VERSION", "SHADING", "DEBUG", "CONTEXT"}},
	{"Program", {"CURRENT_PROGRAM", "PROGRAM_PIPELINE", "PATCH", "PROGRAM_POINT"}},
	{"Framebuffer", {"DRAW_FRAMEBUFFER", "READ_FRAMEBUFFER", "RENDERBUFFER", "DRAW_BUFFER",
				"READ_BUFFER", "FRAMEBUFFER", "COLOR_CLEAR", "CLAMP"}},
	{"Blending and colour",
		{"BLEND", "COLOR_WRITEMASK", "COLOR_LOGIC", "LOGIC_OP", "DITHER", "ALPHA_TEST"}},
	{"Depth", {"DEPTH"}},
	{"Stencil", {"STENCIL"}},
	{"Multisampling", {"SAMPLE", "MULTISAMPLE", "MIN_SAMPLE"}},
	{"Viewport and scissor", {"VIEWPORT", "SCISSOR", "CLIP"}},
	{"Rasterization", {"CULL", "FRONT_FACE", "POLYGON", "LINE", "POINT", "RASTERIZER",
				  "PROVOKING", "PRIMITIVE", "SHADE_MODEL"}},
	{"Textures", {"TEXTURE", "ACTIVE_TEXTURE", "SAMPLER", "IMAGE"}},
	{"Vertices and buffers", {"VERTEX", "ARRAY_BUFFER", "ELEMENT", "COPY_", "*_BUFFER_BINDING",
					 "*_BUFFER_START", "*_BUFFER_SIZE", "TRANSFORM_FEEDBACK"}},
	{"Pixel transfer", {"PACK", "UNPACK"}},
	{"Matrices and lights (compatibility)",
		{"*MATRIX", "LIGHT", "FOG", "MATERIAL", "NORMALIZE", "RESCALE", "CURRENT_", "MAP"}},
};

static unsigned group_of(const char *name)
{
	if (g_str_has_prefix(name, "GL_"))
		name += 3;
	for (unsigned i = 0; i < G_N_ELEMENTS(groups); i++)
		for (unsigned k = 0; k < G_N_ELEMENTS(groups[i].words) && groups[i].words[k]; k++) {
			const char *word = groups[i].words[k];
			if (word[0] == '*' ? strstr(name, word + 1) != NULL
					   : g_str_has_prefix(name, word))
				return i;
		}
	return G_N_ELEMENTS(groups);
}

static const char *group_name(unsigned group)
{
	return group < G_N_ELEMENTS(groups) ? groups[group].group : "Other";
}

static bool is_wanted(GsGlPanel *panel, const struct gs_gl_value *value)
{
	const char *search = gtk_entry_get_text(GTK_ENTRY(panel->search));
	if (gtk_toggle_button_get_active(panel->only_changed) && !value->before)
		return false;
	if (!search[0])
		return true;
	g_autofree char *wanted = g_utf8_casefold(search, -1);
	g_autofree char *name = g_utf8_casefold(value->name, -1);
	g_autofree char *text = g_utf8_casefold(value->text, -1);
	return strstr(name, wanted) || strstr(text, wanted);
}

static void add_value(GsGlPanel *panel, GtkTreeIter *parent, const struct gs_gl_value *value)
{
	const char *was = value->before;
	g_autofree char *tip = was ? g_markup_printf_escaped(
					     "%s: was %s, is %s", value->name, was, value->text)
				   : NULL;
	gtk_tree_store_insert_with_values(panel->store, NULL, parent, -1, COLUMN_NAME, value->name,
		COLUMN_VALUE, value->text, COLUMN_WEIGHT,
		was ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, COLUMN_COLOUR,
		was ? gs_theme_colour(GS_COLOUR_CHANGED) : NULL, COLUMN_TOOLTIP, tip, -1);
}

static void add_group(GsGlPanel *panel, const GPtrArray *values, unsigned group)
{
	GtkTreeIter parent;
	unsigned n = 0, n_changed = 0;
	for (guint i = 0; i < values->len; i++) {
		const struct gs_gl_value *value = g_ptr_array_index(values, i);
		if (group_of(value->name) != group || !is_wanted(panel, value))
			continue;
		if (!n++)
			gtk_tree_store_append(panel->store, &parent, NULL);
		n_changed += value->before != NULL;
		add_value(panel, &parent, value);
	}
	if (!n)
		return;
	g_autofree char *changed = n_changed ? g_strdup_printf("%u changed", n_changed)
					     : g_strdup("");
	gtk_tree_store_set(panel->store, &parent, COLUMN_NAME, group_name(group), COLUMN_VALUE,
		changed, COLUMN_WEIGHT, PANGO_WEIGHT_BOLD, COLUMN_COLOUR,
		n_changed ? gs_theme_colour(GS_COLOUR_CHANGED) : NULL, -1);
	if (g_hash_table_contains(panel->closed, group_name(group)))
		return;
	g_autoptr(GtkTreePath)
		path = gtk_tree_model_get_path(GTK_TREE_MODEL(panel->store), &parent);
	gtk_tree_view_expand_row(panel->view, path, FALSE);
}

static void fill(GsGlPanel *panel, const GPtrArray *values)
{
	GtkAdjustment *scroll = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(panel->view));
	double at = gtk_adjustment_get_value(scroll);
	panel->busy = true;
	gtk_tree_store_clear(panel->store);
	for (unsigned i = 0; i <= G_N_ELEMENTS(groups); i++)
		add_group(panel, values, i);
	panel->busy = false;
	gtk_adjustment_set_value(scroll, at);
}

static void filter_changed(GtkWidget *widget, GsGlPanel *panel)
{
	if (panel->values)
		fill(panel, panel->values);
}

static void since_changed(GtkComboBox *combo, GsGlPanel *panel)
{
	gs_panel_activate(
		panel, "state-since", g_variant_new_boolean(gtk_combo_box_get_active(combo) == 1));
}

static void note_row(GsGlPanel *panel, GtkTreeIter *iter, bool closed)
{
	char *name;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), iter, COLUMN_NAME, &name, -1);
	if (!panel->busy && closed)
		g_hash_table_add(panel->closed, g_strdup(name));
	else if (!panel->busy)
		g_hash_table_remove(panel->closed, name);
	g_free(name);
}

static void collapsed(GtkTreeView *view, GtkTreeIter *iter, GtkTreePath *path, GsGlPanel *panel)
{
	note_row(panel, iter, true);
}

static void expanded(GtkTreeView *view, GtkTreeIter *iter, GtkTreePath *path, GsGlPanel *panel)
{
	note_row(panel, iter, false);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsGlPanel *panel = GS_GL_PANEL(widget);
	if (!(parts & (GS_PART_GL | GS_PART_STOP)))
		return;
	const char *said = gs_ui_state_note(state, state->gl.note);
	g_autofree char *ended = g_strdup_printf(
		"%s: this was GL's state at the last stop", gs_ui_state_end(state));
	const char *note = said					    ? said
			   : !state->alive && state->gl.values->len ? ended
			   : !state->has_stop
				   ? "GL's state is shown while the program is stopped at a call"
			   : state->gl.values->len == 0 ? "…"
							: "";
	gs_panel_label(panel->note, "%s", note);
	gtk_widget_set_visible(GTK_WIDGET(panel->note), note[0]);
	bool past = gs_ui_state_is_past(state);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->view), !past); /* pale if out of date */
	gs_panel_label(
		panel->compared, "%s", said || past || !state->gl.since ? "" : state->gl.since);
	g_clear_pointer(&panel->values, g_ptr_array_unref);
	panel->values = g_ptr_array_ref(state->gl.values);
	if (parts & GS_PART_GL)
		fill(panel, panel->values);
}

static void finalize(GObject *object)
{
	GsGlPanel *panel = GS_GL_PANEL(object);
	g_clear_pointer(&panel->values, g_ptr_array_unref);
	g_hash_table_unref(panel->closed);
	G_OBJECT_CLASS(gs_gl_panel_parent_class)->finalize(object);
}

static void gs_gl_panel_class_init(GsGlPanelClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "gl-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsGlPanel, search);
	gtk_widget_class_bind_template_child(widget, GsGlPanel, only_changed);
	gtk_widget_class_bind_template_child(widget, GsGlPanel, since);
	gtk_widget_class_bind_template_child(widget, GsGlPanel, compared);
	gtk_widget_class_bind_template_child(widget, GsGlPanel, note);
	gtk_widget_class_bind_template_child(widget, GsGlPanel, view);
}

static void gs_gl_panel_init(GsGlPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->closed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	gs_panel_name(panel->search, "Search the state");
	gs_panel_name(panel->only_changed, "Changed only");
	gs_panel_name(panel->since, "Changed since");
	gs_panel_name(panel->compared, "What is compared");
	gs_panel_name(panel->view, "GL state");
	gs_panel_name(panel->note, "GL state note");
	panel->store = gtk_tree_store_new(
		N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT, G_TYPE_STRING, G_TYPE_STRING);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	/* the end of a long name says more than its middle */
	GtkCellRenderer *names = gs_panel_column(panel->view, "Name", COLUMN_NAME, 210, "weight",
		COLUMN_WEIGHT, "foreground", COLUMN_COLOUR, NULL);
	g_object_set(names, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, NULL);
	gtk_tree_view_column_set_expand(gtk_tree_view_get_column(panel->view, 0), TRUE);
	gs_panel_column(panel->view, "Value", COLUMN_VALUE, 0, "weight", COLUMN_WEIGHT,
		"foreground", COLUMN_COLOUR, NULL);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TOOLTIP);
	g_signal_connect(panel->search, "search-changed", G_CALLBACK(filter_changed), panel);
	g_signal_connect(panel->since, "changed", G_CALLBACK(since_changed), panel);
	g_signal_connect(panel->only_changed, "toggled", G_CALLBACK(filter_changed), panel);
	g_signal_connect(panel->view, "row-collapsed", G_CALLBACK(collapsed), panel);
	g_signal_connect(panel->view, "row-expanded", G_CALLBACK(expanded), panel);
}

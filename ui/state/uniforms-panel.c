/* SPDX-License-Identifier: MIT */
#include "ui/state/uniforms-panel.h"

#include <string.h>
#include "debugger/session/program/uniform.h"
#include "ui/state/block-view.h"
#include "ui/shader/edit-list.h"

enum { MAX_ELEMENTS = 1024 };

struct _GsUniformsPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkTreeView *view;
	GtkTreeViewColumn *set; /* column that says whether values are as linked */
	GHashTable *known;	/* name -> value when it was last shown */
	GHashTable *changed;	/* names of uniforms whose value changed at this stop */
	GHashTable *closed;	/* paths of the blocks that the user has collapsed */
	uint32_t program;
	unsigned n; /* number of uniforms and blocks shown */
	bool busy;
};

GS_DEFINE_PANEL(GsUniformsPanel, gs_uniforms_panel)

static bool is_new(GsUniformsPanel *panel, const char *name, const char *text)
{
	const char *known = g_hash_table_lookup(panel->known, name);
	if (known && strcmp(known, text))
		g_hash_table_add(panel->changed, g_strdup(name));
	g_hash_table_insert(panel->known, g_strdup(name), g_strdup(text));
	return g_hash_table_contains(panel->changed, name);
}

static void add_row(GsUniformsPanel *panel, GtkTreeIter *iter, GtkTreeIter *parent,
	const char *name, const char *path, const char *text, const char *type, bool editable)
{
	const struct gs_edit_row row = {
		name, path, text, type, editable, is_new(panel, path, text)};
	gs_edit_list_add(panel->view, iter, parent, &row);
}

static char *base_name(const char *name)
{
	return g_str_has_suffix(name, "[0]") ? g_strndup(name, strlen(name) - 3) : g_strdup(name);
}

/* Note in the row if the n elements from `first` on still have the values of linking. */
static void note_linked(GsUniformsPanel *panel, GtkTreeIter *row,
	const struct gs_uniform_info *uniform, size_t first, size_t n)
{
	if (!uniform->as_linked || memchr(uniform->as_linked + first, 0, n))
		return;
	gtk_tree_store_set(GTK_TREE_STORE(gtk_tree_view_get_model(panel->view)), row, GS_EDIT_NOTE,
		"as linked", -1);
	gtk_tree_view_column_set_visible(panel->set, TRUE);
}

static void add_uniform(GsUniformsPanel *panel, const struct gs_uniform_info *uniform)
{
	size_t n = 0;
	g_autofree struct gs_scalar *scalars = gs_uniform_scalars(uniform, &n);
	struct gs_type type = gs_uniform_type(uniform);
	g_autofree char *name = base_name(uniform->name);
	size_t count = type.n_dimensions ? (size_t)type.dimensions[0] : 1;
	size_t each = count ? n / count : 0;
	GtkTreeIter iter;
	if (!scalars || !each) {
		add_row(panel, &iter, NULL, name, name, "in a block, or not known", uniform->type,
			false);
		return;
	}
	g_autofree char *text = gs_scalars_text(scalars, MIN(n, 64));
	add_row(panel, &iter, NULL, name, name, text, uniform->type, !type.n_dimensions || n <= 64);
	note_linked(panel, &iter, uniform, 0, count);
	for (size_t i = 0; type.n_dimensions && i < MIN(count, MAX_ELEMENTS); i++) {
		g_autofree char *index = g_strdup_printf("[%zu]", i);
		g_autofree char *path = g_strconcat(name, index, NULL);
		g_autofree char *element = gs_scalars_text(scalars + i * each, each);
		GtkTreeIter child;
		add_row(panel, &child, &iter, index, path, element, "", true);
		note_linked(panel, &child, uniform, i, 1);
	}
}

static void add_member(GsUniformsPanel *panel, GtkTreeIter *parent, const struct gs_block_member *m)
{
	GtkTreeIter iter;
	bool editable;
	size_t each = (size_t)m->shape.columns * m->shape.rows, n = m->n_scalars / each;
	g_autofree char *text = gs_block_member_text(m, &editable);
	add_row(panel, &iter, parent, m->name, m->name, text, m->type, editable);
	for (size_t i = 0; m->is_array && i < MIN(n, MAX_ELEMENTS); i++) {
		g_autofree char *index = g_strdup_printf("[%zu]", i);
		g_autofree char *path = g_strconcat(m->name, index, NULL);
		g_autofree char *element = gs_scalars_text(m->scalars + i * each, each);
		GtkTreeIter child;
		add_row(panel, &child, &iter, index, path, element, "", true);
	}
}

static void add_block(GsUniformsPanel *panel, const struct gs_block *block)
{
	GtkTreeIter iter;
	g_autofree char *path = g_strdup_printf("block %s", block->name);
	g_autofree char *where = block->buffer ? g_strdup_printf("buffer %u, at binding %u",
							 block->buffer, block->binding)
					       : g_strdup_printf(
							 "no buffer at binding %u", block->binding);
	add_row(panel, &iter, NULL, block->name, path, where, "block", false);
	for (guint i = 0; i < block->members->len; i++)
		add_member(panel, &iter, g_ptr_array_index(block->members, i));
	if (g_hash_table_contains(panel->closed, path))
		return;
	g_autoptr(GtkTreePath)
		row = gtk_tree_model_get_path(gtk_tree_view_get_model(panel->view), &iter);
	gtk_tree_view_expand_row(panel->view, row, FALSE);
}

static void note_row(GsUniformsPanel *panel, GtkTreeIter *iter, bool closed)
{
	char *path;
	gtk_tree_model_get(gtk_tree_view_get_model(panel->view), iter, GS_EDIT_PATH, &path, -1);
	if (!panel->busy && closed)
		g_hash_table_add(panel->closed, g_strdup(path));
	else if (!panel->busy)
		g_hash_table_remove(panel->closed, path);
	g_free(path);
}

static void collapsed(
	GtkTreeView *view, GtkTreeIter *iter, GtkTreePath *path, GsUniformsPanel *panel)
{
	note_row(panel, iter, true);
}

static void expanded(
	GtkTreeView *view, GtkTreeIter *iter, GtkTreePath *path, GsUniformsPanel *panel)
{
	note_row(panel, iter, false);
}

/* Fill the list; return the number of uniforms and blocks. Storage blocks are no uniforms:
 * Resources lists them. */
static unsigned fill(GsUniformsPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_program_info *program = state->has_program ? &state->program : NULL;
	unsigned n = 0;
	panel->busy = true;
	gtk_tree_store_clear(GTK_TREE_STORE(gtk_tree_view_get_model(panel->view)));
	gtk_tree_view_column_set_visible(panel->set, FALSE); /* shown if a row needs it */
	for (size_t i = 0; program && i < program->n_uniforms; i++, n++)
		add_uniform(panel, &program->uniforms[i]);
	for (guint i = 0; program && state->blocks.list && i < state->blocks.list->len; i++) {
		const struct gs_block *block = g_ptr_array_index(state->blocks.list, i);
		if (!block->storage) {
			add_block(panel, block);
			n++;
		}
	}
	panel->busy = false;
	return n;
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsUniformsPanel *panel = GS_UNIFORMS_PANEL(widget);
	if (!(parts & (GS_PART_SOURCES | GS_PART_STOP | GS_PART_BLOCKS | GS_PART_WHERE)))
		return;
	const struct gs_program_info *program = state->has_program ? &state->program : NULL;
	if (parts & GS_PART_STOP)
		g_hash_table_remove_all(panel->changed);
	if (!program || program->program != panel->program)
		g_hash_table_remove_all(panel->known);
	panel->program = program ? program->program : 0;
	if (parts & (GS_PART_SOURCES | GS_PART_BLOCKS) || !program)
		panel->n = fill(panel, state);
	gs_panel_label(panel->note, "%s",
		panel->n && state->in_shader ? "Leave the shader (Shift+F2) to change a value"
		: panel->n		     ? "Double-click a value to change it"
		: gs_ui_state_draws_fixed(state) && !gs_program_info_has_fixed(&state->program)
			? "This draw has no program, and draws nothing"
		: gs_ui_state_draws_fixed(state) ? "This draw uses fixed function, which has no "
						   "uniforms: GL state shows what "
						   "it draws with"
		: program && (program->program || program->n_sources)
			? "The program in use has no uniforms"
			: "No GLSL program is in use");
}

static void finalize(GObject *object)
{
	g_hash_table_unref(GS_UNIFORMS_PANEL(object)->known);
	g_hash_table_unref(GS_UNIFORMS_PANEL(object)->changed);
	g_hash_table_unref(GS_UNIFORMS_PANEL(object)->closed);
	G_OBJECT_CLASS(gs_uniforms_panel_parent_class)->finalize(object);
}

static void gs_uniforms_panel_class_init(GsUniformsPanelClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
}

/* Build the panel without a .ui file: it is a line of text above one list. */
static void gs_uniforms_panel_init(GsUniformsPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	panel->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	panel->changed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	panel->closed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GtkBox *head = gs_panel_head(GTK_BOX(panel));
	panel->note = gs_panel_note(head);
	gs_panel_name(panel->note, "Uniforms summary");
	panel->view = gs_edit_list_new(GTK_BOX(panel), "Uniforms", "set-uniform", 110, 70);
	gs_panel_column(panel->view, "Set", GS_EDIT_NOTE, 62, NULL);
	panel->set = gtk_tree_view_get_column(panel->view, 3);
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->view),
		"as linked: the value is still the one that linking gave it, 0 or what the shader "
		"says. The program has not set it, or has set it to that. Nothing is said where "
		"the shader's source does not tell, and of programs without one");
	g_signal_connect(panel->view, "row-collapsed", G_CALLBACK(collapsed), panel);
	g_signal_connect(panel->view, "row-expanded", G_CALLBACK(expanded), panel);
}

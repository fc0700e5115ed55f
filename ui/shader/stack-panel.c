/* SPDX-License-Identifier: MIT */
#include "ui/shader/stack-panel.h"

#include "ui/widgets/theme.h"

enum {
	COLUMN_FUNCTION,
	COLUMN_LINE,
	COLUMN_LOCATION,
	COLUMN_WEIGHT,
	COLUMN_COLOUR,
	COLUMN_TIP,
	N_COLUMNS
};

struct _GsStackPanel {
	GtkBox parent;
	GtkLabel *note;
	GtkTreeView *view;
	GtkListStore *store;
	unsigned n_shader; /* number of the shader's rows, which come first */
	bool busy;	   /* code, not the user, is changing the selection */
};

GS_DEFINE_PANEL(GsStackPanel, gs_stack_panel)

static void chosen(GtkTreeSelection *selection, GsStackPanel *panel)
{
	GtkTreeIter iter;
	GtkTreeModel *model;
	if (panel->busy || !gtk_tree_selection_get_selected(selection, &model, &iter))
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &iter);
	unsigned row = (unsigned)gtk_tree_path_get_indices(path)[0];
	if (row < panel->n_shader)
		gs_panel_activate(panel, "frame", g_variant_new_uint32(row));
}

/* Add the shader's call path, innermost first: the row is the frame's number. */
static void add_shader(GsStackPanel *panel, const struct gs_ui_state *state)
{
	unsigned n = state->in_shader && state->call_path ? g_strv_length(state->call_path) : 0;
	panel->n_shader = n;
	for (unsigned i = n; i-- > 0;) {
		g_auto(GStrv) parts = g_strsplit(state->call_path[i], ", line ", 2);
		bool here = n - 1 - i == state->where.frame;
		g_autofree char *location = g_strdup_printf(
			"%s shader", gs_stage_name(state->where.stage));
		gtk_list_store_insert_with_values(panel->store, NULL, -1, COLUMN_FUNCTION, parts[0],
			COLUMN_LINE, parts[0] && parts[1] ? parts[1] : "", COLUMN_LOCATION,
			location, COLUMN_WEIGHT, here ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL,
			COLUMN_TIP, "Select it to show the variables of this function", -1);
	}
	if (!n)
		return;
	g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices((int)state->where.frame, -1);
	gtk_tree_selection_select_path(gtk_tree_view_get_selection(panel->view), path);
}

static char *frame_tip(const struct gs_stack_frame *frame)
{
	g_autofree char *location = frame->file ? g_strdup_printf("%s:%u", frame->file, frame->line)
						: g_strdup_printf("%s + 0x%" G_GINT64_MODIFIER "x",
							  frame->module, (guint64)frame->offset);
	return g_markup_printf_escaped("%s\n%s%s", frame->function ? frame->function : "?",
		location, frame->is_inlined ? "\ninlined" : "");
}

static void add_host(GsStackPanel *panel, const struct gs_stack *stack)
{
	for (size_t i = 0; i < stack->n_frames; i++) {
		const struct gs_stack_frame *frame = &stack->frames[i];
		const char *from = frame->file ? frame->file : frame->module;
		g_autofree char *location = from && from[0] ? g_path_get_basename(from)
							    : g_strdup("");
		g_autofree char *line = frame->line ? g_strdup_printf("%u", frame->line)
						    : g_strdup("");
		g_autofree char *address = frame->address
						   ? g_strdup_printf("0x%" G_GINT64_MODIFIER "x",
							     (guint64)frame->address)
						   : g_strdup("?");
		g_autofree char *tip = frame_tip(frame);
		gtk_list_store_insert_with_values(panel->store, NULL, -1, COLUMN_FUNCTION,
			frame->function ? frame->function : address, COLUMN_LINE, line,
			COLUMN_LOCATION, location, COLUMN_WEIGHT, PANGO_WEIGHT_NORMAL,
			COLUMN_COLOUR,
			panel->n_shader ? gs_theme_colour(GS_COLOUR_SECONDARY) : NULL, COLUMN_TIP,
			tip, -1);
	}
}

static const char *note_text(const struct gs_ui_state *state)
{
	const struct gs_stack *stack = &state->host_stack.stack;
	if (state->host_stack.note)
		return state->host_stack.note;
	if (!state->has_stop || !state->alive)
		return "The call stack is shown while the program is stopped";
	if (!stack->n_frames)
		return "\342\200\246";
	if (stack->note && stack->note[0])
		return stack->note;
	if (state->is_trace)
		return state->in_shader ? "The shader's call stack, then the program's, as recorded"
					: "The program's call stack, as recorded with the GL call";
	return state->in_shader ? "The shader's call stack, then the program's"
				: "The program's call stack at the GL call";
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsStackPanel *panel = GS_STACK_PANEL(widget);
	if (!(parts & (GS_PART_WHERE | GS_PART_STOP | GS_PART_HOST_STACK)))
		return;
	panel->busy = true;
	gtk_list_store_clear(panel->store);
	add_shader(panel, state);
	add_host(panel, &state->host_stack.stack);
	gs_panel_label(panel->note, "%s", note_text(state));
	panel->busy = false;
}

static void gs_stack_panel_class_init(GsStackPanelClass *class)
{
}

/* Build the panel without a .ui file: it is a line of text above one list. */
static void gs_stack_panel_init(GsStackPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	panel->note = gs_panel_note(gs_panel_head(GTK_BOX(panel)));
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_INT, G_TYPE_STRING, G_TYPE_STRING);
	panel->view = gs_panel_list(GTK_BOX(panel), "Call stack", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->view, "Function", COLUMN_FUNCTION, 0, "weight", COLUMN_WEIGHT,
		"foreground", COLUMN_COLOUR, NULL);
	gs_panel_column(panel->view, "Line", COLUMN_LINE, 48, "weight", COLUMN_WEIGHT, "foreground",
		COLUMN_COLOUR, NULL);
	gs_panel_column(panel->view, "In", COLUMN_LOCATION, 100, "foreground", COLUMN_COLOUR, NULL);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TIP);
	g_signal_connect(
		gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(chosen), panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/images/pixel-panel.h"

#include <math.h>
#include <string.h>
#include "debugger/session/pixel.h"
#include "frontend/value-node.h"
#include "ui/widgets/number-cell.h"

enum {
	COLUMN_CALL,
	COLUMN_NAME,
	COLUMN_TEXT,
	COLUMN_PRIMITIVES,
	COLUMN_BEFORE,
	COLUMN_BEFORE_COLOUR,
	COLUMN_OUTPUT,
	COLUMN_OUTPUT_COLOUR,
	COLUMN_AFTER,
	COLUMN_AFTER_COLOUR,
	COLUMN_WEIGHT, /* bold for calls that change the pixel */
	COLUMN_TIP,
	N_COLUMNS
};

enum { COLOUR_WIDTH = 84, SWATCH_WIDTH = 16 }; /* pixels; room for two numbers of four digits */

struct _GsPixelPanel {
	GtkBox parent;
	GtkLabel *summary;
	GtkTreeView *view;
	GtkListStore *store;
	bool looks; /* the calls are being searched */
};

GS_DEFINE_PANEL(GsPixelPanel, gs_pixel_panel)

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsPixelPanel *panel)
{
	gs_panel_activate(panel, "debug-pixel-event",
		g_variant_new_uint32((guint)gtk_tree_path_get_indices(path)[0]));
}

/* Return the colour's numbers as text; g_free. */
static char *colour_text(const struct gs_pixel_colour *colour)
{
	GString *text = g_string_new(NULL);
	for (unsigned i = 0; i < colour->n; i++) {
		const struct gs_scalar scalar = gs_number_scalar(colour->base, colour->value[i]);
		g_autofree char *number = gs_scalar_text(&scalar);
		g_string_append_printf(text, "%s%s", i ? ", " : "", number);
	}
	return g_string_free(text, FALSE);
}

/* Return the colour as "#rrggbb" (g_free), or NULL if it has no red. */
static char *swatch(const struct gs_pixel_colour *colour)
{
	unsigned c[3] = {0};
	if (!colour->n || colour->letters[0] != 'r')
		return NULL;
	for (unsigned i = 0; i < 3 && i < colour->n; i++)
		c[i] = isfinite(colour->value[i])
			       ? (unsigned)(CLAMP(colour->value[i], 0, 1) * 255 + 0.5)
			       : 0;
	return g_strdup_printf("#%02x%02x%02x", c[0], c[1], c[2]);
}

/* Set the cells of a colour. last_of: number of fragments, of which it is the last one's. */
static void set_colour(GtkListStore *store, GtkTreeIter *iter, int column,
	const struct gs_pixel_colour *colour, uint64_t last_of)
{
	g_autofree char *values = colour_text(colour), *sample = swatch(colour);
	g_autofree char *text = last_of > 1 ? g_strdup_printf("%s\nthe last of %" G_GUINT64_FORMAT,
						      values, (guint64)last_of)
					    : g_strdup(values);
	gtk_list_store_set(store, iter, column, text, column + 1, sample, -1);
}

/* Return a line with the function and one such as "draw 3, sky"; g_free. The tooltip names the
 * primitives. */
static char *name_text(const struct gs_pixel_event *event)
{
	struct gs_call_drawn drawn = event->drawn;
	drawn.primitives = NULL;
	g_autofree char *text = gs_call_drawn_text(&drawn);
	const char *function = event->stop.call.name;
	return text ? g_strdup_printf("%s\n%s", function, text) : g_strdup(function);
}

static void add(GsPixelPanel *panel, const struct gs_pixel_event *event)
{
	GtkTreeIter iter;
	g_autofree char *number = g_strdup_printf(
		"%" G_GUINT64_FORMAT, (guint64)event->stop.call.index);
	g_autofree char *name = name_text(event), *drawn = gs_call_drawn_text(&event->drawn);
	g_autofree char *what = gs_pixel_event_text(event);
	g_autofree char *primitives = gs_pixel_primitives(&event->what);
	g_autofree char *text = g_strdup_printf("%s%s", what,
		event->changed_between
			? "; something that is no draw, clear or blit has changed it before"
			: "");
	g_autofree char *tip = g_markup_printf_escaped("%s, %s%s%s: %s%s\nDouble click: %s%s",
		number, event->stop.call.name, drawn ? ", " : "", drawn ? drawn : "", text,
		event->what.more_primitives
			? "\nPrimitives …: others of the draw may reach the pixel, too"
			: "",
		drawn ? "debug it there" : "run to it",
		event->drawn.program && gs_pixel_fragments(&event->what) > 1
			? "; then Tests, Of several fragments at a pixel, number shows each"
			: "");
	bool changes = !gs_pixel_same(&event->before, &event->after);
	gtk_list_store_insert_with_values(panel->store, &iter, -1, COLUMN_CALL, number, COLUMN_NAME,
		name, COLUMN_TEXT, text, COLUMN_PRIMITIVES, primitives, COLUMN_WEIGHT,
		changes ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, COLUMN_TIP, tip, -1);
	set_colour(panel->store, &iter, COLUMN_BEFORE, &event->before, 0);
	set_colour(panel->store, &iter, COLUMN_OUTPUT, &event->output, gs_pixel_output_of(event));
	set_colour(panel->store, &iter, COLUMN_AFTER, &event->after, 0);
}

static void summarize(GsPixelPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_ui_pixel *pixel = &state->pixel;
	const struct gs_pixel_history *history = &pixel->history;
	guint n = history->events->len;
	g_autofree char *buffer = gs_pixel_buffer_text(history->buffer, 0);
	g_auto(GStrv) notes = gs_pixel_history_notes(history);
	g_autofree char *rest = g_strjoinv("; ", notes);
	g_autofree char *frame = gs_ui_state_frame(state, history->frame);
	const char *advice = gs_pixel_history_advice(history);
	gs_panel_label(panel->summary, "pixel %u, %u in %s: %u call%s of %s%s%s%s%s%s",
		pixel->pixel.x, pixel->pixel.y, frame, n, n == 1 ? "" : "s", buffer,
		history->is_part ? ", from the pending one on" : "", *rest ? "; " : "", rest,
		advice ? ". " : "", advice ? advice : "");
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->summary),
		history->n_elsewhere
			? "A pixel of something else: press Draw until Framebuffer shows "
			  "it, and choose Pixel history there"
			: NULL);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsPixelPanel *panel = GS_PIXEL_PANEL(widget);
	const struct gs_ui_pixel *pixel = &state->pixel;
	bool looked = panel->looks;
	panel->looks = state->work.busy && state->work.slow && !state->is_trace &&
		       !strcmp(state->work.doing, GS_DOING_PIXEL_HISTORY);
	if (panel->looks && !looked)
		gtk_list_store_clear(panel->store);
	if (panel->looks)
		gs_panel_label(panel->summary,
			"Looking for the calls of the next frame that touch the pixel. A program "
			"that draws only when it is used must be made to draw: move the pointer "
			"over its window, for example.");
	if (panel->looks || (!looked && !(parts & GS_PART_PIXEL)))
		return;
	gtk_list_store_clear(panel->store);
	if (!pixel->history.events) {
		gs_panel_label(panel->summary,
			"Pixel history, in the menu of a pixel of the framebuffer, lists the calls "
			"of a frame that touch it; a double click on one debugs its fragment");
		return;
	}
	for (guint i = 0; i < pixel->history.events->len; i++)
		add(panel, g_ptr_array_index(pixel->history.events, i));
	summarize(panel, state);
}

/* Show a sample as background of markup, too: in a selected row GTK shows no other background. */
static void fill_sample(GtkTreeViewColumn *samples, GtkCellRenderer *cell, GtkTreeModel *model,
	GtkTreeIter *row, gpointer column)
{
	g_autofree char *colour = NULL;
	gtk_tree_model_get(model, row, GPOINTER_TO_INT(column), &colour, -1);
	g_autofree char *markup = colour ? g_strdup_printf(
						   "<span background=\"%s\">   </span>", colour)
					 : NULL;
	g_object_set(cell, "cell-background", colour, "markup", markup, NULL);
}

/* Add a narrow column of samples; screen readers use the text beside it. */
static void add_samples(GtkTreeView *view, int column)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();
	GtkTreeViewColumn *samples = gtk_tree_view_column_new();
	gtk_tree_view_column_pack_start(samples, cell, TRUE);
	gtk_tree_view_column_set_cell_data_func(
		samples, cell, fill_sample, GINT_TO_POINTER(column), NULL);
	gtk_tree_view_column_set_sizing(samples, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(samples, SWATCH_WIDTH);
	gtk_tree_view_append_column(view, samples);
}

/* Show a colour's numbers, with all digits if the column has room. */
static void show_colour(GtkTreeViewColumn *column, GtkCellRenderer *cell, GtkTreeModel *model,
	GtkTreeIter *row, gpointer source)
{
	g_autofree char *text = NULL;
	gtk_tree_model_get(model, row, GPOINTER_TO_INT(source), &text, -1);
	gs_number_cell_set_text(cell, column, text ? text : "");
}

/* Make a column as wide as its contents, as half a number would mislead. */
static void show_whole(GtkTreeViewColumn *column, GtkCellRenderer *cell)
{
	g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_NONE, NULL);
	gtk_tree_view_column_set_fixed_width(column, -1);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_GROW_ONLY);
}

static void gs_pixel_panel_class_init(GsPixelPanelClass *class)
{
}

/* Build the panel without a .ui file: it is a line of text above one list. */
static void gs_pixel_panel_init(GsPixelPanel *panel)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
	GtkBox *head = gs_panel_head(GTK_BOX(panel));
	panel->summary = gs_panel_note(head);
	gtk_label_set_ellipsize(panel->summary, PANGO_ELLIPSIZE_NONE);
	gtk_label_set_line_wrap(panel->summary, TRUE);
	gtk_label_set_xalign(panel->summary, 0);
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT, G_TYPE_STRING);
	panel->view = gs_panel_list(GTK_BOX(panel), "Pixel history", GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	static const struct {
		const char *title;
		int column, width;
	} columns[] = {{"Call", COLUMN_CALL, 46}, {"Function", COLUMN_NAME, 112},
		{"Does", COLUMN_TEXT, 0}, {"Before", COLUMN_BEFORE, COLOUR_WIDTH},
		{"Draw gives", COLUMN_OUTPUT, COLOUR_WIDTH}, {"After", COLUMN_AFTER, COLOUR_WIDTH},
		{"Primitives", COLUMN_PRIMITIVES, 64}};
	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
		GtkCellRenderer *cell = gs_panel_column(panel->view, columns[i].title,
			columns[i].column, columns[i].width,
			columns[i].column < COLUMN_BEFORE ? "weight" : NULL, COLUMN_WEIGHT, NULL);
		GtkTreeViewColumn *column = gtk_tree_view_get_column(
			panel->view, (int)gtk_tree_view_get_n_columns(panel->view) - 1);
		if (columns[i].column == COLUMN_CALL)
			show_whole(column, cell);
		else
			gs_panel_wrap(column, cell);
		if (columns[i].column >= COLUMN_BEFORE) {
			gtk_tree_view_column_set_expand(column, TRUE); /* fits a colour */
			gtk_tree_view_column_set_cell_data_func(column, cell, show_colour,
				GINT_TO_POINTER(columns[i].column), NULL);
			add_samples(panel->view, columns[i].column + 1);
		}
	}
	gs_number_cell_tips(panel->view);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TIP);
	gs_panel_name(panel->summary, "Pixel history summary");
	g_signal_connect(panel->view, "row-activated", G_CALLBACK(activated), panel);
}

/* SPDX-License-Identifier: MIT */
#include "ui/mesh/scatter-box.h"

#include <string.h>
#include "ui/mesh/scatter-view.h"

enum { AXES = 4, X = 0, Z = 2 };

struct _GsScatterBox {
	GtkBox parent;
	struct gs_points points[GS_N_SCATTER]; /* n_columns 0: there are no points */
	GtkComboBoxText *kind, *axis[AXES];
	GtkSpinButton *size;
	GsScatterView *view;
	enum gs_scatter_kind shown;
	bool busy;
};

G_DEFINE_TYPE(GsScatterBox, gs_scatter_box, GTK_TYPE_BOX)

static guint pick_signal;

static const struct gs_points *shown(const GsScatterBox *box)
{
	return &box->points[box->shown];
}

static void draw_points(GsScatterBox *box)
{
	const struct gs_points *points = shown(box);
	double *values[AXES] = {NULL};
	const char *names[AXES] = {NULL};
	for (int a = 0; a < AXES; a++) {
		int column = gtk_combo_box_get_active(GTK_COMBO_BOX(box->axis[a])) - 1;
		if (column < 0 || column >= (int)points->n_columns)
			continue;
		names[a] = points->names[column];
		values[a] = g_new(double, points->n + 1);
		for (unsigned i = 0; i < points->n; i++)
			values[a][i] = points->value(points->data, (unsigned)column, i);
	}
	gs_scatter_view_set(box->view, values[0], values[1], values[2], values[3], points->n);
	gs_scatter_view_set_names(box->view, names);
	gs_scatter_view_set_focus(box->view, points->n ? points->focus : -1);
	for (int a = 0; a < AXES; a++)
		g_free(values[a]);
}

/* ---- the axes ---- */

/* Return the row of a column's name in the combo boxes; 0: nothing. */
static int find_column(const struct gs_points *points, const char *name)
{
	for (unsigned i = 0; name && i < points->n_columns; i++)
		if (!strcmp(points->names[i], name))
			return (int)i + 1;
	return 0;
}

/* Return the row that an axis begins with: a position, if there is one, else the first values. */
static int default_axis(const struct gs_points *points, int axis)
{
	static const char *const axes[] = {"gl_Position.x", "gl_Position.y"};
	if (axis >= Z)
		return 0;
	int column = find_column(points, axes[axis]);
	unsigned first = points->n_ids + (unsigned)axis;
	return column ? column : first < points->n_columns ? (int)first + 1 : 0;
}

static bool has_names(GsScatterBox *box, const struct gs_points *points)
{
	GtkTreeModel *model = gtk_combo_box_get_model(GTK_COMBO_BOX(box->axis[X]));
	bool same = gtk_tree_model_iter_n_children(model, NULL) == (int)points->n_columns + 1;
	for (unsigned i = 0; same && i < points->n_columns; i++) {
		g_autofree char *text = NULL;
		GtkTreeIter iter;
		same = gtk_tree_model_iter_nth_child(model, &iter, NULL, (int)i + 1);
		if (same)
			gtk_tree_model_get(model, &iter, 0, &text, -1);
		same = same && !g_strcmp0(text, points->names[i]);
	}
	return same;
}

/* Offer the columns for each axis. The selection stays if x and y are still among them. */
static void offer_columns(GsScatterBox *box)
{
	const struct gs_points *points = shown(box);
	int kept[AXES], n_kept = 0;
	if (has_names(box, points))
		return;
	box->busy = true;
	for (int a = 0; a < AXES; a++) {
		g_autofree char *text = gtk_combo_box_text_get_active_text(box->axis[a]);
		kept[a] = find_column(points, text);
		n_kept += a < Z && kept[a];
	}
	for (int a = 0; a < AXES; a++) {
		gtk_combo_box_text_remove_all(box->axis[a]);
		gtk_combo_box_text_append_text(box->axis[a], "–");
		for (unsigned i = 0; i < points->n_columns; i++)
			gtk_combo_box_text_append_text(box->axis[a], points->names[i]);
		gtk_combo_box_set_active(GTK_COMBO_BOX(box->axis[a]),
			n_kept == Z ? kept[a] : default_axis(points, a));
	}
	box->busy = false;
}

static void axis_changed(GtkComboBox *combo, GsScatterBox *box)
{
	if (!box->busy)
		draw_points(box);
}

/* ---- what is plotted ---- */

static void show_kind(GsScatterBox *box, enum gs_scatter_kind kind)
{
	box->shown = kind;
	offer_columns(box);
	draw_points(box);
}

static void kind_changed(GtkComboBox *combo, GsScatterBox *box)
{
	if (!box->busy)
		show_kind(box, gtk_combo_box_get_active(combo) == 1 ? GS_SCATTER_EMITTED
								    : GS_SCATTER_ELEMENTS);
}

void gs_scatter_box_set(
	GsScatterBox *box, enum gs_scatter_kind kind, const struct gs_points *points)
{
	g_free(box->points[kind].cells);
	box->points[kind] = points ? *points : (struct gs_points){.focus = -1};
	bool can = box->points[GS_SCATTER_EMITTED].n_columns > 0;
	gs_panel_allow(box->kind, "What a point is: an element, or a vertex that was emitted",
		can ? NULL : "only geometry shaders emit vertices");
	if (!can && box->shown == GS_SCATTER_EMITTED)
		gtk_combo_box_set_active(GTK_COMBO_BOX(box->kind), GS_SCATTER_ELEMENTS);
	else if (kind == box->shown)
		show_kind(box, kind);
}

static void picked(GsScatterView *view, guint index, GsScatterBox *box)
{
	if (index < shown(box)->n)
		g_signal_emit(box, pick_signal, 0, shown(box)->cells[index]);
}

static void size_changed(GtkSpinButton *size, GsScatterBox *box)
{
	gs_scatter_view_set_size(box->view, gtk_spin_button_get_value(size));
}

static void fit_clicked(GtkButton *button, GsScatterBox *box)
{
	gs_scatter_view_reset(box->view);
}

/* ---- the widget ---- */

static void finalize(GObject *object)
{
	for (int k = 0; k < GS_N_SCATTER; k++)
		g_free(GS_SCATTER_BOX(object)->points[k].cells);
	G_OBJECT_CLASS(gs_scatter_box_parent_class)->finalize(object);
}

static void gs_scatter_box_class_init(GsScatterBoxClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
	pick_signal = g_signal_new("pick", GS_TYPE_SCATTER_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
		NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

/* Return a new combo box. cut: which end of a text that is too long is left out. */
static GtkComboBoxText *new_combo(const char *name, int width, PangoEllipsizeMode cut)
{
	GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT(gtk_combo_box_text_new());
	g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));
	gs_panel_name(combo, name);
	gtk_widget_set_size_request(GTK_WIDGET(combo), 40, -1);
	g_object_set(cells->data, "ellipsize", cut, "width-chars", width, NULL);
	return combo;
}

static GtkBox *new_line(GsScatterBox *box)
{
	GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
	gtk_style_context_add_class(gtk_widget_get_style_context(line), "mapping");
	gtk_box_pack_start(GTK_BOX(box), line, FALSE, FALSE, 0);
	return GTK_BOX(line);
}

static void build_axes(GsScatterBox *box)
{
	static const char *const titles[AXES] = {"x", "y", "z", "colour"};
	static const char *const names[AXES] = {"Plot x", "Plot y", "Plot z", "Plot colour"};
	GtkBox *line = new_line(box);
	for (int a = 0; a < AXES; a++) {
		box->axis[a] = new_combo(names[a], 3, PANGO_ELLIPSIZE_START);
		g_autofree char *tip = g_strdup_printf(
			"Expression for %s of the points", titles[a]);
		gtk_widget_set_tooltip_text(GTK_WIDGET(box->axis[a]), tip);
		gtk_box_pack_start(line, GTK_WIDGET(box->axis[a]), TRUE, TRUE, 0);
		g_signal_connect(box->axis[a], "changed", G_CALLBACK(axis_changed), box);
	}
}

static void build_head(GsScatterBox *box)
{
	GtkBox *line = new_line(box);
	box->kind = new_combo("Plot of", 8, PANGO_ELLIPSIZE_END);
	gtk_combo_box_text_append_text(box->kind, "Elements");
	gtk_combo_box_text_append_text(box->kind, "Emitted vertices");
	gtk_combo_box_set_active(GTK_COMBO_BOX(box->kind), 0);
	box->size = GTK_SPIN_BUTTON(gtk_spin_button_new_with_range(0, 20, 1));
	gs_panel_name(box->size, "Point size");
	gtk_widget_set_tooltip_text(GTK_WIDGET(box->size),
		"Size of the points in pixels; 0: chosen by the number of points");
	GtkWidget *fit = gs_panel_button("Fit the plot", "Fit", NULL,
		"Show all again: not turned, moved or zoomed\nDrag to turn a plot with z, or to "
		"move a plot without; scroll to zoom; arrow keys, + and - do the same, 0 fits");
	gtk_box_pack_start(line, GTK_WIDGET(box->kind), TRUE, TRUE, 0);
	gtk_box_pack_start(line, GTK_WIDGET(box->size), FALSE, FALSE, 0);
	gtk_box_pack_start(line, fit, FALSE, FALSE, 0);
	g_signal_connect(box->kind, "changed", G_CALLBACK(kind_changed), box);
	g_signal_connect(box->size, "value-changed", G_CALLBACK(size_changed), box);
	g_signal_connect(fit, "clicked", G_CALLBACK(fit_clicked), box);
}

static void gs_scatter_box_init(GsScatterBox *box)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(box), GTK_ORIENTATION_VERTICAL);
	box->view = g_object_new(GS_TYPE_SCATTER_VIEW, NULL);
	build_axes(box);
	build_head(box);
	gs_panel_name(box->view, "Scatter plot");
	gtk_widget_set_size_request(GTK_WIDGET(box->view), 160, 100);
	gtk_box_pack_start(GTK_BOX(box), GTK_WIDGET(box->view), TRUE, TRUE, 0);
	g_signal_connect(box->view, "pick", G_CALLBACK(picked), box);
	gtk_widget_show_all(GTK_WIDGET(box));
}

/* SPDX-License-Identifier: MIT */
#include "ui/shader/profile-panel.h"

#include <string.h>
#include "ui/widgets/icon.h"
#include "ui/shader/profile-counts.h"

struct _GsProfilePanel {
	GtkBox parent;
	GtkButton *take, *lay_over, *save;
	GtkToggleButton *logarithmic, *all;
	GtkToggleButton *active, *finished, *left; /* the curves to show */
	GtkLabel *summary, *reading;
	GtkWidget *plot;
	GtkTreeView *table;
	GsProfileCounts *counts;
	GtkListStore *store;
	double cursor; /* iteration at the cursor; < 0: none */
	const struct gs_ui_state *state;
};

GS_DEFINE_PANEL(GsProfilePanel, gs_profile_panel)

enum { COLUMN_ITERATION, COLUMN_ACTIVE, COLUMN_FINISHED, COLUMN_LEFT, N_COLUMNS };
enum { MAX_ROWS = 5000 };

static const struct gs_curves *curves_of(GsProfilePanel *panel)
{
	const struct gs_profile *profile = panel->state ? panel->state->profile.curves : NULL;
	if (!profile)
		return NULL;
	bool all = gtk_toggle_button_get_active(panel->all) && profile->all.n;
	return all ? &profile->all : &profile->curves;
}

static struct gs_plot plot_of(GsProfilePanel *panel)
{
	return (struct gs_plot){
		.width = gtk_widget_get_allocated_width(panel->plot),
		.height = gtk_widget_get_allocated_height(panel->plot),
		.cursor = panel->cursor,
		.all = curves_of(panel) &&
		       curves_of(panel) != &panel->state->profile.curves->curves,
		.logarithmic = gtk_toggle_button_get_active(panel->logarithmic),
		.hide_active = !gtk_toggle_button_get_active(panel->active),
		.hide_finished = !gtk_toggle_button_get_active(panel->finished),
		.hide_left = !gtk_toggle_button_get_active(panel->left),
	};
}

static gboolean draw(GtkWidget *widget, cairo_t *cr, GsProfilePanel *panel)
{
	struct gs_plot plot = plot_of(panel);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	if (curves_of(panel))
		gs_profile_draw(
			panel->state->profile.curves, panel->state->profile.laid_over, &plot, cr);
	return FALSE;
}

static void fill_table(GsProfilePanel *panel)
{
	const struct gs_curves *curves = curves_of(panel);
	gtk_list_store_clear(panel->store);
	for (size_t i = 0; curves && i < MIN(curves->n, MAX_ROWS); i++) {
		char text[4][24];
		const uint64_t values[4] = {curves->iteration[i], curves->active[i],
			curves->finished[i], curves->left[i]};
		for (int k = 0; k < 4; k++)
			g_snprintf(
				text[k], sizeof(text[k]), "%" G_GUINT64_FORMAT, (guint64)values[k]);
		gtk_list_store_insert_with_values(panel->store, NULL, -1, COLUMN_ITERATION, text[0],
			COLUMN_ACTIVE, text[1], COLUMN_FINISHED, text[2], COLUMN_LEFT, text[3], -1);
	}
}

/* ---- the cursor ---- */

static void append_reading(GString *text, const struct gs_curves *curves, uint64_t iteration)
{
	uint64_t v[3];
	if (gs_curves_at(curves, iteration, v))
		g_string_append_printf(text,
			"%" G_GUINT64_FORMAT " active, %" G_GUINT64_FORMAT
			" finished, %" G_GUINT64_FORMAT " left",
			(guint64)v[0], (guint64)v[1], (guint64)v[2]);
	else
		g_string_append(text, "nothing");
}

static void set_cursor(GsProfilePanel *panel, double iteration)
{
	const struct gs_curves *curves = curves_of(panel);
	const struct gs_profile *other = panel->state ? panel->state->profile.laid_over : NULL;
	g_autoptr(GString) text = g_string_new(NULL);
	panel->cursor = curves ? iteration : -1;
	if (panel->cursor >= 0) {
		uint64_t i = (uint64_t)iteration;
		g_string_printf(text, "Iteration %" G_GUINT64_FORMAT ": ", (guint64)i);
		append_reading(text, curves, i);
		if (other) {
			g_string_append(text, "; the other profile: ");
			append_reading(text,
				curves == &panel->state->profile.curves->curves ? &other->curves
										: &other->all,
				i);
		}
	} else {
		g_string_append(text,
			curves ? "Point at the plot, or select a row, to read an iteration" : "");
	}
	gs_panel_label(panel->reading, "%s", text->str);
	gtk_widget_queue_draw(panel->plot);
}

/* Move the cursor to the pointer. */
static gboolean pointed(GtkWidget *widget, GdkEvent *event, GsProfilePanel *panel)
{
	struct gs_plot plot = plot_of(panel);
	double x, y;
	if (curves_of(panel) && gdk_event_get_coords(event, &x, &y))
		set_cursor(panel, gs_profile_iteration_at(panel->state->profile.curves,
					  panel->state->profile.laid_over, &plot, x));
	return FALSE;
}

/* Select the row of the cursor in the table. */
static gboolean clicked(GtkWidget *widget, GdkEventButton *event, GsProfilePanel *panel)
{
	const struct gs_curves *curves = curves_of(panel);
	size_t row = panel->cursor >= 0 && curves && curves->n
			     ? gs_curves_point(curves, (uint64_t)panel->cursor)
			     : MAX_ROWS;
	if (row >= MAX_ROWS)
		return FALSE;
	GtkTreePath *path = gtk_tree_path_new_from_indices((int)row, -1);
	gtk_tree_view_set_cursor(panel->table, path, NULL, FALSE);
	gtk_tree_view_scroll_to_cell(panel->table, path, NULL, TRUE, 0.5f, 0);
	gtk_tree_path_free(path);
	return FALSE;
}

static void row_chosen(GtkTreeSelection *selection, GsProfilePanel *panel)
{
	GtkTreeModel *model;
	GtkTreeIter row;
	g_autofree char *iteration = NULL;
	if (!gtk_tree_selection_get_selected(selection, &model, &row))
		return;
	gtk_tree_model_get(model, &row, COLUMN_ITERATION, &iteration, -1);
	set_cursor(panel, g_ascii_strtod(iteration, NULL));
}

static void redraw(GsProfilePanel *panel)
{
	fill_table(panel);
	set_cursor(panel, -1);
	gtk_widget_queue_draw(panel->plot);
}

/* Show the profile after its presentation changed; the cursor stays. */
static void changed(GtkWidget *widget, GsProfilePanel *panel)
{
	double cursor = panel->cursor;
	fill_table(panel);
	set_cursor(panel, cursor);
}

static void take_clicked(GtkButton *button, GsProfilePanel *panel)
{
	gs_panel_activate(panel, "profile", g_variant_new_boolean(FALSE));
}

static void lay_over_clicked(GtkButton *button, GsProfilePanel *panel)
{
	gs_panel_activate(panel, "profile", g_variant_new_boolean(TRUE));
}

static void save_answered(GtkNativeDialog *dialog, gint response, GsProfilePanel *panel)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	g_autoptr(GError) error = NULL;
	if (response == GTK_RESPONSE_ACCEPT && panel->state->profile.curves &&
		!gs_profile_save(panel->state->profile.curves, panel->state->profile.laid_over,
			path, NULL, &error))
		gs_panel_activate(panel, "complain", g_variant_new_string(error->message));
	g_object_unref(dialog);
}

static void save_clicked(GtkButton *button, GsProfilePanel *panel)
{
	gs_panel_save_dialog(GTK_WIDGET(panel), "Save the profile", "profile.svg",
		G_CALLBACK(save_answered), panel);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsProfilePanel *panel = GS_PROFILE_PANEL(widget);
	panel->state = state;
	if (parts & (GS_PART_WHERE | GS_PART_PROFILE)) {
		bool loop = state->in_shader && state->where.is_loop;
		const char *why = loop ? NULL : "step to the test of a loop first";
		gs_panel_allow(panel->take, NULL, why);
		gs_panel_allow(panel->lay_over, NULL,
			why || state->profile.curves ? why : "there is no profile to compare with");
	}
	if (!(parts & GS_PART_PROFILE))
		return;
	const struct gs_profile *profile = state->profile.curves;
	const char *none = profile ? NULL : "profile a loop first";
	gs_panel_allow(panel->save, NULL, none);
	gs_panel_allow(panel->all, NULL,
		none || profile->all.n ? none
		: profile->why_not_all ? profile->why_not_all
				       : "the loop was entered once");
	if (profile)
		gs_panel_label(panel->summary,
			"line %u: %s — %" G_GUINT64_FORMAT " element%s, at most %" G_GUINT64_FORMAT
			" iteration%s, %u draw%s%s",
			profile->line, profile->text ? profile->text : "",
			(guint64)profile->n_elements, profile->n_elements == 1 ? "" : "s",
			(guint64)profile->max_iterations, profile->max_iterations == 1 ? "" : "s",
			profile->n_draws, profile->n_draws == 1 ? "" : "s",
			profile->occluded_count ? "; hidden fragments count too"
			: state->where.stage == GS_STAGE_FRAGMENT
				? "; hidden fragments do not count"
				: "");
	else
		gs_panel_label(panel->summary, "Step to the test of a loop, then Profile shows how "
					       "many elements are in it");
	gs_profile_counts_set(panel->counts, state->profile.counts,
		profile ? (double)profile->max_iterations : 0);
	redraw(panel);
}

static void gs_profile_panel_class_init(GsProfilePanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	g_type_ensure(GS_TYPE_ICON);
	g_type_ensure(GS_TYPE_PROFILE_COUNTS);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "profile-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, take);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, lay_over);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, logarithmic);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, all);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, active);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, finished);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, left);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, save);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, summary);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, plot);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, reading);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, table);
	gtk_widget_class_bind_template_child(widget, GsProfilePanel, counts);
}

static void build_table(GsProfilePanel *panel)
{
	panel->store = gtk_list_store_new(
		N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
	gtk_tree_view_set_model(panel->table, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->table, "Iteration", COLUMN_ITERATION, 60, NULL);
	gs_panel_column(panel->table, "Active", COLUMN_ACTIVE, 0, NULL);
	gs_panel_column(panel->table, "Finished", COLUMN_FINISHED, 60, NULL);
	gs_panel_column(panel->table, "Left", COLUMN_LEFT, 50, NULL);
	g_signal_connect(gtk_tree_view_get_selection(panel->table), "changed",
		G_CALLBACK(row_chosen), panel);
}

static void gs_profile_panel_init(GsProfilePanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cursor = -1;
	build_table(panel);
	GtkToggleButton *const looks[] = {
		panel->logarithmic, panel->all, panel->active, panel->finished, panel->left};
	for (size_t i = 0; i < G_N_ELEMENTS(looks); i++)
		g_signal_connect(looks[i], "toggled", G_CALLBACK(changed), panel);
	g_signal_connect(panel->take, "clicked", G_CALLBACK(take_clicked), panel);
	g_signal_connect(panel->lay_over, "clicked", G_CALLBACK(lay_over_clicked), panel);
	g_signal_connect(panel->save, "clicked", G_CALLBACK(save_clicked), panel);
	g_signal_connect(panel->plot, "draw", G_CALLBACK(draw), panel);
	g_signal_connect(panel->plot, "enter-notify-event", G_CALLBACK(pointed), panel);
	g_signal_connect(panel->plot, "motion-notify-event", G_CALLBACK(pointed), panel);
	g_signal_connect(panel->plot, "button-press-event", G_CALLBACK(clicked), panel);
}

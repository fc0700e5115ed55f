/* SPDX-License-Identifier: MIT */
#include "ui/shader/check-bar.h"

#include <math.h>
#include <string.h>

enum { DEBUGGED, UNDEBUGGED, FRAMEBUFFER, N_COLOURS };

struct _GsCheckBar {
	GtkRevealer parent;
	GtkWidget *swatch[N_COLOURS], *column[N_COLOURS], *content;
	GtkLabel *value[N_COLOURS], *name[N_COLOURS], *verdict;
	double colour[N_COLOURS][4];
};

G_DEFINE_TYPE(GsCheckBar, gs_check_bar, GTK_TYPE_REVEALER)

static double level(double v)
{
	return v > 0 ? fmin(v, 1) : 0; /* NaN: 0 */
}

static gboolean draw_swatch(GtkWidget *widget, cairo_t *cr, const double *colour)
{
	int w = gtk_widget_get_allocated_width(widget), h = gtk_widget_get_allocated_height(widget);
	cairo_set_source_rgb(cr, level(colour[0]), level(colour[1]), level(colour[2]));
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.5, 0.5, 0.5);
	cairo_set_line_width(cr, 1);
	cairo_rectangle(cr, 0.5, 0.5, w - 1, h - 1);
	cairo_stroke(cr);
	return FALSE;
}

static void set_colour(
	GsCheckBar *bar, int i, const struct gs_check *check, const double colour[4], unsigned n)
{
	GString *text = g_string_new(NULL);
	unsigned undefined = i == DEBUGGED ? check->undefined : 0;
	for (unsigned k = 0; k < n; k++) {
		const struct gs_scalar scalar = gs_number_scalar(check->base, colour[k]);
		g_autofree char *number = gs_scalar_text(&scalar);
		bool has = !(undefined >> k & 1);
		g_string_append_printf(
			text, "%s%s", k ? ", " : "", has ? number : GS_UNDEFINED_TEXT);
	}
	memcpy(bar->colour[i], colour, sizeof bar->colour[i]);
	gs_panel_label(bar->value[i], "%s", text->str);
	gtk_widget_queue_draw(bar->swatch[i]);
	g_string_free(text, TRUE);
}

static void show(GsCheckBar *bar, const struct gs_check *check)
{
	GtkStyleContext *style = gtk_widget_get_style_context(bar->content);
	gtk_widget_set_visible(bar->column[DEBUGGED], check->has_debugged);
	if (check->has_debugged)
		set_colour(bar, DEBUGGED, check, check->debugged, check->n);
	gs_panel_label(
		bar->name[DEBUGGED], "debugged: %s", check->expression ? check->expression : "");
	set_colour(bar, UNDEBUGGED, check, check->output, 4);
	set_colour(bar, FRAMEBUFFER, check, check->after, 4);
	if (!check->same_output)
		gtk_style_context_add_class(style, "distrust");
	else
		gtk_style_context_remove_class(style, "distrust");
	gs_panel_label(bar->verdict, "%s",
		check->why && *check->why ? check->why
		: check->has_debugged
			? "The undebugged shader gives the same, and the framebuffer will hold it."
			: "The framebuffer will hold what the shader gives.");
}

void gs_check_bar_set(GsCheckBar *bar, const struct gs_ui_state *state, unsigned parts)
{
	if (!(parts & (GS_PART_CHECK | GS_PART_WHERE | GS_PART_STOP)))
		return;
	bool wanted = state->in_shader && state->where.stage == GS_STAGE_FRAGMENT &&
		      state->where.finished;
	gtk_revealer_set_reveal_child(
		GTK_REVEALER(bar), wanted && (state->check.is_known || state->check.note));
	if (!wanted)
		return;
	for (int i = 0; i < N_COLOURS; i++)
		gtk_widget_set_visible(bar->column[i], state->check.is_known);
	if (state->check.is_known)
		show(bar, &state->check.result);
	else if (state->check.note)
		gs_panel_label(bar->verdict, "What the undebugged draw writes is not known: %s",
			state->check.note);
}

static void gs_check_bar_class_init(GsCheckBarClass *class)
{
}

static void add_colour(
	GsCheckBar *bar, GtkBox *row, int i, const char *text, const char *name, const char *tip)
{
	GtkWidget *column = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
		  *lines = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	g_autofree char *value_name = g_strconcat(name, " colour", NULL);
	bar->column[i] = column;
	bar->swatch[i] = gtk_drawing_area_new();
	gtk_widget_set_size_request(bar->swatch[i], 26, 26);
	gtk_widget_set_valign(bar->swatch[i], GTK_ALIGN_CENTER);
	bar->name[i] = GTK_LABEL(gtk_label_new(text));
	bar->value[i] = GTK_LABEL(gtk_label_new(NULL));
	gtk_label_set_xalign(bar->name[i], 0);
	gtk_label_set_xalign(bar->value[i], 0);
	gtk_label_set_selectable(bar->value[i], TRUE);
	gtk_label_set_line_wrap(bar->value[i], TRUE); /* alpha comes last */
	gtk_label_set_width_chars(bar->value[i], 8);  /* keeps the label from widening the pane */
	gtk_label_set_ellipsize(bar->name[i], PANGO_ELLIPSIZE_END);
	gtk_style_context_add_class(
		gtk_widget_get_style_context(GTK_WIDGET(bar->name[i])), "dim-label");
	gtk_style_context_add_class(
		gtk_widget_get_style_context(GTK_WIDGET(bar->value[i])), "small");
	gs_panel_name(bar->value[i], value_name);
	gtk_widget_set_tooltip_text(column, tip);
	gtk_box_pack_start(GTK_BOX(lines), GTK_WIDGET(bar->name[i]), FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(lines), GTK_WIDGET(bar->value[i]), FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(column), bar->swatch[i], FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(column), lines, TRUE, TRUE, 0);
	gtk_box_pack_start(row, column, TRUE, TRUE, 0);
	g_signal_connect(bar->swatch[i], "draw", G_CALLBACK(draw_swatch), bar->colour[i]);
}

static void gs_check_bar_init(GsCheckBar *bar)
{
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
	gtk_revealer_set_transition_type(GTK_REVEALER(bar), GTK_REVEALER_TRANSITION_TYPE_NONE);
	bar->content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
	gtk_style_context_add_class(gtk_widget_get_style_context(bar->content), "check");
	add_colour(bar, GTK_BOX(row), DEBUGGED, "debugged", "Debugged",
		"What was captured for the element in focus");
	add_colour(bar, GTK_BOX(row), UNDEBUGGED, "undebugged shader", "Undebugged",
		"What the draw's own shader gives at this pixel, without any of glstep's text in "
		"it");
	add_colour(bar, GTK_BOX(row), FRAMEBUFFER, "framebuffer after", "Framebuffer",
		"What the framebuffer will hold after the draw");
	bar->verdict = GTK_LABEL(gtk_label_new(NULL));
	gtk_label_set_xalign(bar->verdict, 0);
	gtk_label_set_line_wrap(bar->verdict, TRUE);
	gs_panel_name(bar->verdict, "Trust");
	gtk_box_pack_start(GTK_BOX(bar->content), row, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(bar->content), GTK_WIDGET(bar->verdict), FALSE, FALSE, 0);
	gtk_container_add(GTK_CONTAINER(bar), bar->content);
	gtk_widget_show_all(bar->content);
	gtk_widget_set_visible(GTK_WIDGET(bar), TRUE);
}

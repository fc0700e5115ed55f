/* SPDX-License-Identifier: MIT */
/* The plot of a loop profile, wherever cairo draws, and which iteration is where in it. */
#include <cairo.h>
#include <math.h>
#include "debugger/base/axis.h"
#include "debugger/engine/show/profile.h"

enum { LEFT = 70, RIGHT = 16, TOP = 44, BOTTOM = 44 };

struct view {
	cairo_t *cr;
	const struct gs_plot *plot;
	double x, y, width, height; /* of the field inside the axes */
	double n;		    /* iterations shown */
	double most;		    /* elements */
};

static double to_x(const struct view *v, double iteration)
{
	return v->x + v->width * iteration / (v->n > 1 ? v->n - 1 : 1);
}

static double to_y(const struct view *v, double count)
{
	double t = v->plot->logarithmic ? log1p(count) / log1p(v->most) : count / v->most;
	return v->y + v->height * (1 - t);
}

static void draw_text(const struct view *v, double x, double y, double align, const char *text)
{
	cairo_text_extents_t e;
	cairo_text_extents(v->cr, text, &e);
	cairo_move_to(v->cr, x - align * e.x_advance, y);
	cairo_show_text(v->cr, text);
}

static void draw_row(const struct view *v, double count)
{
	char text[32];
	double y = to_y(v, count);
	g_snprintf(text, sizeof text, "%.0f", count);
	cairo_set_source_rgb(v->cr, 0.88, 0.88, 0.88);
	cairo_move_to(v->cr, v->x, y);
	cairo_line_to(v->cr, v->x + v->width, y);
	cairo_stroke(v->cr);
	cairo_set_source_rgb(v->cr, 0.2, 0.2, 0.2);
	draw_text(v, v->x - 6, y + 4, 1, text);
}

static void draw_axes(const struct view *v)
{
	char text[32];
	cairo_set_line_width(v->cr, 1);
	if (v->plot->logarithmic) {
		draw_row(v, 0);
		for (double c = 1; c <= v->most; c *= 10)
			draw_row(v, c);
	} else {
		double step = fmax(1, gs_axis_step(v->most, 6));
		for (double c = 0; c <= v->most; c += step)
			draw_row(v, c);
	}
	double step = fmax(1, gs_axis_step(v->n > 1 ? v->n - 1 : 1, 10));
	for (double i = 0; i < v->n; i += step) {
		g_snprintf(text, sizeof text, "%.0f", i);
		cairo_move_to(v->cr, to_x(v, i), v->y + v->height);
		cairo_rel_line_to(v->cr, 0, 4);
		cairo_stroke(v->cr);
		draw_text(v, to_x(v, i), v->y + v->height + 18, 0.5, text);
	}
	cairo_rectangle(v->cr, v->x, v->y, v->width, v->height);
	cairo_stroke(v->cr);
	draw_text(v, v->x + v->width / 2, v->y + v->height + 36, 0.5, "iteration");
	draw_text(v, v->x - 6, v->y - 8, 1, "elements");
}

static void draw_curve(const struct view *v, const uint64_t *values, const struct gs_curves *curves,
	const double colour[3], bool other)
{
	static const double dashes[] = {6, 4};
	cairo_set_source_rgba(v->cr, colour[0], colour[1], colour[2], other ? 0.65 : 1);
	cairo_set_dash(v->cr, dashes, other ? 2 : 0, 0);
	cairo_set_line_width(v->cr, other ? 1.2 : 1.8);
	cairo_set_line_join(v->cr, CAIRO_LINE_JOIN_ROUND);
	cairo_new_path(v->cr);
	for (size_t i = 0; i < curves->n;) { /* no more than can be seen, but no peak left out */
		double x = to_x(v, (double)curves->iteration[i]);
		uint64_t most = 0;
		do
			most = MAX(most, values[i]);
		while (++i < curves->n && to_x(v, (double)curves->iteration[i]) - x < 0.25);
		cairo_line_to(v->cr, x, to_y(v, (double)most));
	}
	if (curves->n == 1) /* a point */
		cairo_rel_line_to(v->cr, 3, 0);
	cairo_stroke(v->cr);
	cairo_set_dash(v->cr, NULL, 0, 0);
}

static const double colours[3][3] = {{0.10, 0.48, 0.10}, {0.78, 0.20, 0.20}, {0.20, 0.34, 0.80}};
static const char *const curve_names[2][3] = {
	{"active: begin the iteration", "finished: the test was false",
		"left: break, return, discard"},
	{"active", "finished", "left"}}; /* where there is no room */

static void draw_curves(const struct view *v, const struct gs_curves *curves, bool other)
{
	const uint64_t *values[3] = {curves->active, curves->finished, curves->left};
	bool hidden[3] = {v->plot->hide_active, v->plot->hide_finished, v->plot->hide_left};
	for (unsigned c = 0; c < 3; c++)
		if (!hidden[c])
			draw_curve(v, values[c], curves, colours[c], other);
}

static double text_width(const struct view *v, const char *text)
{
	cairo_text_extents_t e;
	cairo_text_extents(v->cr, text, &e);
	return e.x_advance;
}

static void draw_legend(const struct view *v, bool has_other)
{
	static const char dashed[] = "dashed: the other profile";
	const char *const *names = curve_names[0];
	double x = v->x, width = has_other ? text_width(v, dashed) : 0,
	       right = v->x + v->width + RIGHT;
	for (unsigned c = 0; c < 3; c++)
		width += text_width(v, names[c]) + 32;
	if (width > v->width + RIGHT)
		names = curve_names[1];
	for (unsigned c = 0; c < 3; c++) {
		cairo_set_source_rgb(v->cr, colours[c][0], colours[c][1], colours[c][2]);
		cairo_rectangle(v->cr, x, 10, 10, 10);
		cairo_fill(v->cr);
		draw_text(v, x + 15, 19, 0, names[c]);
		x += text_width(v, names[c]) + 32;
	}
	cairo_set_source_rgb(v->cr, 0.2, 0.2, 0.2);
	if (has_other && x + text_width(v, dashed) > right) /* a line of its own */
		draw_text(v, right - 4, 36, 1, dashed);
	else if (has_other)
		draw_text(v, x, 19, 0, dashed);
}

static double highest(const struct gs_curves *curves, const struct gs_plot *plot)
{
	uint64_t most = 0;
	for (size_t i = 0; i < curves->n; i++) {
		if (!plot->hide_active)
			most = MAX(most, curves->active[i]);
		if (!plot->hide_finished)
			most = MAX(most, curves->finished[i]);
		if (!plot->hide_left)
			most = MAX(most, curves->left[i]);
	}
	return (double)most;
}

static void draw_cursor(const struct view *v)
{
	double x = to_x(v, v->plot->cursor);
	cairo_set_line_width(v->cr, 1);
	cairo_set_source_rgb(v->cr, 0.35, 0.35, 0.35);
	cairo_move_to(v->cr, x, v->y);
	cairo_line_to(v->cr, x, v->y + v->height);
	cairo_stroke(v->cr);
}

static const struct gs_curves *shown(const struct gs_profile *profile, const struct gs_plot *plot)
{
	return !profile ? NULL : plot->all ? &profile->all : &profile->curves;
}

static double iterations_of(const struct gs_curves *curves)
{
	return curves && curves->n ? (double)curves->iteration[curves->n - 1] + 1 : 0;
}

static struct view make_view(
	const struct gs_profile *profile, const struct gs_profile *with, const struct gs_plot *plot)
{
	const struct gs_curves *curves = shown(profile, plot), *other = shown(with, plot);
	return (struct view){
		.plot = plot,
		.x = LEFT,
		.y = TOP,
		.width = MAX(plot->width - LEFT - RIGHT, 10),
		.height = MAX(plot->height - TOP - BOTTOM, 10),
		.n = fmax(iterations_of(curves), iterations_of(other)),
		.most = fmax(fmax(highest(curves, plot), other ? highest(other, plot) : 0), 1) *
			1.04,
	};
}

void gs_profile_draw(const struct gs_profile *profile, const struct gs_profile *with,
	const struct gs_plot *plot, cairo_t *cr)
{
	struct view v = make_view(profile, with, plot);
	v.cr = cr;
	cairo_save(cr);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_rectangle(cr, 0, 0, plot->width, plot->height);
	cairo_fill(cr);
	cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 12);
	draw_axes(&v);
	if (with)
		draw_curves(&v, shown(with, plot), true);
	draw_curves(&v, shown(profile, plot), false);
	draw_legend(&v, with != NULL);
	if (plot->cursor >= 0 && plot->cursor < v.n)
		draw_cursor(&v);
	cairo_restore(cr);
}

double gs_profile_iteration_at(const struct gs_profile *profile, const struct gs_profile *with,
	const struct gs_plot *plot, double x)
{
	struct view v = make_view(profile, with, plot);
	double last = v.n > 1 ? v.n - 1 : 0;
	return CLAMP(round((x - v.x) / v.width * last), 0, last);
}

/* SPDX-License-Identifier: MIT */
/* A loop profile as a table (.csv) and as a plot (.png, .svg, or wherever cairo draws). */
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "debugger/output-file.h"
#include "debugger/session.h"

enum { PLOT_WIDTH = 800, PLOT_HEIGHT = 480 };
enum { LEFT = 70, RIGHT = 16, TOP = 44, BOTTOM = 44 };

/* ---- tables ---- */

static uint64_t value_at(const uint64_t *values, const struct gs_curves *curves, size_t i)
{
	return i < curves->n ? values[i] : 0;
}

static bool save_csv(const struct gs_profile *p, const char *path, GError **error)
{
	FILE *file = gs_output_open(path, error);
	if (!file)
		return false;
	size_t n = MAX(p->curves.n, p->all.n);
	fputs("iteration,active,finished,left", file);
	fputs(p->all.n ? ",all_active,all_finished,all_left\n" : "\n", file);
	for (size_t i = 0; i < n; i++) {
		const struct gs_curves *curves[2] = {&p->curves, &p->all};
		fprintf(file, "%zu", i);
		for (unsigned c = 0; c < 1 + (p->all.n > 0); c++)
			fprintf(file,
				",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT,
				value_at(curves[c]->active, curves[c], i),
				value_at(curves[c]->finished, curves[c], i),
				value_at(curves[c]->left, curves[c], i));
		fputc('\n', file);
	}
	return gs_output_close(file, path, error);
}

static void load_row(struct gs_curves *curves, char **cells, unsigned first)
{
	uint64_t **columns[3] = {&curves->active, &curves->finished, &curves->left};
	for (unsigned c = 0; c < 3; c++) {
		*columns[c] = g_renew(uint64_t, *columns[c], curves->n + 1);
		(*columns[c])[curves->n] = g_ascii_strtoull(cells[first + c], NULL, 10);
	}
	curves->n++;
}

static bool load_rows(struct gs_profile *profile, char **lines)
{
	unsigned columns = 0;
	if (!lines[0] || !g_str_has_prefix(lines[0], "iteration,active,finished,left"))
		return false;
	columns = strstr(lines[0], "all_active") ? 7 : 4;
	for (unsigned i = 1; lines[i] && *lines[i]; i++) {
		char **cells = g_strsplit(lines[i], ",", -1);
		bool good = g_strv_length(cells) >= columns;
		if (good)
			load_row(&profile->curves, cells, 1);
		if (good && columns == 7)
			load_row(&profile->all, cells, 4);
		g_strfreev(cells);
		if (!good)
			return false;
	}
	return profile->curves.n > 0;
}

struct gs_profile *gs_profile_load(const char *path, GError **error)
{
	char *text;
	GError *failure = NULL;
	if (!g_file_get_contents(path, &text, NULL, &failure)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be read: %s", path,
			failure->message);
		g_error_free(failure);
		return NULL;
	}
	struct gs_profile *profile = g_new0(struct gs_profile, 1);
	char **lines = g_strsplit(text, "\n", -1);
	bool good = load_rows(profile, lines);
	g_strfreev(lines);
	g_free(text);
	if (good)
		return profile;
	gs_profile_free(profile);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is no loop profile: give a file that `profile FILE.csv` wrote", path);
	return NULL;
}

/* ---- plot ---- */

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

/* 1, 2 or 5 times a power of ten, so that about `parts` of them make the whole. */
static double tick_step(double whole, unsigned parts)
{
	double raw = whole / parts, power = pow(10, floor(log10(raw > 1 ? raw : 1)));
	double step = raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10;
	return step * power;
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
		double step = tick_step(v->most, 6);
		for (double c = 0; c <= v->most; c += step)
			draw_row(v, c);
	}
	double step = tick_step(v->n > 1 ? v->n - 1 : 1, 10);
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
	/* no more points than can be seen, but none of the peaks left out */
	size_t per_point = (size_t)(curves->n / (4 * v->width)) + 1;
	cairo_set_source_rgba(v->cr, colour[0], colour[1], colour[2], other ? 0.65 : 1);
	cairo_set_dash(v->cr, dashes, other ? 2 : 0, 0);
	cairo_set_line_width(v->cr, other ? 1.2 : 1.8);
	cairo_set_line_join(v->cr, CAIRO_LINE_JOIN_ROUND);
	cairo_new_path(v->cr);
	for (size_t i = 0; i < curves->n; i += per_point) {
		uint64_t most = 0;
		for (size_t k = i; k < i + per_point && k < curves->n; k++)
			most = MAX(most, values[k]);
		cairo_line_to(v->cr, to_x(v, (double)i), to_y(v, (double)most));
	}
	if (curves->n == 1) /* a point */
		cairo_rel_line_to(v->cr, 3, 0);
	cairo_stroke(v->cr);
	cairo_set_dash(v->cr, NULL, 0, 0);
}

static const double colours[3][3] = {{0.18, 0.62, 0.18}, {0.78, 0.20, 0.20}, {0.20, 0.34, 0.80}};
static const char *const curve_names[3] = {
	"active: begin the iteration", "finished: the test was false", "left: break, return, discard"};

static void draw_curves(const struct view *v, const struct gs_curves *curves, bool other)
{
	const uint64_t *values[3] = {curves->active, curves->finished, curves->left};
	bool hidden[3] = {v->plot->hide_active, v->plot->hide_finished, v->plot->hide_left};
	for (unsigned c = 0; c < 3; c++)
		if (!hidden[c])
			draw_curve(v, values[c], curves, colours[c], other);
}

static void draw_legend(const struct view *v, bool has_other)
{
	double x = v->x;
	for (unsigned c = 0; c < 3; c++) {
		cairo_text_extents_t e;
		cairo_set_source_rgb(v->cr, colours[c][0], colours[c][1], colours[c][2]);
		cairo_rectangle(v->cr, x, 10, 10, 10);
		cairo_fill(v->cr);
		draw_text(v, x + 15, 19, 0, curve_names[c]);
		cairo_text_extents(v->cr, curve_names[c], &e);
		x += e.x_advance + 32;
	}
	cairo_set_source_rgb(v->cr, 0.2, 0.2, 0.2);
	if (has_other)
		draw_text(v, x, 19, 0, "dashed: the other profile");
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

void gs_profile_draw(const struct gs_profile *profile, const struct gs_profile *with,
	const struct gs_plot *plot, cairo_t *cr)
{
	const struct gs_curves *curves = plot->all ? &profile->all : &profile->curves;
	const struct gs_curves *other = !with ? NULL : plot->all ? &with->all : &with->curves;
	struct view v = {.cr = cr,
		.plot = plot,
		.x = LEFT,
		.y = TOP,
		.width = MAX(plot->width - LEFT - RIGHT, 10),
		.height = MAX(plot->height - TOP - BOTTOM, 10)};
	v.n = (double)MAX(curves->n, other ? other->n : 0);
	v.most = fmax(fmax(highest(curves, plot), other ? highest(other, plot) : 0), 1) * 1.04;
	cairo_save(cr);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_rectangle(cr, 0, 0, plot->width, plot->height);
	cairo_fill(cr);
	cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 12);
	draw_axes(&v);
	if (other)
		draw_curves(&v, other, true);
	draw_curves(&v, curves, false);
	draw_legend(&v, other != NULL);
	cairo_restore(cr);
}

static bool check_surface(cairo_status_t status, const char *path, GError **error)
{
	if (status == CAIRO_STATUS_SUCCESS)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be written: %s", path,
		cairo_status_to_string(status));
	return false;
}

static bool save_plot(const struct gs_profile *profile, const struct gs_profile *with, bool is_svg,
	const char *path, GError **error)
{
	struct gs_plot plot = {.width = PLOT_WIDTH, .height = PLOT_HEIGHT};
	cairo_surface_t *surface =
		is_svg ? cairo_svg_surface_create(path, PLOT_WIDTH, PLOT_HEIGHT)
		       : cairo_image_surface_create(CAIRO_FORMAT_RGB24, PLOT_WIDTH, PLOT_HEIGHT);
	cairo_t *cr = cairo_create(surface);
	gs_profile_draw(profile, with, &plot, cr);
	cairo_status_t status = cairo_status(cr);
	cairo_destroy(cr);
	if (status == CAIRO_STATUS_SUCCESS && !is_svg)
		status = cairo_surface_write_to_png(surface, path);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return check_surface(status, path, error);
}

bool gs_profile_save(const struct gs_profile *profile, const struct gs_profile *with,
	const char *path, GError **error)
{
	if (g_str_has_suffix(path, ".csv"))
		return save_csv(profile, path, error);
	if (g_str_has_suffix(path, ".png") || g_str_has_suffix(path, ".svg"))
		return save_plot(profile, with, g_str_has_suffix(path, ".svg"), path, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' has no known ending: .csv, .png or .svg", path);
	return false;
}

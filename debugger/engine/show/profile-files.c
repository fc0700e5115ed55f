/* SPDX-License-Identifier: MIT */
/* A loop profile as a table (.csv) and as a plot (.png, .svg). */
#include <cairo-svg.h>
#include <stdio.h>
#include <string.h>
#include "debugger/base/input-file.h"
#include "debugger/base/output-picture.h"
#include "debugger/engine/show/curves.h"
#include "debugger/base/error.h"

enum { PLOT_WIDTH = 800, PLOT_HEIGHT = 480 };

/* ---- tables ---- */

static void save_row(FILE *file, const struct gs_curves *curves, uint64_t iteration)
{
	uint64_t values[3];
	gs_curves_at(curves, iteration, values);
	for (int k = 0; k < 3; k++)
		fprintf(file, ",%" G_GUINT64_FORMAT, (guint64)values[k]);
}

/* The lower of the iterations at which two curves go on. */
static uint64_t next_iteration(
	const struct gs_curves *a, size_t i, const struct gs_curves *b, size_t k)
{
	if (i >= a->n || k >= b->n)
		return i < a->n ? a->iteration[i] : b->iteration[k];
	return MIN(a->iteration[i], b->iteration[k]);
}

static bool save_csv(const struct gs_profile *p, const char *path,
	const struct gs_patience *patience, GError **error)
{
	const struct gs_curves *one = &p->curves, *all = &p->all;
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	fputs("iteration,active,finished,left", file);
	fputs(all->n ? ",all_active,all_finished,all_left\n" : "\n", file);
	for (size_t i = 0, k = 0; i < one->n || k < all->n;) {
		uint64_t at = next_iteration(one, i, all, k);
		fprintf(file, "%" G_GUINT64_FORMAT, (guint64)at);
		save_row(file, one, at);
		if (all->n)
			save_row(file, all, at);
		fputc('\n', file);
		i += i < one->n && one->iteration[i] == at;
		k += k < all->n && all->iteration[k] == at;
	}
	return gs_output_close(output, error);
}

static void load_row(struct gs_curves *curves, char **cells, unsigned first)
{
	uint64_t **columns[4] = {
		&curves->iteration, &curves->active, &curves->finished, &curves->left};
	for (unsigned c = 0; c < 4; c++) {
		*columns[c] = g_renew(uint64_t, *columns[c], curves->n + 1);
		(*columns[c])[curves->n] = g_ascii_strtoull(cells[c ? first + c - 1 : 0], NULL, 10);
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

struct gs_profile *gs_profile_load(
	const char *path, const struct gs_patience *patience, GError **error)
{
	char *text;
	size_t size;
	if (!gs_input_read_all(path, patience, &text, &size, error))
		return NULL;
	struct gs_profile *profile = g_new0(struct gs_profile, 1);
	char **lines = g_strsplit(text, "\n", -1);
	bool good = load_rows(profile, lines);
	g_strfreev(lines);
	g_free(text);
	if (good)
		return profile;
	gs_profile_free(profile);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a loop profile: give a file that `profile FILE.csv` wrote", path);
	return NULL;
}

/* ---- plots ---- */

static bool save_png(struct gs_plot *plot, const struct gs_profile *profile,
	const struct gs_profile *with, const char *path, const struct gs_patience *patience,
	GError **error)
{
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, PLOT_WIDTH, PLOT_HEIGHT);
	cairo_t *cr = cairo_create(surface);
	gs_profile_draw(profile, with, plot, cr);
	cairo_destroy(cr);
	bool good = gs_output_png(surface, path, patience, error);
	cairo_surface_destroy(surface);
	return good;
}

static bool save_svg(struct gs_plot *plot, const struct gs_profile *profile,
	const struct gs_profile *with, const char *path, const struct gs_patience *patience,
	GError **error)
{
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
		gs_output_cairo, output, PLOT_WIDTH, PLOT_HEIGHT);
	cairo_t *cr = cairo_create(surface);
	gs_profile_draw(profile, with, plot, cr);
	cairo_destroy(cr);
	cairo_surface_finish(surface);
	cairo_status_t status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return gs_output_close_cairo(output, status, error);
}

bool gs_profile_save(const struct gs_profile *profile, const struct gs_profile *with,
	const char *path, const struct gs_patience *patience, GError **error)
{
	struct gs_plot plot = {.width = PLOT_WIDTH, .height = PLOT_HEIGHT, .cursor = -1};
	if (g_str_has_suffix(path, ".csv"))
		return save_csv(profile, path, patience, error);
	if (g_str_has_suffix(path, ".png"))
		return save_png(&plot, profile, with, path, patience, error);
	if (g_str_has_suffix(path, ".svg"))
		return save_svg(&plot, profile, with, path, patience, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' has an unknown file extension: use .csv, .png or .svg", path);
	return false;
}

void gs_profile_free(struct gs_profile *profile)
{
	if (!profile)
		return;
	gs_curves_finish(&profile->curves);
	gs_curves_finish(&profile->all);
	g_free(profile->elements);
	g_free(profile->text);
	g_free(profile);
}

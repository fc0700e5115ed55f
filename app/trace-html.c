/* SPDX-License-Identifier: MIT */
/* Writes a report as an HTML page, with plots as SVG, that refers to nothing outside itself. */
#include <glib.h>
#include <string.h>
#include "app/page-style.h"
#include "app/trace-report.h"
#include "app/trace-tool.h"

enum { WIDTH = 960, HEIGHT = 120, TOP = 18, BARS = 480, FUNCTIONS = 40 };

/* Append a text of the trace, which may contain any bytes. */
static void add_text(struct gs_trace_text *text, const char *string)
{
	char *valid = g_utf8_make_valid(string, -1);
	char *escaped = g_markup_escape_text(valid, -1);

	gs_trace_text_add(text, escaped, strlen(escaped));
	g_free(escaped);
	g_free(valid);
}

static void add_cell(struct gs_trace_text *text, const char *string)
{
	gs_tool_add(text, "<td>");
	add_text(text, string);
	gs_tool_add(text, "</td>");
}

static void add_calls(struct gs_trace_text *text, const uint64_t *calls, uint64_t n, uint64_t most)
{
	gs_tool_add(text, "<td class=\"n\">%llu</td><td class=\"calls\">", (unsigned long long)n);
	gs_tool_add_numbers(text, calls, n, most, ", ");
	gs_tool_add(text, "%s</td>", n > most ? ", …" : "");
}

/* ---- plots ---- */

struct plot {
	const char *title, *unit;
	/* Get a row's value. Return false if it is unknown. */
	bool (*value)(const struct gs_tool_row *row, double *value);
};

static bool milliseconds(const struct gs_tool_row *row, double *value)
{
	*value = 1e3 * row->seconds;
	return row->seconds >= 0;
}

static bool calls(const struct gs_tool_row *row, double *value)
{
	*value = (double)row->calls;
	return true;
}

static bool draws(const struct gs_tool_row *row, double *value)
{
	*value = (double)row->draws;
	return true;
}

static bool vertices(const struct gs_tool_row *row, double *value)
{
	*value = (double)row->vertices;
	return row->knows_vertices;
}

static bool primitives(const struct gs_tool_row *row, double *value)
{
	*value = (double)row->primitives;
	return row->knows_primitives;
}

static bool fragments(const struct gs_tool_row *row, double *value)
{
	*value = row->fragments;
	return row->fragments >= 0;
}

static bool fetches(const struct gs_tool_row *row, double *value)
{
	*value = row->fetches;
	return row->fetches >= 0;
}

static bool overdraw(const struct gs_tool_row *row, double *value)
{
	*value = row->ratios[GS_RATIO_OVERDRAW];
	return *value >= 0;
}

static bool triangle_size(const struct gs_tool_row *row, double *value)
{
	*value = row->ratios[GS_RATIO_TRIANGLE_SIZE];
	return *value >= 0;
}

/* A kind of rows, which have a bar each. */
struct kind {
	const char *one, *several, *heading, *id, *none;
	struct gs_tool_rows rows;
	const struct plot *plots;
	size_t n_plots, n_of_file; /* those of the file come first */
};

/* Get the highest value of the rows from `first` to before `end`, and its row. Return false if none
 * is known. */
static bool highest(const struct gs_tool_rows *rows, const struct plot *plot, size_t first,
	size_t end, double *most, size_t *at)
{
	bool is_known = false;
	double value;

	*most = 0;
	for (size_t i = first; i < end && i < rows->n; i++)
		if (plot->value(&rows->at[i], &value) && (!is_known || value > *most)) {
			*most = value;
			*at = i;
			is_known = true;
		}
	return is_known;
}

static void add_bar_title(struct gs_trace_text *text, const struct kind *kind, size_t i,
	const char *value, const char *unit)
{
	const struct gs_tool_row *row = &kind->rows.at[i];

	gs_tool_add(text, "<title>%s %zu", kind->one, i);
	if (row->function)
		gs_tool_add(text, " (call %llu, %s, frame %llu)", (unsigned long long)row->call,
			row->function, (unsigned long long)row->frame);
	else if (strcmp(kind->one, "frame") != 0)
		gs_tool_add(text, " (from call %llu, frame %llu)", (unsigned long long)row->call,
			(unsigned long long)row->frame);
	gs_tool_add(text, ": %s %s</title>", value, unit);
}

static void add_bars(struct gs_trace_text *text, const struct kind *kind, const struct plot *plot,
	size_t step, double most)
{
	double width = (double)WIDTH * (double)step / (double)kind->rows.n, value;

	for (size_t i = 0, at; i < kind->rows.n; i += step) {
		char number[G_ASCII_DTOSTR_BUF_SIZE], x[G_ASCII_DTOSTR_BUF_SIZE];
		char wide[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE],
			y[G_ASCII_DTOSTR_BUF_SIZE];
		double height;
		if (!highest(&kind->rows, plot, i, i + step, &value, &at))
			continue;
		height = most > 0 ? MIN(value / most, 1) * HEIGHT : 0;
		g_ascii_formatd(x, sizeof(x), "%.2f", (double)(i / step) * width);
		g_ascii_formatd(wide, sizeof(wide), "%.2f", MAX(width * 0.9, 0.3));
		g_ascii_formatd(high, sizeof(high), "%.2f", height);
		g_ascii_formatd(y, sizeof(y), "%.2f", HEIGHT + TOP - height);
		g_ascii_formatd(number, sizeof(number), "%.6g", value);
		gs_tool_add(text, "<rect%s x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">",
			value > most ? " class=\"cut\"" : "", x, y, wide, high);
		add_bar_title(text, kind, at, number, plot->unit);
		gs_tool_add(text, "</rect>");
	}
}

/* Return the number of rows of the first frames, which load data and would make all others
 * small. */
static size_t rows_of_first_frames(const struct gs_tool_rows *rows)
{
	size_t n = 0;

	while (n < rows->n && rows->at[n].frame < GS_CHECK_FRAME)
		n++;
	return n;
}

static void add_plot(struct gs_trace_text *text, const struct kind *kind, const struct plot *plot)
{
	const struct gs_tool_rows *rows = &kind->rows;
	size_t step = rows->n / BARS + 1, at, loading = rows_of_first_frames(rows);
	double most, first = 0;
	bool is_cut;
	char number[G_ASCII_DTOSTR_BUF_SIZE];

	gs_tool_add(text, "<figure><figcaption>%s of each %s", plot->title, kind->one);
	if (step > 1)
		gs_tool_add(text, " (the highest of each %zu %s)", step, kind->several);
	is_cut = highest(rows, plot, loading, rows->n, &most, &at) && most > 0;
	if (!is_cut && !highest(rows, plot, 0, rows->n, &most, &at)) {
		gs_tool_add(text, "</figcaption><p>The file does not tell.</p></figure>\n");
		return;
	}
	if (is_cut && highest(rows, plot, 0, loading, &first, &at) && first > most)
		gs_tool_add(text, "; bars of the first frames that are higher are cut");
	g_ascii_formatd(number, sizeof(number), "%.6g", most);
	gs_tool_add(text,
		"</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s of each "
		"%s\"><line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>"
		"<line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
		WIDTH, TOP + HEIGHT + 20, plot->title, kind->one, TOP, WIDTH, TOP, TOP + HEIGHT,
		WIDTH, TOP + HEIGHT);
	add_bars(text, kind, plot, step, most);
	gs_tool_add(text,
		"<text x=\"0\" y=\"12\">%s %s</text><text x=\"0\" y=\"%d\">%s 0</text>"
		"<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%zu</text></svg></figure>\n",
		number, plot->unit, TOP + HEIGHT + 15, kind->one, WIDTH, TOP + HEIGHT + 15,
		rows->n - 1);
}

static void add_kind(struct gs_trace_text *text, const struct kind *kind, bool is_measured)
{
	size_t n = is_measured ? kind->n_plots : kind->n_of_file;

	gs_tool_add(text, "<h2 id=\"%s\">%s</h2>\n", kind->id, kind->heading);
	if (!kind->rows.n)
		gs_tool_add(text, "<p>%s</p>\n", kind->none);
	for (size_t i = 0; kind->rows.n && i < n; i++)
		add_plot(text, kind, &kind->plots[i]);
}

static void add_plots(struct gs_trace_text *text, const struct gs_tool_report *report)
{
	static const struct plot of_frames[] = {
		{"Time", "ms", milliseconds},
		{"Calls", "calls", calls},
		{"Draws", "draws", draws},
		{"Primitives", "primitives", primitives},
		{"Fragments", "fragments", fragments},
		{"Texture fetches", "fetches", fetches},
		{"Overdraw", "fragments a pixel", overdraw},
		{"Average size of the triangles", "pixels", triangle_size},
	};
	static const struct plot of_draws[] = {
		{"Vertices", "vertices", vertices},
		{"Primitives", "primitives", primitives},
		{"Fragments", "fragments", fragments},
		{"Texture fetches", "fetches", fetches},
		{"Overdraw", "fragments a pixel", overdraw},
		{"Average size of the triangles", "pixels", triangle_size},
	};
	/* Only frames have a time, and counts of calls say little about smaller parts. */
	const struct kind kinds[] = {
		{"frame", "frames", "Frames", "frames", "No frame ends in this trace.",
			report->frames, of_frames, G_N_ELEMENTS(of_frames), 4},
		{"pass", "passes", "Passes", "passes", "Nothing is drawn.", report->passes,
			of_frames + 2, G_N_ELEMENTS(of_frames) - 2, 2},
		{"draw", "draws", "Draws", "draws", "Nothing is drawn.", report->draws, of_draws,
			G_N_ELEMENTS(of_draws), 2},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		add_kind(text, &kinds[i], report->is_measured);
}

/* ---- tables ---- */

static void add_issues(struct gs_trace_text *text, const struct gs_tool_report *report)
{
	const struct gs_issue *issue;

	gs_tool_add(text, "<h2 id=\"issues\">Issues</h2>\n");
	if (gs_report_part(report->report)) {
		gs_tool_add(text, "<p>A part: ");
		add_text(text, gs_report_part(report->report));
		gs_tool_add(text, "; what came before, and is not needed for it, is not in the "
				  "file.</p>\n");
	}
	gs_tool_add(text, "<p>%sLooked for: ",
		gs_report_issue(report->report, 0) ? ""
						   : "No errors, and nothing undefined is found. ");
	for (size_t i = 0; gs_report_checked(i); i++) {
		gs_tool_add(text, i ? ", " : "");
		add_text(text, gs_report_checked(i));
	}
	gs_tool_add(text, ".</p>\n");
	if (!gs_report_issue(report->report, 0))
		return;
	gs_tool_add(
		text, "<table><tr><th>Kind</th><th>What</th><th>Times</th><th>Calls</th></tr>\n");
	for (size_t i = 0; (issue = gs_report_issue(report->report, i)); i++) {
		gs_tool_add(text, "<tr><td%s>%s</td><td>",
			issue->kind == GS_ISSUE_MESSAGE ? "" : " class=\"error\"",
			gs_issue_kind_name(issue->kind));
		add_text(text, issue->text);
		gs_tool_add(text, "%s <small>%s</small></td>",
			issue->is_sure ? "" : " (if the shader gets there)", issue->id);
		add_calls(text, issue->calls, issue->n, GS_ISSUE_CALLS);
		gs_tool_add(text, "</tr>\n");
	}
	gs_tool_add(text, "</table>\n");
	if (gs_report_left_out(report->report))
		gs_tool_add(text, "<p>%llu more are left out.</p>\n",
			(unsigned long long)gs_report_left_out(report->report));
}

static void add_item(struct gs_trace_text *text, const struct gs_check_item *item)
{
	gs_tool_add(text, "<tr><td>");
	add_text(text, item->title);
	gs_tool_add(text, " <small>%s</small><br><small>", item->id);
	add_text(text, item->rule);
	gs_tool_add(text, "</small></td>");
	add_cell(text, item->advice);
	gs_tool_add(text, "<td>");
	add_text(text, item->saves);
	if (item->bytes)
		gs_tool_add(text, ": %llu bytes", (unsigned long long)item->bytes);
	gs_tool_add(text, "</td>");
	add_calls(text, item->calls, item->n, GS_CHECK_CALLS);
	gs_tool_add(text, "</tr>\n");
}

/* The ids of those that were not found, or that the file does not tell, if there are any. */
static void check_names(struct gs_trace_text *text, const struct gs_check_item *items, size_t n,
	bool is_told, const char *title, const char *end)
{
	const char *comma = title;

	for (size_t i = 0; i < n; i++) {
		if (items[i].is_told != is_told || (is_told && items[i].n))
			continue;
		gs_tool_add(text, "%s%s", comma, items[i].id);
		comma = ", ";
	}
	gs_tool_add(text, "%s", comma == title ? "" : end);
}

static void quality_text(struct gs_trace_text *text, const struct gs_check_item *items, size_t n,
	const char *title, const char *end)
{
	struct gs_quality quality = gs_checklist_quality(items, n);

	gs_tool_add(text,
		"%s%s: %zu of the %zu rules that the file tells of are kept (good: all; fair: four "
		"of five)%s",
		title, quality.name, quality.kept, quality.rules, end);
}

static void add_checklist(struct gs_trace_text *text, const struct gs_tool_report *report)
{
	bool found = false;

	gs_tool_add(text, "<h2 id=\"checklist\">Checklist</h2>\n");
	for (size_t i = 0; i < report->n_checks; i++) {
		if (!report->checks[i].is_told || !report->checks[i].n)
			continue;
		if (!found)
			gs_tool_add(text, "<table><tr><th>What</th><th>Do</th><th>Saves</th>"
					  "<th>Times</th><th>Calls</th></tr>\n");
		found = true;
		add_item(text, &report->checks[i]);
	}
	gs_tool_add(text, found ? "</table>\n" : "");
	check_names(text, report->checks, report->n_checks, true,
		"<p>Looked for and not found: ", "</p>\n");
	check_names(text, report->checks, report->n_checks, false,
		"<p>The file does not tell: ", "</p>\n");
	quality_text(text, report->checks, report->n_checks, "<p>Quality: ", "</p>\n");
}

static void add_ratios(struct gs_trace_text *text, const struct gs_counts *whole)
{
	char number[G_ASCII_DTOSTR_BUF_SIZE];

	for (unsigned i = 0; i < GS_N_RATIOS; i++) {
		double value = gs_ratio_of(whole, i);
		gs_tool_add(text, "<tr><td>%s</td><td class=\"n\">%s</td></tr>\n",
			gs_ratio_title(i),
			value < 0 ? "not known"
				  : g_ascii_formatd(number, sizeof(number), "%.2f", value));
	}
}

static void add_figures(struct gs_trace_text *text, const struct gs_tool_report *report)
{
	const struct gs_counts *whole = report->whole;
	const char *name;
	uint64_t n;

	gs_tool_add(text, "<h2 id=\"statistics\">Statistics</h2>\n<table>");
	for (unsigned i = 0; i < report->n_figures; i++) {
		gs_tool_add(text, "<tr><td>%s</td>", gs_figure_title(i));
		if (whole->unknown[i])
			gs_tool_add(text,
				"<td class=\"n\">%llu and more; of %llu draws the %s does not "
				"say</td></tr>\n",
				(unsigned long long)whole->values[i],
				(unsigned long long)whole->unknown[i],
				i < GS_FIGURE_MEASURED ? "file" : "replay");
		else
			gs_tool_add(text, "<td class=\"n\">%llu</td></tr>\n",
				(unsigned long long)whole->values[i]);
	}
	if (report->is_measured)
		add_ratios(text, whole);
	gs_tool_add(text, "</table>\n<h2 id=\"functions\">Functions</h2>\n<table>");
	for (size_t i = 0;
		i < FUNCTIONS && (name = gs_statistics_function(report->statistics, i, &n)); i++) {
		gs_tool_add(text, "<tr><td><code>");
		add_text(text, name);
		gs_tool_add(text, "</code></td><td class=\"n\">%llu</td></tr>\n",
			(unsigned long long)n);
	}
	gs_tool_add(text, "</table>\n");
}

void gs_tool_html(struct gs_trace_text *text, const struct gs_tool_report *report)
{
	char *name = g_path_get_basename(report->file);

	gs_tool_add(text, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
			  "<meta name=\"viewport\" content=\"width=device-width\"><title>");
	add_text(text, name);
	gs_tool_add(text, "</title><style>");
	gs_trace_text_add(text, gs_page_style, strlen(gs_page_style));
	gs_tool_add(text, "</style></head><body>\n<h1>");
	add_text(text, name);
	gs_tool_add(text, "</h1>\n<p>%llu calls, %zu frame%s.</p>\n",
		(unsigned long long)report->whole->values[GS_FIGURE_CALLS], report->frames.n,
		report->frames.n == 1 ? "" : "s");
	add_issues(text, report);
	add_checklist(text, report);
	add_plots(text, report);
	add_figures(text, report);
	gs_tool_add(text, "</body></html>\n");
	g_free(name);
}

/* SPDX-License-Identifier: MIT */
/* glstep-trace report --html: a page of what is wrong in a trace, with plots. */
#include "app/trace-report.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "analysis/measured.h"
#include "analysis/parts.h"
#include "app/trace-tool.h"

/* ---- HTML ---- */

/* Write the page, which replaces an old one only when complete. Return the exit status. */
static int write_html(const char *folder, const struct gs_tool_report *report)
{
	char *path = g_build_filename(folder, "index.html", NULL);
	char *beside = g_strconcat(path, ".XXXXXX", NULL);
	struct gs_trace_text text = {0};
	int status = 0, fd;

	gs_tool_html(&text, report);
	if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
		status = gs_tool_fail(GS_TOOL_FAILED, folder, strerror(errno));
	} else if ((fd = g_mkstemp_full(beside, O_WRONLY | O_CLOEXEC, 0666)) < 0) {
		status = gs_tool_fail(GS_TOOL_FAILED, path, strerror(errno));
	} else {
		FILE *file = fdopen(fd, "wb");
		bool is_good = fwrite(text.data, 1, text.length, file) == text.length;
		is_good = fclose(file) == 0 && is_good && !text.failed;
		if (!is_good || rename(beside, path) != 0) {
			status = gs_tool_fail(GS_TOOL_FAILED, path, strerror(errno ? errno : EIO));
			unlink(beside);
		}
	}
	free(text.data);
	g_free(beside);
	g_free(path);
	return status;
}

/* ---- all ---- */

static struct gs_tool_row row_of(const struct gs_counts *of)
{
	struct gs_tool_row row = {.seconds = of->seconds,
		.frame = of->frame,
		.call = of->function ? of->last : of->first,
		.function = of->function,
		.calls = of->values[GS_FIGURE_CALLS],
		.draws = of->values[GS_FIGURE_DRAWS],
		.primitives = of->values[GS_FIGURE_PRIMITIVES],
		.vertices = of->values[GS_FIGURE_VERTICES],
		.knows_primitives = !of->unknown[GS_FIGURE_PRIMITIVES],
		.knows_vertices = !of->unknown[GS_FIGURE_VERTICES],
		.fragments = of->unknown[GS_FIGURE_FRAGMENTS]
				     ? -1
				     : (double)of->values[GS_FIGURE_FRAGMENTS],
		.fetches = of->unknown[GS_FIGURE_FETCHES] ? -1
							  : (double)of->values[GS_FIGURE_FETCHES]};

	for (unsigned i = 0; i < GS_N_RATIOS; i++)
		row.ratios[i] = gs_ratio_of(of, i);
	return row;
}

/* struct gs_tool_row: the rows of each kind. */
struct rows {
	GArray *of[GS_PER_PASS + 1];
};

static void take_row(void *data, enum gs_per per, const struct gs_counts *counts)
{
	const struct rows *rows = data;
	struct gs_tool_row row = row_of(counts);

	if (per != GS_PER_FRAME || counts->ends)
		g_array_append_val(rows->of[per], row);
}

static struct gs_tool_rows rows_of(const struct rows *rows, enum gs_per per)
{
	return (struct gs_tool_rows){
		(const struct gs_tool_row *)(const void *)rows->of[per]->data, rows->of[per]->len};
}

struct wish {
	const char *file, *folder;
	struct gs_tool_replay replay;
};

static void read_calls(struct gs_trace_reader *reader, struct gs_report *issues,
	struct gs_checklist *checklist, struct gs_parts *parts)
{
	const struct gs_trace_call *call;

	while ((call = gs_trace_next_call(reader))) {
		gs_report_add(issues, call);
		gs_checklist_add(checklist, call);
		gs_parts_add(parts, call);
	}
}

static int make_report(const struct wish *wish)
{
	struct gs_trace_reader *reader = gs_tool_open(wish->file, NULL, NULL);
	struct gs_tool_report report = {.file = wish->file};
	struct gs_parts *parts;
	struct rows rows;
	struct gs_report *issues;
	struct gs_checklist *checklist;
	struct gs_measured *measured;
	int status, written, failed = 0;

	if (!reader)
		return GS_TOOL_USAGE;
	issues = gs_report_new();
	checklist = gs_checklist_new();
	measured = gs_tool_measure(wish->file, &wish->replay, &failed);
	gs_checklist_set_measured(checklist, measured);
	gs_report_set_measured(issues, measured);
	for (size_t i = 0; i < G_N_ELEMENTS(rows.of); i++)
		rows.of[i] = g_array_new(FALSE, FALSE, sizeof(struct gs_tool_row));
	parts = gs_parts_new(false, measured, take_row, &rows);
	report.statistics = gs_parts_frames(parts);
	report.is_measured = measured;
	report.n_figures = measured ? GS_N_FIGURES : GS_FIGURE_MEASURED;
	read_calls(reader, issues, checklist, parts);
	report.report = issues;
	report.checks = gs_checklist_end(checklist, &report.n_checks);
	report.whole = gs_parts_end(parts);
	report.frames = rows_of(&rows, GS_PER_FRAME);
	report.passes = rows_of(&rows, GS_PER_PASS);
	report.draws = rows_of(&rows, GS_PER_DRAW);
	status = gs_tool_end(wish->file, reader);
	written = write_html(wish->folder, &report);
	status = written ? written : status ? status : failed;
	gs_measured_free(measured);
	gs_report_free(issues);
	gs_checklist_free(checklist);
	gs_parts_free(parts);
	for (size_t i = 0; i < G_N_ELEMENTS(rows.of); i++)
		g_array_unref(rows.of[i]);
	gs_trace_close(reader);
	return status;
}

/* With --json what the command prints without a page, too. */
int gs_tool_report(char **words)
{
	struct wish wish = {0};
	GPtrArray *others = g_ptr_array_new();
	bool json = false;
	int status = 0;

	for (; !status && *words; words++) {
		bool is_folder = !strcmp(*words, "--html");
		char **before = words;
		if (!strcmp(*words, "--json"))
			json = true;
		else if (is_folder && !words[1])
			status = gs_tool_usage("--html takes a folder", NULL);
		else if (is_folder)
			wish.folder = *++words;
		else if (!gs_tool_take_replay(&words, &wish.replay, &status))
			status = gs_tool_take_file(*words, &wish.file);
		for (; !is_folder && before <= words && *before; before++)
			g_ptr_array_add(others, *before);
	}
	g_ptr_array_add(others, NULL);
	if (!status && !(status = gs_tool_check_replay(&wish.replay, false)))
		status = wish.file ? make_report(&wish) : gs_tool_usage("no file is named", NULL);
	if (json && wish.file && status != GS_TOOL_USAGE) {
		int told = gs_tool_run_verb(gs_tool_verb("report"), (char **)others->pdata);
		status = status ? status : told;
	}
	g_ptr_array_unref(others);
	return status;
}

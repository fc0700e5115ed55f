/* SPDX-License-Identifier: MIT */
#include "debugger/open/study.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/measured.h"
#include "analysis/parts.h"
#include "debugger/open/measuring.h"
#include "trace/trace.h"

enum { LOOK_EVERY = 1024 }; /* calls, whether the user has enough of it */
enum { N_PER = GS_PER_PASS + 1 };

_Static_assert(GS_N_FIGURES <= 64, "a bit for each figure");

struct gs_study {
	char *path, *message;
	gint progress, cancelled; /* atomic; thousandths */
	GArray *issues;		  /* struct gs_issue, whose texts are ours */
	uint64_t left_out;
	bool is_part;
	GArray *checks;	     /* struct gs_check_item */
	GArray *rows[N_PER]; /* struct gs_study_row */
	GArray *values;	     /* uint64_t: of all rows those figures that are not 0 */
	struct gs_counts whole;
	char *player; /* NULL: nothing is measured */
	struct gs_measured *measured;
};

/* While it is read: these hold much of what the calls do. */
struct reading {
	struct gs_study *study;
	struct gs_trace_reader *reader;
	struct gs_report *report;
	struct gs_checklist *checklist;
	struct gs_parts *parts;
};

struct gs_study *gs_study_new(const char *path)
{
	struct gs_study *study = g_new0(struct gs_study, 1);
	study->path = g_strdup(path);
	study->issues = g_array_new(FALSE, FALSE, sizeof(struct gs_issue));
	study->checks = g_array_new(FALSE, FALSE, sizeof(struct gs_check_item));
	for (unsigned i = 0; i < N_PER; i++)
		study->rows[i] = g_array_new(FALSE, FALSE, sizeof(struct gs_study_row));
	study->values = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	return study;
}

void gs_study_set_player(struct gs_study *study, const char *player)
{
	study->player = g_strdup(player);
}

void gs_study_free(struct gs_study *study)
{
	if (!study)
		return;
	for (guint i = 0; i < study->issues->len; i++)
		g_free((char *)g_array_index(study->issues, struct gs_issue, i).text);
	g_array_unref(study->issues);
	g_array_unref(study->checks);
	for (unsigned i = 0; i < N_PER; i++)
		g_array_unref(study->rows[i]);
	g_array_unref(study->values);
	gs_measured_free(study->measured);
	g_free(study->player);
	g_free(study->path);
	g_free(study->message);
	g_free(study);
}

/* ---- reading ---- */

static void take_row(void *data, enum gs_per per, const struct gs_counts *of)
{
	struct gs_study *study = data;
	struct gs_study_row row = {.first = of->first,
		.last = of->last,
		.frame = of->frame,
		.seconds = per == GS_PER_FRAME ? of->seconds : -1,
		.values = study->values->len,
		.function = of->function,
		.target = (uint32_t)of->target,
		.ends = of->ends};
	for (unsigned i = 0; i < GS_N_FIGURES; i++) {
		row.unknown |= (uint64_t)(of->unknown[i] > 0) << i;
		if (!of->values[i])
			continue;
		row.others |= UINT64_C(1) << i;
		g_array_append_val(study->values, of->values[i]);
	}
	g_array_append_val(study->rows[per], row);
}

static void note_progress(const struct reading *r)
{
	struct gs_trace_figures f;
	gs_trace_reader_figures(r->reader, &f);
	g_atomic_int_set(&r->study->progress,
		f.file_bytes ? (int)((double)f.file_read / (double)f.file_bytes * 1000) : 1000);
}

static bool read_calls(const struct reading *r)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(r->reader))) {
		gs_report_add(r->report, call);
		gs_checklist_add(r->checklist, call);
		gs_parts_add(r->parts, call);
		if (++n % LOOK_EVERY)
			continue;
		note_progress(r);
		if (g_atomic_int_get(&r->study->cancelled))
			return false;
	}
	return true;
}

static void take_results(const struct reading *r)
{
	struct gs_study *study = r->study;
	const struct gs_issue *issue;
	size_t n;
	const struct gs_check_item *checks = gs_checklist_end(r->checklist, &n);
	g_array_append_vals(study->checks, checks, (guint)n);
	for (size_t i = 0; (issue = gs_report_issue(r->report, i)); i++) {
		struct gs_issue copy = *issue;
		copy.text = g_strdup(issue->text);
		g_array_append_val(study->issues, copy);
	}
	study->left_out = gs_report_left_out(r->report);
	study->is_part = gs_report_part(r->report);
	study->whole = *gs_parts_end(r->parts);
	if (!study->message)
		study->message = g_strdup(gs_trace_reader_message(r->reader));
}

bool gs_study_is_measured(const struct gs_study *study)
{
	return study->measured;
}

const struct gs_counts *gs_study_whole(const struct gs_study *study)
{
	return &study->whole;
}

static void begin_reading(struct reading *r)
{
	struct gs_study *study = r->study;
	r->report = gs_report_new();
	r->checklist = gs_checklist_new();
	gs_checklist_set_measured(r->checklist, study->measured);
	gs_report_set_measured(r->report, study->measured);
	r->parts = gs_parts_new(false, study->measured, take_row, study);
}

static void end_reading(struct reading *r)
{
	gs_report_free(r->report);
	gs_checklist_free(r->checklist);
	gs_parts_free(r->parts);
	gs_trace_close(r->reader);
}

bool gs_study_read(struct gs_study *study)
{
	char *why = NULL;
	g_atomic_int_set(&study->progress, study->player ? -1000 : 0);
	struct reading r = {.study = study, .reader = gs_trace_open(study->path, NULL, NULL, &why)};
	if (!r.reader) {
		study->message = g_strdup_printf(
			"%s: %s", study->path, why ? why : "there is no memory left");
		free(why);
		return false;
	}
	if (study->player)
		study->measured = gs_player_measure(
			study->player, study->path, &study->cancelled, &study->message);
	g_atomic_int_set(&study->progress, 0);
	begin_reading(&r);
	bool is_whole = !g_atomic_int_get(&study->cancelled) && read_calls(&r);
	if (is_whole)
		take_results(&r);
	end_reading(&r);
	return is_whole;
}

void gs_study_cancel(struct gs_study *study)
{
	g_atomic_int_set(&study->cancelled, 1);
}

double gs_study_progress(struct gs_study *study)
{
	return g_atomic_int_get(&study->progress) / 1000.0;
}

/* ---- what it tells ---- */

const char *gs_study_message(const struct gs_study *study)
{
	return study->message;
}

bool gs_study_is_cancelled(struct gs_study *study)
{
	return g_atomic_int_get(&study->cancelled);
}

bool gs_study_is_part(const struct gs_study *study)
{
	return study->is_part;
}

const struct gs_issue *gs_study_issues(const struct gs_study *study, size_t *n, uint64_t *left_out)
{
	*n = study->issues->len;
	*left_out = study->left_out;
	return (const struct gs_issue *)(const void *)study->issues->data;
}

const struct gs_check_item *gs_study_checks(const struct gs_study *study, size_t *n)
{
	*n = study->checks->len;
	return (const struct gs_check_item *)(const void *)study->checks->data;
}

const struct gs_study_row *gs_study_rows(const struct gs_study *study, enum gs_per per, size_t *n)
{
	*n = study->rows[per]->len;
	return (const struct gs_study_row *)(const void *)study->rows[per]->data;
}

size_t gs_study_rows_before(const struct gs_study *study, enum gs_per per, uint64_t frame)
{
	size_t low = 0, high;
	const struct gs_study_row *rows = gs_study_rows(study, per, &high);
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (rows[middle].frame < frame)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t gs_study_value(
	const struct gs_study *study, const struct gs_study_row *row, enum gs_figure figure)
{
	uint64_t bit = UINT64_C(1) << figure;
	if (!(row->others & bit))
		return 0;
	return g_array_index(study->values, uint64_t,
		row->values + (uint64_t)__builtin_popcountll(row->others & (bit - 1)));
}

double gs_study_ratio(
	const struct gs_study *study, const struct gs_study_row *row, enum gs_ratio ratio)
{
	enum gs_figure above = gs_ratio_above(ratio), below = gs_ratio_below(ratio);
	bool is_known = !(row->unknown >> above & 1) && !(row->unknown >> below & 1);
	return gs_ratio_by(
		gs_study_value(study, row, above), gs_study_value(study, row, below), is_known);
}

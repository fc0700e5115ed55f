/* SPDX-License-Identifier: MIT */
#include "debugger/open/survey.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/measured.h"
#include "analysis/parts.h"
#include "debugger/base/patience.h"
#include "debugger/open/measuring.h"
#include "trace/trace.h"

enum { LOOK_EVERY = 1024 }; /* calls, whether the user has enough of it */
enum { N_PER = GS_PER_PASS + 1 };

_Static_assert(GS_N_FIGURES <= 64, "a bit for each figure");

struct gs_survey {
	char *path, *message;
	gint progress, cancelled; /* atomic; thousandths */
	bool is_read;
	GArray *rows[N_PER]; /* struct gs_survey_row */
	GArray *values;	     /* uint64_t: of all rows those figures that are not 0 */
	struct gs_counts whole;
	char *player; /* NULL: nothing is measured */
	struct gs_measured *measured;
};

/* While it is read: these hold much of what the calls do. */
struct reading {
	struct gs_survey *survey;
	struct gs_trace_reader *reader;
	struct gs_parts *parts;
};

struct gs_survey *gs_survey_new(const char *path)
{
	struct gs_survey *survey = g_new0(struct gs_survey, 1);
	survey->path = g_strdup(path);
	for (unsigned i = 0; i < N_PER; i++)
		survey->rows[i] = g_array_new(FALSE, FALSE, sizeof(struct gs_survey_row));
	survey->values = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	return survey;
}

void gs_survey_set_player(struct gs_survey *survey, const char *player)
{
	survey->player = g_strdup(player);
}

void gs_survey_free(struct gs_survey *survey)
{
	if (!survey)
		return;
	for (unsigned i = 0; i < N_PER; i++)
		g_array_unref(survey->rows[i]);
	g_array_unref(survey->values);
	gs_measured_free(survey->measured);
	g_free(survey->player);
	g_free(survey->path);
	g_free(survey->message);
	g_free(survey);
}

/* ---- reading ---- */

static void take_row(void *data, enum gs_per per, const struct gs_counts *of)
{
	struct gs_survey *survey = data;
	struct gs_survey_row row = {.first = of->first,
		.last = of->last,
		.frame = of->frame,
		.seconds = per == GS_PER_FRAME ? of->seconds : -1,
		.values = survey->values->len,
		.function = of->function,
		.target = (uint32_t)of->target,
		.ends = of->ends};
	for (unsigned i = 0; i < GS_N_FIGURES; i++) {
		row.unknown |= (uint64_t)(of->unknown[i] > 0) << i;
		if (!of->values[i])
			continue;
		row.others |= UINT64_C(1) << i;
		g_array_append_val(survey->values, of->values[i]);
	}
	g_array_append_val(survey->rows[per], row);
}

static void note_progress(const struct reading *r)
{
	struct gs_trace_figures f;
	gs_trace_reader_figures(r->reader, &f);
	g_atomic_int_set(&r->survey->progress,
		f.file_bytes ? (int)((double)f.file_read / (double)f.file_bytes * 1000) : 1000);
}

static bool read_calls(const struct reading *r)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(r->reader))) {
		gs_parts_add(r->parts, call);
		if (++n % LOOK_EVERY)
			continue;
		note_progress(r);
		if (g_atomic_int_get(&r->survey->cancelled))
			return false;
	}
	return true;
}

static void take_results(const struct reading *r)
{
	struct gs_survey *survey = r->survey;
	survey->is_read = true;
	survey->whole = *gs_parts_end(r->parts);
	if (!survey->message)
		survey->message = g_strdup(gs_trace_reader_message(r->reader));
}

bool gs_survey_is_measured(const struct gs_survey *survey)
{
	return survey->measured;
}

const struct gs_counts *gs_survey_whole(const struct gs_survey *survey)
{
	return &survey->whole;
}

static bool is_cancelled(gpointer survey, GError **error)
{
	return g_atomic_int_get(&((struct gs_survey *)survey)->cancelled);
}

static void measure(struct gs_survey *survey)
{
	const struct gs_patience patience = {is_cancelled, survey};
	if (survey->player)
		survey->measured = gs_player_measure(
			survey->player, survey->path, NULL, &patience, &survey->message);
}

bool gs_survey_read(struct gs_survey *survey)
{
	char *why = NULL;
	g_atomic_int_set(&survey->progress, survey->player ? -1000 : 0);
	struct reading r = {
		.survey = survey, .reader = gs_trace_open(survey->path, NULL, NULL, &why)};
	if (!r.reader) {
		survey->message = g_strdup_printf(
			"%s: %s", survey->path, why ? why : "there is no memory left");
		free(why);
		return false;
	}
	measure(survey);
	g_atomic_int_set(&survey->progress, 0);
	r.parts = gs_parts_new(false, survey->measured, take_row, survey);
	bool is_whole = !g_atomic_int_get(&survey->cancelled) && read_calls(&r);
	if (is_whole)
		take_results(&r);
	gs_parts_free(r.parts);
	gs_trace_close(r.reader);
	return is_whole;
}

void gs_survey_cancel(struct gs_survey *survey)
{
	g_atomic_int_set(&survey->cancelled, 1);
}

double gs_survey_progress(struct gs_survey *survey)
{
	return g_atomic_int_get(&survey->progress) / 1000.0;
}

/* ---- what it tells ---- */

const char *gs_survey_message(const struct gs_survey *survey)
{
	return survey->message;
}

bool gs_survey_is_cancelled(struct gs_survey *survey)
{
	return g_atomic_int_get(&survey->cancelled);
}

bool gs_survey_is_read(const struct gs_survey *survey)
{
	return survey->is_read;
}

const struct gs_survey_row *gs_survey_rows(
	const struct gs_survey *survey, enum gs_per per, size_t *n)
{
	*n = survey->rows[per]->len;
	return (const struct gs_survey_row *)(const void *)survey->rows[per]->data;
}

size_t gs_survey_rows_before(const struct gs_survey *survey, enum gs_per per, uint64_t frame)
{
	size_t low = 0, high;
	const struct gs_survey_row *rows = gs_survey_rows(survey, per, &high);
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (rows[middle].frame < frame)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t gs_survey_value(
	const struct gs_survey *survey, const struct gs_survey_row *row, enum gs_figure figure)
{
	uint64_t bit = UINT64_C(1) << figure;
	if (!(row->others & bit))
		return 0;
	return g_array_index(survey->values, uint64_t,
		row->values + (uint64_t)__builtin_popcountll(row->others & (bit - 1)));
}

double gs_survey_ratio(
	const struct gs_survey *survey, const struct gs_survey_row *row, enum gs_ratio ratio)
{
	enum gs_figure above = gs_ratio_above(ratio), below = gs_ratio_below(ratio);
	bool is_known = !(row->unknown >> above & 1) && !(row->unknown >> below & 1);
	return gs_ratio_by(
		gs_survey_value(survey, row, above), gs_survey_value(survey, row, below), is_known);
}

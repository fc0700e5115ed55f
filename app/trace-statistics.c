/* SPDX-License-Identifier: MIT */
/* `glstep-trace statistics`: counts what the calls of a trace do. */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/measured.h"
#include "analysis/statistics.h"
#include "analysis/timed.h"
#include "app/trace-tool.h"
#include "data/data.h"
#include "follow/told-configs.h"
#include "follow/wishes.h"

enum form { TEXT, JSON, CSV };

struct wish {
	enum gs_per per;
	enum form form;
	const char *file;
	struct gs_tool_replay replay;
	struct gs_tool_times times;
	const char *events; /* file for the times as trace events; NULL: none */
	bool replays;	    /* the trace was played */
	bool is_timed;	    /* times of calls are known */
	const char *method; /* how they were found */
	unsigned n_figures; /* includes figures of a replay only if there was one */
	struct gs_trace_text text;
	struct gs_told_configs configs;
	GArray *made; /* struct made: the contexts' framebuffer configurations, each once */
};

struct made {
	bool is_egl;
	uint64_t config; /* handle of the configuration */
};

static const char *const per_names[] = {
	[GS_PER_TRACE] = "trace",
	[GS_PER_FRAME] = "frame",
	[GS_PER_DRAW] = "draw",
	[GS_PER_PASS] = "pass",
	[GS_PER_CALL] = "call",
	[GS_PER_PROGRAM] = "program",
};

/* Return the number that a row is known by. */
static uint64_t number_of(const struct wish *wish, const struct gs_counts *row)
{
	return wish->per == GS_PER_CALL	     ? row->last
	       : wish->per == GS_PER_PROGRAM ? row->program
					     : row->number;
}

/* Return whether the row has what stands behind the last draw, not drawn with any program. */
static bool is_rest(const struct wish *wish, const struct gs_counts *row)
{
	return wish->per == GS_PER_PROGRAM && !row->function;
}

static const char *mode_name(const struct gs_counts *row)
{
	const char *name = row->mode == UINT32_MAX
				   ? NULL
				   : gs_data_enum_name("PrimitiveType", row->mode, GS_FUNCTION_GL);
	return name ? name : "";
}

/* ---- framebuffer configurations of the contexts ---- */

static const char *const config_names[GS_N_CONFIG_ATTRIBUTES] = {
	[GS_CONFIG_RED] = "red",
	[GS_CONFIG_GREEN] = "green",
	[GS_CONFIG_BLUE] = "blue",
	[GS_CONFIG_ALPHA] = "alpha",
	[GS_CONFIG_DEPTH] = "depth",
	[GS_CONFIG_STENCIL] = "stencil",
	[GS_CONFIG_SAMPLES] = "samples",
	[GS_CONFIG_DOUBLE] = "double_buffered",
	[GS_CONFIG_ACCUMULATION] = "accumulation",
	[GS_CONFIG_SRGB] = "srgb",
};

static void note_config(struct wish *wish, unsigned function, const struct gs_trace_call *call)
{
	struct made made = {.is_egl = function == GS_FN_eglCreateContext};

	gs_told_configs_add(&wish->configs, function, call);
	if (!made.is_egl && function != GS_FN_glXCreateContext &&
		function != GS_FN_glXCreateNewContext &&
		function != GS_FN_glXCreateContextWithConfigSGIX &&
		function != GS_FN_glXCreateContextAttribsARB)
		return;
	made.config = gs_wish_handle(call, 1);
	for (guint i = 0; i < wish->made->len; i++)
		if (g_array_index(wish->made, struct made, i).config == made.config)
			return;
	g_array_append_val(wish->made, made);
}

/* Return a configuration's attribute as the program was told it; -1 if the file does not say. */
static int config_value(const struct wish *wish, const struct made *made, unsigned attribute)
{
	const struct gs_config *config = gs_told_config_of(&wish->configs, made->config);

	if (made->is_egl && attribute == GS_CONFIG_DOUBLE)
		return 1;
	return config ? config->exact[attribute] : -1;
}

static void configs_json(struct wish *wish)
{
	struct gs_trace_text *text = &wish->text;

	gs_tool_add(text, ",\"configurations\":[");
	for (guint i = 0; i < wish->made->len; i++) {
		const struct made *made = &g_array_index(wish->made, struct made, i);
		gs_tool_add(text, "%s{\"api\":\"%s\"", i ? "," : "", made->is_egl ? "EGL" : "GLX");
		for (unsigned k = 0; k < GS_N_CONFIG_ATTRIBUTES; k++) {
			int value = config_value(wish, made, k);
			gs_tool_add(text, ",\"%s\":", config_names[k]);
			if (value < 0)
				gs_tool_add(text, "null");
			else
				gs_tool_add(text, "%d", value);
		}
		gs_tool_add(text, "}");
	}
	gs_tool_add(text, "]");
}

static void configs_text(struct wish *wish)
{
	for (guint i = 0; i < wish->made->len; i++) {
		const struct made *made = &g_array_index(wish->made, struct made, i);
		gs_tool_add(&wish->text,
			"%12s  configuration of framebuffers:", made->is_egl ? "EGL" : "GLX");
		for (unsigned k = 0; k < GS_N_CONFIG_ATTRIBUTES; k++) {
			int value = config_value(wish, made, k);
			gs_tool_add(&wish->text, "%s %s ", k ? "," : "", config_names[k]);
			gs_tool_add(&wish->text, value < 0 ? "?" : "%d", value);
		}
		gs_tool_add(&wish->text, "\n");
	}
}

/* ---- JSON: null if the file does not tell ---- */

static void seconds_json(struct gs_trace_text *text, double seconds)
{
	if (seconds < 0)
		gs_tool_add(text, "null");
	else
		gs_tool_add(text, "%.6f", seconds);
}

/* Append a ratio, with a point whatever the locale, or `unknown`. */
static void ratio(struct gs_trace_text *text, const struct gs_counts *counts, enum gs_ratio which,
	const char *unknown)
{
	char number[G_ASCII_DTOSTR_BUF_SIZE];
	double value = gs_ratio_of(counts, which);

	gs_tool_add(text, "%s",
		value < 0 ? unknown : g_ascii_formatd(number, sizeof(number), "%.4f", value));
}

static void figures_json(struct wish *wish, const struct gs_counts *counts)
{
	struct gs_trace_text *text = &wish->text;
	const char *comma = "";

	for (unsigned i = 0; i < wish->n_figures; i++)
		if (counts->unknown[i])
			gs_tool_add(text, ",\"%s\":null", gs_figure_name(i));
		else
			gs_tool_add(text, ",\"%s\":%llu", gs_figure_name(i),
				(unsigned long long)counts->values[i]);
	for (unsigned i = 0; wish->replays && i < GS_N_RATIOS; i++) {
		gs_tool_add(text, ",\"%s\":", gs_ratio_name(i));
		ratio(text, counts, i, "null");
	}
	gs_tool_add(text, ",\"unknown\":{");
	for (unsigned i = 0; i < wish->n_figures; i++) {
		if (!counts->unknown[i])
			continue;
		gs_tool_add(text, "%s\"%s\":{\"draws\":%llu,\"at_least\":%llu}", comma,
			gs_figure_name(i), (unsigned long long)counts->unknown[i],
			(unsigned long long)counts->values[i]);
		comma = ",";
	}
	gs_tool_add(text, "}");
}

static void time_json(struct gs_trace_text *text, const char *name, uint64_t time, const char *why)
{
	if (why)
		gs_tool_add(text, ",\"%s\":null", name);
	else
		gs_tool_add(text, ",\"%s\":%llu", name, (unsigned long long)time);
}

/* Return why the spread is not known; NULL: it is. */
static const char *no_spread(const struct wish *wish, const struct gs_time_sum *time)
{
	return wish->times.is_recorded ? "each was timed once" : time->why_no_gpu;
}

/* Times in nanoseconds; null where they are not known, with "why". */
static void times_json(struct wish *wish, const struct gs_time_sum *time)
{
	const char *why = time->why_no_gpu ? time->why_no_gpu : time->why_no_cpu;

	if (!wish->is_timed)
		return;
	time_json(&wish->text, "cpu_ns", time->cpu, time->why_no_cpu);
	time_json(&wish->text, "gpu_ns", time->gpu, time->why_no_gpu);
	time_json(&wish->text, "spread_ns", time->gpu_spread, no_spread(wish, time));
	if (why)
		gs_tool_add(&wish->text, ",\"why\":\"%s\"", why);
}

/* What the row of a part is of. */
static void part_json(struct wish *wish, const struct gs_counts *row)
{
	struct gs_trace_text *text = &wish->text;

	if (wish->per == GS_PER_PROGRAM) {
		if (row->pipeline)
			gs_tool_add(text, ",\"pipeline\":%llu", (unsigned long long)row->pipeline);
		else
			gs_tool_add(text, ",\"pipeline\":null");
		return;
	}
	if (wish->per == GS_PER_FRAME) {
		gs_tool_add(text, ",\"ends\":%s,\"seconds\":", row->ends ? "true" : "false");
		seconds_json(text, row->seconds);
	} else {
		gs_tool_add(text, ",\"frame\":%llu,\"framebuffer\":%llu",
			(unsigned long long)row->frame, (unsigned long long)row->target);
	}
	if (wish->per == GS_PER_DRAW || wish->per == GS_PER_CALL) {
		gs_tool_add(text, ",\"function\":");
		if (row->function)
			gs_tool_add(text, "\"%s\",\"mode\":\"%s\"", row->function, mode_name(row));
		else
			gs_tool_add(text, "null,\"mode\":null");
	}
}

static void row_json(struct wish *wish, const struct gs_counts *row)
{
	struct gs_trace_text *text = &wish->text;

	gs_tool_add(text, "{\"%s\":", per_names[wish->per]);
	if (is_rest(wish, row))
		gs_tool_add(text, "null");
	else
		gs_tool_add(text, "%llu", (unsigned long long)number_of(wish, row));
	gs_tool_add(text, ",\"first_call\":%llu,\"last_call\":%llu", (unsigned long long)row->first,
		(unsigned long long)row->last);
	part_json(wish, row);
	times_json(wish, &row->time);
	figures_json(wish, row);
	gs_tool_add(text, "}\n");
}

typedef const char *(*named)(const struct gs_statistics *statistics, size_t i, uint64_t *n);

static void names_json(struct gs_trace_text *text, const char *title, named function,
	const struct gs_statistics *statistics)
{
	const char *name;
	uint64_t n;

	gs_tool_add(text, ",\"%s\":{", title);
	for (size_t i = 0; (name = function(statistics, i, &n)); i++) {
		gs_trace_text_add(text, ",", i > 0);
		gs_trace_string_json(text, name, strlen(name));
		gs_tool_add(text, ":%llu", (unsigned long long)n);
	}
	gs_tool_add(text, "}");
}

static void whole_json(
	struct wish *wish, const struct gs_statistics *statistics, const struct gs_counts *whole)
{
	struct gs_trace_text *text = &wish->text;
	size_t n;
	const double *seconds = gs_statistics_frames(statistics, &n);

	gs_tool_add(text, "{\"file\":");
	gs_trace_string_json(text, wish->file, strlen(wish->file));
	gs_tool_add(text, ",\"frames\":%zu", n);
	times_json(wish, &whole->time);
	if (wish->is_timed)
		gs_tool_add(
			text, ",\"rounds\":%u,\"method\":\"%s\"", wish->times.rounds, wish->method);
	figures_json(wish, whole);
	configs_json(wish);
	if (wish->replays)
		gs_tool_add(text, ",\"not_told\":[]");
	names_json(text, "functions", gs_statistics_function, statistics);
	names_json(text, "categories", gs_statistics_category, statistics);
	names_json(text, "modes", gs_statistics_mode, statistics);
	gs_tool_add(text, ",\"frame_seconds\":[");
	for (size_t i = 0; i < n; i++) {
		gs_trace_text_add(text, ",", i > 0);
		seconds_json(text, seconds[i]);
	}
	gs_tool_add(text, "]}\n");
}

/* ---- CSV: an empty cell if the file does not tell ---- */

static void header_csv(struct wish *wish)
{
	struct gs_trace_text *text = &wish->text;

	gs_tool_add(text, "%s,first_call,last_call", per_names[wish->per]);
	if (wish->per == GS_PER_FRAME)
		gs_tool_add(text, ",seconds");
	else if (wish->per == GS_PER_PROGRAM)
		gs_tool_add(text, ",pipeline");
	else if (wish->per != GS_PER_TRACE)
		gs_tool_add(text, ",frame,framebuffer");
	if (wish->per == GS_PER_DRAW || wish->per == GS_PER_CALL)
		gs_tool_add(text, ",function,mode");
	for (unsigned i = 0; i < wish->n_figures; i++)
		gs_tool_add(text, ",%s", gs_figure_name(i));
	for (unsigned i = 0; wish->replays && i < GS_N_RATIOS; i++)
		gs_tool_add(text, ",%s", gs_ratio_name(i));
	if (wish->is_timed)
		gs_tool_add(text, ",cpu_ns,gpu_ns,spread_ns");
	gs_tool_add(text, "\n");
}

static void time_csv(struct gs_trace_text *text, uint64_t time, const char *why)
{
	if (why)
		gs_tool_add(text, ",");
	else
		gs_tool_add(text, ",%llu", (unsigned long long)time);
}

static void times_csv(struct wish *wish, const struct gs_time_sum *time)
{
	if (!wish->is_timed)
		return;
	time_csv(&wish->text, time->cpu, time->why_no_cpu);
	time_csv(&wish->text, time->gpu, time->why_no_gpu);
	time_csv(&wish->text, time->gpu_spread, no_spread(wish, time));
}

static void row_csv(struct wish *wish, const struct gs_counts *row)
{
	struct gs_trace_text *text = &wish->text;

	if (!is_rest(wish, row))
		gs_tool_add(text, "%llu", (unsigned long long)number_of(wish, row));
	gs_tool_add(
		text, ",%llu,%llu", (unsigned long long)row->first, (unsigned long long)row->last);
	if (wish->per == GS_PER_PROGRAM && row->pipeline)
		gs_tool_add(text, ",%llu", (unsigned long long)row->pipeline);
	else if (wish->per == GS_PER_PROGRAM)
		gs_tool_add(text, ",");
	else if (wish->per == GS_PER_FRAME && row->seconds >= 0)
		gs_tool_add(text, ",%.6f", row->seconds);
	else if (wish->per == GS_PER_FRAME)
		gs_tool_add(text, ",");
	else if (wish->per != GS_PER_TRACE)
		gs_tool_add(text, ",%llu,%llu", (unsigned long long)row->frame,
			(unsigned long long)row->target);
	if (wish->per == GS_PER_DRAW || wish->per == GS_PER_CALL)
		gs_tool_add(text, ",%s,%s", row->function ? row->function : "",
			row->function ? mode_name(row) : "");
	for (unsigned i = 0; i < wish->n_figures; i++)
		if (row->unknown[i])
			gs_tool_add(text, ",");
		else
			gs_tool_add(text, ",%llu", (unsigned long long)row->values[i]);
	for (unsigned i = 0; wish->replays && i < GS_N_RATIOS; i++) {
		gs_tool_add(text, ",");
		ratio(text, row, i, "");
	}
	times_csv(wish, &row->time);
	gs_tool_add(text, "\n");
}

/* ---- text ---- */

static void figure_text(struct gs_trace_text *text, const struct gs_counts *counts, unsigned i)
{
	if (counts->unknown[i])
		gs_tool_add(text, "%12s  %s: %llu and more; of %llu draws the %s does not say\n",
			"?", gs_figure_title(i), (unsigned long long)counts->values[i],
			(unsigned long long)counts->unknown[i],
			i < GS_FIGURE_MEASURED ? "file" : "replay");
	else
		gs_tool_add(text, "%12llu  %s\n", (unsigned long long)counts->values[i],
			gs_figure_title(i));
}

static void names_text(struct gs_trace_text *text, const char *title, named function,
	const struct gs_statistics *statistics)
{
	const char *name;
	uint64_t n;

	for (size_t i = 0; (name = function(statistics, i, &n)); i++)
		gs_tool_add(text, "%s%12llu  %s\n", i ? "" : title, (unsigned long long)n, name);
}

static int compare_seconds(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return one < other ? -1 : one > other;
}

static void seconds_text(struct gs_trace_text *text, const double *seconds, size_t n)
{
	double *known = calloc(n + 1, sizeof(*known)), sum = 0;
	size_t n_known = 0;

	for (size_t i = 0; known && i < n; i++)
		if (seconds[i] >= 0) {
			known[n_known++] = seconds[i];
			sum += seconds[i];
		}
	if (n_known) {
		qsort(known, n_known, sizeof(*known), compare_seconds);
		gs_tool_add(text,
			"%12.3f  milliseconds a frame (median; %.3f to %.3f, mean %.3f), of %zu "
			"frames whose time is recorded\n",
			1e3 * known[n_known / 2], 1e3 * known[0], 1e3 * known[n_known - 1],
			1e3 * sum / (double)n_known, n_known);
	} else {
		gs_tool_add(text, "%12s  milliseconds a frame: no times are recorded\n", "?");
	}
	free(known);
}

static void ratios_text(struct gs_trace_text *text, const struct gs_counts *counts)
{
	char number[G_ASCII_DTOSTR_BUF_SIZE];

	for (unsigned i = 0; i < GS_N_RATIOS; i++) {
		double value = gs_ratio_of(counts, i);
		gs_tool_add(text, "%12s  %s\n",
			value < 0 ? "?" : g_ascii_formatd(number, sizeof(number), "%.2f", value),
			gs_ratio_title(i));
	}
}

/* A time in microseconds, in a column of that width. */
static void time_text(struct gs_trace_text *text, int width, uint64_t time, const char *why)
{
	char number[G_ASCII_DTOSTR_BUF_SIZE];

	gs_tool_add(text, "%*s", width,
		why ? "?" : g_ascii_formatd(number, sizeof(number), "%.1f", (double)time / 1e3));
}

/* Of the whole. */
static void times_text(struct wish *wish, const struct gs_time_sum *time)
{
	struct gs_trace_text *text = &wish->text;

	if (!wish->is_timed)
		return;
	time_text(text, 12, time->cpu, time->why_no_cpu);
	gs_tool_add(text, "  microseconds of the processor in calls of GL\n");
	time_text(text, 12, time->gpu, time->why_no_gpu);
	gs_tool_add(text, "  microseconds of GL");
	if (time->why_no_gpu) {
		gs_tool_add(text, ": %s\n", time->why_no_gpu);
	} else if (!wish->times.is_recorded) {
		gs_tool_add(text, ", and ");
		time_text(text, 0, time->gpu_spread, NULL);
		gs_tool_add(text, " more at most\n");
	} else {
		gs_tool_add(text, "\n");
	}
	if (wish->times.is_recorded)
		gs_tool_add(text, "%12s  ", "times");
	else
		gs_tool_add(text, "%12u  rounds played for these times; ", wish->times.rounds);
	gs_tool_add(text, "%s\n", wish->method);
}

static void whole_text(
	struct wish *wish, const struct gs_statistics *statistics, const struct gs_counts *whole)
{
	size_t n;
	const double *seconds = gs_statistics_frames(statistics, &n);

	gs_tool_add(&wish->text, "%12zu  frames\n", n);
	seconds_text(&wish->text, seconds, n);
	times_text(wish, &whole->time);
	for (unsigned i = 0; i < wish->n_figures; i++)
		figure_text(&wish->text, whole, i);
	if (wish->replays)
		ratios_text(&wish->text, whole);
	configs_text(wish);
	names_text(&wish->text, "\nPrimitives by mode\n", gs_statistics_mode, statistics);
	names_text(&wish->text, "\nCalls by category\n", gs_statistics_category, statistics);
	names_text(&wish->text, "\nCalls by function\n", gs_statistics_function, statistics);
}

enum { N_COLUMNS = 10 };

static const struct column {
	enum gs_figure figure;
	const char *title;
} columns[2][N_COLUMNS] = {
	{{GS_FIGURE_CALLS, "calls"}, {GS_FIGURE_DRAWS, "draws"}, {GS_FIGURE_CLEARS, "clears"},
		{GS_FIGURE_VERTICES, "vertices"}, {GS_FIGURE_PRIMITIVES, "primitives"},
		{GS_FIGURE_STATE_CALLS, "state"}, {GS_FIGURE_REPEATED_STATE, "repeated"},
		{GS_FIGURE_UPLOADS, "uploads"}, {GS_FIGURE_WAITS, "waits"}, {0, NULL}},
	/* with a replay */
	{{GS_FIGURE_CALLS, "calls"}, {GS_FIGURE_DRAWS, "draws"}, {GS_FIGURE_UNSEEN_DRAWS, "unseen"},
		{GS_FIGURE_ASSEMBLED, "assembled"}, {GS_FIGURE_CULLED, "culled"},
		{GS_FIGURE_RASTERIZED, "rasterized"}, {GS_FIGURE_FRAGMENTS, "fragments"},
		{GS_FIGURE_FETCHES, "fetches"}, {GS_FIGURE_SAMPLES, "passed"},
		{GS_FIGURE_TOUCHED, "pixels"}}};

static void header_text(struct wish *wish)
{
	gs_tool_add(&wish->text, "%8s %10s", per_names[wish->per], "first call");
	for (size_t i = 0; i < N_COLUMNS && columns[wish->replays][i].title; i++)
		gs_tool_add(&wish->text, " %10s", columns[wish->replays][i].title);
	if (wish->is_timed)
		gs_tool_add(&wish->text, " %10s %10s %10s", "cpu us", "gpu us", "spread us");
	gs_tool_add(&wish->text, "  %s\n",
		wish->per == GS_PER_FRAME     ? "milliseconds"
		: wish->per == GS_PER_DRAW    ? "draw"
		: wish->per == GS_PER_CALL    ? "function"
		: wish->per == GS_PER_PROGRAM ? "pipeline"
					      : "framebuffer");
}

/* What stands at the end of a row. */
static void part_text(struct wish *wish, const struct gs_counts *row)
{
	struct gs_trace_text *text = &wish->text;

	if (wish->per == GS_PER_FRAME && row->seconds >= 0)
		gs_tool_add(text, "  %.3f\n", 1e3 * row->seconds);
	else if (wish->per == GS_PER_FRAME)
		gs_tool_add(text, "  ?\n");
	else if (wish->per == GS_PER_DRAW)
		gs_tool_add(text, "  %llu %s %s\n", (unsigned long long)row->last,
			row->function ? row->function : "", row->function ? mode_name(row) : "");
	else if (wish->per == GS_PER_CALL)
		gs_tool_add(text, "  %s\n", row->function ? row->function : "");
	else if (wish->per == GS_PER_PROGRAM && !row->pipeline)
		gs_tool_add(text, "\n");
	else
		gs_tool_add(text, "  %llu\n",
			(unsigned long long)(wish->per == GS_PER_PROGRAM ? row->pipeline
									 : row->target));
}

static void row_text(struct wish *wish, const struct gs_counts *row)
{
	struct gs_trace_text *text = &wish->text;

	if (is_rest(wish, row))
		gs_tool_add(text, "%8s", "-");
	else
		gs_tool_add(text, "%8llu", (unsigned long long)number_of(wish, row));
	gs_tool_add(text, " %10llu", (unsigned long long)row->first);
	for (size_t i = 0; i < N_COLUMNS && columns[wish->replays][i].title; i++) {
		enum gs_figure figure = columns[wish->replays][i].figure;
		if (row->unknown[figure])
			gs_tool_add(text, " %10s", "?");
		else
			gs_tool_add(text, " %10llu", (unsigned long long)row->values[figure]);
	}
	if (wish->is_timed) {
		gs_tool_add(text, " ");
		time_text(text, 10, row->time.cpu, row->time.why_no_cpu);
		gs_tool_add(text, " ");
		time_text(text, 10, row->time.gpu, row->time.why_no_gpu);
		gs_tool_add(text, " ");
		time_text(text, 10, row->time.gpu_spread, no_spread(wish, &row->time));
	}
	part_text(wish, row);
}

/* ---- all ---- */

static void take_row(void *data, const struct gs_counts *row)
{
	static void (*const forms[])(struct wish * wish, const struct gs_counts *row) = {
		[TEXT] = row_text, [JSON] = row_json, [CSV] = row_csv};
	struct wish *wish = data;

	forms[wish->form](wish, row);
	gs_tool_print(&wish->text, false);
}

static void print_whole(struct wish *wish, struct gs_statistics *statistics)
{
	const struct gs_counts *whole = gs_statistics_end(statistics);

	if (wish->per != GS_PER_TRACE)
		return;
	if (wish->form == JSON)
		whole_json(wish, statistics, whole);
	else if (wish->form == CSV)
		row_csv(wish, whole);
	else
		whole_text(wish, statistics, whole);
}

static int count(struct wish *wish)
{
	struct gs_trace_reader *reader = gs_tool_open(wish->file, NULL, NULL);
	struct gs_measured *measured;
	struct gs_timed *timed;
	struct gs_statistics *statistics;
	const struct gs_trace_call *call;
	int status = 0, failed = 0, not_timed = 0;

	if (!reader)
		return GS_TOOL_USAGE;
	measured = gs_tool_measure(wish->file, &wish->replay, &failed);
	wish->replays = measured;
	wish->n_figures = measured ? GS_N_FIGURES : GS_FIGURE_MEASURED;
	timed = gs_tool_time(wish->file, &wish->times, wish->replay.frames, &not_timed);
	wish->is_timed = timed;
	wish->method = timed ? gs_timed_method(timed) : "";
	if (timed && wish->events)
		not_timed = gs_tool_write_events(wish->file, timed, wish->events);
	statistics = gs_statistics_new(wish->per, take_row, wish);
	gs_statistics_set_measured(statistics, measured);
	gs_statistics_set_timed(statistics, timed);
	if (wish->form == CSV)
		header_csv(wish);
	else if (wish->form == TEXT && wish->per != GS_PER_TRACE)
		header_text(wish);
	gs_told_configs_init(&wish->configs);
	wish->made = g_array_new(FALSE, FALSE, sizeof(struct made));
	while ((call = gs_trace_next_call(reader))) {
		if (call->function->kinds & GS_KIND_WINDOW)
			note_config(wish, call->function->number, call);
		gs_statistics_add(statistics, call);
	}
	print_whole(wish, statistics);
	g_array_free(wish->made, TRUE);
	gs_told_configs_clear(&wish->configs);
	gs_statistics_free(statistics);
	gs_measured_free(measured);
	gs_timed_free(timed);
	status = gs_tool_end(wish->file, reader);
	status = status ? status : failed ? failed : not_timed;
	gs_trace_close(reader);
	return gs_tool_finish(&wish->text, status);
}

static bool read_per(const char *word, enum gs_per *per)
{
	for (unsigned i = GS_PER_FRAME; word && i <= GS_PER_PROGRAM; i++)
		if (!strcmp(word, per_names[i])) {
			*per = i;
			return true;
		}
	return false;
}

int gs_tool_statistics(char **words)
{
	struct wish wish = {.per = GS_PER_TRACE};
	int status;

	for (; *words; words++) {
		if (!strcmp(*words, "--json") || !strcmp(*words, "--csv")) {
			wish.form = (*words)[2] == 'j' ? JSON : CSV;
		} else if (gs_tool_take_replay(&words, &wish.replay, &status)) {
			if (status)
				return status;
		} else if (gs_tool_take_times(*words, &wish.times, &status)) {
			if (status)
				return status;
		} else if (!strcmp(*words, "--trace-events")) {
			if (!(wish.events = *++words))
				return gs_tool_usage("--trace-events takes a file", NULL);
		} else if (!strcmp(*words, "--per")) {
			if (!read_per(*++words, &wish.per))
				return gs_tool_usage(
					"--per takes call, draw, pass, frame or program", *words);
		} else if ((status = gs_tool_take_file(*words, &wish.file))) {
			return status;
		}
	}
	if ((status = gs_tool_check_replay(&wish.replay, wish.times.rounds > 0)))
		return status;
	if (wish.events && !wish.times.rounds)
		return gs_tool_usage("--trace-events goes with --times", NULL);
	return wish.file ? count(&wish) : gs_tool_usage("no file is named", NULL);
}

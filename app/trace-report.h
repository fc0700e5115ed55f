/* SPDX-License-Identifier: MIT */
/* app/trace-report - the data of a report of glstep-trace, and its HTML page. */
#ifndef GS_TRACE_REPORT_H
#define GS_TRACE_REPORT_H

#include "analysis/checklist.h"
#include "analysis/report.h"
#include "analysis/statistics.h"

/* A frame, a pass or a draw call. */
struct gs_tool_row {
	double seconds;	      /* duration of a frame; < 0: unknown */
	uint64_t frame, call; /* .call: its first one, or the one that draws */
	const char *function; /* function of a draw call; NULL for others */
	uint64_t calls, draws, primitives, vertices;
	bool knows_primitives, knows_vertices;
	double fragments, fetches, ratios[GS_N_RATIOS]; /* found by a replay; < 0: unknown */
};

/* All rows of one kind, the bars of a plot. */
struct gs_tool_rows {
	const struct gs_tool_row *at;
	size_t n;
};

struct gs_tool_report {
	const char *file;
	const struct gs_report *report;
	const struct gs_check_item *checks;
	size_t n_checks;
	struct gs_statistics *statistics;
	bool is_measured;
	unsigned n_figures; /* includes figures of a replay only if is_measured */
	const struct gs_counts *whole;
	struct gs_tool_rows frames, passes, draws;
};

/* trace-html.c: append the report as an HTML page that refers to nothing outside itself. */
void gs_tool_html(struct gs_trace_text *text, const struct gs_tool_report *report);

#endif

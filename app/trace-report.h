/* SPDX-License-Identifier: MIT */
/* What a report is made of. */
#ifndef GS_TRACE_REPORT_H
#define GS_TRACE_REPORT_H

#include "analysis/checklist.h"
#include "analysis/report.h"
#include "analysis/statistics.h"

/* A frame, a pass or a draw. */
struct gs_tool_row {
	double seconds;	      /* of a frame; < 0: not known */
	uint64_t frame, call; /* its first one; of a draw the one that draws */
	const char *function; /* of a draw */
	uint64_t calls, draws, primitives, vertices;
	bool knows_primitives, knows_vertices;
	double fragments, fetches, ratios[GS_N_RATIOS]; /* of a replay; < 0: not known */
};

/* All rows of one kind, which a plot has bars of. */
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
	unsigned n_figures; /* those of a replay only if it is measured */
	const struct gs_counts *whole;
	struct gs_tool_rows frames, passes, draws;
};

/* trace-html.c: a page without references to the outside. */
void gs_tool_html(struct gs_trace_text *text, const struct gs_tool_report *report);

#endif

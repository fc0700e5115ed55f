/* SPDX-License-Identifier: MIT */
/* What a report is made of. */
#ifndef GS_TRACE_REPORT_H
#define GS_TRACE_REPORT_H

#include "analysis/checklist.h"
#include "analysis/report.h"
#include "analysis/statistics.h"

struct gs_tool_frame {
	double seconds; /* < 0: not known */
	uint64_t calls, draws, primitives;
	bool knows_primitives;
	double fragments, ratios[GS_N_RATIOS]; /* of a replay; < 0: not known */
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
	const struct gs_tool_frame *frames;
	size_t n_frames;
};

/* trace-html.c: a page without references to the outside. */
void gs_tool_html(struct gs_trace_text *text, const struct gs_tool_report *report);

#endif

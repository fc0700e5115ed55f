/* SPDX-License-Identifier: MIT */
/*
 * analysis/report - what is wrong in a trace, with the calls that show it: GL errors that the
 * program has asked for, messages of the driver in the trace, and draws whose result is undefined
 * or black, as far as state shows it (GAPIS's report). The checklist is about cost.
 *
 * Issues about textures and arrays are only reported if the trace has the creation of the context,
 * and so all that was done to them.
 */
#ifndef GS_REPORT_H
#define GS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "trace/trace.h"

enum gs_issue_kind {
	GS_ISSUE_ERROR,	    /* GL, GLX or EGL reported an error or a failure */
	GS_ISSUE_UNDEFINED, /* what is drawn is undefined, or black */
	GS_ISSUE_MESSAGE,   /* the driver wrote a message */
};

const char *gs_issue_kind_name(enum gs_issue_kind kind); /* "error" */

enum { GS_ISSUE_CALLS = 20, GS_ISSUES_MOST = 10000 };

struct gs_issue {
	enum gs_issue_kind kind;
	const char *id;	  /* "gl-error" */
	const char *text; /* a sentence */
	bool is_sure;	  /* false: only if the shader executes what it is about */
	uint64_t n, frames;
	uint64_t calls[GS_ISSUE_CALLS]; /* the first of these calls */
};

struct gs_report;

struct gs_report *gs_report_new(void);
void gs_report_free(struct gs_report *report);
/* Use what a replay has measured, with the driver's messages there; NULL: nothing. Call before the
 * first call is added; must live as long as the report. */
struct gs_measured;
void gs_report_set_measured(struct gs_report *report, const struct gs_measured *measured);
/* Add the next call, in the order of gs_trace_next_call; all calls are from one reader. */
void gs_report_add(struct gs_report *report, const struct gs_trace_call *call);
/* Return the i-th issue, in the order of their first calls; NULL: past the end. Owned by the
 * report. */
const struct gs_issue *gs_report_issue(const struct gs_report *report, size_t i);
/* Return what the trace is an extracted part of, "frame 3 of NAME"; NULL: it is none. A part lacks
 * what it does not need, so that nothing is reported about that. */
const char *gs_report_part(const struct gs_report *report);
/* Return in a few words the i-th of what is looked for, and all that is; NULL: past the end. */
const char *gs_report_checked(size_t i);
/* Return how often an issue was left out since there are GS_ISSUES_MOST already. */
uint64_t gs_report_left_out(const struct gs_report *report);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * analysis/report - what is wrong in a trace, with the calls that show it: errors of GL that the
 * program was told of, messages of the driver in the trace, and what GL leaves undefined or answers
 * with black, as far as state tells it (GAPIS's report). The checklist stands beside it.
 *
 * Of textures and arrays it speaks only where the trace holds the creation of the context, and so
 * all that was done to them.
 */
#ifndef GS_REPORT_H
#define GS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "trace/trace.h"

enum gs_issue_kind {
	GS_ISSUE_ERROR,	    /* GL, GLX or EGL has said that something failed */
	GS_ISSUE_UNDEFINED, /* what is drawn is undefined, or black */
	GS_ISSUE_MESSAGE,   /* of the driver */
};

const char *gs_issue_kind_name(enum gs_issue_kind kind); /* "error" */

enum { GS_ISSUE_CALLS = 20, GS_ISSUES_MOST = 10000 };

struct gs_issue {
	enum gs_issue_kind kind;
	const char *id;	  /* "gl-error" */
	const char *text; /* a sentence */
	bool is_sure;	  /* false: only if the shader gets to where it looks */
	uint64_t n, frames;
	uint64_t calls[GS_ISSUE_CALLS]; /* the first of them */
};

struct gs_report;

struct gs_report *gs_report_new(void);
void gs_report_free(struct gs_report *report);
/* What a replay has measured, or NULL: what the driver said there is told, too. Before the first
 * call; borrowed. */
struct gs_measured;
void gs_report_set_measured(struct gs_report *report, const struct gs_measured *measured);
/* The next call, in the order of gs_trace_next_call; all of one reader. */
void gs_report_add(struct gs_report *report, const struct gs_trace_call *call);
/* The i-th issue, by their first calls; NULL: past the end. They live as long as the report. */
const struct gs_issue *gs_report_issue(const struct gs_report *report, size_t i);
/* "frame 3 of NAME", where the trace is an extracted part: of what came before, only what is needed
 * is there, so that nothing is said of the rest; NULL: it is none. */
const char *gs_report_part(const struct gs_report *report);
/* How many different ones were left out, because there are more than GS_ISSUES_MOST. */
uint64_t gs_report_left_out(const struct gs_report *report);

#endif

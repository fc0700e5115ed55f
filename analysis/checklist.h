/* SPDX-License-Identifier: MIT */
/*
 * analysis/checklist - what costs a program time or quality, by fixed rules (Tracy's table 2, and
 * more), told from a trace alone. An item is found only where the file shows it for sure.
 *
 * Loading is no fault: most rules look at frames from the third on, and only at those that end.
 *
 * Of an extracted trace (GS_COMMENT_BEGINS) what asks for all that a program did is not told.
 */
#ifndef GS_CHECKLIST_H
#define GS_CHECKLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "trace/trace.h"

enum {
	GS_CHECK_CALLS = 20, /* that are kept of each item */
	GS_CHECK_FRAME = 2,  /* the first frame that is looked at, where frames count */
};

struct gs_check_item {
	const char *id;	   /* "finish" */
	const char *title; /* what is wrong */
	const char *rule;  /* when exactly it is found */
	const char *advice;
	const char *saves;
	bool is_told;			/* false: the file does not say whether it is so */
	uint64_t n;			/* calls, or objects, found */
	uint64_t frames, bytes;		/* in how many frames; what is saved, 0: not in bytes */
	uint64_t calls[GS_CHECK_CALLS]; /* the first of them */
};

struct gs_checklist;
struct gs_measured;

struct gs_checklist *gs_checklist_new(void);
void gs_checklist_free(struct gs_checklist *checklist);
/* Before the first call; what only a replay tells is looked for then, too. NULL: nothing was
 * measured. `measured` lives longer. */
void gs_checklist_set_measured(struct gs_checklist *checklist, const struct gs_measured *measured);
/* The next call, in the order of gs_trace_next_call; all of one reader. */
void gs_checklist_add(struct gs_checklist *checklist, const struct gs_trace_call *call);
/* After the last call: all *n items, found or not; they live as long as the checklist. */
const struct gs_check_item *gs_checklist_end(struct gs_checklist *checklist, size_t *n);

/* A rough estimate of the program's quality, of the rules that the trace tells of. */
struct gs_quality {
	size_t rules, kept; /* that are told; those of them of which nothing was found */
	const char *name;   /* "good": all are kept; "fair": four of five; "poor": fewer */
};
struct gs_quality gs_checklist_quality(const struct gs_check_item *items, size_t n);

#endif

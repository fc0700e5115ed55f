/* SPDX-License-Identifier: MIT */
/*
 * analysis/checklist - what costs a program time or quality, by fixed rules (Tracy's table 2, and
 * more), from a trace alone. An item is found only where the file proves it.
 *
 * Loading is not a fault: most rules look at frames from the third on, and only at frames that end.
 *
 * In an extracted trace (GS_COMMENT_BEGINS), rules that need all that a program did are not
 * applied.
 */
#ifndef GS_CHECKLIST_H
#define GS_CHECKLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "trace/trace.h"

enum {
	GS_CHECK_CALLS = 20, /* calls that are stored for each item */
	GS_CHECK_FRAME = 2,  /* first frame that rules about frames look at */
};

struct gs_check_item {
	const char *id;	   /* "finish" */
	const char *title; /* what is wrong */
	const char *rule;  /* when exactly it is found */
	const char *advice;
	const char *saves;
	bool is_told; /* false: the file does not tell whether it is so */
	uint64_t n;   /* calls or objects found */
	/* Number of frames; bytes that could be saved, 0: not counted in bytes. */
	uint64_t frames, bytes;
	uint64_t calls[GS_CHECK_CALLS]; /* the first of these calls */
};

struct gs_checklist;
struct gs_measured;

struct gs_checklist *gs_checklist_new(void);
void gs_checklist_free(struct gs_checklist *checklist);
/* Use what a replay has measured, which some items need. NULL: nothing was measured. Call before
 * the first call is added; `measured` must live longer than the checklist. */
void gs_checklist_set_measured(struct gs_checklist *checklist, const struct gs_measured *measured);
/* Add the next call, in the order of gs_trace_next_call; all calls are from one reader. */
void gs_checklist_add(struct gs_checklist *checklist, const struct gs_trace_call *call);
/* Finish after the last call. Return all *n items, found or not, owned by the checklist. */
const struct gs_check_item *gs_checklist_end(struct gs_checklist *checklist, size_t *n);

/* A rough rating of the program, by the rules that the trace tells of. */
struct gs_quality {
	size_t rules, kept; /* rules with .is_told; those of them without findings */
	const char *name;   /* "good": all are kept; "fair": at least four of five; "poor": fewer */
};
struct gs_quality gs_checklist_quality(const struct gs_check_item *items, size_t n);

#endif

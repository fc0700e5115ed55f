/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/view - the list of calls as it is shown: filtered, and if wanted with a row before
 * each frame, group of calls and pass (debugger/calls/groups.h), which can be folded. Rows are
 * found, not kept: beside the list's own memory it takes 8 bytes for every 256 calls, and 48 for
 * each row of a frame, and of a group or pass in an unfolded frame. Calls that come cost what is in
 * the last frame.
 *
 * Of calls that were dropped nothing is shown but, if wanted, a row in front of all others, which
 * says so.
 *
 * A view belongs to one thread; the list may grow meanwhile (gs_call_view_update). Calls of other
 * threads that come while a group or pass goes on are shown in it. A group that goes on in other
 * frames is shown in the one in which it begins.
 */
#ifndef GS_CALL_VIEW_H
#define GS_CALL_VIEW_H

#include "debugger/calls/filter.h"
#include "debugger/calls/calls.h"

struct gs_call_view;

enum gs_call_row_kind { GS_ROW_CALL, GS_ROW_FRAME, GS_ROW_GROUP, GS_ROW_PASS, GS_ROW_DROPPED };

struct gs_call_row {
	enum gs_call_row_kind kind;
	struct gs_call_place place; /* of other kinds than CALL: of their first call */
	unsigned depth;		    /* how many frames, groups and passes are around it */
	uint64_t frame;		    /* FRAME: its number; PASS: of its frame */
	char *name;		    /* GROUP; DROPPED: gs_call_dropped_text; g_free */
	bool folded;		    /* FRAME, GROUP, PASS */
	uint64_t calls;		    /* likewise: how many calls it has, the filter's left out */
	bool is_needed;		    /* FRAME, PASS: as gs_call_frame has it */
	uint64_t number;	    /* PASS: which of its frame it is, from 1; 0: not known */
	uint64_t first_draw;	    /* PASS: which of its frame its first draw is, likewise */
	struct gs_call_pass pass;   /* PASS */
};

/* Of all calls, ungrouped. It keeps a reference of the store. */
struct gs_call_view *gs_call_view_new(struct gs_call_store *store);
void gs_call_view_free(struct gs_call_view *view);

void gs_call_view_set_filter(struct gs_call_view *view, const struct gs_call_filter *filter);
/* Frames but the last are folded at first. */
void gs_call_view_set_grouped(struct gs_call_view *view, bool grouped);
/* Whether there is a row in front that says what was dropped, if anything was. */
void gs_call_view_tell_dropped(struct gs_call_view *view, bool tells);
/* Folds or unfolds the frame, group or pass of that row. */
void gs_call_view_fold(struct gs_call_view *view, uint64_t row, bool folded);

/* Takes in what has come since, and leaves out what was dropped; returns the number of rows.
 * Between two updates the rows stay as they are, whatever comes; of calls that were dropped since
 * then, nothing but the place is known. */
uint64_t gs_call_view_update(struct gs_call_view *view);
/* Another number: rows may be others than before. Calls that come in a view without groups are new
 * rows at the end. */
unsigned gs_call_view_changes(const struct gs_call_view *view);
uint64_t gs_call_view_rows(const struct gs_call_view *view);
/* False: there is no such row. */
bool gs_call_view_row(struct gs_call_view *view, uint64_t row, struct gs_call_row *result);
/* The row that shows the call at that place, or, if none does, the nearest before it (0 if there is
 * none); unfolds what it is in. */
uint64_t gs_call_view_find(struct gs_call_view *view, struct gs_call_place place);
/* The row that shows now what this row showed, or what it is folded into; nothing is unfolded. */
uint64_t gs_call_view_locate(struct gs_call_view *view, const struct gs_call_row *row);
/* How many calls that were not dropped the filter lets through. */
uint64_t gs_call_view_calls(const struct gs_call_view *view);

#endif

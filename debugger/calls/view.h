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

/* A row. Only members without a kind hold for all rows. */
struct gs_call_row {
	enum gs_call_row_kind kind;
	struct gs_call_place place; /* of the call; of other kinds, of their first call */
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

/* Return a view of all calls, ungrouped, to be freed by gs_call_view_free. It keeps a reference of
 * the store. */
struct gs_call_view *gs_call_view_new(struct gs_call_store *store);
void gs_call_view_free(struct gs_call_view *view);

void gs_call_view_set_filter(struct gs_call_view *view, const struct gs_call_filter *filter);
/* Show rows of frames, groups and passes, or calls alone. Frames but the last are folded at first.
 */
void gs_call_view_set_grouped(struct gs_call_view *view, bool grouped);
/* Show a row in front that says what was dropped, if anything was; or none. */
void gs_call_view_tell_dropped(struct gs_call_view *view, bool tells);
/* Fold or unfold the frame, group or pass of that row. */
void gs_call_view_fold(struct gs_call_view *view, uint64_t row, bool folded);

/* Take in the calls that have come since the last update, and leave out those that were dropped.
 * Return the number of rows. Between two updates the rows stay as they are; of calls that were
 * dropped meanwhile, only the place is known. */
uint64_t gs_call_view_update(struct gs_call_view *view);
/* Return a number that changes when existing rows may have changed or moved. It does not when calls
 * only become new rows at the end, as in a view without groups. */
unsigned gs_call_view_changes(const struct gs_call_view *view);
uint64_t gs_call_view_rows(const struct gs_call_view *view);
/* Fill in *result; its .name is to be freed. Return false if there is no such row. */
bool gs_call_view_row(struct gs_call_view *view, uint64_t row, struct gs_call_row *result);
/* Unfold what the call at that place is in. Return its row or, if the filter hides it, the nearest
 * before it; 0 if there is none. */
uint64_t gs_call_view_find(struct gs_call_view *view, struct gs_call_place place);
/* Return the row that shows now what this row showed, or what it is folded into; unfold nothing. */
uint64_t gs_call_view_locate(struct gs_call_view *view, const struct gs_call_row *row);
/* Return how many calls that were not dropped the filter shows. */
uint64_t gs_call_view_calls(const struct gs_call_view *view);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/search - finding calls in the list, counting them, and saving them as text or CSV.
 * From any thread; the list may grow meanwhile. A store that is NULL is an empty list.
 */
#ifndef GS_CALL_SEARCH_H
#define GS_CALL_SEARCH_H

#include "debugger/calls/condition.h"
#include "debugger/calls/filter.h"
#include "debugger/calls/objects.h"
#include "debugger/calls/place.h"

struct gs_call_repeats;
struct gs_call_store;
struct gs_patience;

/* What is looked for: functions, and what else must hold. */
struct gs_call_pattern {
	uint8_t functions[GS_WIRE_FUNCTIONS / 8];
	struct gs_call_condition *condition; /* NULL none */
	char *text;			 /* NULL none: must be in the call's text, in any case */
	struct gs_call_repeats *repeats; /* with text: in which it was found, and in which not */
	struct gs_call_object object;	 /* an argument, or an element of one, must name it */
};

/* text: a shell pattern of functions, of data/ or of the store (NULL none); if none is named so, a
 * piece of the call's text, such as "GL_TEXTURE_2D"; or "uses texture 5". condition:
 * debugger/calls/condition.h, NULL none. */
bool gs_call_pattern_init(struct gs_call_pattern *pattern, struct gs_call_store *store,
	const char *text, const char *condition, GError **error);
void gs_call_pattern_clear(struct gs_call_pattern *pattern);

/* The first place from *place on (backwards: down from it) that was not dropped and matches: true,
 * and it is in *place. False: none before until (monotonic microseconds, 0 no limit), and *place is
 * where to go on; none: there is no more. */
bool gs_calls_search(struct gs_call_store *store, const struct gs_call_pattern *pattern,
	struct gs_call_place *place, bool backwards, gint64 until);

/* Calls from one place on and before another, counted by function: counts[GS_WIRE_FUNCTIONS]. Those
 * that were dropped are counted where `from` is 0 or the first place of a frame that is not dropped
 * as a whole. */
void gs_calls_statistics(struct gs_call_store *store, struct gs_call_place from,
	struct gs_call_place end, uint64_t *counts);
/* Place of the first call of a frame (even if that was dropped, the frame's last not), or of the
 * first later one; of an extracted frame, behind the
 * calls that are only needed. */
struct gs_call_place gs_calls_frame(struct gs_call_store *store, uint64_t frame);
/* Place of the first call of what the call at this place belongs to: its frame, or the calls that
 * are only needed by it. */
struct gs_call_place gs_calls_frame_start(struct gs_call_store *store, struct gs_call_place place);

/* All calls that are there and that the filter shows, by the file's ending: .csv, else text, a line
 * each. *n: how many were written so far. patience is also asked now and then; NULL: it may take as
 * long as it does.
 */
bool gs_calls_save(struct gs_call_store *store, const struct gs_call_filter *filter,
	const char *path, uint64_t *n, const struct gs_patience *patience, GError **error);

#endif

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

/* What a call must be to be found. */
struct gs_call_pattern {
	uint8_t functions[GS_WIRE_FUNCTIONS / 8]; /* a bit for each that it may be of */
	struct gs_call_condition *condition;	  /* must hold; NULL: none */
	char *text;			 /* must be in its text, in upper or lower case; or NULL */
	struct gs_call_repeats *repeats; /* with text: calls in which it was found or not */
	struct gs_call_object object;	 /* an argument, or an element of one, must name it */
};

/* Make a pattern, to be cleared by gs_call_pattern_clear. text: "uses texture 5"; or a shell
 * pattern of names of functions (of data/, or of the list); if no function is named so, a piece of
 * calls' texts, such as "GL_TEXTURE_2D". condition: as debugger/calls/condition.h says. Both may be
 * NULL. Return false and set error USAGE or UNKNOWN_NAME, with nothing to clear. */
bool gs_call_pattern_init(struct gs_call_pattern *pattern, struct gs_call_store *store,
	const char *text, const char *condition, GError **error);
void gs_call_pattern_clear(struct gs_call_pattern *pattern);

/* Find the first call from *place on (backwards: from it down) that matches. Return true if one is
 * found, at *place. Return false if there is none, with *place none (gs_call_place_is_none); or if
 * the time is `until` (g_get_monotonic_time, in microseconds; 0: no limit), with *place where to
 * go on. */
bool gs_calls_search(struct gs_call_store *store, const struct gs_call_pattern *pattern,
	struct gs_call_place *place, bool backwards, gint64 until);

/* Count the calls from `from` on and before `end`, by function, in counts[GS_WIRE_FUNCTIONS]. Calls
 * that were dropped are counted, too, if `from` is 0, or the first place of a frame of which some
 * calls are left. */
void gs_calls_statistics(struct gs_call_store *store, struct gs_call_place from,
	struct gs_call_place end, uint64_t *counts);
/* Return the place of the first call of a frame, or of the first later frame that has calls. It may
 * have been dropped if later calls of the frame were not. Of an extracted frame, return the place
 * behind the calls that it only needs. */
struct gs_call_place gs_calls_frame(struct gs_call_store *store, uint64_t frame);
/* Return the place of the first call of the frame of the call at this place or, if that is one of
 * those that an extracted frame only needs, the first of these. */
struct gs_call_place gs_calls_frame_start(struct gs_call_store *store, struct gs_call_place place);

/* Write all calls that the filter shows to a file, a line each: as CSV if its name ends in .csv,
 * else as text. *n: how many were written. patience: may end the writing, too; NULL: no limit.
 * Return false and set error if the file is not complete. */
bool gs_calls_save(struct gs_call_store *store, const struct gs_call_filter *filter,
	const char *path, uint64_t *n, const struct gs_patience *patience, GError **error);

#endif

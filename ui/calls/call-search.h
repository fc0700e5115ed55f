/* SPDX-License-Identifier: MIT */
/* ui/calls/call-search - searches the list of calls in short slices, so that the window stays
 * responsive. */
#ifndef GS_UI_CALL_SEARCH_H
#define GS_UI_CALL_SEARCH_H

#include "debugger/calls/search.h"
#include "ui/calls/call-filter.h"

struct gs_call_search_events {
	void (*found)(gpointer data, struct gs_call_place place);
	void (*say)(gpointer data, const char *text); /* the progress, or how it ended */
};

/* Return a new search, whose events get data. */
struct gs_call_search *gs_call_search_new(
	const struct gs_call_search_events *events, gpointer data);
void gs_call_search_free(struct gs_call_search *search); /* NULL is fine */
/* Begin a search for "PATTERN [if CONDITION]" among the functions that the filter shows, behind
 * `from` (or before it, if backwards); none: from an end. Stops the search in progress. An error is
 * said by the event. */
void gs_call_search_begin(struct gs_call_search *search, struct gs_call_store *store,
	const char *text, const struct gs_call_filter *filter, struct gs_call_place from,
	bool backwards);
/* Stop the search in progress, if there is one, without an event. */
void gs_call_search_stop(struct gs_call_search *search);

#endif

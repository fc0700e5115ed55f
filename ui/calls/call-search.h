/* SPDX-License-Identifier: MIT */
/* ui/calls/call-search - searches the list of calls a slice at a time, so that the window stays
 * alive. */
#ifndef GS_UI_CALL_SEARCH_H
#define GS_UI_CALL_SEARCH_H

#include "debugger/calls/search.h"
#include "ui/calls/call-filter.h"

struct gs_call_search_events {
	void (*found)(gpointer data, struct gs_call_place place);
	void (*say)(gpointer data, const char *text); /* how far it is, or how it has ended */
};

struct gs_call_search *gs_call_search_new(
	const struct gs_call_search_events *events, gpointer data);
void gs_call_search_free(struct gs_call_search *search); /* NULL is fine */
/* "PATTERN [if CONDITION]", among the functions that the filter shows, from behind (or before) that
 * place on; none: from an end. A search that is under way is given up; errors are said. */
void gs_call_search_begin(struct gs_call_search *search, struct gs_call_store *store,
	const char *text, const struct gs_call_filter *filter, struct gs_call_place from,
	bool backwards);
void gs_call_search_stop(struct gs_call_search *search);

#endif

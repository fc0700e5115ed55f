/* SPDX-License-Identifier: MIT */
/* ui/calls/call-filter - a tree of categories, versions and extensions with check boxes that select
 * the calls to list. The settings remember the selection. */
#ifndef GS_UI_CALL_FILTER_H
#define GS_UI_CALL_FILTER_H

#include <gtk/gtk.h>
#include "debugger/calls/filter.h"

/* Set the filter to that of the settings. */
void gs_call_filter_load(struct gs_call_filter *filter);

/* Set counts[GS_WIRE_FUNCTIONS] to the number of calls of each function; the tree lists only
 * functions that were called. */
typedef void (*gs_call_filter_counts)(gpointer data, uint64_t *counts);
typedef void (*gs_call_filter_changed)(gpointer data, const struct gs_call_filter *filter);
/* Return a button that opens the tree. It gets counts from `counts`, and calls `changed` with the
 * new filter. */
GtkWidget *gs_call_filter_button(
	gs_call_filter_counts counts, gs_call_filter_changed changed, gpointer data);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/calls/call-filter - a tree of categories, versions and extensions with check boxes that select
 * the calls in the list. Kept in the settings. */
#ifndef GS_UI_CALL_FILTER_H
#define GS_UI_CALL_FILTER_H

#include <gtk/gtk.h>
#include "debugger/calls/filter.h"

/* As the settings have it. */
void gs_call_filter_load(struct gs_call_filter *filter);

/* counts: calls of each function, [GS_WIRE_FUNCTIONS]; the tree lists only functions that were
 * called. */
typedef void (*gs_call_filter_counts)(gpointer data, uint64_t *counts);
typedef void (*gs_call_filter_changed)(gpointer data, const struct gs_call_filter *filter);
/* A button that opens the tree. */
GtkWidget *gs_call_filter_button(
	gs_call_filter_counts counts, gs_call_filter_changed changed, gpointer data);

#endif

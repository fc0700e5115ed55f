/* SPDX-License-Identifier: MIT */
/* ui/calls/call-save - saves the list of calls to a file, in a thread of its own, as millions take
 * a while. */
#ifndef GS_UI_CALL_SAVE_H
#define GS_UI_CALL_SAVE_H

#include <gtk/gtk.h>
#include "debugger/calls/search.h"
#include "debugger/calls/calls.h"

/* Ask for a file and save the calls that the filter shows: as CSV if its name ends in .csv, else as
 * text. The window shows the result. store NULL: an empty list. */
void gs_call_save(
	GtkWidget *panel, struct gs_call_store *store, const struct gs_call_filter *filter);

#endif

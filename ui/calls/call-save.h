/* SPDX-License-Identifier: MIT */
/* ui/calls/call-save - the list of calls to a file, in a thread of its own: millions take a while.
 */
#ifndef GS_UI_CALL_SAVE_H
#define GS_UI_CALL_SAVE_H

#include <gtk/gtk.h>
#include "debugger/calls/search.h"
#include "debugger/calls/calls.h"

/* Asks for a name: .csv, else text. The result is shown in the window's status line. store: NULL is
 * an empty list. */
void gs_call_save(
	GtkWidget *panel, struct gs_call_store *store, const struct gs_call_filter *filter);

#endif

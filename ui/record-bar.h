/* SPDX-License-Identifier: MIT */
/* ui/record-bar - the actions that record a trace in the window, and the bar that shows the
 * recording and offers to open it when it has ended. */
#ifndef GS_UI_RECORD_BAR_H
#define GS_UI_RECORD_BAR_H

#include "frontend/controller.h"
#include "ui/panel.h"

#define GS_TYPE_RECORD_BAR (gs_record_bar_get_type())
G_DECLARE_FINAL_TYPE(GsRecordBar, gs_record_bar, GS, RECORD_BAR, GtkBox)

/* Add the actions record (asks for a file), stop-recording, open-recording, open-kept and
 * forget-recording, whose entries are in the menu. */
void gs_record_bar_setup(GsRecordBar *bar, GtkApplicationWindow *window, GtkMenuButton *menu,
	struct gs_controller *controller);
/* Show the state. Call whenever it changes. */
void gs_record_bar_set(GsRecordBar *bar, const struct gs_ui_state *state, unsigned parts);
/* Ask for the file of a trace of the program. `response` gets the GtkNativeDialog, which it must
 * unref, the response and data. */
void gs_record_bar_ask(GtkWidget *widget, const char *program, GCallback response, gpointer data);

#endif

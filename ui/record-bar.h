/* SPDX-License-Identifier: MIT */
/* ui/record-bar - recording a trace in the window: the actions, and the bar that shows what is
 * recorded, and offers what was. */
#ifndef GS_UI_RECORD_BAR_H
#define GS_UI_RECORD_BAR_H

#include "frontend/controller.h"
#include "ui/panel.h"

#define GS_TYPE_RECORD_BAR (gs_record_bar_get_type())
G_DECLARE_FINAL_TYPE(GsRecordBar, gs_record_bar, GS, RECORD_BAR, GtkBox)

/* Adds the actions record (asks for a file), stop-recording, open-recording, open-kept,
 * forget-recording, whose entries are in the menu. */
void gs_record_bar_setup(GsRecordBar *bar, GtkApplicationWindow *window, GtkMenuButton *menu,
	struct gs_controller *controller);
void gs_record_bar_set(GsRecordBar *bar, const struct gs_ui_state *state, unsigned parts);
/* Asks where a trace of the program is to be; response gets the native dialog, whose reference is
 * its own. */
void gs_record_bar_ask(GtkWidget *widget, const char *program, GCallback response, gpointer data);

#endif

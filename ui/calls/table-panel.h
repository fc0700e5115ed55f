/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/table-panel - a tab that shows what a verb replies with (verbs/table.h): a line of text
 * and what the user chooses, a table that can be sorted by each column, and what is known of the
 * selected row. Rows that have a call lead to it, as those of ui/calls/call-rows.h do.
 */
#ifndef GS_UI_TABLE_PANEL_H
#define GS_UI_TABLE_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_TABLE_PANEL (gs_table_panel_get_type())
G_DECLARE_FINAL_TYPE(GsTablePanel, gs_table_panel, GS, TABLE_PANEL, GtkBox)

/* Of the i-th of the state's tabs. */
GsTablePanel *gs_table_panel_new(unsigned tab);
/* The same for the dock; borrowed texts. NULL: there is no such tab. */
const struct gs_tab *gs_table_panel_tab(unsigned tab);

#endif

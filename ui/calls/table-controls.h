/* SPDX-License-Identifier: MIT */
/* ui/calls/table-controls - what the user chooses for a verb whose reply is a tab (struct
 * gs_tab_control of verbs.h): buttons, lists, files and entries in the head of its panel. */
#ifndef GS_UI_TABLE_CONTROLS_H
#define GS_UI_TABLE_CONTROLS_H

#include "ui/panel.h"

struct gs_tab;
struct gs_table_controls;

/* Puts them into the head; changed is called with data when the user has chosen. */
struct gs_table_controls *gs_table_controls_new(
	GtkBox *head, const struct gs_tab *tab, void (*changed)(gpointer data), gpointer data);
void gs_table_controls_free(struct gs_table_controls *controls);
/* What of them the verb takes; g_free. */
char *gs_table_controls_text(const struct gs_table_controls *controls);
/* Whether all is chosen that it needs. */
bool gs_table_controls_ready(const struct gs_table_controls *controls);
/* Whenever the state changes. */
void gs_table_controls_allow(struct gs_table_controls *controls, const struct gs_ui_state *state);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/tab-list - a button at the end of a notebook's tabs that lists all of them. It is there where
 * they do not all fit. */
#ifndef GS_UI_TAB_LIST_H
#define GS_UI_TAB_LIST_H

#include <gtk/gtk.h>

/* Adds the button. title: what the notebook is called; static. */
void gs_tab_list_setup(GtkNotebook *notebook, const char *title);

#endif

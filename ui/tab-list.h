/* SPDX-License-Identifier: MIT */
/* ui/tab-list - a button at the end of a notebook's tabs that lists all of them. It is visible if
 * the tabs do not all fit. */
#ifndef GS_UI_TAB_LIST_H
#define GS_UI_TAB_LIST_H

#include <gtk/gtk.h>

/* Add the button to the notebook. title: the notebook's name. */
void gs_tab_list_setup(GtkNotebook *notebook, const char *title);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/actions/menu - the window's menu: layout, colours, help. */
#ifndef GS_UI_MENU_H
#define GS_UI_MENU_H

#include <gtk/gtk.h>
#include "ui/dock.h"

/* Fill the button's menu and add the actions of its entries. The dock must outlive the window's
 * actions. */
void gs_menu_setup(GtkApplicationWindow *window, GtkMenuButton *button, struct gs_dock *dock);
/* Set the tooltip of an entry of the menu: tip, and why the entry is disabled (NULL: it is not). */
void gs_menu_explain(GtkMenuButton *button, const char *entry, const char *tip, const char *why);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/actions/menu - the window's menu: layout, colours, help. */
#ifndef GS_UI_MENU_H
#define GS_UI_MENU_H

#include <gtk/gtk.h>
#include "ui/dock.h"

/* Fills the button's menu and adds the actions behind it. The dock outlives the window's actions.
 */
void gs_menu_setup(GtkApplicationWindow *window, GtkMenuButton *button, struct gs_dock *dock);
/* The tooltip of an entry of the menu: tip, and why it is disabled; NULL: it is not. */
void gs_menu_explain(GtkMenuButton *button, const char *entry, const char *tip, const char *why);

#endif

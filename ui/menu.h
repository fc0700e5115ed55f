/* SPDX-License-Identifier: MIT */
/* ui/menu - the window's menu: layout, colours, help. */
#ifndef GS_UI_MENU_H
#define GS_UI_MENU_H

#include <gtk/gtk.h>
#include "ui/dock.h"

/* Fills the button's menu and adds the actions behind it. The dock outlives the window's actions.
 */
void gs_menu_setup(GtkApplicationWindow *window, GtkMenuButton *button, struct gs_dock *dock);

#endif

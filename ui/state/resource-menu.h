/* SPDX-License-Identifier: MIT */
/* ui/state/resource-menu - the menu of a row in Resources: goes from an object to the calls that
 * use it. */
#ifndef GS_UI_RESOURCE_MENU_H
#define GS_UI_RESOURCE_MENU_H

#include "ui/panel.h"

struct gs_resource_menu {
	const char *object; /* name such as "texture 7"; NULL: the object has none */
	const char *text;   /* text of the row, to copy */
	GtkToggleButton *calls;
};

/* Show the menu. event: the mouse event that requested it; NULL: the keyboard did. */
void gs_resource_menu_popup(
	GtkTreeView *view, const struct gs_resource_menu *what, const GdkEvent *event);

#endif

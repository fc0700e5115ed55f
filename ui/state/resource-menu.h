/* SPDX-License-Identifier: MIT */
/* ui/state/resource-menu - the menu of a row in Resources: from an object to the calls that have to
 * do with it. */
#ifndef GS_UI_RESOURCE_MENU_H
#define GS_UI_RESOURCE_MENU_H

#include "ui/panel.h"

struct gs_resource_menu {
	const char *object; /* "texture 7"; NULL: one without a name */
	const char *text;   /* the row's, to copy */
	GtkToggleButton *calls;
};

/* event: NULL: asked for by the keyboard. */
void gs_resource_menu_popup(
	GtkTreeView *view, const struct gs_resource_menu *what, const GdkEvent *event);

#endif

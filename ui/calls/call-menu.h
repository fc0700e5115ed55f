/* SPDX-License-Identifier: MIT */
/* ui/calls/call-menu - the context menu of a row in the list of calls. */
#ifndef GS_UI_CALL_MENU_H
#define GS_UI_CALL_MENU_H

#include "frontend/actions/same-call.h"
#include "ui/calls/pass-pictures.h"
#include "ui/panel.h"

struct gs_call_menu {
	const char *function; /* a call's function; NULL: the row is a frame, a group or a pass */
	uint64_t index;	      /* the call's number */
	struct gs_same_call same;	 /* the call's position in its frame */
	const char *text;		 /* the text to copy */
	const struct gs_call_info *call; /* NULL: the row is no call */
	struct gs_call_place place;	 /* the row's */
	struct gs_pass_pictures *pictures;
	/* Called when the user wants the uses of an object, such as "texture 5". */
	void (*find)(GtkWidget *list, const char *object);
};

/* Show the menu. event: the mouse event that requested it; NULL: the keyboard did. */
void gs_call_menu_popup(GtkWidget *list, const struct gs_ui_state *state,
	const struct gs_call_menu *what, const GdkEvent *event);

#endif

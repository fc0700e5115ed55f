/* SPDX-License-Identifier: MIT */
/* ui/calls/call-menu - the menu of a row of the list of calls. */
#ifndef GS_UI_CALL_MENU_H
#define GS_UI_CALL_MENU_H

#include "frontend/actions/same-call.h"
#include "ui/panel.h"

struct gs_call_menu {
	const char *function;		 /* of a call; NULL: of a frame, a group or a pass */
	uint64_t index;			 /* of the call */
	struct gs_same_call same;	 /* where it stands in its frame */
	const char *text;		 /* to copy */
	const struct gs_call_info *call; /* NULL: it is none */
	/* The user wants the uses of "texture 5". */
	void (*find)(GtkWidget *list, const char *object);
};

/* event: what asked for it, NULL by the keyboard. */
void gs_call_menu_popup(GtkWidget *list, const struct gs_ui_state *state,
	const struct gs_call_menu *what, const GdkEvent *event);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/message-place - where the window's message lies: on the free part of the status line if it has
 * room there, else on the lower edge of the source, or on the upper one where the lower one would
 * hide the marked line. It moves nothing. */
#ifndef GS_UI_MESSAGE_PLACE_H
#define GS_UI_MESSAGE_PLACE_H

#include <gtk/gtk.h>
#include "ui/shader/source-panel.h"

/* bar: among the overlay's; status: the label that has all of the line's free part, its text at the
 * left; sources: on whose text it lies otherwise, while that is shown. */
void gs_message_place_setup(
	GtkOverlay *overlay, GtkWidget *bar, GtkLabel *status, GsSourcePanel *sources);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/message-position - places the window's message: on the free part of the status line if it has
 * room there, else on the lower edge of the source, or on the upper one if the lower one would hide
 * the marked line. Other widgets do not move. */
#ifndef GS_UI_MESSAGE_POSITION_H
#define GS_UI_MESSAGE_POSITION_H

#include <gtk/gtk.h>
#include "ui/shader/source-panel.h"

/* Place the overlay's child `bar`. status: the label that has all of the line's free part, with its
 * text at the left; sources: on whose text the message lies otherwise, if it is shown. */
void gs_message_position_setup(
	GtkOverlay *overlay, GtkWidget *bar, GtkLabel *status, GsSourcePanel *sources);

#endif

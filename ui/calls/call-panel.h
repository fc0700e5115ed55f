/* SPDX-License-Identifier: MIT */
/* ui/calls/call-panel - the panel of the pending call: its arguments and their memory, which can be
 * edited, and a field to run to a call by name. */
#ifndef GS_UI_CALL_PANEL_H
#define GS_UI_CALL_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_CALL_PANEL (gs_call_panel_get_type())
G_DECLARE_FINAL_TYPE(GsCallPanel, gs_call_panel, GS, CALL_PANEL, GtkBox)

GtkBox *gs_call_panel_bar(GsCallPanel *panel); /* return the box for buttons */

#endif

/* SPDX-License-Identifier: MIT */
/* ui/shader/stack-panel - the call stack of the position; select a frame to show its variables. */
#ifndef GS_UI_STACK_PANEL_H
#define GS_UI_STACK_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_STACK_PANEL (gs_stack_panel_get_type())
G_DECLARE_FINAL_TYPE(GsStackPanel, gs_stack_panel, GS, STACK_PANEL, GtkBox)

#endif

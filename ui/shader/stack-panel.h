/* SPDX-License-Identifier: MIT */
/* ui/shader/stack-panel - the panel of the call stacks of the shader's position and of the program;
 * selecting a function of the shader shows its variables. */
#ifndef GS_UI_STACK_PANEL_H
#define GS_UI_STACK_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_STACK_PANEL (gs_stack_panel_get_type())
G_DECLARE_FINAL_TYPE(GsStackPanel, gs_stack_panel, GS, STACK_PANEL, GtkBox)

#endif

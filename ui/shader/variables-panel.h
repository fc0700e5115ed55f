/* SPDX-License-Identifier: MIT */
/* ui/shader/variables-panel - the panel of the variables in scope at the position, with the focus
 * element's values. */
#ifndef GS_UI_VARIABLES_PANEL_H
#define GS_UI_VARIABLES_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_VARIABLES_PANEL (gs_variables_panel_get_type())
G_DECLARE_FINAL_TYPE(GsVariablesPanel, gs_variables_panel, GS, VARIABLES_PANEL, GtkBox)

#endif

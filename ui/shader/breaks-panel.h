/* SPDX-License-Identifier: MIT */
/* ui/shader/breaks-panel - the panel of breakpoints on calls, GL errors and lines. */
#ifndef GS_UI_BREAKS_PANEL_H
#define GS_UI_BREAKS_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_BREAKS_PANEL (gs_breaks_panel_get_type())
G_DECLARE_FINAL_TYPE(GsBreaksPanel, gs_breaks_panel, GS, BREAKS_PANEL, GtkBox)

#endif

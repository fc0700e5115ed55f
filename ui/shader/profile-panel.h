/* SPDX-License-Identifier: MIT */
/* ui/shader/profile-panel - the panel of a loop's profile: how many elements begin, finish and
 * leave each iteration. */
#ifndef GS_UI_PROFILE_PANEL_H
#define GS_UI_PROFILE_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_PROFILE_PANEL (gs_profile_panel_get_type())
G_DECLARE_FINAL_TYPE(GsProfilePanel, gs_profile_panel, GS, PROFILE_PANEL, GtkBox)

#endif

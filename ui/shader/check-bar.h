/* SPDX-License-Identifier: MIT */
/* ui/shader/check-bar - a bar that shows, at the end of a fragment shader, the debugged colour, the
 * colour that the undebugged draw call writes, and why they differ. */
#ifndef GS_UI_CHECK_BAR_H
#define GS_UI_CHECK_BAR_H

#include "ui/panel.h"

#define GS_TYPE_CHECK_BAR (gs_check_bar_get_type())
G_DECLARE_FINAL_TYPE(GsCheckBar, gs_check_bar, GS, CHECK_BAR, GtkRevealer)

/* Show the state. Call whenever it changes. */
void gs_check_bar_set(GsCheckBar *bar, const struct gs_ui_state *state, unsigned parts);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/state/uses-view - shows state.uses: which calls of the opened trace make, write, read and bind
 * a resource. */
#ifndef GS_UI_USES_VIEW_H
#define GS_UI_USES_VIEW_H

#include "ui/panel.h"

#define GS_TYPE_USES_VIEW (gs_uses_view_get_type())
G_DECLARE_FINAL_TYPE(GsUsesView, gs_uses_view, GS, USES_VIEW, GtkBox)

/* Show the state. Call whenever it changes. */
void gs_uses_view_set(GsUsesView *view, const struct gs_ui_state *state);

#endif

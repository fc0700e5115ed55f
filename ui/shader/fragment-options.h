/* SPDX-License-Identifier: MIT */
/* ui/shader/fragment-options - a button whose popover sets the per-fragment operations of debugged
 * draws, and which of several fragments at a pixel is shown. */
#ifndef GS_UI_FRAGMENT_OPTIONS_H
#define GS_UI_FRAGMENT_OPTIONS_H

#include "ui/panel.h"

#define GS_TYPE_FRAGMENT_OPTIONS (gs_fragment_options_get_type())
G_DECLARE_FINAL_TYPE(GsFragmentOptions, gs_fragment_options, GS, FRAGMENT_OPTIONS, GtkMenuButton)

/* Show the state. Call whenever it changes. */
void gs_fragment_options_set(
	GsFragmentOptions *options, const struct gs_ui_state *state, unsigned parts);

#endif

/* SPDX-License-Identifier: MIT */
/* ui/shader/decision-bar - a bar that shows, at a condition or loop test, how many elements go each
 * way, with buttons to follow one. */
#ifndef GS_UI_DECISION_BAR_H
#define GS_UI_DECISION_BAR_H

#include "ui/panel.h"

#define GS_TYPE_DECISION_BAR (gs_decision_bar_get_type())
G_DECLARE_FINAL_TYPE(GsDecisionBar, gs_decision_bar, GS, DECISION_BAR, GtkRevealer)

/* Show the state. Call whenever it changes. */
void gs_decision_bar_set(GsDecisionBar *bar, const struct gs_ui_state *state, unsigned parts);

#endif

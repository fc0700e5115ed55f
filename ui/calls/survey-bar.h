/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/survey-bar - the head of a panel that shows what a trace's file tells (the state's
 * survey): has it read once the panel is shown, says how far that is, cancels it, begins it anew;
 * and says why there is nothing to show.
 */
#ifndef GS_UI_SURVEY_BAR_H
#define GS_UI_SURVEY_BAR_H

#include "ui/panel.h"

#define GS_TYPE_SURVEY_BAR (gs_survey_bar_get_type())
G_DECLARE_FINAL_TYPE(GsSurveyBar, gs_survey_bar, GS, SURVEY_BAR, GtkBox)

/* Call first. what: "The report", in sentences, not copied; name: of its line of text. */
void gs_survey_bar_setup(GsSurveyBar *bar, const char *what, const char *name);
/* Where there is no survey it says why. Call whenever the state changes. */
void gs_survey_bar_set(GsSurveyBar *bar, const struct gs_ui_state *state);
/* In place of that, while there is a survey. */
void gs_survey_bar_say(GsSurveyBar *bar, const char *text);

#endif

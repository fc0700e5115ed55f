/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/survey-bar - the head of a panel that shows the state's survey: has the trace read once
 * the panel is shown, shows the progress, cancels it, begins it again; and says why there is
 * nothing to show.
 */
#ifndef GS_UI_SURVEY_BAR_H
#define GS_UI_SURVEY_BAR_H

#include "ui/panel.h"

#define GS_TYPE_SURVEY_BAR (gs_survey_bar_get_type())
G_DECLARE_FINAL_TYPE(GsSurveyBar, gs_survey_bar, GS, SURVEY_BAR, GtkBox)

/* Set up the bar; call first. what: the subject of its sentences, such as "The report", static;
 * name: of its line of text. */
void gs_survey_bar_setup(GsSurveyBar *bar, const char *what, const char *name);
/* Show the state: without a survey, why there is none. Call whenever the state changes. */
void gs_survey_bar_set(GsSurveyBar *bar, const struct gs_ui_state *state);
/* Show a text while there is a survey. */
void gs_survey_bar_say(GsSurveyBar *bar, const char *text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * ui/study-bar - the head of a panel that shows what a trace's file tells (the state's study): has
 * it read once the panel is shown, says how far that is, cancels it, begins it anew; and says why
 * there is nothing to show.
 */
#ifndef GS_UI_STUDY_BAR_H
#define GS_UI_STUDY_BAR_H

#include "ui/panel.h"

#define GS_TYPE_STUDY_BAR (gs_study_bar_get_type())
G_DECLARE_FINAL_TYPE(GsStudyBar, gs_study_bar, GS, STUDY_BAR, GtkBox)

/* Call first. what: "The report", in sentences, not copied; name: of its line of text. */
void gs_study_bar_setup(GsStudyBar *bar, const char *what, const char *name);
/* Where there is no study it says why. Call whenever the state changes. */
void gs_study_bar_set(GsStudyBar *bar, const struct gs_ui_state *state);
/* In place of that, while there is a study. */
void gs_study_bar_say(GsStudyBar *bar, const char *text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/survey-bar - the head of a panel that shows what is read of a trace's file, or is asked
 * of a program: has it read once the panel is shown, says how far that is, cancels it, begins it
 * anew; and says why there is nothing to show.
 */
#ifndef GS_UI_SURVEY_BAR_H
#define GS_UI_SURVEY_BAR_H

#include "ui/panel.h"

#define GS_TYPE_SURVEY_BAR (gs_survey_bar_get_type())
G_DECLARE_FINAL_TYPE(GsSurveyBar, gs_survey_bar, GS, SURVEY_BAR, GtkBox)

/* What a panel asks for. */
struct gs_survey_bar_of {
	const char *what; /* "The report", in sentences */
	const char *name; /* of the bar's line of text */
	bool of_program;  /* that is stopped; else of an opened trace's file */
	struct gs_ui_progress (*look)(gpointer panel, const struct gs_ui_state *state);
	const char *asks; /* label of a button that is always there, and alone asks; NULL: none */
	/* Whether it is asked for again: the program has gone on, for example; NULL: never. */
	bool (*is_old)(gpointer panel, const struct gs_ui_state *state);
	void (*read)(gpointer panel);
	void (*stop)(gpointer panel);
};

/* Call first. Borrows the texts. */
void gs_survey_bar_setup(GsSurveyBar *bar, const struct gs_survey_bar_of *of, gpointer panel);
/* Where there is nothing to show it says why. Call whenever the state changes. */
void gs_survey_bar_set(GsSurveyBar *bar, const struct gs_ui_state *state);
/* In place of that, while there is something. */
void gs_survey_bar_say(GsSurveyBar *bar, const char *text);

#endif

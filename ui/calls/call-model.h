/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/call-model - a tree model of some rows of a list of GL calls that may have many
 * millions. Only calls of visible rows are read: because GtkTreeView keeps something for each row
 * of its model, the model holds a window of the list, and the call list scrolls that window.
 */
#ifndef GS_UI_CALL_MODEL_H
#define GS_UI_CALL_MODEL_H

#include <gtk/gtk.h>
#include "debugger/calls/view.h"
#include "debugger/session/session.h"
#include "ui/calls/pass-pictures.h"

/* Where rows come from: a gs_call_view, or a test. */
struct gs_call_source {
	uint64_t (*count)(gpointer data);
	bool (*get)(gpointer data, struct gs_call_place place, struct gs_call_info *call);
	gpointer data;
	/* Get row n; for a call, `get` gives the call at its .place. NULL: row n is the n-th
	 * call. */
	bool (*row)(gpointer data, uint64_t n, struct gs_call_row *row);
	/* Return what else is known of a call at a place (g_free), or NULL. */
	char *(*drawn)(gpointer data, struct gs_call_place place, const struct gs_call_info *call);
	/* Return which of several threads and windows a call is of (g_free), or NULL. */
	char *(*whose)(gpointer data, struct gs_call_place place, const struct gs_call_info *call);
	/* Return a frame's name in the trace that this one was extracted from (g_free), or NULL if
	 * it has only its number. */
	char *(*frame_name)(gpointer data, uint64_t frame);
	/* Return the name of what a pass draws to; g_free. */
	char *(*target)(gpointer data, const struct gs_call_pass *pass);
	/* Return a pass's picture, borrowed, or NULL. */
	const struct gs_pass_picture *(*picture)(gpointer data, const struct gs_call_pass *pass);
	/* Return the picture of what the draw call with that number changes, borrowed, or NULL. */
	const struct gs_draw_picture *(*draw_picture)(gpointer data, uint64_t number);
};

enum gs_call_column {
	GS_CALL_COLUMN_INDEX,	   /* string */
	GS_CALL_COLUMN_TEXT,	   /* string: the call with the arguments' values */
	GS_CALL_COLUMN_DETAIL,	   /* string: with the arguments' names */
	GS_CALL_COLUMN_COLOUR,	   /* string; NULL: the theme's */
	GS_CALL_COLUMN_BACKGROUND, /* string; NULL: the theme's */
	GS_CALL_COLUMN_WEIGHT,	   /* int */
	GS_CALL_COLUMN_SMALL,	   /* GdkPixbuf of a pass or draw call; NULL */
	GS_CALL_COLUMN_LARGE,	   /* GdkPixbuf of a pass or draw call; NULL */
	GS_N_CALL_COLUMNS,
};

#define GS_TYPE_CALL_MODEL (gs_call_model_get_type())
G_DECLARE_FINAL_TYPE(GsCallModel, gs_call_model, GS, CALL_MODEL, GObject)

GsCallModel *gs_call_model_new(void);
/* Set the source, which is copied; NULL: an empty list. */
void gs_call_model_set_source(GsCallModel *model, const struct gs_call_source *source);
/* Set the pending call, which is shown after all others, even those that other threads have made
 * since; NULL: none. drawn, whose: as returned by the source's functions. */
void gs_call_model_set_pending(
	GsCallModel *model, const struct gs_call_info *call, const char *drawn, const char *whose);
/* Set the number of the listed call that is pending; UINT64_MAX: none is. */
void gs_call_model_set_current(GsCallModel *model, uint64_t index);
/* Return a call's text, such as "glDrawArrays(GL_TRIANGLES, 0, 3)"; g_free. */
char *gs_call_short_text(const struct gs_call_info *call);
/* Take in the rows that the source has now. The list has these until the next call, even if more
 * come. Return whether the number of rows changed. */
bool gs_call_model_take_in(GsCallModel *model);
/* Return the number of rows that were taken in, with the pending one. */
uint64_t gs_call_model_total(GsCallModel *model);
/* Call when rows may be other calls, as after a change of the filter or the grouping. */
void gs_call_model_refresh(GsCallModel *model);
/* Make the window n_rows from row `first` of the list. */
void gs_call_model_set_window(GsCallModel *model, uint64_t first, unsigned n_rows);
/* Return the window's first row, and its number of rows. */
uint64_t gs_call_model_first(GsCallModel *model);
unsigned gs_call_model_rows(GsCallModel *model);

#endif

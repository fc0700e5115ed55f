/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/call-model - some rows of a list of GL calls that may have many millions. Only the calls
 * of visible rows are ever read: GtkTreeView keeps something for each row of its model, so the
 * model holds a window of the list and the call list scrolls that window.
 */
#ifndef GS_UI_CALL_MODEL_H
#define GS_UI_CALL_MODEL_H

#include <gtk/gtk.h>
#include "debugger/calls/view.h"
#include "debugger/session/session.h"
#include "ui/calls/pass-pictures.h"

/* Rows of a gs_call_view, or a test's. */
struct gs_call_source {
	uint64_t (*count)(gpointer data);
	bool (*get)(gpointer data, struct gs_call_place place, struct gs_call_info *call);
	gpointer data;
	/* What the row is; for a call, get is asked for its .place. NULL: row n is the n-th call.
	 */
	bool (*row)(gpointer data, uint64_t n, struct gs_call_row *row);
	/* What more is known of a call of that place; g_free. NULL: nothing. */
	char *(*drawn)(gpointer data, struct gs_call_place place, const struct gs_call_info *call);
	/* Which of several threads and windows it is of; g_free. NULL: nothing. */
	char *(*whose)(gpointer data, struct gs_call_place place, const struct gs_call_info *call);
	/* What a frame was called where the trace was taken from; g_free. NULL: it has only its
	 * number. */
	char *(*frame_name)(gpointer data, uint64_t frame);
	/* What a pass draws to; g_free. */
	char *(*target)(gpointer data, const struct gs_call_pass *pass);
	/* Its picture, borrowed; NULL: there is none. */
	const struct gs_pass_picture *(*picture)(gpointer data, const struct gs_call_pass *pass);
	/* Likewise of what the call with that number changes. */
	const struct gs_draw_picture *(*draw_picture)(gpointer data, uint64_t number);
};

enum gs_call_column {
	GS_CALL_COLUMN_INDEX,	   /* string */
	GS_CALL_COLUMN_TEXT,	   /* string: values only */
	GS_CALL_COLUMN_DETAIL,	   /* string: with the arguments' names */
	GS_CALL_COLUMN_COLOUR,	   /* string, NULL: the theme's */
	GS_CALL_COLUMN_BACKGROUND, /* likewise */
	GS_CALL_COLUMN_WEIGHT,	   /* int */
	GS_CALL_COLUMN_SMALL,	   /* GdkPixbuf, of a pass or draw; NULL */
	GS_CALL_COLUMN_LARGE,	   /* likewise */
	GS_N_CALL_COLUMNS,
};

#define GS_TYPE_CALL_MODEL (gs_call_model_get_type())
G_DECLARE_FINAL_TYPE(GsCallModel, gs_call_model, GS, CALL_MODEL, GObject)

GsCallModel *gs_call_model_new(void);
/* NULL: an empty list. */
void gs_call_model_set_source(GsCallModel *model, const struct gs_call_source *source);
/* The pending call, after all others, those too that other threads have made since; NULL: none.
 * drawn, whose: as of the source. */
void gs_call_model_set_pending(
	GsCallModel *model, const struct gs_call_info *call, const char *drawn, const char *whose);
/* The pending call is one of the list, with this number; UINT64_MAX: none is. */
void gs_call_model_set_current(GsCallModel *model, uint64_t index);
/* "glDrawArrays(GL_TRIANGLES, 0, 3)"; g_free. */
char *gs_call_short_text(const struct gs_call_info *call);
/* Takes in the rows that the source has now: until the next time the list has these, however many
 * come meanwhile. Returns whether they are other ones. */
bool gs_call_model_take_in(GsCallModel *model);
/* All rows that were taken in, and the pending one. */
uint64_t gs_call_model_total(GsCallModel *model);
/* Call when the filter or the grouping has changed, so that rows are other calls. */
void gs_call_model_refresh(GsCallModel *model);
/* Show n_rows from row first on. */
void gs_call_model_set_window(GsCallModel *model, uint64_t first, unsigned n_rows);
uint64_t gs_call_model_first(GsCallModel *model);
unsigned gs_call_model_rows(GsCallModel *model);

#endif

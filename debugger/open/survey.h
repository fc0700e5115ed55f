/* SPDX-License-Identifier: MIT */
/*
 * debugger/open/survey - figures of what each frame, pass and draw of a trace does (analysis/). The
 * trace's file is read once from its beginning to its end. That needs neither a session nor GL, so
 * that any thread can do it while others use the trace.
 */
#ifndef GS_SURVEY_H
#define GS_SURVEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "analysis/statistics.h"

struct gs_survey;

/* A frame, a pass or a draw of the trace; the last frame may be one that the trace does not end. */
struct gs_survey_row {
	uint64_t first, last; /* call numbers; a draw's last one is the call that draws */
	uint64_t frame;	      /* number of the one that it begins in or, of a draw, draws in */
	double seconds;	      /* of frames; < 0: not known */
	uint64_t unknown;     /* a bit for each figure: there is more than the file tells */
	uint64_t others;      /* a bit for each figure that is not 0 ... */
	uint64_t values;      /* ... and where the survey has them: for gs_survey_value */
	const char *function; /* of draws: the name of the last call's */
	uint32_t target;      /* of passes and draws: the framebuffer's name; 0: a window */
	bool ends;	      /* of frames: the trace has its end */
};

struct gs_survey *gs_survey_new(const char *path);
/* Set the program, glstep-replay, that is to play the trace and measure its draws before the file
 * is read; that takes milliseconds for each draw. */
void gs_survey_set_player(struct gs_survey *survey, const char *player);
/* Free it, when no thread reads any more. NULL is fine. */
void gs_survey_free(struct gs_survey *survey);
/* Read the file; a million calls take seconds. Call it once. Return false if it was cancelled, or
 * the file cannot be read. */
bool gs_survey_read(struct gs_survey *survey);
/* While another thread reads: have it stop; return how much of the file it has read, from 0 to 1,
 * or < 0 while the player plays, as nobody knows how far that is. */
void gs_survey_cancel(struct gs_survey *survey);
double gs_survey_progress(struct gs_survey *survey);

/* ---- when it was read ---- */

/* Return why the file cannot be read, or where it is cut or damaged, without a capital and a full
 * stop, borrowed; NULL: it is whole. */
const char *gs_survey_message(const struct gs_survey *survey);
bool gs_survey_is_cancelled(struct gs_survey *survey);
/* Return whether all of the file was read. */
bool gs_survey_is_read(const struct gs_survey *survey);
/* Return whether it has figures that a replay has measured. */
bool gs_survey_is_measured(const struct gs_survey *survey);
/* Return the figures of the whole trace, borrowed. */
const struct gs_counts *gs_survey_whole(const struct gs_survey *survey);
/* Return the *n frames, passes or draws, in their order; borrowed. */
const struct gs_survey_row *gs_survey_rows(
	const struct gs_survey *survey, enum gs_per per, size_t *n);
/* Return how many of them are of frames before that one. */
size_t gs_survey_rows_before(const struct gs_survey *survey, enum gs_per per, uint64_t frame);
/* Return a figure of a row. */
uint64_t gs_survey_value(
	const struct gs_survey *survey, const struct gs_survey_row *row, enum gs_figure figure);
/* Return a ratio of two figures of a row; < 0: it is not known. */
double gs_survey_ratio(
	const struct gs_survey *survey, const struct gs_survey_row *row, enum gs_ratio ratio);

#endif

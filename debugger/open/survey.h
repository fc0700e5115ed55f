/* SPDX-License-Identifier: MIT */
/*
 * debugger/open/survey - what each frame, pass and draw of a trace does (analysis/), as its file
 * tells it that is read once from its beginning to its end. Needs neither a session nor GL, so that
 * it may be made in any thread, beside all else that is done with the trace.
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
	uint64_t first, last; /* calls; a draw's last one is the call that draws */
	uint64_t frame;	      /* in which it begins, or a draw draws; from 0 */
	double seconds;	      /* of frames; < 0: not known */
	uint64_t unknown;     /* a bit for each figure: there is more than the file tells */
	uint64_t others;      /* a bit for each figure that is not 0 ... */
	uint64_t values;      /* ... and where the survey has them */
	const char *function; /* of draws */
	uint32_t target;      /* of passes and draws: the framebuffer's name; 0: a window */
	bool ends;
};

struct gs_survey *gs_survey_new(const char *path);
/* Before it is read: has this program, glstep-replay, play the trace and measure its draws first,
 * which takes milliseconds for each. */
void gs_survey_set_player(struct gs_survey *survey, const char *player);
/* Nothing may read it any more. NULL is fine. */
void gs_survey_free(struct gs_survey *survey);
/* Reads all: a million calls take seconds. Once only. False: it was cancelled, or the file
 * cannot be read. */
bool gs_survey_read(struct gs_survey *survey);
/* From any thread, while it reads. */
void gs_survey_cancel(struct gs_survey *survey);
/* Of the file, from 0 to 1; < 0: the player plays, and nobody knows how far it is. */
double gs_survey_progress(struct gs_survey *survey);

/* After it was read: */
/* Why the file cannot be read, or where it is cut or damaged, without a capital and a full stop;
 * NULL: it is whole. */
const char *gs_survey_message(const struct gs_survey *survey);
bool gs_survey_is_cancelled(struct gs_survey *survey);
bool gs_survey_is_read(const struct gs_survey *survey); /* to its end */
/* Whether there are the figures of a replay. */
bool gs_survey_is_measured(const struct gs_survey *survey);
/* Of all frames, and what follows them. */
const struct gs_counts *gs_survey_whole(const struct gs_survey *survey);
/* *n of them, in their order. per: frames, passes or draws. */
const struct gs_survey_row *gs_survey_rows(
	const struct gs_survey *survey, enum gs_per per, size_t *n);
/* How many of these are of frames before that one. */
size_t gs_survey_rows_before(const struct gs_survey *survey, enum gs_per per, uint64_t frame);
uint64_t gs_survey_value(
	const struct gs_survey *survey, const struct gs_survey_row *row, enum gs_figure figure);
/* < 0: not known. */
double gs_survey_ratio(
	const struct gs_survey *survey, const struct gs_survey_row *row, enum gs_ratio ratio);

#endif

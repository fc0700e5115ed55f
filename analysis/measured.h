/* SPDX-License-Identifier: MIT */
/*
 * analysis/measured - reads what a replay has measured of calls that draw: the table that
 * `glstep-replay --measure` writes, with a row for each. A figure that a row lacks is not known.
 */
#ifndef GS_MEASURED_H
#define GS_MEASURED_H

#include <stdbool.h>
#include <stdint.h>
#include "analysis/statistics.h"

struct gs_measured_row {
	uint64_t call;
	uint64_t values[GS_N_FIGURES], known; /* .known: one bit for each figure that the row has */
	/* Of the touched pixels (GS_FIGURE_TOUCHED), those that no draw before has touched in the
	 * pass, and in the frame. Known if that figure is. */
	uint64_t first_in_pass, first_in_frame;
};

/* A message of the driver's debug output about a call. */
struct gs_measured_message {
	uint64_t call;
	uint64_t source, type, severity; /* GL's enums */
	const char *text;		 /* lives as long as the table */
};

/* Parse a table. Return NULL if the text is none; *why says so, to be freed with g_free(). An
 * incomplete line is left out. The text is modified; it may be empty. */
struct gs_measured *gs_measured_parse(char *text, char **why);
void gs_measured_free(struct gs_measured *measured); /* NULL is fine */
/* Return the i-th message about a call; NULL: past the end. */
const struct gs_measured_message *gs_measured_said(
	const struct gs_measured *measured, uint64_t call, size_t i);
/* Return what was measured of a call; NULL: nothing, or it does not draw. */
const struct gs_measured_row *gs_measured_find(const struct gs_measured *measured, uint64_t call);

#endif

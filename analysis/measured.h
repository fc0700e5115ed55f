/* SPDX-License-Identifier: MIT */
/*
 * analysis/measured - what a replay has measured of the calls that draw: the table that
 * `glstep-replay --measure` writes, a row for each. Figures that are not in a row are not known.
 */
#ifndef GS_MEASURED_H
#define GS_MEASURED_H

#include <stdbool.h>
#include <stdint.h>
#include "analysis/statistics.h"

struct gs_measured_row {
	uint64_t call;
	uint64_t values[GS_N_FIGURES], known; /* a bit for each that the row tells */
	/* Of the pixels touched (GS_FIGURE_TOUCHED): those that nothing has before in the pass, in
	 * the frame. Known if that figure is. */
	uint64_t first_in_pass, first_in_frame;
};

/* What the driver said of a call by its debug output. */
struct gs_measured_message {
	uint64_t call;
	uint64_t source, type, severity; /* as GL numbers them */
	const char *text;		 /* as long as the table */
};

/* NULL: it is no such table; *why says so, to be freed with g_free(). A line that is cut is left
 * out. The text is changed; it may be empty. */
struct gs_measured *gs_measured_parse(char *text, char **why);
void gs_measured_free(struct gs_measured *measured); /* NULL is fine */
/* The i-th message of a call; NULL: it has none. */
const struct gs_measured_message *gs_measured_said(
	const struct gs_measured *measured, uint64_t call, size_t i);
/* NULL: nothing was measured of that call, or it does not draw. */
const struct gs_measured_row *gs_measured_find(const struct gs_measured *measured, uint64_t call);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/show/profile - how a loop ran for all elements: curves over its iterations, as a
 * table and as a plot. A profile owns all that it points at: gs_profile_free. Saving and loading
 * fail with CANNOT_WRITE, USAGE (the file's ending or contents) or the error of patience.
 */
#ifndef GS_PROFILE_H
#define GS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "instrument/instrument.h"

struct gs_patience;

/* Curves of the innermost loop around the position (in the selected frame), over all elements:
 * points at ascending iterations from 0, all up to 65,536, beyond that only those at which
 * something changes. Between two points, active is as at the first, and no element finishes or
 * leaves. */
struct gs_curves {
	size_t n;
	uint64_t *iteration;
	uint64_t *active, *finished,
		*left; /* elements that begin that iteration; whose test is false there; that leave
			  in it by break, return, discard */
	uint64_t last, begun; /* used while they are made: debugger/engine/show/curves.h */
	GHashTable *changes;
};
/* Gets active, finished and left of an iteration. Returns false beyond the last. */
bool gs_curves_at(const struct gs_curves *curves, uint64_t iteration, uint64_t values[3]);
/* Returns the index of the last point at or before an iteration; n must be > 0. */
size_t gs_curves_point(const struct gs_curves *curves, uint64_t iteration);
struct gs_profile {
	unsigned width, height;
	struct gs_loop_profile *elements; /* of each cell */
	struct gs_curves curves;	  /* of the entry that the position names */
	struct gs_curves all;	 /* summed over all entries of the loop; n 0: only totals are known,
				    see why_not_all */
	const char *why_not_all; /* static, NULL */
	uint64_t n_elements;	 /* that reach the loop */
	uint64_t entries, iterations; /* of all elements and entries */
	uint64_t max_iterations;
	unsigned n_draws;
	bool occluded_count; /* hidden fragments are counted, too */
	unsigned line;	     /* of the loop */
	char *text;	     /* its test, or its first word */
};
void gs_profile_free(struct gs_profile *profile);
/* Loads curves that were saved as .csv. */
struct gs_profile *gs_profile_load(
	const char *path, const struct gs_patience *patience, GError **error);
/* Saves the curves (.csv) or a plot (.png, .svg). with: a profile to lay over the plot, or NULL. */
bool gs_profile_save(const struct gs_profile *profile, const struct gs_profile *with,
	const char *path, const struct gs_patience *patience, GError **error);
/* gs_profile_draw draws the plot into a rectangle of the caller's cairo_t. */
struct _cairo;
struct gs_plot {
	double width, height;
	bool all;	  /* the curves summed over all entries */
	bool logarithmic; /* the y axis */
	bool hide_active, hide_finished, hide_left;
	double cursor; /* the iteration that is marked; < 0: none */
};
void gs_profile_draw(const struct gs_profile *profile, const struct gs_profile *with,
	const struct gs_plot *plot, struct _cairo *cr);
/* Returns the iteration drawn nearest to x, in the rectangle's units. */
double gs_profile_iteration_at(const struct gs_profile *profile, const struct gs_profile *with,
	const struct gs_plot *plot, double x);

#endif

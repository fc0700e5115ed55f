/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/show/profile - what a loop did for all elements: curves over its iterations, as a
 * table and as a plot. A profile owns all that it points at: gs_profile_free. Saving and loading
 * fail with CANNOT_WRITE, USAGE (the file's ending, or what it holds) or what patience says.
 */
#ifndef GS_PROFILE_H
#define GS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "instrument/instrument.h"

struct gs_patience;

/* The innermost loop round the position (from the frame looked from), over all elements. Curves:
 * points, of iterations that ascend from 0; all of them up to 65,536, of more those where something
 * changes. Between two points active is as at the first of them, and nobody finishes or leaves. */
struct gs_curves {
	size_t n;
	uint64_t *iteration;
	uint64_t *active, *finished, *left; /* begin that body; had the test false there; left by
					       break, return, discard */
	uint64_t last, begun;		    /* while they are made, debugger/engine/show/curves.h */
	GHashTable *changes;
};
/* active, finished, left of an iteration; false: of one behind the last. */
bool gs_curves_at(const struct gs_curves *curves, uint64_t iteration, uint64_t values[3]);
/* The point at an iteration, or the last before it; n > 0. */
size_t gs_curves_point(const struct gs_curves *curves, uint64_t iteration);
struct gs_profile {
	unsigned width, height;
	struct gs_loop_profile *elements; /* of each cell */
	struct gs_curves curves;	  /* of the entry that the position names */
	struct gs_curves all;	 /* summed over every entry of the loop; n 0: only the totals are
				    known, see why_not_all */
	const char *why_not_all; /* static, NULL */
	uint64_t n_elements;	 /* that reach the loop there */
	uint64_t entries, iterations; /* over every entry of every element */
	uint64_t max_iterations;
	unsigned n_draws;
	bool occluded_count; /* fragments hidden by others are counted too */
	unsigned line;	     /* of the loop */
	char *text;	     /* its test, or its first word */
};
void gs_profile_free(struct gs_profile *profile);
/* The curves as a file that gs_session_profile once saved as .csv. */
struct gs_profile *gs_profile_load(
	const char *path, const struct gs_patience *patience, GError **error);
/* .csv (the curves), .png, .svg (a plot). with: NULL, or another profile laid over it (not in a
 * .csv). */
bool gs_profile_save(const struct gs_profile *profile, const struct gs_profile *with,
	const char *path, const struct gs_patience *patience, GError **error);
/* The plot alone, for a cairo_t of the caller's, into a rectangle. */
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
/* The iteration drawn nearest to x (in the rectangle's units). */
double gs_profile_iteration_at(const struct gs_profile *profile, const struct gs_profile *with,
	const struct gs_plot *plot, double x);

#endif

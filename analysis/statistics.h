/* SPDX-License-Identifier: MIT */
/*
 * analysis/statistics - counts of what a trace's calls do: for the whole, or for each frame, pass
 * or draw (Tracy's table 1, as far as a file tells). Knows no GL: files alone.
 *
 * What the file does not tell is counted as not known, never as 0: a figure with `unknown` above 0
 * is no more than what is known of it. Not known are: what indirect draws and those counted by
 * transform feedback submit; vertices that indices share, where the indices are not in the file.
 *
 * Figures from GS_FIGURE_MEASURED on are of a replay (analysis/measured.h), and nothing without.
 * Several draws that one call makes (of a display list) are measured together: in rows of draws
 * they are not known.
 */
#ifndef GS_STATISTICS_H
#define GS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "trace/trace.h"

enum gs_figure {
	GS_FIGURE_CALLS,	/* the program's */
	GS_FIGURE_FAKE_CALLS,	/* the recorder's; in no other figure but bytes of arrays */
	GS_FIGURE_LISTED_CALLS, /* executed by display lists */
	GS_FIGURE_DRAWS,	/* that submit vertices or pixels; of several in one call each */
	GS_FIGURE_DISPATCHES,	/* of compute shaders */
	GS_FIGURE_CLEARS,	/* glClear... */
	GS_FIGURE_BLOCKS,	/* glBegin ... glEnd */
	GS_FIGURE_INDEXED_DRAWS,
	GS_FIGURE_EMPTY_DRAWS, /* without a vertex */
	GS_FIGURE_INSTANCES,
	GS_FIGURE_VERTICES,   /* submitted, of all instances */
	GS_FIGURE_PRIMITIVES, /* submitted, of all instances: points, lines, polygons, patches */
	GS_FIGURE_TRIANGLES,  /* those of them that are triangles */
	GS_FIGURE_DISTINCT_VERTICES, /* different ones within each draw, of all instances */
	GS_FIGURE_SHADED_VERTICES,   /* with a FIFO cache of 32 vertices for each draw: a model */
	GS_FIGURE_LIT_VERTICES, /* of draws with GL_LIGHTING and no program, whose vertices fixed
				   function lights; ones that a program of fragments alone
				   draws are not among them */
	GS_FIGURE_ARRAY_BYTES,	/* client arrays and indices, as they stand in the file */
	GS_FIGURE_BUFFER_BYTES,
	GS_FIGURE_TEXTURE_BYTES,
	GS_FIGURE_PIXEL_BYTES, /* glDrawPixels, glBitmap */
	GS_FIGURE_UNIFORM_BYTES,
	GS_FIGURE_SHADER_BYTES, /* sources */
	GS_FIGURE_READ_BYTES,	/* read back: pixels, textures, buffers */
	GS_FIGURE_UPLOADS,	/* calls that hand data to textures and buffers */
	GS_FIGURE_MATRIX_CALLS,
	GS_FIGURE_STATE_CALLS,	  /* that set state */
	GS_FIGURE_REPEATED_STATE, /* ... to what it is */
	GS_FIGURE_PROGRAM_BINDS,
	GS_FIGURE_TEXTURE_BINDS,
	GS_FIGURE_TARGET_BINDS, /* of draw framebuffers */
	GS_FIGURE_QUERIES,	/* glGet..., glIs... */
	GS_FIGURE_WAITS,	/* that wait until GL has drawn */
	/* replay/measure/measure.h and replay/measure/shapes.h say what exactly these are. */
	GS_FIGURE_MEASURED,
	GS_FIGURE_VERTEX_RUNS = GS_FIGURE_MEASURED,
	GS_FIGURE_COMPUTE_RUNS,
	GS_FIGURE_ASSEMBLED, /* points, lines and triangles behind the last vertex stage */
	GS_FIGURE_DEGENERATE,
	GS_FIGURE_OUTSIDE,
	GS_FIGURE_CULLED,
	GS_FIGURE_RASTERIZED,
	GS_FIGURE_CLIPPED, /* of the rasterized */
	GS_FIGURE_RASTERIZED_TRIANGLES,
	GS_FIGURE_TRIANGLE_PIXELS, /* their area */
	GS_FIGURE_FRAGMENTS,
	GS_FIGURE_DISCARDED,
	GS_FIGURE_FETCHES,	 /* texture lookups, of fragment shaders alone */
	GS_FIGURE_OTHER_FETCHES, /* ... of all others */
	GS_FIGURE_SAMPLES,
	GS_FIGURE_UNSEEN_DRAWS, /* calls that draw something, of which no sample passes */
	GS_FIGURE_TOUCHED,	/* pixels: of the draw, of the pass, or of each frame */
	GS_N_FIGURES
};

const char *gs_figure_name(enum gs_figure figure);  /* "distinct_vertices" */
const char *gs_figure_title(enum gs_figure figure); /* for people */

/* Of two figures. */
enum gs_ratio {
	GS_RATIO_OVERDRAW,	/* fragments for each pixel touched */
	GS_RATIO_TRIANGLE_SIZE, /* pixels */
	GS_N_RATIOS
};

const char *gs_ratio_name(enum gs_ratio ratio);
const char *gs_ratio_title(enum gs_ratio ratio);
enum gs_figure gs_ratio_above(enum gs_ratio ratio);
enum gs_figure gs_ratio_below(enum gs_ratio ratio);

enum gs_per { GS_PER_TRACE, GS_PER_FRAME, GS_PER_DRAW, GS_PER_PASS };

/* One frame, pass or draw, or the whole. A pass is what is drawn into one framebuffer between two
 * clears, binds or ends of frames. A draw comes with all since the one before it. */
struct gs_counts {
	uint64_t number;      /* from 0 */
	uint64_t first, last; /* calls, of the trace */
	uint64_t frame;	      /* in which it begins, or a draw draws; from 0 */
	bool ends;	      /* false: a frame that the trace does not end */
	double seconds;	      /* frames, by the recorder's times; < 0: not known */
	uint64_t target;      /* passes and draws: the framebuffer's name; 0: a window */
	const char *function; /* draws */
	uint32_t mode;	      /* draws: GL_TRIANGLES, ... */
	uint64_t values[GS_N_FIGURES];
	uint64_t unknown[GS_N_FIGURES]; /* how many draws it does not contain */
};

/* The row lives as long as the call. */
typedef void (*gs_statistics_row)(void *data, const struct gs_counts *row);

/* It draws or clears; what follows the last pass does not. */
bool gs_counts_have_work(const struct gs_counts *counts);
/* < 0: not known, or of nothing. */
double gs_ratio_by(uint64_t above, uint64_t below, bool is_known);
double gs_ratio_of(const struct gs_counts *counts, enum gs_ratio ratio);

struct gs_statistics;
struct gs_measured;

/* `row` hears of each part, in their order; NULL: nobody. */
struct gs_statistics *gs_statistics_new(enum gs_per per, gs_statistics_row row, void *data);
void gs_statistics_free(struct gs_statistics *statistics);
/* Before the first call; `measured`, which may be NULL, lives longer. */
void gs_statistics_set_measured(
	struct gs_statistics *statistics, const struct gs_measured *measured);
/* The next call, in the order of gs_trace_next_call; all of one reader. */
void gs_statistics_add(struct gs_statistics *statistics, const struct gs_trace_call *call);
/* After the last call. Of the whole; lives as long as the statistics. */
const struct gs_counts *gs_statistics_end(struct gs_statistics *statistics);

/* After the end, sorted: the i-th function, category of functions, mode of primitives, with its
 * calls or primitives, most first. NULL: past the end. */
const char *gs_statistics_function(
	const struct gs_statistics *statistics, size_t i, uint64_t *calls);
const char *gs_statistics_category(
	const struct gs_statistics *statistics, size_t i, uint64_t *calls);
const char *gs_statistics_mode(
	const struct gs_statistics *statistics, size_t i, uint64_t *primitives);
/* How many frames have ended; their times: *n values, < 0: not known. */
const double *gs_statistics_frames(const struct gs_statistics *statistics, size_t *n);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * analysis/statistics - counts of what a trace's calls do: of the whole, or of each frame, pass or
 * draw (Tracy's table 1, as far as a file tells). Works on files alone, without GL.
 *
 * What the file does not tell counts as not known, never as 0: a figure with `unknown` above 0 is
 * only what is known of it. Not known are: what indirect draws, and draws counted by transform
 * feedback, submit; and how indices share vertices, where the indices are not in the file.
 *
 * Figures from GS_FIGURE_MEASURED on come from a replay (analysis/measured.h); without one there
 * are none. Draws that one call makes together (a display list's) are measured together; in rows of
 * draws these figures are not known.
 */
#ifndef GS_STATISTICS_H
#define GS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "analysis/timed.h"
#include "trace/trace.h"

enum gs_figure {
	GS_FIGURE_CALLS, /* calls of the program */
	/* Calls that the recorder made up; they count in no other figure but array bytes. */
	GS_FIGURE_FAKE_CALLS,
	GS_FIGURE_LISTED_CALLS, /* calls executed by display lists */
	GS_FIGURE_DRAWS,	/* draws of vertices or pixels; a call may make several */
	GS_FIGURE_DISPATCHES,	/* of compute shaders */
	GS_FIGURE_CLEARS,	/* glClear... */
	GS_FIGURE_BLOCKS,	/* glBegin ... glEnd */
	GS_FIGURE_INDEXED_DRAWS,
	GS_FIGURE_EMPTY_DRAWS, /* draws without a vertex */
	GS_FIGURE_INSTANCES,
	GS_FIGURE_VERTICES,   /* submitted, in all instances */
	GS_FIGURE_PRIMITIVES, /* submitted, in all instances: points, lines, polygons, patches */
	GS_FIGURE_TRIANGLES,  /* triangles among the primitives */
	GS_FIGURE_DISTINCT_VERTICES, /* different vertices within each draw, in all instances */
	/* Vertices shaded by a model: a FIFO cache of 32 vertices for each draw. */
	GS_FIGURE_SHADED_VERTICES,
	/* Vertices lit by fixed function: of draws with GL_LIGHTING and without a program,
	 * pipeline or GL_VERTEX_PROGRAM_ARB. */
	GS_FIGURE_LIT_VERTICES,
	GS_FIGURE_ARRAY_BYTES, /* client arrays and indices, as they stand in the file */
	GS_FIGURE_BUFFER_BYTES,
	GS_FIGURE_TEXTURE_BYTES,
	GS_FIGURE_PIXEL_BYTES, /* glDrawPixels, glBitmap */
	GS_FIGURE_UNIFORM_BYTES,
	GS_FIGURE_SHADER_BYTES, /* sources */
	GS_FIGURE_READ_BYTES,	/* read back: pixels, textures, buffers */
	GS_FIGURE_UPLOADS,	/* calls that pass data to textures and buffers */
	GS_FIGURE_MATRIX_CALLS,
	GS_FIGURE_STATE_CALLS,	  /* calls that set state */
	GS_FIGURE_REPEATED_STATE, /* ... to the value that it has */
	GS_FIGURE_PROGRAM_BINDS,
	GS_FIGURE_TEXTURE_BINDS,
	GS_FIGURE_TARGET_BINDS, /* binds of draw framebuffers */
	GS_FIGURE_QUERIES,	/* glGet..., glIs... */
	GS_FIGURE_WAITS,	/* calls that wait until GL has finished */
	/* replay/measure/measure.h and replay/measure/shapes.h define these exactly. */
	GS_FIGURE_MEASURED,
	GS_FIGURE_VERTEX_RUNS = GS_FIGURE_MEASURED,
	GS_FIGURE_COMPUTE_RUNS,
	GS_FIGURE_ASSEMBLED, /* points, lines and triangles behind the vertex stages */
	GS_FIGURE_DEGENERATE,
	GS_FIGURE_OUTSIDE,
	GS_FIGURE_CULLED,
	GS_FIGURE_RASTERIZED,
	GS_FIGURE_CLIPPED, /* rasterized primitives that are clipped */
	GS_FIGURE_RASTERIZED_TRIANGLES,
	GS_FIGURE_TRIANGLE_PIXELS, /* area of rasterized triangles */
	GS_FIGURE_FRAGMENTS,
	GS_FIGURE_DISCARDED,
	GS_FIGURE_FETCHES,	 /* texture lookups of fragment shaders */
	GS_FIGURE_OTHER_FETCHES, /* ... of all other shaders */
	GS_FIGURE_SAMPLES,
	GS_FIGURE_UNSEEN_DRAWS, /* draws of which no sample passes */
	GS_FIGURE_TOUCHED,	/* touched pixels: of the draw, of the pass, or of each frame */
	GS_N_FIGURES
};

const char *gs_figure_name(enum gs_figure figure);  /* "distinct_vertices" */
const char *gs_figure_title(enum gs_figure figure); /* title for people */

/* The quotient of two figures. */
enum gs_ratio {
	GS_RATIO_OVERDRAW,	/* fragments for each pixel touched */
	GS_RATIO_TRIANGLE_SIZE, /* pixels */
	GS_N_RATIOS
};

const char *gs_ratio_name(enum gs_ratio ratio);
const char *gs_ratio_title(enum gs_ratio ratio);
/* Return the figure that is divided, or the one that divides. */
enum gs_figure gs_ratio_above(enum gs_ratio ratio);
enum gs_figure gs_ratio_below(enum gs_ratio ratio);

enum gs_per {
	GS_PER_TRACE,
	GS_PER_FRAME,
	GS_PER_DRAW,
	GS_PER_PASS,
	GS_PER_CALL,
	GS_PER_PROGRAM,
};

/* Counts of one frame, pass, draw, call or program, or of the whole trace. A pass is what is drawn
 * into one framebuffer between clears, binds and ends of frames. A draw includes all calls since
 * the one before it. A program has the draws and dispatches that it was in use for, each with all
 * calls since the one before. */
struct gs_counts {
	uint64_t number;      /* from 0 */
	uint64_t first, last; /* numbers of the first and last call */
	uint64_t frame;	      /* frame in which it begins, or a draw is drawn; from 0 */
	bool ends;	      /* false: a frame that the trace does not end */
	double seconds;	      /* of frames, by the recorder's times; < 0: not known */
	uint64_t target;      /* of passes and draws: name of the framebuffer; 0: a window */
	const char *function; /* of draws and calls; of programs: NULL: calls behind all draws */
	uint32_t mode;	      /* of draws: GL_TRIANGLES, ...; UINT32_MAX: pixels */
	/* Of programs and their parts: the names of the program, and of the pipeline where there is
	 * none; 0: none. */
	uint64_t program, pipeline;
	uint32_t object; /* the one of both that is not 0; no other object has the number */
	/* With gs_statistics_set_timed. Of a draw, or a program's draws and dispatches: their own;
	 * else of all calls of GL. */
	struct gs_time_sum time;
	uint64_t values[GS_N_FIGURES];
	uint64_t unknown[GS_N_FIGURES]; /* number of draws that the value does not include */
};

/* Called for each part when it ends; for programs at the end of all, in the order of their first
 * draws. `row` is valid during the call. */
typedef void (*gs_statistics_row)(void *data, const struct gs_counts *row);

/* Return whether there are draws or clears; the calls after the last pass have none. */
bool gs_counts_have_work(const struct gs_counts *counts);
/* Return the quotient; < 0: not known, or a division by 0. */
double gs_ratio_by(uint64_t above, uint64_t below, bool is_known);
double gs_ratio_of(const struct gs_counts *counts, enum gs_ratio ratio);

struct gs_statistics;
struct gs_measured;

/* Create statistics. row: called for each part, in order; NULL: not called. */
struct gs_statistics *gs_statistics_new(enum gs_per per, gs_statistics_row row, void *data);
void gs_statistics_free(struct gs_statistics *statistics);
/* Use what a replay has measured; NULL: nothing. Call before the first call is added; must live
 * longer than the statistics. */
void gs_statistics_set_measured(
	struct gs_statistics *statistics, const struct gs_measured *measured);
/* Use how long calls take; NULL: not known. Call before the first call is added; must live longer
 * than the statistics. */
void gs_statistics_set_timed(struct gs_statistics *statistics, const struct gs_timed *timed);
/* Add the next call, in the order of gs_trace_next_call; all calls are from one reader. */
void gs_statistics_add(struct gs_statistics *statistics, const struct gs_trace_call *call);
/* Finish after the last call. Return the whole trace's counts, owned by the statistics. */
const struct gs_counts *gs_statistics_end(struct gs_statistics *statistics);

/* After gs_statistics_end: return the i-th function, category of functions or primitive mode, with
 * its number of calls or primitives, the highest first; NULL: past the end. */
const char *gs_statistics_function(
	const struct gs_statistics *statistics, size_t i, uint64_t *calls);
const char *gs_statistics_category(
	const struct gs_statistics *statistics, size_t i, uint64_t *calls);
const char *gs_statistics_mode(
	const struct gs_statistics *statistics, size_t i, uint64_t *primitives);
/* Return the times of the frames that have ended, *n values in seconds; < 0: not known. */
const double *gs_statistics_frames(const struct gs_statistics *statistics, size_t *n);

#endif

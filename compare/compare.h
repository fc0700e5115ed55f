/* SPDX-License-Identifier: MIT */
/*
 * compare/ - in what two runs differ first, and why. A run is a trace, played with its own
 * environment. The calls of both are aligned by content (analysis/comparison.h); two players,
 * each a process, stop at the end of each pass and say in sums what is attached there
 * (replay/watch.h); in the first pass with a difference they stop behind each draw. Two debuggers,
 * processes as well, then say what the draw's state, uniforms, buffers, textures and shaders are
 * on both sides, and where in the shader values part (docs/decisions/047-comparing-runs.md).
 */
#ifndef GS_COMPARE_H
#define GS_COMPARE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { GS_COMPARE_A, GS_COMPARE_B, GS_COMPARE_SIDES };

enum gs_tolerance_kind {
	GS_TOLERANCE_EXACT,
	GS_TOLERANCE_ULP,
	GS_TOLERANCE_LEVELS,
	GS_TOLERANCE_PERCEPTUAL
};
/* How far components of pixels may be apart: steps of their format, or of 255; or how far colours:
 * Delta E*ab, and nothing else counts. */
struct gs_tolerance {
	enum gs_tolerance_kind kind;
	double n;
};
/* Parse "exact", "ulp:N", "levels:N", "perceptual" or "perceptual:N". Return false if it is none of
 * them. */
bool gs_tolerance_parse(const char *text, struct gs_tolerance *tolerance);

struct gs_compare_wish {
	const char *files[GS_COMPARE_SIDES];
	char **environment[GS_COMPARE_SIDES]; /* NAME=VALUE; NULL at the end */
	struct gs_tolerance tolerance;
	bool every_draw; /* look behind each draw, also where its pass ends equal */
	bool bisect;	 /* look at frames' ends first, and then only into the one that differs */
	const char *frames[GS_COMPARE_SIDES]; /* A-B, of which pictures are compared; NULL: all */
};

enum gs_cause {
	GS_CAUSE_ARGUMENT,
	GS_CAUSE_STATE,
	GS_CAUSE_UNIFORM,
	GS_CAUSE_BUFFER,
	GS_CAUSE_TEXTURE,
	GS_CAUSE_SOURCE,
	GS_CAUSE_SHADER,  /* its inputs are equal */
	GS_CAUSE_MISSING, /* only A draws that */
	GS_CAUSE_EXTRA,	  /* only B does */
	GS_CAUSE_UNKNOWN,
	GS_N_CAUSES
};
extern const char *const gs_cause_names[GS_N_CAUSES];

enum { GS_COMPARE_COMPONENTS = 4 };

/* The first difference. */
struct gs_compared {
	bool is_equal; /* nothing below counts */
	uint64_t frame;
	uint64_t draw;			  /* draws of the frame before it */
	uint64_t calls[GS_COMPARE_SIDES]; /* UINT64_MAX: that side has no such call */
	char *function;			  /* of the call */
	char *attachment; /* "color0", "depth", ...; NULL: no picture differs there */
	bool has_pixel;
	int x, y;
	uint64_t pixels;     /* that differ there */
	bool is_from_before; /* pixels there differed before the pass already */
	unsigned n;	     /* components of a pixel */
	double values[GS_COMPARE_SIDES][GS_COMPARE_COMPONENTS];
	enum gs_cause cause;
	char *what;			 /* NULL: not known */
	char *details[GS_COMPARE_SIDES]; /* what it is on that side; NULL: not known */
	char *stage;			 /* of .cause SOURCE or SHADER; else NULL */
	uint64_t line;			 /* there, from 1; 0: none */
	char *element; /* of that stage, in the words of `focus`; NULL: the pixel's fragment */
	uint64_t setters[GS_COMPARE_SIDES]; /* calls that made the difference; UINT64_MAX: not known
					     */
	uint64_t frames, points;	    /* that were compared; .points: passes */
	uint64_t calls_differing;	    /* as glstep-trace diff counts them */
};

/* Compare two runs. Return false and set error if that cannot be done. */
bool gs_compare(const struct gs_compare_wish *wish, struct gs_compared *found, GError **error);
void gs_compared_clear(struct gs_compared *found);

#endif

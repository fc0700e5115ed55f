/* SPDX-License-Identifier: MIT */
/* replay/measure/deciding - what experiments have found, and what that means. Works without GL. */
#ifndef GS_REPLAY_DECIDING_H
#define GS_REPLAY_DECIDING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum gs_experiment {
	GS_EXPERIMENT_AS_IS,
	GS_EXPERIMENT_NO_RASTERIZER,	/* vertices are shaded, and nothing is rasterized */
	GS_EXPERIMENT_CALL_ALONE,	/* likewise, of one primitive */
	GS_EXPERIMENT_ONE_PIXEL,	/* all others are cut by the scissor test */
	GS_EXPERIMENT_TRIVIAL_FRAGMENT, /* the fragment shader writes one colour */
	GS_EXPERIMENT_TINY_TEXTURES,	/* of 2 by 2 texels */
	GS_EXPERIMENT_NO_BLENDING,
	GS_EXPERIMENT_NO_TESTS, /* of depth, stencil and alpha */
	GS_EXPERIMENT_HALF_SIZE,
	GS_EXPERIMENT_NO_UPLOADS,
	GS_EXPERIMENT_NOT_DRAWN,
	GS_N_EXPERIMENTS
};

enum gs_bound_by {
	GS_BOUND_VERTEX,
	GS_BOUND_FRAGMENT,
	GS_BOUND_TEXTURE,
	GS_BOUND_BLENDING,
	GS_BOUND_TESTS,
	GS_BOUND_UPLOAD,
	GS_BOUND_CPU,
	GS_BOUND_UNCLEAR
};

/* Whether the frame has the same picture once the experiments are over. */
enum gs_same_picture { GS_PICTURE_NONE, GS_PICTURE_SAME, GS_PICTURE_OTHER };

struct gs_found {
	/* Nanoseconds: the least of the rounds, and by how much longer the third fastest took. */
	uint64_t times[GS_N_EXPERIMENTS], spreads[GS_N_EXPERIMENTS];
	const char *why[GS_N_EXPERIMENTS]; /* why it was not made; NULL: it was */
	uint64_t uploads, clears;	   /* of the time as it is; copies count as clears */
	unsigned rounds;
	bool has_waited; /* calls were waited for, as the driver draws in software */
	enum gs_same_picture picture;
};

/* Parts of the time as it is, from 0 to 1; < 0: not known. Differences that are no larger than the
 * spreads are 0. */
struct gs_shares {
	double pixels; /* all that is done for pixels; the next four are parts of it */
	double fragment, texture, blending, tests;
	double vertex, upload, cpu;
};

/* Find the shares, and what binds. */
enum gs_bound_by gs_deciding_find(const struct gs_found *found, struct gs_shares *shares);
const char *gs_deciding_name(enum gs_bound_by bound);

/* Write what was found of the call, or of the frame. */
void gs_deciding_write_json(
	const struct gs_found *found, bool is_draw, uint64_t number, uint64_t frame, FILE *file);
void gs_deciding_write_text(
	const struct gs_found *found, bool is_draw, uint64_t number, uint64_t frame, FILE *file);

#endif

/* SPDX-License-Identifier: MIT */
/* instrument/kinds/positions - the positions that a variant serves. */
#ifndef GS_POSITIONS_H
#define GS_POSITIONS_H

#include "instrument/text/rewrite.h"

/* The request's positions, or its only one. */
const struct gs_position *gs_rewrite_position(const struct gs_rewrite *rw, unsigned i);
unsigned gs_rewrite_n_positions(const struct gs_rewrite *rw);
/* False: one of them is not a position of the shader. */
bool gs_positions_check(struct gs_rewrite *rw);
/* Lays out the uniform that chooses one of several positions. */
bool gs_positions_choose(struct gs_rewrite *rw);

#endif

/* SPDX-License-Identifier: MIT */
/* instrument/kinds/positions - the positions that a variant serves. */
#ifndef GS_POSITIONS_H
#define GS_POSITIONS_H

#include "instrument/text/rewrite.h"

/* Return the request's positions, or its only one, and their number. */
const struct gs_position *gs_rewrite_position(const struct gs_rewrite *rw, unsigned i);
unsigned gs_rewrite_n_positions(const struct gs_rewrite *rw);
/* Returns false if one of them is not a position of the shader. */
bool gs_positions_check(struct gs_rewrite *rw);
/* Lays out the uniform that selects one of several positions. */
bool gs_positions_choose(struct gs_rewrite *rw);

#endif

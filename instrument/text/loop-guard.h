/* SPDX-License-Identifier: MIT */
/* instrument/text/loop-guard - bounds loops that nothing leads out of. */
#ifndef GS_LOOP_GUARD_H
#define GS_LOOP_GUARD_H

#include "instrument/text/rewrite.h"

enum { GS_MAX_ROUNDS = 20000 };
void gs_loop_guard_insert(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* there is one: the global stuck says whether it has been left */
bool gs_loop_guard_is_present(const struct gs_rewrite *rw);

#endif

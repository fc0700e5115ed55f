/* SPDX-License-Identifier: MIT */
/* instrument/text/loop-guard - bounds endless loops. */
#ifndef GS_LOOP_GUARD_H
#define GS_LOOP_GUARD_H

#include "instrument/text/rewrite.h"

enum { GS_MAX_ROUNDS = 20000 };
void gs_loop_guard_insert(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* Whether there is one: the global `stuck` then says whether it has ended a loop. */
bool gs_loop_guard_is_present(const struct gs_rewrite *rw);

#endif

/* SPDX-License-Identifier: MIT */
/* instrument/text/stages - removes what stands in the way of our words in other stages than
 * fragment. */
#ifndef GS_STAGES_H
#define GS_STAGES_H

#include "instrument/text/rewrite.h"

void gs_stages_rename_emits(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node);
void gs_stages_prepare(struct gs_rewrite *rw);		 /* layouts, in all units */
unsigned gs_stages_vectors(const struct gs_rewrite *rw); /* returns how many word vectors fit */
/* Returns the value of a layout qualifier as text (g_free), and the unit with it; NULL if there is
 * none. */
char *gs_stages_layout_value(const struct gs_rewrite *rw, const char *name, size_t *unit);

#endif

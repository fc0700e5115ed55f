/* SPDX-License-Identifier: MIT */
/* instrument/text/stages - what in shaders of the other stages is in the way of our words. */
#ifndef GS_STAGES_H
#define GS_STAGES_H

#include "instrument/text/rewrite.h"

void gs_stages_rename_emits(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node);
void gs_stages_prepare(struct gs_rewrite *rw);		 /* layouts, in all units */
unsigned gs_stages_vectors(const struct gs_rewrite *rw); /* of words that the stage has room for */
/* Of a layout qualifier, as text (g_free), and the unit it stands in. NULL: there is none. */
char *gs_stages_layout_value(const struct gs_rewrite *rw, const char *name, size_t *unit);

#endif

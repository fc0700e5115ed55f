/* SPDX-License-Identifier: MIT */
/* instrument/words/outputs - the program's fragment outputs become plain globals; ours take their
 * place.
 */
#ifndef GS_OUTPUTS_H
#define GS_OUTPUTS_H

#include "instrument/text/rewrite.h"

bool gs_outputs_find(struct gs_rewrite *rw);
/* What edits on any run of tokens need, originals and clones alike: names that are others in the
 * variant, discard. */
void gs_outputs_rename(struct gs_rewrite *rw, struct gs_token_edits *edits);
void gs_outputs_demote(struct gs_rewrite *rw);	/* the declarations, in all units */
void gs_outputs_declare(struct gs_rewrite *rw); /* ours, and the code that writes them */
void gs_outputs_tell_samples(struct gs_rewrite *rw);

#endif

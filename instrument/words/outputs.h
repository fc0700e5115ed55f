/* SPDX-License-Identifier: MIT */
/* instrument/words/outputs - makes the program's fragment outputs plain globals, and adds ours. */
#ifndef GS_OUTPUTS_H
#define GS_OUTPUTS_H

#include "instrument/text/rewrite.h"

bool gs_outputs_find(struct gs_rewrite *rw);
/* Makes the edits that all tokens need, originals and copies: other names, discard. */
void gs_outputs_rename(struct gs_rewrite *rw, struct gs_token_edits *edits);
void gs_outputs_demote(struct gs_rewrite *rw);	/* changes the declarations in all units */
void gs_outputs_declare(struct gs_rewrite *rw); /* ours, and the code that writes them */
void gs_outputs_tell_samples(struct gs_rewrite *rw);

#endif

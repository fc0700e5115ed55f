/* SPDX-License-Identifier: MIT */
/* instrument/text/redeclare - built-ins that another shader object, or a later line, declares anew.
 */
#ifndef GS_REDECLARE_H
#define GS_REDECLARE_H

#include "instrument/text/rewrite.h"

/* What the unit lacks of those, for its header */
void gs_redeclare_builtins(const struct gs_rewrite *rw, const struct gs_unit *unit, GString *out);
/* After all other edits: what is declared anew, or qualified, below functions goes above them. */
void gs_redeclare_above(struct gs_token_edits *edits);
void gs_redeclare_control_outputs(const struct gs_rewrite *rw); /* gl_out's block */

#endif

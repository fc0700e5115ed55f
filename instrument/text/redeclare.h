/* SPDX-License-Identifier: MIT */
/* instrument/text/redeclare - built-ins that another shader object, or a later line, redeclares. */
#ifndef GS_REDECLARE_H
#define GS_REDECLARE_H

#include "instrument/text/rewrite.h"

/* Appends the redeclarations that the unit lacks, for its head. */
void gs_redeclare_builtins(const struct gs_rewrite *rw, const struct gs_unit *unit, GString *out);
/* Moves redeclarations and qualifications below functions above them; call it after all other
 * edits. */
void gs_redeclare_above(struct gs_token_edits *edits);
void gs_redeclare_control_outputs(const struct gs_rewrite *rw); /* gl_out's block */

#endif

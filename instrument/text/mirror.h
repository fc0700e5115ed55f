/* SPDX-License-Identifier: MIT */
/* A variant that is drawn upside down (gs_variant_request.mirrored), and in which the shader sees
 * what it sees in the program. */
#ifndef GS_INSTRUMENT_MIRROR_H
#define GS_INSTRUMENT_MIRROR_H

#include "instrument/text/rewrite.h"

/* What tells of y, in the shader's text and in captures, becomes ours. Fails where that cannot be
 * exact: gl_PointCoord. */
void gs_mirror_rename(struct gs_rewrite *rw);
void gs_mirror_declare(struct gs_rewrite *rw);

#endif

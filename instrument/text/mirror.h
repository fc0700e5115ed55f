/* SPDX-License-Identifier: MIT */
/* Variants that are drawn upside down (gs_variant_request.mirrored), in which the shader must see
 * the same as in the program. */
#ifndef GS_INSTRUMENT_MIRROR_H
#define GS_INSTRUMENT_MIRROR_H

#include "instrument/text/rewrite.h"

/* Replaces what depends on y, in the shader's text and in captures, by ours. Fails for
 * gl_PointCoord, which cannot be exact. */
void gs_mirror_rename(struct gs_rewrite *rw);
void gs_mirror_declare(struct gs_rewrite *rw);

#endif

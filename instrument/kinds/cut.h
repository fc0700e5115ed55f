/* SPDX-License-Identifier: MIT */
/* Private to instrument/: what cut.c puts into a variant of GS_VARIANT_CUT. */
#ifndef GS_CUT_H
#define GS_CUT_H

#include "instrument/text/rewrite.h"

/* The steps of count.c's, likewise. */
bool gs_cut_choose(struct gs_rewrite *rw);
void gs_cut_insert(struct gs_rewrite *rw);
void gs_cut_write(struct gs_rewrite *rw);

#endif

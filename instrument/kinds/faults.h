/* SPDX-License-Identifier: MIT */
/* Private to instrument/: what faults.c puts into a variant. As profile.h. */
#ifndef GS_KINDS_FAULTS_H
#define GS_KINDS_FAULTS_H

#include "instrument/text/rewrite.h"

static inline bool gs_faults_is_kind(enum gs_variant_kind kind)
{
	return kind == GS_VARIANT_FAULTS || kind == GS_VARIANT_FAULT_VALUES ||
	       kind == GS_VARIANT_SIFT;
}
bool gs_faults_choose(struct gs_rewrite *rw, unsigned total);
void gs_faults_insert(struct gs_rewrite *rw);
void gs_faults_write(struct gs_rewrite *rw);

#endif

/* SPDX-License-Identifier: MIT */
/* instrument/text/check - aborts where a variant breaks the rules of the tree; in tests alone
 * (GS_VALIDATE). */
#ifndef GS_CHECK_H
#define GS_CHECK_H

#include "instrument/text/rewrite.h"

void gs_rewrite_check(struct gs_rewrite *rw);

#endif

/* SPDX-License-Identifier: MIT */
/* instrument/kinds/site-instrumentation - code at positions: copies of functions along the call
 * paths, loop counters, the capture. */
#ifndef GS_SITE_INSTRUMENTATION_H
#define GS_SITE_INSTRUMENTATION_H

#include "instrument/text/rewrite.h"

bool gs_site_instrumentation_insert(struct gs_rewrite *rw);

#endif

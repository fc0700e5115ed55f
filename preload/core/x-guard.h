/* SPDX-License-Identifier: MIT */
/*
 * preload/core/x-guard - a window may be gone while its context is still current. To what we then
 * ask about it the X server answers with an error, and Xlib's usual handler would end the program.
 */
#ifndef GS_PRELOAD_X_GUARD_H
#define GS_PRELOAD_X_GUARD_H

#include "preload/core/preload.h"

/* Around our own GL calls: errors of X requests that they make are dropped; the program's own go to
 * its handler. */
void gs_x_guard(const struct gs_context *context);
void gs_x_unguard(void);

#endif

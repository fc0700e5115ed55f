/* SPDX-License-Identifier: MIT */
/*
 * preload/core/x-guard - a window may be gone while its context is still current. The X server then
 * answers our queries about it with an error, for which Xlib's default handler ends the program.
 */
#ifndef GS_PRELOAD_X_GUARD_H
#define GS_PRELOAD_X_GUARD_H

#include "preload/core/preload.h"

/* Call these around our own GL calls: X errors that these cause are dropped, the program's own go
 * to its handler. */
void gs_x_guard(const struct gs_context *context);
void gs_x_unguard(void);

#endif

/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/where - where the shader stands, and the note about it (where.c). */
#ifndef GS_SESSION_WHERE_H
#define GS_SESSION_WHERE_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"

void gs_debug_fill_where(struct gs_debug *debug, struct gs_where *where);
/* The note of the last move. */
void gs_debug_set_note(struct gs_debug *debug, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif

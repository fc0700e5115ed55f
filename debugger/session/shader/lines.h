/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/lines - the statements of a line of the shader (lines.c). */
#ifndef GS_SESSION_LINES_H
#define GS_SESSION_LINES_H

#include "debugger/engine/engine.h"

/* A statement that begins on the line; where none does, one that lies on it. */
bool gs_debug_on_line(const struct gs_debug *debug, const struct gs_site *site,
	const struct gs_unit *unit, unsigned line);
/* The line itself, or the next one on which something stands; UINT_MAX: there is none. */
unsigned gs_debug_line_with_statement(
	const struct gs_debug *debug, const struct gs_unit *unit, unsigned line);
/* False: no statement stands on the line or after it in that shader object. */
bool gs_debug_check_line(
	const struct gs_debug *debug, unsigned object, unsigned line, GError **error);
/* The shader object in which the focus stands. */
unsigned gs_debug_object(const struct gs_debug *debug);

#endif

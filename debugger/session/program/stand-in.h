/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/program/stand-in - a vertex shader in place of one that has no source (SPIR-V, a
 * binary). It has the same attributes, so that the arrays of vertices give it the same values.
 */
#ifndef GS_STAND_IN_H
#define GS_STAND_IN_H

#include "debugger/engine/engine.h"

/* Return its source; g_free. Attributes without a name get one in *info. NULL: there are no
 * attributes, or the context's GLSL cannot give them locations. */
char *gs_stand_in_source(struct gs_program_info *info);
/* If a field's attribute had no name, call the field "location N". */
void gs_stand_in_name_field(struct gs_field *field);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/program/stand-in - a vertex shader that stands in the place of one without a
 * source (SPIR-V, a binary): it has the same attributes, so the arrays give it the same values.
 */
#ifndef GS_STAND_IN_H
#define GS_STAND_IN_H

#include "debugger/engine/engine.h"

/* Its source, g_free. Attributes that have no name get one. NULL: the context's GLSL cannot place
 * attributes, or there are none. */
char *gs_stand_in_source(struct gs_program_info *info);
/* Gives a field whose attribute had no name the words "location N" in the place of the name. */
void gs_stand_in_name_field(struct gs_field *field);

#endif

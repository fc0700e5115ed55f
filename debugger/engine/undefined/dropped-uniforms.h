/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/undefined/dropped-uniforms - uniforms that the shader reads and the driver's
 * program has not got, as nothing that it writes needs them. They have no location, so what the
 * program under debug sets is lost; a variant that reads one has it again, with its initial value
 * (GLSL 4.60, 4.3.5).
 */
#ifndef GS_DROPPED_UNIFORMS_H
#define GS_DROPPED_UNIFORMS_H

#include "debugger/engine/program-info.h"
#include "instrument/instrument.h"

/* A part of one is read by the expression or what is below it. */
bool gs_reads_dropped_uniform(const struct gs_program_info *info, const struct gs_node *expression);
/* Or a part of it is. */
bool gs_is_dropped_uniform(const struct gs_program_info *info, const struct gs_symbol *symbol);
/* The names of those that what is executed reads, "a, b"; NULL: there are none. g_free. */
char *gs_dropped_uniforms(const struct gs_program_info *info, const struct gs_plan *plan);

#endif

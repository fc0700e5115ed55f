/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/undefined/dropped-uniforms - uniforms that the shader reads but the driver has
 * optimised away, as no output needs them. They have no location, so values that the program sets
 * are lost; in a variant that reads one, it has its initial value (GLSL 4.60, 4.3.5).
 */
#ifndef GS_DROPPED_UNIFORMS_H
#define GS_DROPPED_UNIFORMS_H

#include "debugger/engine/program-info.h"
#include "instrument/instrument.h"

/* Return whether it is a uniform that has locations: none of a block, no atomic counter, none of
 * GL's own. */
bool gs_symbol_is_uniform(const struct gs_symbol *symbol);
/* Whether the expression, or a part of it, reads a dropped uniform or a part of one. */
bool gs_reads_dropped_uniform(const struct gs_program_info *info, const struct gs_node *expression);
/* Whether the symbol, or a part of it, is a dropped uniform. */
bool gs_is_dropped_uniform(const struct gs_program_info *info, const struct gs_symbol *symbol);
/* Returns the names of the dropped uniforms that the executed text reads, "a, b"; g_free. NULL if
 * there are none. */
char *gs_dropped_uniforms(const struct gs_program_info *info, const struct gs_plan *plan);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/undefined/unwritten-inputs - inputs of a stage that the stage before it never
 * writes: what they hold is undefined (GLSL 4.60, section 4.3.4; for those of version 1.10,
 * section 7.6).
 *
 * "Never" means that the text has no assignment to and no out argument of that component, element
 * or member anywhere. Outputs that are written only in a branch that is not taken, or in a function
 * that is never called, are not found.
 */
#ifndef GS_UNWRITTEN_INPUTS_H
#define GS_UNWRITTEN_INPUTS_H

#include "glsl/glsl.h"

struct gs_unwritten_inputs;

/* Finds them in a shader whose inputs `before` writes; the result borrows the shader. Returns NULL
 * if there are none. */
struct gs_unwritten_inputs *gs_unwritten_inputs_find(
	const struct gs_shader *shader, const struct gs_shader *before);
void gs_unwritten_inputs_free(struct gs_unwritten_inputs *inputs); /* NULL is fine */
/* A gs_undefined_func: marks the scalars of an input that are never written. inputs may be NULL. */
void gs_unwritten_inputs_mark(
	const struct gs_symbol *symbol, uint8_t *marks, size_t n, const void *inputs);
/* Returns the parts that the shader reads, "a.yz, b", in order of declaration; g_free. NULL if
 * there are none. */
char *gs_unwritten_inputs_read(const struct gs_unwritten_inputs *inputs);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/undefined/unwritten-inputs - inputs of a stage that the stage before it never
 * writes: what they hold is undefined (GLSL 4.60, section 4.3.4; for those of version 1.10,
 * section 7.6).
 *
 * "Never" is what the text says, scalar by scalar: no assignment and no out argument anywhere is to
 * that component, element or member. An output that is written in a branch that is not taken, or in
 * a function that nobody calls, is not found.
 */
#ifndef GS_UNWRITTEN_INPUTS_H
#define GS_UNWRITTEN_INPUTS_H

#include "glsl/glsl.h"

struct gs_unwritten_inputs;

/* Of `shader`, whose inputs `before` makes; the result borrows the shader. NULL: there are none. */
struct gs_unwritten_inputs *gs_unwritten_inputs_find(
	const struct gs_shader *shader, const struct gs_shader *before);
void gs_unwritten_inputs_free(struct gs_unwritten_inputs *inputs); /* NULL is fine */
/* Marks the scalars of an input that are never written, as gs_undefined_func does; inputs NULL:
 * none is. */
void gs_unwritten_inputs_mark(
	const struct gs_symbol *symbol, uint8_t *marks, size_t n, const void *inputs);
/* The parts of them that the shader reads, "a.yz, b", in their order; NULL: none. g_free. */
char *gs_unwritten_inputs_read(const struct gs_unwritten_inputs *inputs);

#endif

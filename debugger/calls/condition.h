/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/condition - conditions on a call's arguments, as `break call glBindTexture if
 * target == GL_TEXTURE_2D && texture > 4` has them.
 *
 * Operators as in C: || && ! == != < <= > >= & | ~ - and parentheses; & and | bind tighter than
 * comparisons. Operands: numbers, "texts", names of constants, NULL, true, false; arguments by
 * name, with an index what they point at (value[0]), and a pointer to text compares with a text;
 * where no argument is named so: return, error, thread, frame, draw, index. A call without such an
 * argument does not fulfil the condition, nor does one of which that memory is not known.
 */
#ifndef GS_CALL_CONDITION_H
#define GS_CALL_CONDITION_H

#include <stdbool.h>
#include <glib.h>
#include "wire/wire.h"

struct gs_call_condition;

/* Parse a condition. functions: a bit for each function that it may be asked of; each name must be
 * an argument of at least one of them. Return the condition, to be freed by gs_call_condition_free;
 * NULL and error USAGE or UNKNOWN_NAME. */
struct gs_call_condition *gs_call_condition_new(
	const char *text, const uint8_t *functions, GError **error);
/* Likewise, for calls that have not been executed: error USAGE also if the condition asks for what
 * they return, or for their GL error. */
struct gs_call_condition *gs_call_condition_new_before(
	const char *text, const uint8_t *functions, GError **error);
void gs_call_condition_free(struct gs_call_condition *condition);

/* Return whether it asks what a pointer points at, so that gs_call_condition_holds needs memory. */
bool gs_call_condition_needs_memory(const struct gs_call_condition *condition);
/* Return whether it holds for the call. memory: what the call's pointers point at, as wire/memory.h
 * says; NULL: that is not known. */
bool gs_call_condition_holds(
	const struct gs_call_condition *condition, const struct gs_wire_call *call, GBytes *memory);

/* Append instructions to `code` with which the program under debug tests the condition itself,
 * before a call of `function`. *used: how many of the `room` instructions are used. more: the
 * instructions before *used are another condition's, and either of the two is to hold. What the
 * program cannot test counts as true. GS_OP_END is left to the caller. Return false, with *used
 * unchanged, if there is not enough room. */
bool gs_call_condition_emit(const struct gs_call_condition *condition, unsigned function, bool more,
	struct gs_wire_instruction *code, unsigned room, unsigned *used);

#endif

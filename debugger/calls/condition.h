/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/condition - conditions on a call's arguments, as `break call glBindTexture if
 * target == GL_TEXTURE_2D && texture > 4` has them.
 *
 * Operators as in C: || && ! == != < <= > >= & | ~ - and parentheses; & and | bind tighter than
 * comparisons. Operands: numbers, "texts", names of constants, NULL, true, false; arguments by
 * name, with an index what they point at (value[0]), and a pointer to text compares with a text;
 * where no argument is named so: return, error, thread, frame, draw, index. A call that has no such
 * argument, or of which it is not known what it points at, does not fulfil the condition.
 */
#ifndef GS_CALL_CONDITION_H
#define GS_CALL_CONDITION_H

#include <stdbool.h>
#include <glib.h>
#include "wire/wire.h"

struct gs_call_condition;

/* functions: bits of those that the condition may meet; each name must be an argument of at least
 * one. NULL: USAGE or UNKNOWN_NAME says what is wrong. */
struct gs_call_condition *gs_call_condition_new(
	const char *text, const uint8_t *functions, GError **error);
/* Likewise of calls that have not been executed: USAGE if it asks for what they return or raise. */
struct gs_call_condition *gs_call_condition_new_before(
	const char *text, const uint8_t *functions, GError **error);
void gs_call_condition_free(struct gs_call_condition *condition);

/* It asks what a pointer points at: its memory is needed. */
bool gs_call_condition_needs_memory(const struct gs_call_condition *condition);
/* memory: as wire/memory.h says, NULL not known. */
bool gs_call_condition_holds(
	const struct gs_call_condition *condition, const struct gs_wire_call *call, GBytes *memory);

/* Appends what the program can test itself before such a call, of the condition and whatever is in
 * code from *used on, to code; more: something is, one of which must hold. False: code has no room
 * left, *used is unchanged. Ends without GS_OP_END. */
bool gs_call_condition_emit(const struct gs_call_condition *condition, unsigned function, bool more,
	struct gs_wire_instruction *code, unsigned room, unsigned *used);

#endif

/* SPDX-License-Identifier: MIT */
/* Conditions of call breakpoints, tested before a stop: wire/condition.h. */
#include <string.h>
#include "preload/core/core.h"

static struct gs_condition_value pushed(
	const struct gs_wire_instruction *at, const struct gs_wire_call *call)
{
	uint64_t raw = at->argument < call->n_args ? call->args[at->argument] : 0;
	switch (at->op) {
	case GS_OP_INTEGER:
		return gs_condition_integer(at->integer);
	case GS_OP_REAL:
		return gs_condition_real(GS_CONDITION_REAL, at->real);
	case GS_OP_ARGUMENT_INTEGER:
		return gs_condition_integer((int64_t)raw);
	case GS_OP_ARGUMENT_FLOAT:
		return gs_condition_float_bits((uint32_t)raw);
	case GS_OP_ARGUMENT_DOUBLE:
		return gs_condition_double_bits(raw);
	case GS_OP_FRAME:
		return gs_condition_integer((int64_t)call->frame);
	case GS_OP_DRAW:
		return gs_condition_integer((int64_t)call->draw);
	case GS_OP_THREAD:
		return gs_condition_integer(call->flags >> GS_CALL_TID_SHIFT);
	default:
		return (struct gs_condition_value){0};
	}
}

/* What makes no sense holds. */
static bool run(const struct gs_wire_conditions *c, unsigned at, const struct gs_wire_call *call)
{
	struct gs_condition_value stack[GS_WIRE_CONDITION_DEPTH];
	unsigned n = 0;
	for (; at < GS_WIRE_INSTRUCTIONS; at++) {
		struct gs_wire_instruction instruction = c->code[at];
		uint32_t op = instruction.op;
		unsigned needed = op >= GS_OP_AND ? 2 : op == GS_OP_END || op >= GS_OP_NOT;
		if (n < needed)
			return true;
		if (op == GS_OP_END)
			return gs_condition_is_true(&stack[n - 1]);
		if (needed == 2) {
			stack[n - 2] = gs_condition_binary(op, &stack[n - 2], &stack[n - 1]);
			n--;
		} else if (needed == 1) {
			stack[n - 1] = gs_condition_unary(op, stack[n - 1]);
		} else if (n < GS_WIRE_CONDITION_DEPTH) {
			stack[n++] = pushed(&instruction, call);
		} else {
			return true;
		}
	}
	return true;
}

bool gs_condition_may_hold(const struct gs_wire_call *call)
{
	const struct gs_wire_conditions *c = &gs_wire->conditions;
	uint32_t generation = atomic_load(&c->generation);
	unsigned first = c->first[call->function];
	if (!first || generation % 2)
		return true;
	bool holds = run(c, first, call);
	return holds || atomic_load(&c->generation) != generation;
}

/* SPDX-License-Identifier: MIT */
/* Conditions of call breakpoints, tested before a stop: wire/condition.h. The same meaning of
 * values as debugger/call-condition.c has. */
#include <string.h>
#include "preload/core.h"

enum kind { UNKNOWN, INTEGER, REAL, SINGLE };

struct value {
	enum kind kind;
	int64_t integer;
	double real;
};

static bool is_true(const struct value *v)
{
	return v->kind == INTEGER ? v->integer != 0 : v->kind != UNKNOWN && v->real != 0;
}

static struct value integer_value(int64_t integer)
{
	return (struct value){.kind = INTEGER, .integer = integer};
}

static struct value real_value(enum kind kind, double real)
{
	return (struct value){.kind = kind, .real = real};
}

/* -1, 0, 1; 2: not comparable. */
static int compare(const struct value *a, const struct value *b)
{
	if (a->kind == UNKNOWN || b->kind == UNKNOWN)
		return 2;
	if (a->kind == INTEGER && b->kind == INTEGER)
		return a->integer < b->integer ? -1 : a->integer > b->integer;
	double x = a->kind == INTEGER ? (double)a->integer : a->real;
	double y = b->kind == INTEGER ? (double)b->integer : b->real;
	if (a->kind == SINGLE || b->kind == SINGLE) {
		x = (float)x;
		y = (float)y;
	}
	return x != x || y != y ? 2 : x < y ? -1 : x > y;
}

static struct value compared(uint32_t op, const struct value *a, const struct value *b)
{
	int order = compare(a, b);
	switch (op) {
	case GS_OP_EQUAL:
		return integer_value(order == 0);
	case GS_OP_UNEQUAL:
		return integer_value(order != 0 && a->kind != UNKNOWN && b->kind != UNKNOWN);
	case GS_OP_LESS:
		return integer_value(order == -1);
	case GS_OP_LESS_EQUAL:
		return integer_value(order == -1 || order == 0);
	case GS_OP_GREATER:
		return integer_value(order == 1);
	default:
		return integer_value(order == 1 || order == 0);
	}
}

static struct value binary(uint32_t op, const struct value *a, const struct value *b)
{
	bool integers = a->kind == INTEGER && b->kind == INTEGER;
	switch (op) {
	case GS_OP_AND:
		return integer_value(is_true(a) && is_true(b));
	case GS_OP_OR:
		return integer_value(is_true(a) || is_true(b));
	case GS_OP_BIT_AND:
		return integers ? integer_value(a->integer & b->integer) : (struct value){UNKNOWN};
	case GS_OP_BIT_OR:
		return integers ? integer_value(a->integer | b->integer) : (struct value){UNKNOWN};
	default:
		return compared(op, a, b);
	}
}

static struct value unary(uint32_t op, struct value a)
{
	if (a.kind == UNKNOWN || (op == GS_OP_INVERT && a.kind != INTEGER))
		return (struct value){UNKNOWN};
	if (op == GS_OP_NOT)
		return integer_value(!is_true(&a));
	if (op == GS_OP_INVERT)
		return integer_value(~a.integer);
	a.integer = (int64_t)-(uint64_t)a.integer;
	a.real = -a.real;
	return a;
}

static struct value pushed(
	const struct gs_wire_instruction *at, const struct gs_wire_call *call)
{
	uint64_t raw = at->argument < call->n_args ? call->args[at->argument] : 0;
	uint32_t bits = (uint32_t)raw;
	float single;
	double real;
	switch (at->op) {
	case GS_OP_INTEGER:
		return integer_value(at->integer);
	case GS_OP_REAL:
		return real_value(REAL, at->real);
	case GS_OP_ARGUMENT_INTEGER:
		return integer_value((int64_t)raw);
	case GS_OP_ARGUMENT_FLOAT:
		memcpy(&single, &bits, sizeof single);
		return real_value(SINGLE, single);
	case GS_OP_ARGUMENT_DOUBLE:
		memcpy(&real, &raw, sizeof real);
		return real_value(REAL, real);
	case GS_OP_FRAME:
		return integer_value((int64_t)call->frame);
	case GS_OP_DRAW:
		return integer_value((int64_t)call->draw);
	case GS_OP_THREAD:
		return integer_value(call->flags >> GS_CALL_TID_SHIFT);
	default:
		return (struct value){UNKNOWN};
	}
}

/* What makes no sense holds. */
static bool run(const struct gs_wire_conditions *c, unsigned at, const struct gs_wire_call *call)
{
	struct value stack[GS_WIRE_CONDITION_DEPTH];
	unsigned n = 0;
	for (; at < GS_WIRE_INSTRUCTIONS; at++) {
		struct gs_wire_instruction instruction = c->code[at];
		uint32_t op = instruction.op;
		unsigned needed = op >= GS_OP_AND ? 2 : op == GS_OP_END || op >= GS_OP_NOT;
		if (n < needed)
			return true;
		if (op == GS_OP_END)
			return is_true(&stack[n - 1]);
		if (needed == 2) {
			stack[n - 2] = binary(op, &stack[n - 2], &stack[n - 1]);
			n--;
		} else if (needed == 1) {
			stack[n - 1] = unary(op, stack[n - 1]);
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

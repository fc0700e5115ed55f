/* SPDX-License-Identifier: MIT */
/*
 * Conditions of call breakpoints in a form that the program itself can test, so that calls which do
 * not fulfil them need no stop: instructions for a stack of values. The debugger tests the
 * remaining calls again, so these tests may let too many calls pass, but never too few. A part of a
 * condition that needs more than the arguments' own values is replaced by TRUE.
 *
 * The debugger may change them while the program runs: it makes the generation odd first, and even
 * afterwards. A reader that finds it odd, or changed, lets the call pass.
 */
#ifndef GS_WIRE_CONDITION_H
#define GS_WIRE_CONDITION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	GS_WIRE_INSTRUCTIONS = 2048,
	GS_WIRE_CONDITION_DEPTH = 32, /* values on the stack */
};

enum gs_wire_operator {
	GS_OP_END = 0,		/* the top of the stack is the result */
	GS_OP_INTEGER,		/* push .integer */
	GS_OP_REAL,		/* push .real */
	GS_OP_UNKNOWN,		/* push a value that fulfils no comparison */
	GS_OP_ARGUMENT_INTEGER, /* push argument .argument, read as that */
	GS_OP_ARGUMENT_FLOAT,
	GS_OP_ARGUMENT_DOUBLE,
	GS_OP_FRAME,
	GS_OP_DRAW,
	GS_OP_THREAD,
	GS_OP_NOT, /* one operand */
	GS_OP_MINUS,
	GS_OP_INVERT,
	GS_OP_AND, /* two */
	GS_OP_OR,
	GS_OP_BIT_AND,
	GS_OP_BIT_OR,
	GS_OP_EQUAL,
	GS_OP_UNEQUAL,
	GS_OP_LESS,
	GS_OP_LESS_EQUAL,
	GS_OP_GREATER,
	GS_OP_GREATER_EQUAL,
};

struct gs_wire_instruction {
	uint32_t op; /* enum gs_wire_operator */
	uint32_t argument;
	union {
		int64_t integer;
		double real;
	};
};

struct gs_wire_conditions {
	_Atomic uint32_t generation; /* [D] */
	uint32_t n;		     /* [D] instructions used; the one at 0 is never used */
	uint16_t first[4096]; /* [D] of a function: its first instruction; 0: every call passes */
	struct gs_wire_instruction code[GS_WIRE_INSTRUCTIONS]; /* [D] */
};

/* ---- what the operators mean, for both sides ---- */

enum gs_condition_kind {
	GS_CONDITION_UNKNOWN, /* also what is no number */
	GS_CONDITION_INTEGER,
	GS_CONDITION_REAL,
	GS_CONDITION_SINGLE, /* a float, in .real */
};

struct gs_condition_value {
	enum gs_condition_kind kind;
	int64_t integer;
	double real;
};

static inline struct gs_condition_value gs_condition_integer(int64_t integer)
{
	return (struct gs_condition_value){.kind = GS_CONDITION_INTEGER, .integer = integer};
}

static inline struct gs_condition_value gs_condition_real(enum gs_condition_kind kind, double real)
{
	return (struct gs_condition_value){.kind = kind, .real = real};
}

static inline struct gs_condition_value gs_condition_float_bits(uint32_t bits)
{
	float single;
	memcpy(&single, &bits, sizeof single);
	return gs_condition_real(GS_CONDITION_SINGLE, single);
}

static inline struct gs_condition_value gs_condition_double_bits(uint64_t bits)
{
	double real;
	memcpy(&real, &bits, sizeof real);
	return gs_condition_real(GS_CONDITION_REAL, real);
}

static inline bool gs_condition_is_true(const struct gs_condition_value *v)
{
	return v->kind == GS_CONDITION_INTEGER ? v->integer != 0
					       : v->kind != GS_CONDITION_UNKNOWN && v->real != 0;
}

enum { GS_CONDITION_NO_ORDER = 2 }; /* of two values that cannot be compared */

/* -1, 0, 1, GS_CONDITION_NO_ORDER. A float compares with 0.1 as with 0.1f. */
static inline int gs_condition_order(
	const struct gs_condition_value *a, const struct gs_condition_value *b)
{
	if (a->kind == GS_CONDITION_UNKNOWN || b->kind == GS_CONDITION_UNKNOWN)
		return GS_CONDITION_NO_ORDER;
	if (a->kind == GS_CONDITION_INTEGER && b->kind == GS_CONDITION_INTEGER)
		return a->integer < b->integer ? -1 : a->integer > b->integer;
	double x = a->kind == GS_CONDITION_INTEGER ? (double)a->integer : a->real;
	double y = b->kind == GS_CONDITION_INTEGER ? (double)b->integer : b->real;
	if (a->kind == GS_CONDITION_SINGLE || b->kind == GS_CONDITION_SINGLE) {
		x = (float)x;
		y = (float)y;
	}
	return x != x || y != y ? GS_CONDITION_NO_ORDER : x < y ? -1 : x > y;
}

/* The result of an operator from GS_OP_EQUAL on for that order. known: both operands are known. NaN
 * is unequal to everything; an unknown value is neither equal nor unequal. */
static inline bool gs_condition_says(uint32_t op, int order, bool known)
{
	switch (op) {
	case GS_OP_EQUAL:
		return order == 0;
	case GS_OP_UNEQUAL:
		return order != 0 && known;
	case GS_OP_LESS:
		return order == -1;
	case GS_OP_LESS_EQUAL:
		return order == -1 || order == 0;
	case GS_OP_GREATER:
		return order == 1;
	default:
		return order == 1 || order == 0;
	}
}

static inline struct gs_condition_value gs_condition_binary(
	uint32_t op, const struct gs_condition_value *a, const struct gs_condition_value *b)
{
	bool integers = a->kind == GS_CONDITION_INTEGER && b->kind == GS_CONDITION_INTEGER;
	switch (op) {
	case GS_OP_AND:
		return gs_condition_integer(gs_condition_is_true(a) && gs_condition_is_true(b));
	case GS_OP_OR:
		return gs_condition_integer(gs_condition_is_true(a) || gs_condition_is_true(b));
	case GS_OP_BIT_AND:
		return integers ? gs_condition_integer(a->integer & b->integer)
				: (struct gs_condition_value){0};
	case GS_OP_BIT_OR:
		return integers ? gs_condition_integer(a->integer | b->integer)
				: (struct gs_condition_value){0};
	default:
		return gs_condition_integer(gs_condition_says(op, gs_condition_order(a, b),
			a->kind != GS_CONDITION_UNKNOWN && b->kind != GS_CONDITION_UNKNOWN));
	}
}

static inline struct gs_condition_value gs_condition_unary(uint32_t op, struct gs_condition_value a)
{
	if (a.kind == GS_CONDITION_UNKNOWN ||
		(op == GS_OP_INVERT && a.kind != GS_CONDITION_INTEGER))
		return (struct gs_condition_value){0};
	if (op == GS_OP_NOT)
		return gs_condition_integer(!gs_condition_is_true(&a));
	if (op == GS_OP_INVERT)
		return gs_condition_integer(~a.integer);
	a.integer = (int64_t) - (uint64_t)a.integer;
	a.real = -a.real;
	return a;
}

#endif

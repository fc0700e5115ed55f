/* SPDX-License-Identifier: MIT */
/*
 * Conditions of call breakpoints in a form that the program itself can test, so that calls which do not fulfil them need no
 * stop: instructions for a stack of values. What they let pass is tested once more by the debugger, so they may let too much
 * pass, but never too little. A condition that asks more than the arguments' own values has TRUE in the place of that.
 *
 * The debugger may change them while the program runs: it makes the generation odd first, and even afterwards. A reader
 * that finds it odd, or changed, lets the call pass.
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
	GS_OP_END = 0, /* the top of the stack is the result */
	GS_OP_INTEGER, /* push .integer */
	GS_OP_REAL,    /* push .real */
	GS_OP_UNKNOWN, /* push a value that fulfils no comparison */
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
	uint16_t first[4096];	     /* [D] of a function: its first instruction; 0: every call passes */
	struct gs_wire_instruction code[GS_WIRE_INSTRUCTIONS]; /* [D] */
};

#endif

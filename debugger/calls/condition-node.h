/* SPDX-License-Identifier: MIT */
/* debugger/calls/condition-node - the tree of a condition, shared by the files that parse, print
 * and compile it. */
#ifndef GS_CALL_CONDITION_NODE_H
#define GS_CALL_CONDITION_NODE_H

#include "data/data.h"
#include "debugger/calls/condition.h"

enum node_kind {
	NODE_NUMBER,
	NODE_TEXT,
	NODE_NAME, /* .a: index of an element, or NULL */
	NODE_NOT,
	NODE_MINUS,
	NODE_INVERT,
	NODE_AND,
	NODE_OR,
	NODE_BIT_AND,
	NODE_BIT_OR,
	NODE_EQUAL,
	NODE_UNEQUAL,
	NODE_LESS,
	NODE_LESS_EQUAL,
	NODE_GREATER,
	NODE_GREATER_EQUAL,
};

struct node {
	enum node_kind kind;
	struct node *a, *b;
	char *text;
	bool is_real;
	double real;
	int64_t integer;
};

struct gs_call_condition {
	struct node *root;
	bool needs_memory; /* as gs_call_condition_needs_memory */
};

/* The operator of the program's own test (wire/wire.h), by enum node_kind; only of kinds that are
 * operators. */
extern const enum gs_wire_operator gs_call_condition_operators[];
/* Return the index of the parameter of that name; -1: there is none. */
int gs_call_condition_argument(const struct gs_function_info *function, const char *name);

#endif

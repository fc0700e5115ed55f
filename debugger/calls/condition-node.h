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
	NODE_NAME, /* .a: index or NULL */
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
	bool needs_memory;
};

extern const enum gs_wire_operator
	gs_call_condition_operators[]; /* of an enum node_kind that is one */
/* Which parameter has that name; -1 none. */
int gs_call_condition_argument(const struct gs_function_info *function, const char *name);

#endif

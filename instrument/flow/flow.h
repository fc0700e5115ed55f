/* SPDX-License-Identifier: MIT */
/*
 * Private to instrument/: control flow of a shader as a small program.
 *
 * Each function with a definition is a run of ops. The walker (walker.c) interprets them; it stops
 * at each OP_SITE. A decision site is followed by the ops of what its condition contains and then
 * by the OP_BRANCH or OP_SWITCH that uses the decision, so decisions nest like the expressions do.
 */
#ifndef GS_FLOW_H
#define GS_FLOW_H

#include <glib.h>
#include "instrument/instrument.h"

enum gs_op_kind {
	OP_SITE,   /* a: site */
	OP_BRANCH, /* jump to a if the decision is `when` */
	OP_SWITCH, /* a: first of n + 1 entries of flow->targets, one per case; the last: no case
		      fits */
	OP_JUMP,   /* a: target */
	OP_CALL,   /* a: index of the function in flow->functions */
	OP_LOOP_ENTER, /* iteration 0 of one more loop */
	OP_LOOP_ITERATE,
	OP_LOOP_EXIT,
	OP_RETURN,
	OP_DISCARD,
};

struct gs_op {
	enum gs_op_kind kind;
	unsigned a, n;
	bool when;
	unsigned site; /* BRANCH, SWITCH: whose decision it is */
};

struct gs_flow_function {
	const struct gs_function *function;
	unsigned first_op;
	unsigned first_site, n_sites;
	bool reachable;	     /* from main */
	bool may_discard;    /* it or a function that it calls */
	bool is_choice;	     /* one of several functions that a call may reach */
	struct gs_node *end; /* the closing brace, for main's END site */
};

/* What variants need beyond struct gs_site. */
struct gs_site_info {
	const struct gs_node *loops[GS_MAX_LOOPS]; /* enclosing, outermost first */
	uint32_t in_test;			   /* bit i: the site is in the test of loops[i] */
	int callee;	   /* CALL of one function: index in flow->functions, else -1 */
	unsigned *callees; /* CALL of one of several functions: their indices, in the order of
			      gs_choice.functions */
	unsigned n_callees;
	unsigned flow_function;
	unsigned n_cases; /* SWITCH */
	const struct gs_node **cases;
};

struct gs_flow {
	struct gs_flow_function *functions;
	size_t n_functions;
	unsigned main;
	unsigned *order; /* reachable functions, callees before their callers */
	size_t n_order;
	struct gs_op *ops;
	size_t n_ops;
	unsigned *targets;
	size_t n_targets;
	struct gs_site_info *site_info; /* as plan->sites */
	const struct gs_symbol **
		*writes; /* GS_N_WRITES per site, made on demand; NULL-terminated */
	size_t *n_writes;
	GPtrArray **reaching_writes; /* per site, made on demand: see gs_plan_reaching_writes */
	struct gs_plan_counters *counters; /* made on demand */
	struct gs_fault_plan *faults;	   /* made on demand */
	unsigned *leaders;  /* with them, of each: the site that stands for its stretch; UINT_MAX:
			       none */
	bool calls_unknown; /* a subroutine uniform whose choice is not known is called */
	bool unrecordable;  /* a decision runs where nothing can be inserted: no path recording */
};

int gs_flow_find(const struct gs_flow *flow, const struct gs_function *function);
/* Returns the index of the shader's function that a call node runs; -1 for built-ins and for a
 * choice of several. */
int gs_flow_callee(const struct gs_flow *flow, const struct gs_node *node);
bool gs_flow_call_may_discard(const struct gs_flow *flow, const struct gs_node *node);
/* Gets the functions that a CALL site may reach; returns how many. */
static inline unsigned gs_site_callees(const struct gs_site_info *info, const unsigned **callees)
{
	*callees = info->callee >= 0 ? (const unsigned *)&info->callee : info->callees;
	return info->callee >= 0 ? 1 : info->n_callees;
}
/* Returns the number of bits of a switch's decision in a recorded path. */
unsigned gs_switch_bits(unsigned n_cases);
void gs_flow_free(struct gs_flow *flow, size_t n_sites);

static inline bool gs_node_is_loop(const struct gs_node *node)
{
	return node->kind == GS_NODE_FOR || node->kind == GS_NODE_WHILE || node->kind == GS_NODE_DO;
}

/* Return a loop's test and body; NULL if it has none. */
const struct gs_node *gs_loop_test(const struct gs_node *loop);
const struct gs_node *gs_loop_body(const struct gs_node *loop);
/* Returns the expression of a condition: itself, or the initialiser in `bool b = c`. */
const struct gs_node *gs_condition_expression(const struct gs_node *condition);

/* expression.c: whether code may be inserted by the comma operator into this child, or into what it
 * contains. */
bool gs_child_is_open(const struct gs_node *parent, size_t child);
/* Returns whether it may be inserted into the node, wherever that stands. */
bool gs_node_is_open(const struct gs_node *node);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Private to instrument/: what may go wrong in an operation, and how that is tested in GLSL.
 *
 * Each operation gets a function of its own, whose parameters are its operands. Conditions are
 * written for one component: `$a`, `$b`, `$c` are the operands' and `$r` the result's; where an
 * operand has one component alone, it is the same for all.
 */
#ifndef GS_FAULT_RULES_H
#define GS_FAULT_RULES_H

#include <glib.h>
#include "instrument/faults.h"

/* How the operation comes to call its function. */
enum gs_fault_form {
	GS_FAULT_FORM_BINARY, /* a / b: f(a, b) */
	GS_FAULT_FORM_ASSIGN, /* a /= b: a /= f(a, b), which returns b */
	GS_FAULT_FORM_CALL,   /* pow(a, b): f(a, b) */
	GS_FAULT_FORM_VALUE, /* an argument or index, child number `child`: f(a), which returns a */
	GS_FAULT_FORM_LENGTH,  /* likewise, with the length of the array as $b */
	GS_FAULT_FORM_SIZE,    /* likewise, with the size of the texture or image as $b */
	GS_FAULT_FORM_COUNT,   /* the call is counted; nothing is tested there */
	GS_FAULT_FORM_LOOP,    /* its iterations are counted */
	GS_FAULT_FORM_USE,     /* v: (f(), v), which looks at what of a variable was written */
	GS_FAULT_FORM_STORE,   /* v = a: v = f(a), which returns a and notes what is written */
	GS_FAULT_FORM_BARRIER, /* its executions are counted, before it */
};

/* A variable that may be read before it is written. */
struct gs_fault_variable {
	const struct gs_symbol *symbol;
	const struct gs_node *declaration; /* the statement, or outside of functions */
	unsigned n_scalars;
	unsigned first_scalar; /* shared: of all of these */
	bool is_lost;	       /* some of its writes cannot be seen: nothing is known of it */
};

/* Of a variable's scalars, those of the mask, shifted by `shift`, and by the index's value times
 * `stride`, where there is an index. */
struct gs_fault_part {
	uint32_t mask; /* 0: which they are cannot be told */
	unsigned shift;
	const struct gs_node *index; /* NULL: none */
	unsigned stride, limit;	     /* indices below the limit are within */
};

struct gs_fault_use {
	const struct gs_node *node, *top; /* what does it, and all that is said of the variable */
	bool reads, writes, is_assignment;
	bool is_shared; /* of a shared variable, in that list */
	unsigned variable;
	struct gs_fault_part part;
};
/* fault-variables.c: gets how an identifier is used, and adds its variable to the list (struct
 * gs_fault_variable). Returns false if nothing can go wrong with it. */
bool gs_fault_variable_used(
	const struct gs_node *identifier, GArray *variables, struct gs_fault_use *use);

/* Likewise of a shared variable, which the invocations of a work group have together. */
bool gs_fault_shared_used(
	const struct gs_node *identifier, GArray *variables, struct gs_fault_use *use);

struct gs_fault_operation {
	enum gs_fault_form form;
	const struct gs_node *node;
	unsigned child;
	struct gs_fault_operand operands[GS_MOST_OPERANDS];
	unsigned n_operands;
	unsigned n_parts; /* components that matter; 0: all */
	struct gs_type result;
	const char *condition;	 /* NULL: none */
	bool in_all;		 /* it must hold for all components, else for any */
	bool is_whole;		 /* of NaN and infinity: a component comes from all components */
	struct gs_fault_use use; /* of USE and STORE; its fault is the condition's */
	unsigned n_sites;
	int condition_site, nan_site, infinity_site; /* -1: not tested */
};

/* The private part of a plan's faults. */
struct gs_fault_plan {
	struct gs_fault_sites sites; /* the first member: see gs_plan_faults */
	GPtrArray *operations;	     /* struct gs_fault_operation, inner ones first */
	GArray *variables;	     /* struct gs_fault_variable */
	GArray *shared;		     /* likewise: those whose accesses may race */
};
const struct gs_fault_plan *gs_fault_plan(const struct gs_plan *plan);

#endif

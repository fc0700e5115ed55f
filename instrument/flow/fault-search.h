/* SPDX-License-Identifier: MIT */
/* Private to instrument/: how the files fault-*.c find what may go wrong in a shader's tree. */
#ifndef GS_FAULT_SEARCH_H
#define GS_FAULT_SEARCH_H

#include "instrument/flow/fault-rules.h"
#include "instrument/flow/flow.h"

struct gs_fault_search {
	struct gs_fault_plan *faults;
	GArray *sites; /* struct gs_fault_site */
	GArray *uses;  /* struct gs_fault_use, whose nodes are not come to yet */
	const struct gs_shader *shader;
	const struct gs_flow *flow;
	enum gs_stage stage;
};

/* fault-search.c: Make an operation, add operands and faults to it, and finish it, which takes it:
 * without faults, or where no code can be inserted, it is freed. can_repeat: what its function has
 * to evaluate once more. */
struct gs_fault_operation *gs_fault_operation_new(
	enum gs_fault_form form, const struct gs_node *node);
void gs_fault_add_operand(struct gs_fault_operation *operation, const struct gs_node *node);
int gs_fault_add_site(struct gs_fault_search *search, struct gs_fault_operation *operation,
	enum gs_fault_kind kind, const char *message, const char *section, const char *advice);
void gs_fault_finish(
	struct gs_fault_search *search, struct gs_fault_operation *operation, bool can_repeat);

/* Return whether it is a scalar, vector or matrix of numbers. */
bool gs_fault_is_number(const struct gs_type *type);
/* Return whether it can be evaluated once more without more coming of it. */
bool gs_fault_is_pure(const struct gs_node *node);
/* Return whether code of ours can see the use. Arrays are no operands of commas in ES. */
bool gs_fault_can_see(const struct gs_fault_use *use);

/* fault-precision.c: what a variable of less precision is given. */
void gs_fault_look_at_precision(struct gs_fault_search *search, const struct gs_node *node);

/* fault-groups.c: what the invocations of a work group do together. */
void gs_fault_look_at_barrier(
	struct gs_fault_search *search, const struct gs_node *call, const char *name);
void gs_fault_take_shared(struct gs_fault_search *search, const struct gs_fault_use *use);

#endif

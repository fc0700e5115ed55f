/* SPDX-License-Identifier: MIT */
/* A condition as instructions that the program itself can carry out: wire/condition.h. */
#include <string.h>
#include "debugger/calls/condition-node.h"

const enum gs_wire_operator gs_call_condition_operators[] = {[NODE_NOT] = GS_OP_NOT,
	[NODE_MINUS] = GS_OP_MINUS,
	[NODE_INVERT] = GS_OP_INVERT,
	[NODE_AND] = GS_OP_AND,
	[NODE_OR] = GS_OP_OR,
	[NODE_BIT_AND] = GS_OP_BIT_AND,
	[NODE_BIT_OR] = GS_OP_BIT_OR,
	[NODE_EQUAL] = GS_OP_EQUAL,
	[NODE_UNEQUAL] = GS_OP_UNEQUAL,
	[NODE_LESS] = GS_OP_LESS,
	[NODE_LESS_EQUAL] = GS_OP_LESS_EQUAL,
	[NODE_GREATER] = GS_OP_GREATER,
	[NODE_GREATER_EQUAL] = GS_OP_GREATER_EQUAL};

int gs_call_condition_argument(const struct gs_function_info *function, const char *name)
{
	for (unsigned i = 0; i < function->n_parameters; i++)
		if (strcmp(function->parameters[i].name, name) == 0)
			return (int)i;
	return -1;
}

struct emitter {
	struct gs_wire_instruction *code;
	unsigned used, room;
	const struct gs_function_info *function;
	unsigned depth; /* values on the stack */
};

static bool emit(struct emitter *e, struct gs_wire_instruction instruction, int change)
{
	e->depth += (unsigned)change;
	if (e->used >= e->room || e->depth > GS_WIRE_CONDITION_DEPTH)
		return false;
	e->code[e->used++] = instruction;
	return true;
}

static bool emit_integer(struct emitter *e, int64_t value)
{
	return emit(e, (struct gs_wire_instruction){.op = GS_OP_INTEGER, .integer = value}, 1);
}

static bool emit_argument(struct emitter *e, unsigned argument)
{
	unsigned class = e->function->parameters[argument].class;
	enum gs_wire_operator op = class == GS_CLASS_FLOAT    ? GS_OP_ARGUMENT_FLOAT
				   : class == GS_CLASS_DOUBLE ? GS_OP_ARGUMENT_DOUBLE
							      : GS_OP_ARGUMENT_INTEGER;
	return emit(e, (struct gs_wire_instruction){.op = op, .argument = argument}, 1);
}

/* What is not an argument's. A call's number is not known before it stops: only its own count says
 * how many went straight. */
static bool emit_special(struct emitter *e, const char *name)
{
	static const struct {
		const char *name;
		enum gs_wire_operator op;
	} known[] = {{"frame", GS_OP_FRAME}, {"draw", GS_OP_DRAW}, {"thread", GS_OP_THREAD}};
	if (strcmp(name, "index") == 0)
		return false;
	struct gs_wire_instruction instruction = {.op = GS_OP_UNKNOWN};
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		if (strcmp(name, known[i].name) == 0)
			instruction.op = known[i].op;
	if (strcmp(name, "error") == 0) /* there is none before the call */
		return emit_integer(e, 0);
	return emit(e, instruction, 1);
}

static bool emit_value(struct emitter *e, const struct node *node);

static bool emit_name(struct emitter *e, const struct node *node)
{
	int argument = gs_call_condition_argument(e->function, node->text);
	if (argument < 0)
		return emit_special(e, node->text);
	return !node->a && emit_argument(e, (unsigned)argument);
}

static bool emit_operator(struct emitter *e, const struct node *node)
{
	return emit_value(e, node->a) && (!node->b || emit_value(e, node->b)) &&
	       emit(e, (struct gs_wire_instruction){.op = gs_call_condition_operators[node->kind]},
		       node->b ? -1 : 0);
}

static bool emit_value(struct emitter *e, const struct node *node)
{
	switch (node->kind) {
	case NODE_NUMBER:
		if (!node->is_real)
			return emit_integer(e, node->integer);
		return emit(
			e, (struct gs_wire_instruction){.op = GS_OP_REAL, .real = node->real}, 1);
	case NODE_TEXT:
		return false;
	case NODE_NAME:
		return emit_name(e, node);
	default:
		return emit_operator(e, node);
	}
}

/* Where only && and || stand above, what cannot be told may count as true. */
static bool emit_condition(struct emitter *e, const struct node *node)
{
	const struct emitter before = *e;
	bool joins = node->kind == NODE_AND || node->kind == NODE_OR;
	bool good = joins ? emit_condition(e, node->a) && emit_condition(e, node->b) &&
				    emit(e,
					    (struct gs_wire_instruction){
						    .op = node->kind == NODE_AND ? GS_OP_AND
										 : GS_OP_OR},
					    -1)
			  : emit_value(e, node);
	if (good)
		return true;
	*e = before;
	return emit_integer(e, 1);
}

bool gs_call_condition_emit(const struct gs_call_condition *condition, unsigned function, bool more,
	struct gs_wire_instruction *code, unsigned room, unsigned *used)
{
	struct emitter e = {code, *used, room, gs_data_function(function), more};
	if (!e.function || !emit_condition(&e, condition->root) ||
		(more && !emit(&e, (struct gs_wire_instruction){.op = GS_OP_OR}, -1)))
		return false;
	*used = e.used;
	return true;
}

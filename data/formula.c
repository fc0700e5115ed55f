/* SPDX-License-Identifier: MIT */
/* Evaluates the formulas of data/pointees.in with a small stack of integers. */
#include "data/tables.h"

enum { DEEPEST = 16 };

struct stack {
	int64_t of[DEEPEST];
	unsigned n;
};

static bool push(struct stack *stack, int64_t value)
{
	if (stack->n == DEEPEST)
		return false;
	stack->of[stack->n++] = value;
	return true;
}

/* The number of values of a GL name. False: it is not in the table. */
static bool count_of(int64_t name, int64_t *count)
{
	const struct gs_pname *found = gs_data_pname((uint32_t)name);
	*count = name && found ? found->count : 0;
	return !name || found;
}

static bool components_of(int64_t format, int64_t *count)
{
	*count = format ? gs_data_components((uint32_t)format) : 0;
	return !format || *count;
}

static bool combine(enum gs_step_kind kind, int64_t a, int64_t b, int64_t *result)
{
	switch (kind) {
	case GS_STEP_ADD:
		return !__builtin_add_overflow(a, b, result);
	case GS_STEP_SUB:
		return !__builtin_sub_overflow(a, b, result);
	case GS_STEP_MUL:
		return !__builtin_mul_overflow(a, b, result);
	case GS_STEP_DIV:
		*result = b > 0 ? a / b : 0;
		return b > 0;
	default: /* GS_STEP_EQUAL */
		*result = a == b;
		return true;
	}
}

static bool apply(struct stack *stack, const struct gs_formula_step *step)
{
	int64_t *top = stack->of + stack->n;
	switch ((enum gs_step_kind)step->kind) {
	case GS_STEP_NAME:
		return count_of(top[-1], &top[-1]);
	case GS_STEP_COMPONENTS:
		return components_of(top[-1], &top[-1]);
	case GS_STEP_BITS:
		top[-1] = __builtin_popcountll((unsigned long long)top[-1]);
		return true;
	case GS_STEP_CHOOSE:
		stack->n -= 2;
		top[-3] = top[-3] ? top[-2] : top[-1];
		return true;
	default:
		stack->n--;
		return combine((enum gs_step_kind)step->kind, top[-2], top[-1], &top[-2]);
	}
}

bool gs_data_formula(uint16_t formula, const uint64_t *args, unsigned n, uint64_t *result)
{
	struct stack stack = {{0}, 0};
	const struct gs_formula_step *step = gs_data_steps + formula;
	bool good = formula < gs_data_n_steps;
	for (; good && step->kind != GS_STEP_END; step++) {
		if (step->kind == GS_STEP_NUMBER)
			good = push(&stack, step->value);
		else if (step->kind == GS_STEP_ARGUMENT)
			good = push(&stack, step->value < n ? (int64_t)args[step->value] : 0);
		else
			good = apply(&stack, step);
	}
	*result = good ? (uint64_t)stack.of[0] : 0;
	return good && stack.of[0] >= 0 && stack.of[0] < (int64_t)1 << 62;
}

/* SPDX-License-Identifier: MIT */
/* Matrix stacks of fixed function, computed as OpenGL 4.6 compatibility, section 12.1.1, says. */
#include <GL/gl.h>
#include <math.h>
#include <string.h>
#include "effects/state/state-private.h"

enum { MOST_LEVELS = 256 };

static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/* ---- stacks ---- */

static void free_stack(gpointer data)
{
	struct gs_matrix_stack *stack = data;
	g_array_free(stack->matrices, TRUE);
	g_free(stack);
}

void gs_state_free_matrices(struct gs_effects_context *context)
{
	g_clear_pointer(&context->matrix_values, g_hash_table_destroy);
}

const struct gs_matrix_stack *gs_state_matrix(
	const struct gs_effects_context *context, uint64_t number)
{
	return context->matrix_values
		       ? g_hash_table_lookup(context->matrix_values, (gpointer)(uintptr_t)number)
		       : NULL;
}

static struct gs_matrix_stack *stack_of(struct gs_effects_context *context, uint64_t number)
{
	gpointer key = (gpointer)(uintptr_t)number;
	struct gs_matrix_stack *stack;
	if (!context->matrix_values)
		context->matrix_values = g_hash_table_new_full(NULL, NULL, NULL, free_stack);
	stack = g_hash_table_lookup(context->matrix_values, key);
	if (stack)
		return stack;
	stack = g_new0(struct gs_matrix_stack, 1);
	stack->call = UINT64_MAX;
	stack->matrices = g_array_new(FALSE, FALSE, sizeof identity);
	g_array_append_val(stack->matrices, identity);
	g_hash_table_insert(context->matrix_values, key, stack);
	return stack;
}

float *gs_matrix_top(const struct gs_matrix_stack *stack)
{
	return (float *)(void *)(stack->matrices->data +
				 (stack->matrices->len - 1) * sizeof identity);
}

static void push(struct gs_matrix_stack *stack)
{
	float top[16];
	memcpy(top, gs_matrix_top(stack), sizeof top);
	if (stack->matrices->len < MOST_LEVELS)
		g_array_append_val(stack->matrices, top);
}

static void pop(struct gs_matrix_stack *stack)
{
	if (stack->matrices->len > 1)
		g_array_set_size(stack->matrices, stack->matrices->len - 1);
}

/* ---- arithmetic ---- */

static void multiply(float to[16], const float by[16])
{
	float result[16];
	for (unsigned column = 0; column < 4; column++)
		for (unsigned row = 0; row < 4; row++) {
			double sum = 0;
			for (unsigned k = 0; k < 4; k++)
				sum += (double)to[k * 4 + row] * (double)by[column * 4 + k];
			result[column * 4 + row] = (float)sum;
		}
	memcpy(to, result, sizeof result);
}

void gs_matrix_apply(const float m[16], const double v[4], double out[4])
{
	for (unsigned row = 0; row < 4; row++) {
		out[row] = 0;
		for (unsigned k = 0; k < 4; k++)
			out[row] += (double)m[k * 4 + row] * v[k];
	}
}

static void transpose(float m[16])
{
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < i; k++) {
			float held = m[i * 4 + k];
			m[i * 4 + k] = m[k * 4 + i];
			m[k * 4 + i] = held;
		}
}

static void rotation(float m[16], double degrees, double x, double y, double z)
{
	double length = sqrt(x * x + y * y + z * z), c = cos(degrees * G_PI / 180);
	double s = sin(degrees * G_PI / 180), d = 1 - c;
	if (length == 0)
		return;
	x /= length;
	y /= length;
	z /= length;
	const double values[16] = {x * x * d + c, y * x * d + z * s, x * z * d - y * s, 0,
		x * y * d - z * s, y * y * d + c, y * z * d + x * s, 0, x * z * d + y * s,
		y * z * d - x * s, z * z * d + c, 0, 0, 0, 0, 1};
	for (unsigned i = 0; i < 16; i++)
		m[i] = (float)values[i];
}

static void ortho(float m[16], const double v[6])
{
	for (unsigned i = 0; i < 3; i++) {
		m[i * 5] = (float)((i == 2 ? -2 : 2) / (v[i * 2 + 1] - v[i * 2]));
		m[12 + i] = (float)(-(v[i * 2 + 1] + v[i * 2]) / (v[i * 2 + 1] - v[i * 2]));
	}
}

static void frustum(float m[16], const double v[6])
{
	memset(m, 0, sizeof identity);
	m[0] = (float)(2 * v[4] / (v[1] - v[0]));
	m[5] = (float)(2 * v[4] / (v[3] - v[2]));
	m[8] = (float)((v[1] + v[0]) / (v[1] - v[0]));
	m[9] = (float)((v[3] + v[2]) / (v[3] - v[2]));
	m[10] = (float)(-(v[5] + v[4]) / (v[5] - v[4]));
	m[11] = -1;
	m[14] = (float)(-2 * v[5] * v[4] / (v[5] - v[4]));
}

/* ---- calls ---- */

/* Store the call's numbers, 16 for glLoadMatrix and glMultMatrix, in `values`. Return how many they
 * are. */
static unsigned numbers_of(const struct gs_effects_call *c, double values[16])
{
	const struct gs_trace_call *call = c->call;
	unsigned names = c->recipe->choice == GS_CHOICE_MATRIX ? 1 : 0;
	const struct gs_trace_value *items = call->args + names;
	unsigned n = call->function->n_args - MIN(names, call->function->n_args);
	double scale = gs_data_matrix(c->recipe->number) & GS_MATRIX_FIXED ? 1.0 / 65536 : 1;
	if (n == 1 && items[0].class == GS_TRACE_ARRAY) {
		n = items[0].n;
		items = items[0].items;
	}
	for (unsigned i = 0; i < n && i < 16; i++)
		values[i] = scale * gs_effects_real(&items[i]);
	return n;
}

static bool matrix_of(const struct gs_effects_call *c, float m[16])
{
	unsigned matrix = gs_data_matrix(c->recipe->number);
	double v[16] = {0};
	unsigned n = numbers_of(c, v);
	memcpy(m, identity, sizeof identity);
	if (matrix & (GS_MATRIX_LOAD | GS_MATRIX_MULTIPLY)) {
		for (unsigned i = 0; i < 16; i++)
			m[i] = (float)v[i];
		if (matrix & GS_MATRIX_TRANSPOSED)
			transpose(m);
		return n == 16;
	}
	if (matrix & GS_MATRIX_ROTATE)
		rotation(m, v[0], v[1], v[2], v[3]);
	else if (matrix & GS_MATRIX_ORTHO)
		ortho(m, v);
	else if (matrix & GS_MATRIX_FRUSTUM)
		frustum(m, v);
	for (unsigned i = 0; i < 3; i++)
		if (matrix & GS_MATRIX_TRANSLATE)
			m[12 + i] = (float)v[i];
		else if (matrix & GS_MATRIX_SCALE)
			m[i * 5] = (float)v[i];
	return true;
}

void gs_state_matrix_call(struct gs_effects *effects, const struct gs_effects_call *c)
{
	unsigned matrix = gs_data_matrix(c->recipe->number);
	float m[16];
	struct gs_matrix_stack *stack = stack_of(c->context, gs_current_matrix(effects, c));
	if (matrix & GS_MATRIX_PUSH)
		push(stack);
	else if (matrix & GS_MATRIX_POP)
		pop(stack);
	else if (!matrix_of(c, m))
		return;
	else if (matrix & (GS_MATRIX_LOAD | GS_MATRIX_IDENTITY))
		memcpy(gs_matrix_top(stack), m, sizeof m);
	else
		multiply(gs_matrix_top(stack), m);
	if (!(matrix & GS_MATRIX_PUSH))
		stack->call = c->call->number;
}

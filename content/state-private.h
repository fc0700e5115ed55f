/* SPDX-License-Identifier: MIT */
/* What the files of content/ that follow values of state share. */
#ifndef GS_CONTENT_STATE_PRIVATE_H
#define GS_CONTENT_STATE_PRIVATE_H

#include "content/private.h"
#include "content/state.h"

enum { GS_STATE_MATRIX_VALUES = 16 };

/* What a variable holds, from a call on. */
struct gs_state_held {
	bool is_known;
	uint64_t call;
	double values[8];
};

/* The index of what holds for all indices. */
#define GS_STATE_EVERY UINT32_MAX

/* NULL: it was not set. Of an index the later one of its own and of that for every index. */
const struct gs_state_held *gs_state_held_of(
	const struct gs_object *owner, unsigned variable, uint32_t index);
void gs_state_hold(struct gs_object *owner, unsigned variable, uint32_t index,
	const struct gs_state_held *held);

/* ---- state-matrices.c ---- */

struct gs_matrix_stack {
	uint64_t call;	  /* that set the topmost */
	GArray *matrices; /* float[16] each, by columns; the topmost is the last one */
};

/* By columns. */
float *gs_matrix_top(const struct gs_matrix_stack *stack);
/* Of the context's matrix with that number (gs_current_matrix); NULL: nothing was done to it. */
const struct gs_matrix_stack *gs_state_matrix(
	const struct gs_content_context *context, uint64_t number);
void gs_state_matrix_call(struct gs_content *content, const struct gs_content_call *c);
/* out = m * v. */
void gs_matrix_apply(const float m[16], const double v[4], double out[4]);

#endif

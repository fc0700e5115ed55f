/* SPDX-License-Identifier: MIT */
/* What the files of effects/state/ share. */
#ifndef GS_EFFECTS_STATE_PRIVATE_H
#define GS_EFFECTS_STATE_PRIVATE_H

#include "effects/private.h"
#include "effects/state/state.h"

enum { GS_STATE_MATRIX_VALUES = 16 };

/* The value that a call has given a variable. */
struct gs_state_held {
	bool is_known;
	uint64_t call;
	double values[8];
};

/* Index of a value that holds for all indices. */
#define GS_STATE_EVERY UINT32_MAX

/* ---- state-held.c ---- */

/* Return what the variable holds at that index: the index's own value, or else the one for every
 * index; NULL: it was not set. */
const struct gs_state_held *gs_state_held_of(
	const struct gs_object *owner, unsigned variable, uint32_t index);
/* Set, or forget, what the variable holds at that index. *held is copied. */
void gs_state_hold(struct gs_object *owner, unsigned variable, uint32_t index,
	const struct gs_state_held *held);
void gs_state_forget(struct gs_object *owner, unsigned variable, uint32_t index);
/* Return the variable of a scope (enum gs_scope) by GL's number for its name; -1: there is none. */
int gs_state_find(struct gs_effects *effects, unsigned scope, uint32_t name);
/* Which variable that holds one number a call sets. */
struct gs_state_setting {
	unsigned scope; /* enum gs_scope */
	uint32_t name, index;
	uint64_t call; /* number of the call that sets it */
};
/* Set the variable of the owner. number: NULL if its value is not known. */
void gs_state_set(struct gs_effects *effects, struct gs_object *owner,
	const struct gs_state_setting *setting, const double *number);

/* ---- state-matrices.c ---- */

struct gs_matrix_stack {
	uint64_t call;	  /* number of the call that set the topmost matrix */
	GArray *matrices; /* float[16] each, column by column; the topmost is the last */
};

/* Return the topmost matrix of the stack, 16 floats column by column. */
float *gs_matrix_top(const struct gs_matrix_stack *stack);
/* Return the stack of the context's matrix with that number (gs_current_matrix); NULL: no call has
 * changed it. */
const struct gs_matrix_stack *gs_state_matrix(
	const struct gs_effects_context *context, uint64_t number);
/* Apply a call that pushes, pops, loads or multiplies the current matrix. */
void gs_state_matrix_call(struct gs_effects *effects, const struct gs_effects_call *c);
/* Compute out = m * v, with m column by column. */
void gs_matrix_apply(const float m[16], const double v[4], double out[4]);

/* ---- state-units.c: bindings of several image units or vertex buffers by one call ---- */

/* Apply glBindImageTextures, and glBindVertexBuffers or glVertexArrayVertexBuffers. */
void gs_state_bind_images(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_state_bind_vertex_buffers(struct gs_effects *effects, const struct gs_effects_call *c);
/* Apply glVertexAttribPointer, which gives the attribute's binding its stride and offset. */
void gs_state_point_attribute(struct gs_effects *effects, const struct gs_effects_call *c);

/* ---- state-tell.c ---- */

enum { GS_STATE_NAME = 160 };

/* The context whose state is visited, and the visitor. */
struct gs_state_teller {
	struct gs_effects *effects;
	struct gs_effects_context *context;
	gs_state_visit visit;
	void *data;
};

/* Pass the variable with the value of `held` to the visitor; held: NULL, with its initial value.
 * Does nothing where the value is not known, or is the initial one of a variable that the context's
 * API lacks. */
void gs_state_tell(const struct gs_state_teller *teller, const struct gs_state_variable *variable,
	const char *prefix, const struct gs_state_held *held);
/* Pass a value that is in no table to the visitor, with `prefix` before its name. call: number of
 * the call that set it; NULL: none, it is the initial value. */
void gs_state_tell_values(const struct gs_state_teller *teller, const char *prefix,
	const struct gs_state_entry *values, const uint64_t *call);
/* Likewise for a single integer. */
void gs_state_tell_number(const struct gs_state_teller *teller, const char *prefix,
	const char *name, unsigned group, double number, const uint64_t *call);
/* Pass the name of the object that the owner's node refers to to the visitor; 0 if it refers to
 * none. */
void gs_state_tell_bound(const struct gs_state_teller *teller, const char *prefix, const char *name,
	unsigned group, const struct gs_object *owner, uint32_t node);
/* Pass all variables of a scope without indices to the visitor. */
void gs_state_tell_object(const struct gs_state_teller *teller, const struct gs_object *owner,
	unsigned scope, const char *prefix); /* enum gs_scope */
/* Return the name as GL has it, without the target in the upper half of a default texture's name;
 * NULL object: 0. */
uint64_t gs_state_name_of(const struct gs_object *object);
/* Return the number of the call that made the node refer to its object; NULL: none. */
const uint64_t *gs_state_bound_by(const struct gs_effects *effects, uint32_t node);

/* ---- state-objects.c: what bound objects hold ---- */

/* Pass the state of framebuffers, of indexed buffer bindings, of the vertex array or of image units
 * to the visitor. */
void gs_state_tell_framebuffers(const struct gs_state_teller *teller);
void gs_state_tell_buffers(const struct gs_state_teller *teller);
void gs_state_tell_vertex_array(const struct gs_state_teller *teller);
void gs_state_tell_images(const struct gs_state_teller *teller);
/* Return whether images of the texture target have layers or faces. */
bool gs_state_is_layered(uint64_t target);

#endif

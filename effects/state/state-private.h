/* SPDX-License-Identifier: MIT */
/* What the files of effects/ that follow values of state share. */
#ifndef GS_EFFECTS_STATE_PRIVATE_H
#define GS_EFFECTS_STATE_PRIVATE_H

#include "effects/private.h"
#include "effects/state/state.h"

enum { GS_STATE_MATRIX_VALUES = 16 };

/* What a variable holds, from a call on. */
struct gs_state_held {
	bool is_known;
	uint64_t call;
	double values[8];
};

/* The index of what holds for all indices. */
#define GS_STATE_EVERY UINT32_MAX

/* ---- state-held.c ---- */

/* NULL: it was not set. Of an index the later one of its own and of that for every index. */
const struct gs_state_held *gs_state_held_of(
	const struct gs_object *owner, unsigned variable, uint32_t index);
void gs_state_hold(struct gs_object *owner, unsigned variable, uint32_t index,
	const struct gs_state_held *held);
void gs_state_forget(struct gs_object *owner, unsigned variable, uint32_t index);
/* The variable of the scope with GL's number for its name; -1: there is none. */
int gs_state_find(struct gs_effects *effects, unsigned scope, uint32_t name);
/* A variable of one number. */
struct gs_state_place {
	unsigned scope; /* enum gs_scope */
	uint32_t name, index;
	uint64_t call; /* that sets it */
};
void gs_state_set(struct gs_effects *effects, struct gs_object *owner,
	const struct gs_state_place *place, const double *number); /* NULL: it is not known */

/* ---- state-matrices.c ---- */

struct gs_matrix_stack {
	uint64_t call;	  /* that set the topmost */
	GArray *matrices; /* float[16] each, by columns; the topmost is the last one */
};

/* By columns. */
float *gs_matrix_top(const struct gs_matrix_stack *stack);
/* Of the context's matrix with that number (gs_current_matrix); NULL: nothing was done to it. */
const struct gs_matrix_stack *gs_state_matrix(
	const struct gs_effects_context *context, uint64_t number);
void gs_state_matrix_call(struct gs_effects *effects, const struct gs_effects_call *c);
/* out = m * v. */
void gs_matrix_apply(const float m[16], const double v[4], double out[4]);

/* ---- state-units.c: what calls set of several units or bindings ---- */

void gs_state_bind_images(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_state_bind_vertex_buffers(struct gs_effects *effects, const struct gs_effects_call *c);
/* glVertexAttribPointer, which gives the attribute's binding its stride and offset. */
void gs_state_point_attribute(struct gs_effects *effects, const struct gs_effects_call *c);

/* ---- state-tell.c ---- */

enum { GS_STATE_NAME = 160 };

struct gs_state_teller {
	struct gs_effects *effects;
	struct gs_effects_context *context;
	gs_state_visit visit;
	void *data;
};

/* What it holds; NULL: its initial value. */
void gs_state_tell(const struct gs_state_teller *teller, const struct gs_state_variable *variable,
	const char *prefix, const struct gs_state_held *held);
/* A variable of no table, with a prefix; call: the one that has set it, or NULL. */
void gs_state_tell_values(const struct gs_state_teller *teller, const char *prefix,
	const struct gs_state_entry *values, const uint64_t *call);
void gs_state_tell_number(const struct gs_state_teller *teller, const char *prefix,
	const char *name, unsigned group, double number, const uint64_t *call);
/* The name of the object to which the node refers. */
void gs_state_tell_bound(const struct gs_state_teller *teller, const char *prefix, const char *name,
	unsigned group, const struct gs_object *owner, uint32_t node);
/* All variables of a scope. */
void gs_state_tell_object(const struct gs_state_teller *teller, const struct gs_object *owner,
	unsigned scope, const char *prefix); /* enum gs_scope */
/* A texture 0 of a target has that in the upper half. NULL: 0. */
uint64_t gs_state_name_of(const struct gs_object *object);
/* The call that has made the node refer to what it does; NULL: none. */
const uint64_t *gs_state_bound_by(const struct gs_effects *effects, uint32_t node);

/* ---- state-objects.c: what objects that are bound hold ---- */

void gs_state_tell_framebuffers(const struct gs_state_teller *teller);
void gs_state_tell_buffers(const struct gs_state_teller *teller);
void gs_state_tell_vertex_array(const struct gs_state_teller *teller);
void gs_state_tell_images(const struct gs_state_teller *teller);
/* The target's images have layers or faces. */
bool gs_state_is_layered(uint64_t target);

#endif
